// A line of the cost plane and a point of the ROC plane are the same threshold: hovering either shows both. Comes after
// the scripts that make a figure live, of which it takes where a plane stands.

const COST = 'x5y5', ROC = 'x3y3';
const STYLE = { stroke: '$ink', 'stroke-width': 3, fill: 'none', 'pointer-events': 'none' };

export default function({ data, parentElement }) {
  const attach = chart => {
    const clear = () => chart.querySelectorAll('.dual').forEach(mark => mark.remove());
    const show = ({ points: [point] }) => {
      clear();
      const rates = ratesOf(point);
      if (rates) drawBoth(chart, rates);
    };
    const stop = listen(chart, { plotly_hover: show, plotly_unhover: clear });
    return () => { clear(); stop(); };
  };
  return replaceFormer(parentElement, followChart(data.chart, attach));
}

// A point of the ROC plane tells its rates by where it is; on a line they stand behind its threshold.
function ratesOf({ data, x, y, customdata: known = [] }) {
  if (data.yaxis === 'y3') return known.length >= 1 ? { fpr: x, fnr: 1 - y } : null;
  return known.length >= 3 ? { fpr: known[1], fnr: known[2] } : null;
}

function drawBoth(chart, { fpr, fnr }) {
  const layer = drawingOf(chart).labels();
  const cost = placeIn(chart, COST), roc = placeIn(chart, ROC);
  const line = lineWithin(chart.layout, fpr, fnr);
  if (line) {
    const [from, to] = line.map(cost);
    draw(layer, 'line', { x1: from[0], y1: from[1], x2: to[0], y2: to[1] });
  }
  const [cx, cy] = roc([fpr, 1 - fnr]);
  draw(layer, 'circle', { cx, cy, r: 9 });
}

// The line ends where the plane does: at its sides, or where it passes its upper edge. Null where nothing is in sight.
function lineWithin({ meta: { left, right }, xaxis5: xaxis, yaxis5: yaxis }, fpr, fnr) {
  const begin = left[0] + left[1] * fpr, end = right[0] + right[1] * fnr, top = yaxis.range[1];
  const crossing = (top - begin) / (end - begin);
  const from = begin > top ? crossing : 0, to = Math.min(end > top ? crossing : 1, xaxis.range[1]);
  if (Math.min(begin, end) >= top || from >= to) return null;
  return [from, to].map(x => [x, Math.min(begin + x * (end - begin), top)]);
}

// Return what places a point given in the units of a plane's axes on the drawing.
function placeIn(chart, name) {
  const { left, top, x, y } = drawingOf(chart).plane(name);
  return point => [left + x(point[0]), top + y(point[1])];
}

function draw(layer, name, properties) {
  const mark = document.createElementNS('http://www.w3.org/2000/svg', name);
  mark.setAttribute('class', 'dual');
  for (const [key, value] of Object.entries({ ...STYLE, ...properties })) mark.setAttribute(key, value);
  layer.appendChild(mark);
}
