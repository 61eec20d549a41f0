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
    image: trace => imageOf(chart, subplotOf(chart.data[trace])),
  };
}

// Return the picture of a map of cells; a plane has one map at most.
function imageOf(chart, name) {
  const found = chart.querySelectorAll(`.cartesianlayer > .subplot.${name} .heatmaplayer image`);
  return found.length === 1 ? found[0] : null;
}

function subplotOf({ xaxis = 'x', yaxis = 'y' }) {
  return xaxis + yaxis;
}

// Plotly names the group of a trace by the `uid` the figure gives it; a trace that is hidden, or has no point, has none.
function groupsOf(chart) {
  const found = chart.data.map(({ uid }, i) => [i, chart.querySelector(`.scatterlayer > .${CSS.escape(`trace${uid}`)}`)]);
  return new Map(found.filter(([, group]) => group));
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
