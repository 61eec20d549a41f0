// Where points of curves can be clicked: which of them is pointed at, and where a click has landed.

// Pixels by which the curve of the page's own model goes before another one that lies on it, and those in which a line is
// pointed at, as Plotly has it.
const OWN_FIRST = 1.5, POINTED = 20;
const LANDED = { r: 12, fill: 'none', stroke: '$ink', 'stroke-width': 3, 'pointer-events': 'none' };
const OTHER = /^model /;

// Return the point that a hover or a click means: of curves of several models, of which points can be clicked, that of
// the nearest line. Plotly has the nearest point, which may be of a line farther off.
function pointOf(chart, point, event) {
  const { xaxis } = point.data, isOwn = i => chart.data[i].meta === THRESHOLD;
  const curves = [...chart.data.keys()].filter(i => {
    const { meta, xaxis: of, visible = true } = chart.data[i];
    return of === xaxis && visible === true && (meta === THRESHOLD || OTHER.test(meta ?? ''));
  });
  if (!event || !curves.includes(point.curveNumber) || curves.every(isOwn)) return point;
  const drawing = drawingOf(chart), box = chart.getBoundingClientRect(), scale = box.width / chart.offsetWidth;
  const { left, top } = drawing.planeOfTrace(point.curveNumber);
  const at = [(event.clientX - box.left) / scale - left, (event.clientY - box.top) / scale - top];
  const found = curves.map(i => {
    const places = drawing.places(i), corners = chart.data[i].line.shape === 'vh' ? stairs(places) : places;
    const off = Math.min(...corners.map((corner, k) => distance(at, corners[Math.max(k - 1, 0)], corner)));
    return { i, places, off: off - (isOwn(i) ? OWN_FIRST : 0) };
  });
  const { i, places, off } = found.reduce((near, one) => one.off < near.off ? one : near);
  if (off > POINTED) return point;
  const apart = places.map(place => distance(at, place, place)), pointNumber = apart.indexOf(Math.min(...apart));
  return { curveNumber: i, pointNumber, data: chart.data[i], customdata: drawing.known(i, pointNumber) };
}

// A line that goes up before it goes across has a corner before each point but the first.
function stairs(places) {
  return places.flatMap((place, k) => k ? [[places[k - 1][0], place[1]], place] : [place]);
}

// Pixels from a place to a stretch of a line.
function distance([x, y], [fromX, fromY], [toX, toY]) {
  const [across, up] = [toX - fromX, toY - fromY], long = across ** 2 + up ** 2;
  const part = long ? Math.min(Math.max(((x - fromX) * across + (y - fromY) * up) / long, 0), 1) : 0;
  return Math.hypot(x - fromX - part * across, y - fromY - part * up);
}

// Return what is told where Plotly shows a point, and answers which one is meant: its label is of that one from then on.
// Where the label is at the point that Plotly shows it is told nothing, and a click means what the label says.
function pointing(chart) {
  let meant = null;
  const placeOf = ({ curveNumber, pointNumber }) => `${curveNumber} ${pointNumber}`;
  const isSame = (one, other) => one !== null && placeOf(one) === placeOf(other);
  const at = (shown, event) => {
    meant = pointOf(chart, shown, event);
    if (!isSame(meant, shown)) showLabel(chart, meant);
    return meant;
  };
  return {
    at,
    clicked: (shown, event) => isSame(meant, shown) ? meant : at(shown, event),
    nothing: () => { meant = null; },
  };
}

// Mark where clicks land, each until the drawing shows it; what is returned marks one, and what takes all away.
function landingsOf(chart) {
  const clear = () => chart.querySelectorAll('.landed').forEach(ring => ring.remove());
  const mark = ({ curveNumber, pointNumber }) => {
    clear();
    const drawing = drawingOf(chart), { left, top } = drawing.planeOfTrace(curveNumber);
    const [x, y] = drawing.places(curveNumber)[pointNumber];
    const ring = document.createElementNS('http://www.w3.org/2000/svg', 'circle');
    ring.setAttribute('class', 'landed');
    for (const [key, value] of Object.entries({ ...LANDED, cx: left + x, cy: top + y })) ring.setAttribute(key, value);
    // Hovering empties the layer of labels.
    drawing.labels().after(ring);
  };
  chart.on('plotly_afterplot', clear);
  chart.addEventListener('live-moved', clear);
  const stop = () => {
    chart.removeListener?.('plotly_afterplot', clear);
    chart.removeEventListener('live-moved', clear);
    clear();
  };
  return { mark, stop };
}
