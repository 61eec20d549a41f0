// Steps through the curve that grows row after row by keys, and reads each step out; it knows the frames by their names.

const NEXT = ['ArrowRight', 'n', 'N'], BACK = ['ArrowLeft', 'b', 'B'];
const AT_ONCE = { mode: 'immediate', frame: { duration: 0, redraw: false }, transition: { duration: 0 } };

export default function({ data, parentElement }) {
  const voice = parentElement.querySelector('.steps-said');
  return replaceFormer(parentElement, followChart(data.chart, chart => stepByKeys(chart, data, voice)));
}

function stepByKeys(chart, { chart: key, said, hint }, voice) {
  const box = chart.closest(`.st-key-${CSS.escape(key)}`);
  box.tabIndex = 0;
  box.setAttribute('role', 'group');
  box.setAttribute('aria-label', hint);
  const pressed = event => {
    if (event.ctrlKey || event.metaKey || event.altKey || !meant(event.target, box)) return;
    const by = NEXT.includes(event.key) ? 1 : BACK.includes(event.key) ? -1 : 0;
    if (!by) return;
    event.preventDefault();
    go(chart, by);
  };
  document.addEventListener('keydown', pressed);
  const stop = listen(chart, { plotly_animatingframe: ({ name }) => { voice.textContent = said[Number(name)] ?? ''; } });
  box.setAttribute('data-steps', 'true');
  return () => { document.removeEventListener('keydown', pressed); stop(); };
}

// Keys are for this chart when it has the focus, and when nothing has it while the chart is what is looked at.
function meant(target, box) {
  if (box.contains(target)) return true;
  if (target !== document.body) return false;
  const { top, bottom } = box.getBoundingClientRect();
  const middle = innerHeight / 2;
  return top < middle && bottom > middle;
}

function go(chart, by) {
  const { active, steps } = chart.layout.sliders[0];
  const to = Math.min(Math.max(active + by, 0), steps.length - 1);
  if (to !== active) window.Plotly.animate(chart, [steps[to].value], AT_ONCE);
}
