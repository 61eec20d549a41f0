// Steps through the curve that grows row after row by keys, and reads each step out; it knows the frames by their names.

const NEXT = ['ArrowRight', 'n', 'N'], BACK = ['ArrowLeft', 'b', 'B'];
const AT_ONCE = { mode: 'immediate', frame: { duration: 0, redraw: false }, transition: { duration: 0 } };
const KEYS_REST = 250;

export default function({ data, parentElement, setStateValue }) {
  const voice = parentElement.querySelector('.steps-said');
  const tell = step => setStateValue('step', step);
  return replaceFormer(parentElement, followChart(data.chart, chart => stepByKeys(chart, data, voice, tell)));
}

function stepByKeys(chart, { chart: key, said, hint, of, at }, voice, tell) {
  const box = chart.closest(`.st-key-${CSS.escape(key)}`);
  box.tabIndex = 0;
  box.setAttribute('role', 'group');
  box.setAttribute('aria-label', hint);
  let resting = null;
  const pressed = event => {
    if (event.ctrlKey || event.metaKey || event.altKey || !meant(event.target, box)) return;
    const by = NEXT.includes(event.key) ? 1 : BACK.includes(event.key) ? -1 : 0;
    if (!by) return;
    event.preventDefault();
    go(chart, chart.layout.sliders[0].active + by);
  };
  const stepped = ({ name }) => {
    chart.steps.now = Number(name);
    voice.textContent = said[chart.steps.now] ?? '';
  };
  // The page hears of a step once nothing moves: the address then says it.
  const rested = () => {
    clearTimeout(resting);
    resting = setTimeout(() => {
      if (chart.steps.now === chart.steps.told) return;
      chart.steps.told = chart.steps.now;
      tell(chart.steps.now);
    }, KEYS_REST);
  };
  // Other rows begin where the page says; drawn anew, for another width or theme, they stay at their step.
  const begin = () => {
    if (chart.steps?.of !== of) chart.steps = { of, now: at, told: at };
    if (chart.steps.layout === chart.layout) return;
    chart.steps.layout = chart.layout;
    goWhenDrawn(chart, chart.steps.now);
  };
  begin();
  document.addEventListener('keydown', pressed);
  const stop = listen(chart, {
    plotly_animatingframe: stepped, plotly_animated: rested, plotly_animationinterrupted: rested, plotly_afterplot: begin,
  });
  box.setAttribute('data-steps', 'true');
  return () => {
    clearTimeout(resting);
    document.removeEventListener('keydown', pressed);
    stop();
  };
}

// Keys are for this chart when it has the focus, and when nothing has it while the chart is what is looked at.
function meant(target, box) {
  if (box.contains(target)) return true;
  if (target !== document.body) return false;
  const { top, bottom } = box.getBoundingClientRect();
  const middle = innerHeight / 2;
  return top < middle && bottom > middle;
}

function go(chart, wanted) {
  const { active, steps } = chart.layout.sliders[0];
  const to = Math.min(Math.max(wanted, 0), steps.length - 1);
  return to === active ? Promise.resolve() : window.Plotly.animate(chart, [steps[to].value], AT_ONCE);
}

// Plotly has the frames of a chart a moment after it has drawn it.
function goWhenDrawn(chart, wanted) {
  requestAnimationFrame(() => go(chart, wanted).catch(() => { if (chart.isConnected) goWhenDrawn(chart, wanted); }));
}
