// The name of a line, and the value behind it, isolate the line as an entry of a legend does: a click leaves it alone, the
// others of its plane faint, and one more click brings them back. Keys do the same of names and entries: Enter or Space
// leaves a line alone, Escape brings the others back. `live-alone` is told whose line that is, as the group of a legend
// says it, or of null.

// Pixels by which a name is hit beside its letters, and how high what is hit is at least.
const BESIDE = 4, HIT = 24;
// The `meta` of what stands in a row above a plane: a sample of a line, its name, and what it is worth.
const IN_ROW = 'row';
const ALONE_STYLE = `
.live-names { position: absolute; inset: 0; z-index: 1; contain: layout size; pointer-events: none; }
.live-name { position: absolute; box-sizing: content-box; margin-left: -${BESIDE}px; padding: 0 ${BESIDE}px;
  border-radius: 4px; cursor: pointer; pointer-events: auto; }
.live-name.entry { pointer-events: none; }
.live-name:focus-visible { outline: 2px solid $ink; outline-offset: 0; }
.live-name:hover { background: color-mix(in srgb, $ink 10%, transparent); }
[data-faint] { opacity: 0.15 !important; }
text[data-faint] { opacity: 0.5 !important; }
text[data-crowded] { visibility: hidden !important; }
/* What passes below a name, such as the rule of a handle, leaves it legible. */
text:is([data-name], [data-note]) { paint-order: stroke; stroke: $ground; stroke-width: 4px; stroke-linejoin: round; }
`;

// Let the names of lines answer. Which line stands alone, by plane and by what tells it from others, is remembered by the
// chart, and by the drawing that takes its place.
function namesOf(chart, planes) {
  const layer = document.createElement('div'), page = location.pathname;
  if (window.liveAlone?.page === page) chart.alone = window.liveAlone.alone;
  delete window.liveAlone;
  layer.className = 'live-names';
  chart.append(layer);
  const entries = entriesOf(chart, layer);
  const nameOf = (drawing, { texts: [first] }) => wholeOf(textOf(drawing, first));
  // Whose a line is tells it from others: names are shortened, and two may be written alike.
  const groupOf = ({ lines }) => lines.map(([trace]) => chart.data[trace]?.legendgroup).find(Boolean) ?? null;
  const knownAs = (drawing, line) => groupOf(line) ?? nameOf(drawing, line);
  const lineAlone = drawing => (planes[chart.alone?.plane] ?? []).find(line => knownAs(drawing, line) === chart.alone.line);
  const faint = () => {
    const drawing = drawingOf(chart), lines = planes[chart.alone?.plane] ?? [];
    chart.querySelectorAll('[data-faint]').forEach(node => node.removeAttribute('data-faint'));
    areas.forEach((row, plane) => row.forEach(({ areas: of }, k) => {
      const isAlone = chart.alone?.plane === plane && chart.alone.line === knownAs(drawing, planes[plane][k]);
      of.forEach(area => { area.ariaPressed = String(isAlone); });
    }));
    const others = lines.filter(line => knownAs(drawing, line) !== chart.alone.line);
    for (const { lines, texts } of others) {
      const marks = [...lines.map(place => markOf(drawing, place)), ...texts.map(place => textOf(drawing, place))];
      marks.forEach(mark => mark?.setAttribute('data-faint', ''));
    }
  };
  const tell = () => {
    const line = lineAlone(drawingOf(chart));
    tellAlone(chart, line ? groupOf(line) : entries.alone());
  };
  const hit = (plane, line) => {
    const isAlone = chart.alone?.plane === plane && chart.alone.line === line;
    chart.alone = isAlone ? null : { plane, line };
    faint();
    tell();
  };
  const end = () => {
    if (!chart.alone) return false;
    chart.alone = null;
    faint();
    tell();
    return true;
  };
  // What is written of a line in one plane is hit as one. The keyboard stops at the first of them.
  const byPlane = ({ texts }) => {
    const found = new Map();
    for (const place of texts) {
      const of = subplotOf(chart.data[place[0]]);
      found.set(of, [...(found.get(of) ?? []), place]);
    }
    return found;
  };
  const areas = planes.map((lines, plane) => lines.map((line, k) => {
    const press = () => hit(plane, knownAs(drawingOf(chart), line));
    const of = [...byPlane(line).keys()].map(() => areaOf(layer, press, end));
    of.forEach((area, j) => {
      area.addEventListener('click', press);
      if (j === 0) return;
      Object.assign(area, { tabIndex: -1, ariaHidden: 'true' });
      area.addEventListener('click', () => of[0].focus({ preventScroll: true }));
    });
    return { areas: of, keyboard: keyboardOf(of[0], `line ${plane} ${k}`, () => false, () => {}) };
  }));
  const drawn = () => {
    const drawing = drawingOf(chart), isHidden = document.body.dataset.hidden === 'true';
    planes.forEach((lines, plane) => {
      const rows = lines.map(line => new Map([...byPlane(line)].map(([of, places]) => [of, places.map(place => textOf(drawing, place))])));
      const every = rows.flatMap(row => [...row.values()].flat());
      every.forEach(text => text?.setAttribute('data-name', ''));
      const inRows = lines.map(line => new Map([...byPlane(line)].map(([of, [[trace]]]) => [of, chart.data[trace].meta === IN_ROW])));
      new Set(rows.flatMap(row => [...row.keys()])).forEach(of => {
        const written = rows.flatMap(row => row.has(of) ? [row.get(of)] : []);
        if (inRows.some(row => row.get(of))) written.forEach(shorten);
        else leaveRoom(written);
      });
      areas[plane].forEach(({ areas: of, keyboard }, k) => {
        const name = knownAs(drawing, lines[k]) ?? '', worth = isHidden ? [] : saidInRows(chart, lines[k]);
        [...rows[k]].forEach(([subplot, texts], j) => {
          const samples = inRows[k].get(subplot) ? samplesOf(chart, drawing, lines[k], subplot) : [];
          layOver(chart, of[j], [...samples, ...texts.filter(text => text?.textContent.trim() && !text.hasAttribute('data-crowded'))]);
          of[j].title = [...texts.some(isCut) ? [name] : [], hintOf(groupOf(lines[k]))].join('\n').trim();
        });
        of[0].ariaLabel = [saidOf(name, [...rows[k].values()].flat(), isHidden), ...worth].join(' ');
        keyboard.take();
      });
    });
    markNotes(chart);
    // A drawing that takes the place of another one has its line alone from the beginning, if it has that line.
    if (!lineAlone(drawing)) chart.alone = null;
    faint();
    entries.drawn();
    tell();
  };
  const hiding = whenHidden(drawn);
  const remove = () => {
    hiding.disconnect();
    if (chart.alone && isGone(chart)) window.liveAlone = { page, alone: chart.alone };
    layer.remove();
    entries.remove();
    areas.flat().forEach(({ keyboard }) => keyboard.leave());
  };
  return { drawn, remove };
}

// Let keys reach the entries of a legend, which the mouse clicks as ever. While the page hides what is to be guessed an
// entry says its name alone.
function entriesOf(chart, layer) {
  let areas = [], isChanging = false;
  // Plotly would bring all lines back where another one than that alone is clicked. Who was clicked has the keyboard, so
  // that Escape brings them back.
  const clicked = ({ node }) => {
    if (isChanging) return true;
    const found = legendEntries(chart), k = found.findIndex(entry => entry.node === node);
    areas[k]?.focus({ preventScroll: true });
    const shown = found.flatMap(({ isShown }, j) => isShown ? [j] : []);
    if (k < 0 || shown.length !== 1 || shown[0] === k) return true;
    isChanging = true;
    [k, shown[0]].forEach(j => legendEntries(chart)[j].toggle());
    isChanging = false;
    return false;
  };
  chart.on('plotly_legendclick', clicked);
  const drawn = () => {
    const found = legendEntries(chart), isHidden = document.body.dataset.hidden === 'true';
    const pressed = found.some(({ isShown }) => !isShown) ? found.findIndex(({ isShown }) => isShown) : -1;
    while (areas.length > found.length) areas.pop().remove();
    while (areas.length < found.length) {
      const k = areas.length, end = () => {
        const alone = areas.find(({ ariaPressed }) => ariaPressed === 'true');
        if (alone) legendEntries(chart)[areas.indexOf(alone)].press();
        return Boolean(alone);
      };
      const area = areaOf(layer, () => legendEntries(chart)[k].press(), end);
      area.classList.add('entry');
      areas.push(area);
    }
    found.forEach(({ node, said, name }, k) => {
      layOver(chart, areas[k], [node]);
      areas[k].ariaLabel = (isHidden ? name : said).replace(/\s+/g, ' ').trim();
      areas[k].ariaPressed = String(k === pressed);
    });
  };
  const alone = () => areas.some(({ ariaPressed }) => ariaPressed === 'true') ? groupShown(chart) : null;
  const remove = () => {
    chart.removeListener?.('plotly_legendclick', clicked);
  };
  return { drawn, alone, remove };
}

// Tell whoever listens whose line stands alone, once.
function tellAlone(chart, group) {
  if (group === (chart.toldAlone ?? null)) return;
  chart.toldAlone = group;
  chart.dispatchEvent(new CustomEvent('live-alone', { bubbles: true, detail: { group } }));
}

// What a click on the name of a line does, as the page says it: that of a model which can be chosen leads on to that.
function hintOf(group) {
  const { models = {}, hint } = window.liveOthers ?? {};
  return (group !== null && Object.hasOwn(models, group) ? hint : window.liveHint) ?? '';
}

// Shorten the name in a row, which its number would meet.
function shorten([name, number]) {
  if (!name || !number) return;
  const leaf = [...name.querySelectorAll('tspan')].at(-1) ?? name, whole = wholeOf(name), box = text => text.getBoundingClientRect();
  const write = text => {
    leaf.textContent = text;
    name.dataset.whole = whole;
    name.dataset.shown = text;
  };
  if (name.textContent !== whole) write(whole);
  const most = number.textContent.trim() ? box(number).left - BESIDE : Infinity, left = box(name).left;
  if (box(name).right <= most) return;
  let kept = Math.min(whole.length - 1, Math.ceil(whole.length * (most - left) / (box(name).right - left)));
  do write(`${whole.slice(0, kept)}…`); while (--kept > 0 && box(name).right > most);
}

// What a text says in whole, which may be shown shortened: until Plotly writes it anew.
function wholeOf(text) {
  return text && isShort(text) ? text.dataset.whole : text?.textContent;
}

// A long name is cut before it is drawn, too.
function isCut(text) {
  return text && (isShort(text) || text.textContent.endsWith('…'));
}
function isShort(text) {
  return Boolean(text) && text.textContent === text.dataset.shown && text.dataset.shown !== text.dataset.whole;
}

// What is said aloud of a line behind its name in rows, and the marks of it there.
function saidInRows(chart, { texts }) {
  return texts.flatMap(([trace, point]) => chart.data[trace].meta === IN_ROW ? chart.data[trace].customdata?.[point] || [] : []);
}

function samplesOf(chart, drawing, { lines }, subplot) {
  const samples = lines.filter(([trace]) => chart.data[trace].meta === IN_ROW && subplotOf(chart.data[trace]) === subplot);
  return samples.map(place => markOf(drawing, place)).filter(Boolean);
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

// Mark what is noted within a plane: it lies over its lines.
function markNotes(chart) {
  (chart.layout.annotations ?? []).forEach(({ xref = 'paper' }, k) => {
    if (xref !== 'paper') chart.querySelector(`.annotation[data-index="${k}"] text`)?.setAttribute('data-note', '');
  });
}

// What a name says to who cannot see it: all that is written behind it in one place, unless that is to be guessed.
function saidOf(name, texts, isHidden) {
  const said = texts.map(text => (text?.textContent ?? '').replace(/\s+/g, ' ').trim()).filter(text => text.startsWith(name));
  return isHidden ? name : said.reduce((longest, text) => text.length > longest.length ? text : longest, name);
}

// What belongs to a line: a trace, or one of its points.
function markOf(drawing, [trace, point]) {
  return point === undefined ? drawing.group(trace) : drawing.points(trace)[point];
}

function textOf(drawing, [trace, point]) {
  return drawing.texts(trace)[point]?.closest('text');
}

// Return what is hit over the name of a line, by keys too; `end` says whether there was anything to bring back.
function areaOf(layer, press, end) {
  const area = document.createElement('div');
  Object.assign(area, { className: 'live-name', role: 'button', tabIndex: 0, ariaPressed: 'false', title: window.liveHint ?? '' });
  area.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (['Enter', ' '].includes(event.key)) press();
    else if (event.key !== 'Escape' || !end()) return;
    event.preventDefault();
    event.stopPropagation();
  });
  layer.append(area);
  return area;
}

// Lay what is hit over these marks, which stand in a row.
function layOver(chart, area, marks) {
  const box = chart.getBoundingClientRect(), scale = box.width / chart.offsetWidth;
  const boxes = marks.map(mark => mark.getBoundingClientRect());
  area.hidden = boxes.length === 0;
  const [left, top] = ['left', 'top'].map(side => Math.min(...boxes.map(one => one[side])));
  const [right, bottom] = ['right', 'bottom'].map(side => Math.max(...boxes.map(one => one[side])));
  const more = Math.max(0, HIT * scale - (bottom - top)) / 2;
  const pixels = { left: left - box.left, top: top - more - box.top, width: right - left, height: bottom - top + 2 * more };
  for (const [side, pixel] of Object.entries(pixels)) area.style[side] = `${pixel / scale}px`;
}
