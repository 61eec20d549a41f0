// Makes the page's figure live, and tells the server what happens: a handle let go, a point clicked, another size.

export default function({ data, parentElement, setStateValue }) {
  const stops = [];
  if (data.played) stops.push(followChart(data.played, makeLive));
  if (data.chart) stops.push(followChart(data.chart, chart => reportEvents(chart, data, setStateValue)));
  if (data.below) stops.push(reportSize(parentElement, data, setStateValue));
  return replaceFormer(parentElement, () => stops.forEach(stop => stop()));
}

// `at` tells an event from the one before it, which may have had the same value; `page` says whose it is, since it may
// reach the server when the visitor has left.
function reportEvents(chart, { chart: key, page }, setStateValue) {
  // The server needs the value alone, and need not wait until Plotly's own state is set.
  const left = ({ detail: { slider, value } }) => setStateValue('released', { slider, value, page, at: Date.now() });
  // A trace whose points can be picked says by its `meta` what they are. JSON has no infinity; null stands for it.
  const plotly_click = ({ points: [point] }) => {
    if (!point.data.meta) return;
    const known = Array.from(point.customdata ?? [], value => Number.isFinite(value) ? value : null);
    setStateValue('picked', { meta: point.data.meta, customdata: known, page, at: Date.now() });
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
function reportSize(parentElement, { below, narrow, step, height, page }, setStateValue) {
  const said = { narrow, height };
  let wide = null;
  const look = () => {
    if (!wide) return;
    const now = { narrow: wide < below, height: Math.floor(window.innerHeight / step) * step };
    // Until the server knows, another drawing of the page is to come.
    document.body.toggleAttribute('data-measured', now.narrow === narrow && now.height === height);
    if ((now.narrow === said.narrow && now.height === said.height) || rest.isAwaited()) return;
    Object.assign(said, now);
    setStateValue('size', { ...now, page });
  };
  const rest = awaitRest(look), size = new ResizeObserver(([{ contentRect: { width } }]) => { wide = width; look(); });
  size.observe(parentElement.host ?? parentElement);
  window.addEventListener('resize', look);
  return () => { rest.stop(); size.disconnect(); window.removeEventListener('resize', look); };
}

// Know whether the server is at work, or is about to be since the visitor has clicked or pressed a key; call back when it
// is done. A report would break off the run, and what a button asks for is asked for once. It may also begin a run of a
// part of the page before the parts within it have been sent, which Streamlit's client then has no place for.
function awaitRest(callBack) {
  const app = document.querySelector('[data-testid="stApp"]');
  let begins = null;
  const isAwaited = () => begins !== null || app.getAttribute(SCRIPT_STATE) === 'running';
  // The server takes a moment until it says that it runs.
  const ask = () => {
    clearTimeout(begins);
    begins = setTimeout(() => { begins = null; callBack(); }, KEYS_REST);
  };
  const observer = new MutationObserver(callBack), events = ['click', 'keydown'];
  observer.observe(app, { attributes: true, attributeFilter: [SCRIPT_STATE] });
  events.forEach(event => document.addEventListener(event, ask, true));
  const stop = () => {
    clearTimeout(begins);
    observer.disconnect();
    events.forEach(event => document.removeEventListener(event, ask, true));
  };
  return { isAwaited, stop };
}

const SCRIPT_STATE = 'data-test-script-state';
