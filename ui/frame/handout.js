// Draws the figures of the handout, each as it stands: what is to be guessed is marked, a handle stands where it is, or
// where it ends. Behind the scripts of a live figure; what is drawn is `figures`, see handout.py.

const figures = JSON.parse(document.getElementById('figures').textContent);

async function drawAt(place) {
  const { data, layout, end } = figures[place.dataset.figure];
  const chart = place.appendChild(document.createElement('div'));
  await Plotly.newPlot(chart, data, layout, { staticPlot: true });
  const handle = end && liveSpec(chart)?.handles.find(({ name }) => name === end);
  if (handle) {
    Object.assign(handle, { active: handle.stops.at(-1), unset: false });
    await playerOf(chart, handle).settle(handle.active);
  }
  makeLive(chart);
  if (place.matches('.guessed')) markGuesses(chart);
  // On paper nothing moves; and Plotly measures its texts, so that what makes the figure smaller comes behind it.
  place.inert = true;
  place.dataset.drawn = 'true';
}

(async () => {
  for (const place of document.querySelectorAll('[data-figure]')) await drawAt(place);
  document.body.dataset.drawn = 'true';
})();
