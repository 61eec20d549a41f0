// Comes before the script of every component that listens to a chart.

// Hand the chart of this key to `attach`, and again whenever Streamlit has put another in its place; `attach` returns
// what undoes it. The chart may come after the component, so what is watched is what stays as long as the app does.
// A chart that has the keyboard is retained by Streamlit beside the one in its place, out of sight once it is left.
function followChart(key, attach) {
  let chart = null, detach = () => {};
  const look = () => {
    if (chart && chart.isConnected && !chart.closest('[data-retained]')) return;
    const found = document.querySelector(`.st-key-${CSS.escape(key)}:not([data-retained]) .js-plotly-plot`);
    // Plotly names its element before it can be listened to, and draws into it afterwards.
    if (!found || !found.on) return;
    detach();
    chart = found;
    detach = attach(found);
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-retained'] });
  look();
  return () => { observer.disconnect(); detach(); };
}

// Listen to events of a chart until the function returned is called.
function listen(chart, handlers) {
  for (const [event, handler] of Object.entries(handlers)) chart.on(event, handler);
  return () => {
    // A chart that Streamlit has taken away can no longer be listened to.
    if (!chart.removeListener) return;
    for (const [event, handler] of Object.entries(handlers)) chart.removeListener(event, handler);
  };
}

// Streamlit calls a component's function again for new data and cleans up after the last call alone.
function replaceFormer(element, stop) {
  element.stopFormer?.();
  element.stopFormer = stop;
  return stop;
}
