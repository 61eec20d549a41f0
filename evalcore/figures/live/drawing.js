// What is known about how Plotly draws a figure, in one place: where each trace's marks are, and where a plane stands.
// tests/browser/test_player.py compares what is written here with what Plotly itself draws.

// Return where the marks of a figure are. A trace whose marks are not as expected is missing: Plotly must move it.
function drawingOf(chart) {
  const groups = groupsOf(chart), planes = new Map();
  const plane = name => {
    if (!planes.has(name)) planes.set(name, planeOf(chart, name));
    return planes.get(name);
  };
  const marks = (trace, selector) => [...(groups.get(trace)?.querySelectorAll(selector) ?? [])];
  return {
    plane,
    planeOfTrace: trace => plane(subplotOf(chart.data[trace])),
    points: trace => marks(trace, '.points > .point'),
    texts: trace => marks(trace, 'text').map(node => node.querySelector('tspan') ?? node),
    lines: trace => marks(trace, '.lines > .js-line'),
    fills: trace => marks(trace, '.js-fill, .fills > g > path, .fills > path'),
    group: trace => groups.get(trace),
    labels: () => chart.querySelector('.hoverlayer'),
    places: trace => {
      const of = plane(subplotOf(chart.data[trace]));
      return chart.calcdata[trace].map(({ x, y }) => [of.x(x), of.y(y)]);
    },
    // Numbers may have been sent packed: Plotly has unpacked them here.
    known: (trace, point) => chart.calcdata[trace][point].data ?? null,
    image: trace => imageOf(chart, subplotOf(chart.data[trace])),
  };
}

// Have Plotly show its label at a point, where it has it at another one.
function showLabel(chart, { curveNumber, pointNumber, data }) {
  Plotly.Fx.hover(chart, [{ curveNumber, pointNumber }], [subplotOf(data)]);
}

// Return the picture of a map of cells; a plane has one map at most.
function imageOf(chart, name) {
  const found = chart.querySelectorAll(`.cartesianlayer > .subplot.${name} .heatmaplayer image`);
  return found.length === 1 ? found[0] : null;
}

function subplotOf({ xaxis = 'x', yaxis = 'y' }) {
  return xaxis + yaxis;
}

// Within a plane Plotly draws traces of a type, such as lines, points and texts, in the order of the data, without those
// that are hidden or have no point. (It names a group by the trace's `uid`, but Streamlit sends figures without them.)
const LAYERS = { scatter: '.scatterlayer > .trace', bar: '.barlayer > .trace', heatmap: '.heatmaplayer > .hm' };

function groupsOf(chart, type = 'scatter') {
  const groups = new Map();
  for (const plot of chart.querySelectorAll('.cartesianlayer > .subplot')) {
    const name = plot.classList[1];
    const drawn = plot.querySelectorAll(LAYERS[type]);
    const mine = [...chart.data.keys()].filter(i => isDrawn(chart.data[i], type) && subplotOf(chart.data[i]) === name);
    if (mine.length === drawn.length) mine.forEach((i, k) => groups.set(i, drawn[k]));
  }
  return groups;
}

// Numbers may have been sent packed.
const countOf = values => values?.length ?? values?.bdata?.length ?? 0;

function isDrawn({ type = 'scatter', visible = true, x, y, z }, wanted) {
  const hasPoints = type === 'heatmap' ? countOf(z) > 0 : countOf(x) > 0 && countOf(y) > 0;
  return type === wanted && visible === true && hasPoints;
}

// Return where a plane stands within the chart, in pixels, and what turns values into pixels from its left and top.
function planeOf(chart, name) {
  const layer = chart.querySelector(`.cartesianlayer > .subplot.${name} g.${name}`);
  const [left, top] = /translate\(([-\d.e]+)[ ,]+([-\d.e]+)\)/.exec(layer.getAttribute('transform')).slice(1).map(Number);
  const clip = chart.querySelector(`clipPath[id$="${name}plot"] > rect`);
  const width = Number(clip.getAttribute('width')), height = Number(clip.getAttribute('height'));
  const [x, y] = /^(x\d*)(y\d*)$/.exec(name).slice(1).map(axis => chart.layout[axis[0] + 'axis' + axis.slice(1)].range);
  return {
    left, top, width, height,
    x: value => (value - x[0]) / (x[1] - x[0]) * width,
    y: value => (1 - (value - y[0]) / (y[1] - y[0])) * height,
    value: pixel => x[0] + pixel / width * (x[1] - x[0]),
  };
}

// Say in a drawing what of it stays while a page asks first: only what is known not to be guessed does. Annotations and
// shapes Plotly counts in an attribute.
function markGuesses(chart) {
  const guessed = chart.layout?.meta?.guessed;
  chart.toggleAttribute('data-guess', guessed !== undefined);
  if (!guessed) return;
  const stays = (node, place, places) => node.toggleAttribute('data-stays', !places.includes(place));
  // A trace may have changed its place since, and numbers of an axis those they stand for.
  chart.querySelectorAll('text[data-guessed]').forEach(node => node.removeAttribute('data-guessed'));
  chart.querySelectorAll('[data-stays]').forEach(node => node.removeAttribute('data-stays'));
  Object.keys(LAYERS).forEach(type => groupsOf(chart, type).forEach((node, i) => stays(node, i, guessed.traces)));
  for (const [selector, places] of [['.annotation', guessed.annotations], ['.shapelayer [data-index]', guessed.shapes]]) {
    chart.querySelectorAll(selector).forEach(node => stays(node, Number.parseInt(node.dataset.index, 10), places));
  }
  for (const axis of guessed.axes) {
    chart.querySelectorAll(`.${axis}tick > text`).forEach(node => { node.dataset.guessed = 'true'; });
  }
}

// Say in a drawing in which plane a click moves something, and of a legend of one entry, or of a key, that it does nothing.
function markClicks(chart, plane) {
  chart.querySelector(`.draglayer > .${plane} > .nsewdrag`)?.setAttribute('data-clicks', '');
  chart.toggleAttribute('data-one-entry', legendEntries(chart).length === 0);
}

// Return the entries of a legend that can be left alone: where each is, what it says, that without what is to be guessed,
// whether its line is drawn, what clicks it, and what shows or hides its line at once, as a double click does. One of a
// single entry, or a key, has none.
function legendEntries(chart) {
  const isKey = chart.layout.legend?.itemclick === false;
  const entries = isKey ? [] : [...chart.querySelectorAll('.traces')].filter(node => node.querySelector('.legendtoggle'));
  return entries.length < 2 ? [] : entries.map(node => {
    const text = node.querySelector('.legendtext'), toggle = node.querySelector('.legendtoggle'), name = text.cloneNode(true);
    name.querySelectorAll('[style*="--guessed"]').forEach(part => part.remove());
    const press = () => ['mousedown', 'mouseup'].forEach(kind => toggle.dispatchEvent(new MouseEvent(kind, { bubbles: true })));
    // The click just before may already be the first of the two.
    const twice = () => {
      let isDone = false;
      const heard = () => { isDone = true; };
      chart.on('plotly_legenddoubleclick', heard);
      press();
      if (!isDone) press();
      chart.removeListener('plotly_legenddoubleclick', heard);
    };
    return {
      node, said: text.textContent, name: name.textContent, isShown: Number(node.style.opacity || 1) === 1,
      press, toggle: twice,
    };
  });
}

// Return the group of which alone a legend shows lines; null of several, and of lines without one.
function groupShown(chart) {
  const shown = chart.data.filter(({ showlegend = true, visible = true }) => showlegend && visible === true);
  const groups = new Set(shown.map(({ legendgroup }) => legendgroup || null));
  return groups.size === 1 ? [...groups][0] : null;
}
