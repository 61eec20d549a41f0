// Draws the figures of the handout, each as it stands: what is to be guessed is marked, a handle goes to where it ends.
// Behind drawing.js and player.js; where they are printed from is `figures`, see handout.py.

const figures = JSON.parse(document.getElementById('figures').textContent);

async function drawAt(place) {
  const { data, layout, end } = figures[place.dataset.figure];
  const chart = place.appendChild(document.createElement('div'));
  await Plotly.newPlot(chart, data, layout, { staticPlot: true });
  const handle = end && JSON.parse(layout.meta.live).handles.find(({ name }) => name === end);
  if (handle) await playerOf(chart, handle).settle(handle.stops.at(-1));
  if (place.matches('.guessed')) markGuesses(chart);
  // Plotly measures its texts: what makes the figure smaller comes behind it.
  place.dataset.drawn = 'true';
}

(async () => {
  for (const place of document.querySelectorAll('[data-figure]')) await drawAt(place);
  document.body.dataset.drawn = 'true';
})();
