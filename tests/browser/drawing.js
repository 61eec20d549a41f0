// What is seen of a chart's planes, in pixels from each plane's corner: read off the drawing alone, without what the
// player knows of it, so that what the player writes can be compared with what Plotly draws.
function seen(chart) {
  const planes = {};
  for (const plot of chart.querySelectorAll('.cartesianlayer > .subplot')) {
    const name = plot.classList[1], clip = chart.querySelector(`clipPath[id$="${name}plot"] > rect`);
    const width = Number(clip.getAttribute('width')), height = Number(clip.getAttribute('height'));
    const all = where => [...plot.querySelectorAll(`.scatterlayer ${where}`)];
    const colours = e => { const { fill, stroke, fillOpacity, strokeOpacity, opacity } = getComputedStyle(e);
      return [blended(fill, fillOpacity), blended(stroke, strokeOpacity), opacity].join(); };
    planes[name] = {
      lines: all('path.js-line').map(e => ({ colour: getComputedStyle(e).stroke, at: alongLine(corners(e), width, height) }))
        .filter(line => line.at.length),
      fills: all('.js-fill, .fills path').map(e => ({ colour: colours(e), inside: inFill(e, width, height) }))
        .filter(fill => fill.inside.length),
      points: all('.points > .point').map(e => ({ colour: colours(e), at: /translate\(([-\d.e]+),([-\d.e]+)\)/.exec(
        e.getAttribute('transform')).slice(1).map(Number) })).filter(({ at: [x, y] }) => x >= -20 && x <= width + 20 &&
        y >= -20 && y <= height + 20),
      texts: all('text').map(e => { const box = e.getBoundingClientRect(), from = chart.getBoundingClientRect();
        return { text: e.textContent, colour: getComputedStyle(e).fill, at: [box.x - from.x, box.y - from.y, box.width] }; }),
    };
  }
  return planes;
}

// A colour's own opacity and that of its mark are the same to the eye; a pattern has an id of its own in each chart.
function blended(colour, opacity) {
  if (colour.startsWith('url(')) return `pattern at ${opacity}`;
  const n = (colour.match(/[\d.]+/g) ?? []).map(Number), alpha = (n[3] ?? 1) * Number(opacity);
  return n.length ? `${n.slice(0, 3)} at ${alpha.toFixed(3)}` : colour;
}

function corners(path) {
  const found = []; let at = [0, 0];
  for (const [, letter, rest] of (path.getAttribute('d') ?? '').matchAll(/([MLHVZ])([^MLHVZ]*)/g)) {
    const n = (rest.match(/-?[\d.]+(e-?\d+)?/g) ?? []).map(Number);
    if (letter === 'Z') at = found[0];
    else if (letter === 'H') at = [n[0], at[1]];
    else if (letter === 'V') at = [at[0], n[0]];
    else for (let i = 0; i + 2 < n.length; i += 2) { at = n.slice(i, i + 2); found.push(at); }
    if (letter === 'M' || letter === 'L') at = n.slice(-2);
    found.push(at);
  }
  return found;
}

// Nine places along what of a line lies within its plane: Plotly leaves out what lies outside, the player does not.
function alongLine(points, width, height) {
  const pieces = points.slice(1).map((end, i) => within(points[i], end, width, height)).filter(Boolean);
  const long = pieces.map(([[a, b], [c, d]]) => Math.hypot(c - a, d - b)), total = long.reduce((sum, l) => sum + l, 0);
  if (total < 0.1) return [];
  return Array.from({ length: 9 }, (_, k) => {
    let left = total * k / 8, i = 0;
    while (i < long.length - 1 && left > long[i]) left -= long[i++];
    const [[a, b], [c, d]] = pieces[i], share = Math.min(1, long[i] ? left / long[i] : 0);
    return [a + (c - a) * share, b + (d - b) * share];
  }).flat();
}

function within([a, b], [c, d], width, height) {
  let from = 0, to = 1;
  for (const [step, room] of [[a - c, a], [c - a, width - a], [b - d, b], [d - b, height - b]]) {
    // Plotly writes hundredths of a pixel, which may put what lies along an edge that much beyond it.
    if (step === 0) { if (room < -0.01) return null; continue; }
    if (step < 0) from = Math.max(from, room / step); else to = Math.min(to, room / step);
  }
  return from > to ? null : [[a + (c - a) * from, b + (d - b) * from], [a + (c - a) * to, b + (d - b) * to]];
}

// Which places of a grid lie within an area; those beside its edge are left out.
function inFill(path, width, height) {
  const found = [], inside = (x, y) => path.isPointInFill(new DOMPoint(x, y));
  for (let i = 0; i < 23; i++) for (let k = 0; k < 23; k++) {
    const x = (i + 0.37) / 23 * width, y = (k + 0.41) / 23 * height;
    if ([-0.1, 0.1].every(off => inside(x + off, y) && inside(x, y + off))) found.push(i * 23 + k);
  }
  return found;
}

// The colours of a map of cells in the middle of each cell, row by row from above: red, green, blue, opacity.
async function cellsSeen(chart) {
  const image = chart.querySelector('.heatmaplayer image'), picture = new Image();
  const z = chart.data.find(trace => trace.type === 'heatmap').z, columns = z[0].length, rows = z.length;
  picture.src = image.getAttributeNS('http://www.w3.org/1999/xlink', 'href');
  await picture.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: picture.width, height: picture.height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.drawImage(picture, 0, 0);
  const middle = (i, count, size) => Math.floor((i + 0.5) / count * size);
  return Array.from({ length: rows * columns }, (_, i) => [...context.getImageData(
    middle(i % columns, columns, picture.width), middle(Math.floor(i / columns), rows, picture.height), 1, 1).data]);
}

// The figure of a chart as Plotly draws it where its handle `name` is at a step: a chart of its own, beside the other.
async function drawnByPlotly(chart, name, step, read = seen) {
  const handle = JSON.parse(chart.layout.meta.live).handles.find(one => one.name === name);
  const data = chart.data.map(trace => trace.marker ? { ...trace, marker: { ...trace.marker } } : { ...trace });
  for (const part of handle.parts.map(plainPart)) {
    if (part.reach) {
      const last = part.reach[step];
      for (const key of ['x', 'y']) data[part.trace][key] = part[key].map((value, i, all) => all[Math.min(i, last)]);
      continue;
    }
    for (const key of ['x', 'y', 'text', 'fillcolor']) if (part[key]) data[part.trace][key] = part[key][step];
    if (part.heat) data[part.trace].z = rowsOf(part.heat[step], part.columns);
    if (part.middle) Object.assign(data[part.trace].marker,
      { cmin: part.middle[step] - part.size, cmax: part.middle[step] + part.size });
  }
  const other = document.createElement('div');
  Object.assign(other.style, { width: `${chart.offsetWidth}px`, height: `${chart.offsetHeight}px` });
  document.body.append(other);
  await Plotly.newPlot(other, data, JSON.parse(JSON.stringify(chart.layout)), { responsive: false });
  const found = await read(other);
  Plotly.purge(other);
  other.remove();
  return found;
}
