// Guess first: says in the drawings of a page what is to be guessed, for the one rule of stage.css that hides it.

// Mark every figure there is and those to come, after each drawing, until the function returned is called.
function followGuesses() {
  const followed = new Map();
  const look = () => {
    for (const chart of followed.keys()) if (!chart.isConnected) followed.delete(chart);
    for (const chart of document.querySelectorAll('.js-plotly-plot')) {
      // Plotly names its element before it can be listened to.
      if (followed.has(chart) || !chart.on) continue;
      const mark = () => markGuesses(chart);
      followed.set(chart, mark);
      chart.on('plotly_afterplot', mark);
      mark();
    }
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  look();
  return () => {
    observer.disconnect();
    followed.forEach((mark, chart) => chart.removeListener?.('plotly_afterplot', mark));
  };
}
