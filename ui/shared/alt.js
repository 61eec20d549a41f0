// Says of a chart that stays as it was drawn what is to be said of it now. Streamlit would draw it anew for that.

export default function({ data: { chart, alt } }) {
  document.querySelector(`.st-key-${CSS.escape(chart)} .stPlotlyChart`)?.setAttribute('aria-label', alt);
}
