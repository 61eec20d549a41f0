// The name of a line, and the value behind it, isolate the line as an entry of a legend does: a click leaves it alone, the
// others of its plane faint, and one more click brings them back.

// Pixels by which a name is hit beside its letters.
const BESIDE = 4;
const ALONE_STYLE = `
.live-names { position: absolute; inset: 0; z-index: 1; contain: layout size; pointer-events: none; }
.live-name { position: absolute; box-sizing: content-box; margin-left: -${BESIDE}px; padding: 0 ${BESIDE}px;
  border-radius: 4px; cursor: pointer; pointer-events: auto; }
.live-name:hover { background: color-mix(in srgb, $ink 10%, transparent); }
[data-faint] { opacity: 0.15 !important; }
text[data-faint] { opacity: 0.5 !important; }
text[data-crowded] { visibility: hidden !important; }
`;

// Let the names of lines answer. Which line stands alone, by plane and name, is remembered by the chart, and by the drawing
// that takes its place.
function namesOf(chart, planes) {
  const layer = document.createElement('div'), page = location.pathname;
  if (window.liveAlone?.page === page) chart.alone = window.liveAlone.alone;
  delete window.liveAlone;
  layer.className = 'live-names';
  chart.append(layer);
  const nameOf = (drawing, { texts: [first] }) => textOf(drawing, first)?.textContent;
  const faint = () => {
    const drawing = drawingOf(chart), lines = planes[chart.alone?.plane] ?? [];
    chart.querySelectorAll('[data-faint]').forEach(node => node.removeAttribute('data-faint'));
    const others = lines.filter(line => nameOf(drawing, line) !== chart.alone.name);
    if (others.length === lines.length) return;
    for (const { lines, texts } of others) {
      const marks = [...lines.map(place => markOf(drawing, place)), ...texts.map(place => textOf(drawing, place))];
      marks.forEach(mark => mark?.setAttribute('data-faint', ''));
    }
  };
  const hit = (plane, name) => {
    const isAlone = chart.alone?.plane === plane && chart.alone.name === name;
    chart.alone = isAlone ? null : { plane, name };
    faint();
  };
  const drawn = () => {
    const drawing = drawingOf(chart);
    layer.replaceChildren(...planes.flatMap((lines, plane) => {
      const rows = lines.map(({ texts }) => texts.map(place => textOf(drawing, place)));
      leaveRoom(rows);
      return lines.map((line, k) => {
        const area = areaOf(chart, rows[k]);
        area.addEventListener('click', () => hit(plane, nameOf(drawingOf(chart), line)));
        return area;
      });
    }));
    faint();
  };
  const remove = () => {
    if (chart.alone && isGone(chart)) window.liveAlone = { page, alone: chart.alone };
    layer.remove();
  };
  return { drawn, remove };
}

// Leave values out where a window is so narrow that one of them touches the name of its line: the dots still say them.
function leaveRoom(rows) {
  rows.flat().forEach(text => text?.removeAttribute('data-crowded'));
  const box = text => text.getBoundingClientRect();
  const touch = ([name, ...values], k) => name && values[k] && box(name).right + BESIDE > box(values[k]).left;
  const values = Math.max(...rows.map(row => row.length)) - 1;
  for (let k = 0; k < values; k++) {
    if (rows.some(row => touch(row, k))) rows.forEach(row => row[k + 1]?.setAttribute('data-crowded', ''));
  }
}

// What belongs to a line: a trace, or one of its points.
function markOf(drawing, [trace, point]) {
  return point === undefined ? drawing.group(trace) : drawing.points(trace)[point];
}

function textOf(drawing, [trace, point]) {
  return drawing.texts(trace)[point]?.closest('text');
}

// Return what is hit over these texts, which stand in a row.
function areaOf(chart, texts) {
  const area = document.createElement('div'), box = chart.getBoundingClientRect(), scale = box.width / chart.offsetWidth;
  const boxes = texts.filter(text => text?.textContent.trim() && !text.hasAttribute('data-crowded')).map(text => text.getBoundingClientRect());
  area.className = 'live-name';
  area.hidden = boxes.length === 0;
  const [left, top] = ['left', 'top'].map(side => Math.min(...boxes.map(one => one[side])));
  const [right, bottom] = ['right', 'bottom'].map(side => Math.max(...boxes.map(one => one[side])));
  const pixels = { left: left - box.left, top: top - box.top, width: right - left, height: bottom - top };
  for (const [side, pixel] of Object.entries(pixels)) area.style[side] = `${pixel / scale}px`;
  return area;
}
