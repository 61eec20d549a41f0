// Plays the steps of a live figure by writing only what moves into the drawing: about half a millisecond a step.
// `Plotly.animate` reads all defaults again, recalculates and replots, which takes forty. It is used at the end of a
// drag, so that Plotly's own state is that of the step, and wherever the drawing is not as expected.

// Without drawing anew, Plotly would take a map of cells away.
const atOnce = redraw => ({ mode: 'immediate', frame: { duration: 0, redraw }, transition: { duration: 0 } });

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

// Return what plays the steps of one handle. `active` is the step the figure was drawn at.
function playerOf(chart, { parts: sent, active, at }) {
  const given = sent.map(plainPart), parts = given.map(part => part.cut ? cutPart(part, given, chart) : part.reach ? grownPart(part) : part);
  let writers = [], fits = false, shown = null, known = active;

  const read = () => {
    const drawing = drawingOf(chart);
    writers = parts.map(part => writerOf(chart, drawing, part));
    fits = writers.every(Boolean);
    shown = null;
  };
  // Resolved when the step is seen, and Plotly knows of it.
  const settle = step => {
    known = step;
    // A page that is left has had Plotly let go of the chart.
    if (!chart.data) return Promise.resolve();
    // Every trace is named, also where nothing changes: Plotly empties a plane of which no trace is.
    const changes = chart.data.map(() => ({}));
    parts.forEach(part => Object.assign(changes[part.trace], changeOf(part, step)));
    return Plotly.animate(chart, { data: changes, traces: changes.map((_, i) => i) }, atOnce(parts.some(p => p.heat)));
  };
  const play = step => {
    if (step === shown) return;
    shown = step;
    if (fits) writers.forEach(write => write(step));
    else if (step !== known) settle(step);
  };
  // Whatever was shown may have been drawn over.
  const again = step => {
    shown = null;
    play(step);
  };
  // Where a line stands at one step, which the figure did not carry.
  const learn = (trace, step, x) => {
    if (!parts.some(part => part.trace === trace)) {
      parts.push({ trace, x: at.map(() => [...chart.data[trace].x]) });
      read();
    }
    parts.find(part => part.trace === trace).x[step] = x;
  };
  read();
  return { play, again, settle, read, learn, fits: () => fits };
}

// Return a part with its numbers, which `spelled` in motion.py has written in letters, `each` of them a number.
function plainPart(part) {
  const plain = ({ first, unit, each, letters }) => letters.map(text => {
    const whole = place => [...text.slice(place, place + each)].reduce((sum, letter) => 64 * sum + DIGITS.indexOf(letter), 0);
    return Array.from({ length: text.length / each }, (_, i) => {
      const found = whole(each * i);
      return found === 64 ** each - 1 ? null : (first + found) / unit;
    });
  });
  const { x, y } = part;
  return { ...part, ...(x?.letters && { x: plain(x) }), ...(y?.letters && { y: plain(y) }) };
}

// Return an area that is cut out of another trace's outline as if its points had been sent.
function cutPart({ trace, of, cut, name }, parts, chart) {
  const outline = parts.find(part => part.trace === of) ?? {}, now = chart.data[of];
  const steps = cut.map((ends, step) => cutOut(outline.x?.[step] ?? now.x, outline.y?.[step] ?? now.y, ends));
  return { trace, name, x: steps.map(([x]) => x), y: steps.map(([, y]) => y) };
}

// Return a line that grows as if its points had been sent: those of steps to come stand where it has come to.
function grownPart({ trace, x, y, reach }) {
  const steps = values => reach.map(last => values.map((_, i) => values[Math.min(i, last)]));
  return { trace, x: steps(x), y: steps(y) };
}

// Return of an outline what lies outside of two places, as `cut_out` in motion.py.
function cutOut(x, y, [low, high]) {
  const within = value => low < value && value < high, up = Array.from(y, (height, i) => within(x[i]) ? 0 : height);
  const across = Array.from(x, (value, i) => {
    if (!within(value)) return value;
    return x[i + 1] >= high ? high : x[i - 1] <= low ? low : value;
  });
  return [across, up];
}

// Return what a step changes of a part's trace, as Plotly takes it.
function changeOf({ x, y, text, name, fillcolor, middle, size, heat, columns }, step) {
  const change = {};
  if (name) change.name = name[step];
  if (x) change.x = x[step];
  if (y) change.y = y[step];
  if (text) change.text = text[step];
  if (fillcolor) change.fillcolor = fillcolor[step];
  if (heat) change.z = rowsOf(heat[step], columns);
  if (middle) change.marker = { cmin: middle[step] - size, cmax: middle[step] + size };
  return change;
}

// Return what writes a step of a part into the drawing, or null where its marks are not as expected.
function writerOf(chart, drawing, part) {
  const trace = chart.data[part.trace];
  // What a legend has hidden is not drawn; once it is shown again all is read anew.
  if (trace?.visible === 'legendonly') return () => {};
  if (trace !== undefined && part.heat) return writeHeat(drawing, part);
  if (trace === undefined || drawing.group(part.trace) === undefined) return null;
  if (part.fillcolor) return writeShade(drawing, part);
  if (part.text) return together(writeTexts(drawing, part), part.y ? writeHeights(drawing, part) : () => {});
  if (trace.mode === 'text') return part.x ? null : writeHeights(drawing, part);
  if (part.middle) return together(writeHue(trace, drawing, part), part.y ? writePoints(trace, drawing, part) : () => {});
  if (trace.fill === 'toself' || part.x?.some(x => x.includes(null))) return writeOutline(trace, drawing, part);
  return trace.mode.includes('lines') ? writeLine(trace, drawing, part) : writePoints(trace, drawing, part);
}

function together(...writers) {
  return writers.every(Boolean) ? step => writers.forEach(write => write(step)) : null;
}

// A map of cells is a picture: a letter a cell says which of the shades it has, from the row below on.
const FIRST_LETTER = '#'.charCodeAt(0), LEVELS = 50;

function rowsOf(letters, columns) {
  const rows = [];
  for (let first = 0; first < letters.length; first += columns) {
    rows.push(Array.from(letters.slice(first, first + columns), letter => (letter.charCodeAt(0) - FIRST_LETTER) / LEVELS));
  }
  return rows;
}

function writeHeat(drawing, { trace, heat, columns, shades }) {
  const image = drawing.image(trace), canvas = document.createElement('canvas');
  if (image === null) return null;
  const rows = heat[0].length / columns;
  Object.assign(canvas, { width: columns, height: rows });
  const context = canvas.getContext('2d'), pixels = context.createImageData(columns, rows);
  return step => {
    for (let i = 0; i < heat[step].length; i++) {
      const row = rows - 1 - Math.floor(i / columns), place = 4 * (row * columns + i % columns);
      pixels.data.set(shades[heat[step].charCodeAt(i) - FIRST_LETTER], place);
    }
    context.putImageData(pixels, 0, 0);
    image.style.imageRendering = 'pixelated';
    image.setAttributeNS('http://www.w3.org/1999/xlink', 'xlink:href', canvas.toDataURL());
  };
}

// Several lines in one trace, with null between them, filled together or not at all. Plotly has a path for each line:
// where a step has more of them or fewer, paths are added or taken away.
function writeOutline(trace, drawing, { trace: place, x, y }) {
  const lines = drawing.lines(place), fills = trace.fill ? drawing.fills(place) : [];
  const plane = drawing.planeOfTrace(place), home = lines[0]?.parentNode;
  if (lines.length === 0 || (trace.fill && (fills.length !== 1 || trace.fill !== 'toself'))) return null;
  return step => {
    const paths = outlinePaths(x ? x[step] : trace.x, y ? y[step] : trace.y, plane);
    while (lines.length < paths.length) lines.push(home.appendChild(lines[0].cloneNode()));
    while (lines.length > paths.length) lines.pop().remove();
    lines.forEach((line, i) => line.setAttribute('d', paths[i]));
    if (fills.length) fills[0].setAttribute('d', `${paths.join('Z')}Z`);
  };
}

function outlinePaths(x, y, plane) {
  const paths = [];
  let points = [];
  [...x, null].forEach((across, i) => {
    if (across !== null) points.push(`${plane.x(across)},${plane.y(y[i])}`);
    // A gap at an end, or one after another, parts nothing.
    else if (points.length) { paths.push(`M${points.join('L')}`); points = []; }
  });
  return paths;
}

function writeShade(drawing, { trace, fillcolor }) {
  const paths = drawing.fills(trace);
  if (paths.length !== 1) return null;
  return step => { paths[0].style.fill = fillcolor[step]; paths[0].style.fillOpacity = 1; };
}

function writeTexts(drawing, { trace, text }) {
  const nodes = drawing.texts(trace);
  if (nodes.length !== text[0].length) return null;
  return step => nodes.forEach((node, i) => writeText(node, text[step][i]));
}

// Move texts up or down, as Plotly places them.
function writeHeights(drawing, { trace, y }) {
  const texts = drawing.texts(trace).map(node => node.closest('text')), plane = drawing.planeOfTrace(trace);
  if (texts.length !== y[0].length) return null;
  return step => texts.forEach((text, i) => {
    [text, ...text.querySelectorAll('tspan')].forEach(node => node.setAttribute('y', plane.y(y[step][i])));
  });
}

// Write a text over the one a node has. Another node in its place would make the browser look again at every element that
// a style with `:has()` could be about, in a page of Streamlit all of them: fifteen milliseconds.
function writeText(node, text) {
  const now = node.firstChild;
  if (now?.nodeType !== Node.TEXT_NODE || now.nextSibling) node.textContent = text;
  else if (now.data !== text) now.data = text;
}

// A mark keeps its hue until the threshold crosses it; `rank` says where each stands.
function writeHue(trace, drawing, { trace: place, rank, middle }) {
  const nodes = drawing.points(place), scale = trace.marker.colorscale;
  if (nodes.length !== rank.length) return null;
  const below = scale[0][1], above = scale[scale.length - 1][1];
  const has = colour => colour !== 'none' && colour !== '';
  const marks = nodes.map(node => [node, has(node.style.fill), has(node.style.stroke)]);
  let before = null;
  return step => {
    marks.forEach(([node, filled, outlined], i) => {
      const on = rank[i] > middle[step];
      if (before !== null && on === rank[i] > before) return;
      const colour = on ? above : below;
      if (filled) node.style.fill = colour;
      if (outlined) node.style.stroke = colour;
    });
    before = middle[step];
  };
}

function writePoints(trace, drawing, { trace: place, x, y }) {
  const nodes = drawing.points(place), plane = drawing.planeOfTrace(place);
  if (nodes.length !== (x ?? y)[0].length) return null;
  return step => nodes.forEach((node, i) => {
    const across = (x ? x[step] : trace.x)[i], up = (y ? y[step] : trace.y)[i];
    const left = plane.x(across), top = plane.y(up);
    node.setAttribute('transform', `translate(${left},${top})`);
    // Plotly hides a point outside of a plane that does not clip all its traces.
    const isWithin = left >= 0 && left <= plane.width && top >= 0 && top <= plane.height;
    if (isWithin && node.hasAttribute('display')) node.removeAttribute('display');
  });
}

// A line of straight stretches or of stairs that first go up or down, with its points and the area below it where it has
// them.
function writeLine(trace, drawing, part) {
  const { trace: place, x, y } = part;
  const lines = drawing.lines(place), fills = trace.fill ? drawing.fills(place) : [];
  const plane = drawing.planeOfTrace(place);
  if (lines.length !== 1 || (trace.fill && (fills.length !== 1 || trace.fill !== 'tozeroy'))) return null;
  const stairs = trace.line?.shape === 'vh';
  const points = trace.mode.includes('markers') ? writePoints(trace, drawing, part) : () => {};
  if (points === null) return null;
  return step => {
    const across = (x ? x[step] : trace.x), up = (y ? y[step] : trace.y);
    const places = Array.from(across, (value, i) => `${plane.x(value)},${plane.y(up[i])}`);
    lines[0].setAttribute('d', `M${(stairs ? cornered(places) : places).join('L')}`);
    if (fills.length) {
      const zero = plane.y(0), ends = [across[across.length - 1], across[0]];
      fills[0].setAttribute('d', `M${places.join('L')}L${ends.map(end => `${plane.x(end)},${zero}`).join('L')}Z`);
    }
    points(step);
  };
}

function cornered(places) {
  const corner = (from, to) => `${from.split(',')[0]},${to.split(',')[1]}`;
  return places.flatMap((place, i) => i ? [corner(places[i - 1], place), place] : [place]);
}
