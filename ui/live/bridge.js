// Makes the page's figure live, and tells the server what happens: a handle let go, a point clicked, another size.

export default function({ data, parentElement, setStateValue }) {
  const stops = [];
  if (data.played) stops.push(followChart(data.played, makeLive));
  if (data.chart) stops.push(followChart(data.chart, chart => reportEvents(chart, data.chart, setStateValue)));
  if (data.below) stops.push(reportSize(parentElement, data, setStateValue));
  return replaceFormer(parentElement, () => stops.forEach(stop => stop()));
}

// `at` tells an event from the one before it, which may have had the same value.
function reportEvents(chart, key, setStateValue) {
  // The server needs the value alone, and need not wait until Plotly's own state is set.
  const left = ({ detail: { slider, value } }) => setStateValue('released', { slider, value, at: Date.now() });
  // A trace whose points can be picked says by its `meta` what they are. JSON has no infinity; null stands for it.
  const plotly_click = ({ points: [point] }) => {
    if (!point.data.meta) return;
    const known = Array.from(point.customdata ?? [], value => Number.isFinite(value) ? value : null);
    setStateValue('picked', { meta: point.data.meta, customdata: known, at: Date.now() });
  };
  chart.addEventListener('live-left', left);
  const stops = [makeLive(chart), followThreshold(chart), listen(chart, { plotly_click })];
  chart.closest(`.st-key-${CSS.escape(key)}`).setAttribute('data-live', 'true');
  return () => {
    chart.removeEventListener('live-left', left);
    stops.forEach(stop => stop());
  };
}

// Without markup the component is as wide as the page's column and has no height.
function reportSize(parentElement, { below, narrow, step, height }, setStateValue) {
  const said = { narrow, height };
  let wide = null;
  const look = () => {
    if (!wide) return;
    const now = { narrow: wide < below, height: Math.floor(window.innerHeight / step) * step };
    // Until the server knows, another drawing of the page is to come.
    document.body.toggleAttribute('data-measured', now.narrow === narrow && now.height === height);
    if (now.narrow === said.narrow && now.height === said.height) return;
    Object.assign(said, now);
    setStateValue('size', now);
  };
  const observer = new ResizeObserver(([{ contentRect: { width } }]) => { wide = width; look(); });
  observer.observe(parentElement.host ?? parentElement);
  window.addEventListener('resize', look);
  return () => { observer.disconnect(); window.removeEventListener('resize', look); };
}
