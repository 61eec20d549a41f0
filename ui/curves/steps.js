// Steps through the curves that grow row after row, by the handle in their figure, by keys and buttons, and reads each
// step out. Comes after the scripts that make a figure live, of which it takes KEYS_REST.

const NEXT = ['ArrowRight', 'n', 'N'], BACK = ['ArrowLeft', 'b', 'B'];

export default function({ data, parentElement, setStateValue }) {
  const tell = step => setStateValue('step', step);
  parentElement.querySelectorAll('button').forEach((button, i) => {
    button.title = button.ariaLabel = data.buttons[i];
  });
  return replaceFormer(parentElement, followChart(data.chart, chart => growing(chart, data, parentElement, tell)));
}

function growing(chart, { chart: key, said, hint, of, at }, parent, tell) {
  const stopLive = makeLive(chart), [spec] = liveSpec(chart).handles, last = spec.at.length - 1;
  const box = chart.closest(`.st-key-${CSS.escape(key)}`), voice = parent.querySelector('.steps-said');
  Object.assign(box, { tabIndex: 0, role: 'group', ariaLabel: hint });
  const go = (step, release = true, begins = false) => chart.dispatchEvent(new CustomEvent('live-ask', {
    detail: { slider: spec.name, step: Math.min(Math.max(step, 0), last), release, begins },
  }));
  const player = playing(chart, spec, last, go);
  // The page hears of a step once nothing moves: the address then says it.
  let resting = null;
  const moved = ({ detail: { step } }) => {
    chart.steps.now = step;
    voice.textContent = said[step] ?? '';
    clearTimeout(resting);
    resting = setTimeout(() => {
      if (chart.steps.now === chart.steps.told || chart.steps.pause) return;
      chart.steps.told = chart.steps.now;
      tell(chart.steps.now);
    }, KEYS_REST);
  };
  const pressed = event => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !meant(event.target, box)) return;
    const by = NEXT.includes(event.key) ? 1 : BACK.includes(event.key) ? -1 : 0;
    if (!by) return;
    event.preventDefault();
    player.stop();
    go(spec.active + by);
  };
  const clicked = event => {
    const button = event.target.closest?.('button');
    if (!button) return;
    player.stop();
    if (button.dataset.does === 'first' || (button.dataset.pause && spec.active === last)) go(0);
    if (button.dataset.pause) player.start(Number(button.dataset.pause));
  };
  // While rows are counted before an audience, the bar at the foot of the window is not there.
  const places = [box, parent.host ?? parent];
  const counted = () => document.body.toggleAttribute('data-counts-rows', places.some(one => one.matches(':focus-within')));
  places.forEach(one => ['focusin', 'focusout'].forEach(type => one.addEventListener(type, counted)));
  counted();
  // Other rows begin where the page says; drawn anew, for another width or theme, they stay at their step.
  if (chart.steps?.of !== of) chart.steps = { of, now: at, told: at, pause: null };
  chart.addEventListener('live-moved', moved);
  if (chart.steps.now !== spec.active) go(chart.steps.now, true, true);
  if (chart.steps.pause) player.start(chart.steps.pause);
  document.addEventListener('keydown', pressed);
  parent.addEventListener('click', clicked);
  box.setAttribute('data-steps', 'true');
  return () => {
    clearTimeout(resting);
    player.leave();
    chart.removeEventListener('live-moved', moved);
    document.removeEventListener('keydown', pressed);
    parent.removeEventListener('click', clicked);
    places.forEach(one => ['focusin', 'focusout'].forEach(type => one.removeEventListener(type, counted)));
    counted();
    stopLive();
  };
}

// Plays the steps from the present one, or from the first where all are taken, each for so many milliseconds. Where the
// page is drawn anew meanwhile, what follows this player goes on: the chart remembers that it plays.
function playing(chart, spec, last, go) {
  let frame = null;
  const leave = () => cancelAnimationFrame(frame);
  const stop = () => {
    leave();
    if (chart.steps.pause) go(spec.active);
    chart.steps.pause = null;
  };
  const start = pause => {
    chart.steps.pause = pause;
    let due = null;
    const look = now => {
      due ??= now + pause;
      frame = requestAnimationFrame(look);
      if (now < due) return;
      due = now + pause;
      go(spec.active + 1, false);
      if (spec.active === last) stop();
    };
    frame = requestAnimationFrame(look);
  };
  return { start, stop, leave };
}

// Keys are for this chart when it has the focus, and when nothing has it while the chart is what is looked at.
function meant(target, box) {
  if (box.contains(target)) return true;
  if (target !== document.body) return false;
  const { top, bottom } = box.getBoundingClientRect();
  const middle = innerHeight / 2;
  return top < middle && bottom > middle;
}
