// A live figure as a picture, for a slide or for paper: above it what it is of and what it says, its handles where they
// are held, in ink on white or as on a dark page. Plotly draws it out of sight, as large as the picture needs it; nothing
// asks a server. Behind drawing.js, player.js and handle.js.

// Units of each drawing, and pixels of its PNG a unit: a slide of twice its pixels, paper of 600 dots an inch. Journals
// have columns of 89 and pages of 183 millimetres, on which the words of these drawings have eight points.
const DOTS = 600, INCH = 25.4;
const PICTURES = {
  slide: { width: 960, height: 540, pad: 24, title: 22, text: 16, small: 12, scale: 2 },
  column: { width: 440, mm: 89, pad: 4, title: 17, text: 14, small: 12 },
  page: { width: 860, mm: 183, pad: 6, title: 18, text: 14, small: 11 },
};
const LINE = 1.35, GAP = 6;
const SVG = 'http://www.w3.org/2000/svg';
const PICTURE_FONT = '"Source Sans", "Source Sans 3", "Noto Sans CJK SC", "Microsoft YaHei", "PingFang SC", sans-serif';
// What no XML may hold.
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

// Return a figure as SVG, and how many pixels its PNG has. `said` are `title`, `about`, `sentence`, `sure`, `source` and
// `alt`, each of which may be empty; `held` is where the handles of the figure on the page are, see `heldHandles`.
async function pictureOf({ data, layout }, kind, isDark, said, held = new Map()) {
  const size = PICTURES[kind], texts = textsAbove(size, said), below = textBelow(size, said);
  const room = {
    top: texts.reduce((high, { lines, high: line }) => high + lines.length * line, size.pad) + GAP,
    width: size.width - 2 * size.pad, below: below.lines.length * below.high + (below.lines.length ? GAP : 0),
  };
  const most = size.height ? size.height - room.top - room.below - size.pad : Infinity;
  const drawn = await drawnFor({ data, layout }, room.width, most, held);
  const height = size.height ?? Math.ceil(room.top + drawn.height * drawn.scale + room.below + size.pad);
  const svg = sheetOf(size, height, said, await fontFace());
  const ink = inkOf(isDark), ground = resolved('$ground', isDark), quiet = resolved('$quiet', isDark);
  svg.append(made('rect', { width: size.width, height, fill: ground }));
  let y = size.pad;
  for (const text of texts) y = write(svg, text, size.pad, y, text.isQuiet ? quiet : ink);
  const left = size.pad + (room.width - drawn.width * drawn.scale) / 2;
  const top = room.top + (size.height ? (most - drawn.height * drawn.scale) / 2 : 0);
  const figure = svg.appendChild(made('g', { transform: `translate(${left},${top}) scale(${drawn.scale})` }));
  figure.append(...inInk(drawn.svg, ink, ground), ...drawn.handles);
  write(svg, below, size.pad, height - size.pad - below.lines.length * below.high, quiet);
  const text = resolved(new XMLSerializer().serializeToString(svg), isDark).replaceAll('rgb($ink_rgb)', ink);
  const scale = size.scale ?? size.mm / INCH * DOTS / size.width;
  return { svg: text, width: Math.round(size.width * scale), height: Math.round(height * scale), mm: size.mm };
}

// Draw a figure out of sight, so large that it fills the room, with its handles where they are held.
async function drawnFor({ data, layout }, width, most, held) {
  const high = layout.height ?? 450, fills = most === Infinity ? width : width * high / most;
  const wide = layout.width ?? Math.max(fills, width), scale = Math.min(width / wide, most / high);
  const place = document.body.appendChild(document.createElement('div')), chart = document.createElement('div');
  place.inert = true;
  place.setAttribute('aria-hidden', 'true');
  Object.assign(place.style, { position: 'fixed', left: '-20000px', top: '0', width: `${wide}px`, colorScheme: 'light' });
  place.append(chart);
  try {
    const own = { ...layout, width: wide, height: high, autosize: false, paper_bgcolor: 'rgba(0,0,0,0)' };
    await Plotly.newPlot(chart, data, own, { staticPlot: true });
    const carried = await standAs(chart, held);
    shortenNames(chart);
    const text = await Plotly.toImage(chart, { format: 'svg', width: wide, height: high, imageDataOnly: true });
    const svg = new DOMParser().parseFromString(text.replace(NO_XML, '').replaceAll('\u00a0', ' '), 'image/svg+xml').documentElement;
    return { svg, width: wide, height: high, scale, handles: drawnHandles(chart, carried) };
  } finally {
    Plotly.purge(chart);
    place.remove();
  }
}

// Shorten names in rows in the figure itself, of which another drawing is made.
function shortenNames(chart) {
  const drawing = drawingOf(chart), { data } = chart, textsOf = i => drawing.texts(i).map(text => text.closest('text'));
  const rows = [...data.keys()].filter(i => data[i].meta === IN_ROW && data[i].mode === 'text');
  for (const [names, numbers] of rows.map((i, k) => [i, rows[k + 1]])) {
    if (data[names].xaxis !== data[numbers]?.xaxis) continue;
    const [named, said] = [names, numbers].map(textsOf);
    data[names].text = data[names].text.map((written, j) => {
      shorten([named[j], said[data[numbers].y.indexOf(data[names].y[j])]]);
      return isShort(named[j]) ? inPlaceOf(written, named[j].dataset.shown) : written;
    });
  }
}

// Return what is written, with its mark of colour, with other words in it.
function inPlaceOf(written, words) {
  const plain = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return written.replace(/^(<span[^>]*>)?.*?(<\/span>)?$/s, (_, open = '', close = '') => open + plain + close);
}

// Return where the handles of a figure on the page are, by their names.
function heldHandles(chart) {
  const handles = chart && liveSpec(chart)?.handles || [];
  return new Map(handles.map(({ name, values, at, active, unset }) => [name, { value: values[active], at: at[active], unset }]));
}

// Have the handles of a drawing stand where those of the page do; return where those are that another one carries along.
async function standAs(chart, held) {
  const handles = liveSpec(chart)?.handles ?? [], carried = new Map();
  for (const handle of handles) {
    const there = held.get(handle.name);
    if (!there || there.unset) continue;
    const exact = handle.values.indexOf(there.value), step = exact >= 0 ? exact : closest(handle.at, there.at);
    if (step === handle.active && !handle.unset) continue;
    Object.assign(handle, { active: step, unset: false });
    await playerOf(chart, handle).settle(step);
    for (const { name, follows } of handles) {
      const moved = follows?.[handle.name];
      if (moved) carried.set(name, { at: moved.at[step], shown: moved.shown[step] });
    }
  }
  return carried;
}

// Return track, grip and pill of each handle as they stand on the page, see handle.js.
function drawnHandles(chart, carried) {
  const drawing = drawingOf(chart), parts = [];
  for (const handle of (liveSpec(chart)?.handles ?? []).filter(({ hidden }) => !hidden)) {
    const { left, top, width, height, x } = drawing.plane(handle.panel), step = handle.active ?? 0;
    const { at, shown } = carried.get(handle.name) ?? { at: handle.at[step], shown: handle.shown[step] };
    const across = left + x(at), bottom = top + height;
    const grip = made('g', { opacity: handle.unset ? 0.5 : 1 });
    parts.push(made('rect', { x: left, y: bottom - 3, width, height: 6, rx: 3, fill: '$edge' }), grip);
    if (handle.dashed) {
      grip.append(made('circle', { cx: across, cy: bottom, r: 10.5, fill: '$ground', stroke: '$ink', 'stroke-width': 3, 'stroke-dasharray': '5 3' }));
    } else {
      grip.append(made('circle', { cx: across, cy: bottom, r: 13, fill: '$ink' }), made('circle', { cx: across, cy: bottom, r: 10.5, fill: '$ink', stroke: '$ground', 'stroke-width': 3 }));
    }
    if (handle.unset || !shown) continue;
    const half = measured(shown, 14, 600) / 2 + 8, least = left + half, most = Math.max(left + width - half, least);
    const middle = Math.min(Math.max(across, least), most, chart.clientWidth - half);
    const pill = made('g', { class: 'pill', 'data-handle': handle.name });
    pill.append(made('rect', { x: middle - half, y: top - 24, width: 2 * half, height: 22, rx: 11, fill: '$ink' }));
    pill.append(line(shown, middle, top - 8, 14, '$ground', { 'text-anchor': 'middle', 'font-weight': 600 }));
    parts.push(pill);
  }
  return parts;
}

// Return what Plotly has drawn, all its words in ink, and what is written over lines with an outline of the ground.
function inInk(drawn, ink, ground) {
  for (const text of drawn.querySelectorAll('text')) {
    text.style.fill = ink;
    text.style.fontFamily = PICTURE_FONT;
  }
  for (const text of drawn.querySelectorAll('.annotation-text, text[data-name]')) {
    const halo = text.cloneNode(true);
    [halo, ...halo.querySelectorAll('*')].forEach(node => { node.style.fill = ground; });
    Object.assign(halo.style, { stroke: ground, strokeWidth: '3px', strokeLinejoin: 'round' });
    halo.setAttribute('aria-hidden', 'true');
    text.before(halo);
  }
  // As on the page: no style sheet goes with a picture.
  for (const node of drawn.querySelectorAll('.crisp')) node.style.shapeRendering = 'crispEdges';
  return [...drawn.childNodes];
}

function sheetOf({ width, mm }, height, { title, alt }, font) {
  const size = mm ? { width: `${mm}mm`, height: `${(height * mm / width).toFixed(2)}mm` } : { width, height };
  const svg = made('svg', { ...size, viewBox: `0 0 ${width} ${height}`, role: 'img' });
  const parts = { title: clean(title), desc: clean(alt), style: font };
  for (const [name, text] of Object.entries(parts)) {
    if (text) svg.appendChild(made(name)).textContent = text;
  }
  return svg;
}

// Return the texts above the figure, in lines that fit.
function textsAbove({ width, pad, title, text, small }, said) {
  const parts = [[said.title, title, 700], [said.about, small + 1, 400, true], [said.sentence, text, 400], [said.sure, small + 1, 400, true]];
  return parts.filter(([words]) => words).map(([words, size, weight, isQuiet = false]) => (
    { lines: inLines(clean(words), width - 2 * pad, size, weight), size, weight, isQuiet, high: size * LINE }
  ));
}

function textBelow({ width, pad, small }, { source = '' }) {
  const lines = source ? inLines(clean(source), width - 2 * pad, small, 400) : [];
  return { lines, size: small, weight: 400, high: small * LINE };
}

// Write lines of text from a place on; return where they end.
function write(svg, { lines, size, weight, high }, x, y, colour) {
  lines.forEach((words, i) => svg.append(line(words, x, y + i * high + size, size, colour, { 'font-weight': weight })));
  return y + lines.length * high;
}

function line(words, x, y, size, fill, more) {
  const text = made('text', { x, y, 'font-size': size, fill, 'font-family': PICTURE_FONT, ...more });
  text.textContent = clean(words);
  return text;
}

const clean = text => String(text ?? '').replace(NO_XML, '').replace(/\s+/g, ' ').trim();

// Return text in lines of a width: broken between words, between Chinese characters, and in a word that has no room.
function inLines(text, width, size, weight) {
  const lines = [''];
  const fits = words => measured(words.trimEnd(), size, weight) <= width;
  const words = text.match(/[（(]*(?:(?!（)[\u2e80-\uffef]|[^\s\u2e80-\uffef]+)[，。：；、）？！,)]*\s*|\s+|./g) ?? [];
  for (const word of words.flatMap(one => fits(one) ? [one] : Array.from(one))) {
    if (lines.at(-1) && !fits(lines.at(-1) + word)) lines.push('');
    lines[lines.length - 1] += word;
  }
  return lines.map(one => one.trimEnd()).filter(Boolean);
}

function measured(text, size, weight) {
  const context = (measured.canvas ??= document.createElement('canvas')).getContext('2d');
  context.font = `${weight} ${size}px ${PICTURE_FONT}`;
  return context.measureText(text).width;
}

function made(name, attributes = {}) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}

// Return text with each colour as it is on light or on dark ground: what reads a picture knows one only.
function resolved(text, isDark) {
  return text.replace(/light-dark\(([^,()]+),\s*([^()]+)\)/g, (_, light, dark) => isDark ? dark : light);
}

const inkOf = isDark => resolved('$ink', isDark);

// Return the page's own font as a style sheet can carry it, since a picture fetches nothing; nothing where there is none.
async function fontFace() {
  const rules = [...document.styleSheets].flatMap(sheet => { try { return [...sheet.cssRules]; } catch { return []; } });
  const face = rules.find(rule => rule instanceof CSSFontFaceRule && rule.style.fontStyle !== 'italic' &&
    rule.style.getPropertyValue('font-family').replaceAll(/["']/g, '') === 'Source Sans');
  if (!face) return '';
  const [, address] = /url\("?([^")]+)"?\)/.exec(face.style.getPropertyValue('src')) ?? [];
  const found = new URL(address, face.parentStyleSheet.href ?? document.baseURI).href;
  fontFace.known ??= fetch(found).then(answer => answer.blob()).then(inText).catch(() => null);
  const held = await fontFace.known;
  return held && `@font-face{font-family:"Source Sans";font-weight:100 900;src:url(${held}) format("woff2")}`;
}

function inText(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    Object.assign(reader, { onload: () => resolve(reader.result), onerror: reject });
    reader.readAsDataURL(blob);
  });
}

// Return a picture as PNG; one for paper says how wide it is there.
async function pngOf({ svg, width, height, mm }) {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' })), image = new Image();
  try {
    Object.assign(image, { width, height, src: address });
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    canvas.getContext('2d').drawImage(image, 0, 0, width, height);
    const blob = await new Promise(resolve => canvas.toBlob(resolve, 'image/png'));
    return mm ? withDots(blob, Math.round(DOTS / INCH * 1000)) : blob;
  } finally {
    URL.revokeObjectURL(address);
  }
}

// Return a PNG that says how many dots a metre has; right behind its first part, which is 33 bytes long.
async function withDots(png, dots) {
  const bytes = new Uint8Array(await png.arrayBuffer()), part = new DataView(new ArrayBuffer(21));
  part.setUint32(0, 9);
  [...'pHYs'].forEach((letter, i) => part.setUint8(4 + i, letter.charCodeAt(0)));
  part.setUint32(8, dots);
  part.setUint32(12, dots);
  part.setUint8(16, 1);
  part.setUint32(17, crcOf(new Uint8Array(part.buffer, 4, 13)));
  return new Blob([bytes.slice(0, 33), part.buffer, bytes.slice(33)], { type: 'image/png' });
}

function crcOf(bytes) {
  let found = -1;
  for (const byte of bytes) {
    found ^= byte;
    for (let i = 0; i < 8; i++) found = found >>> 1 ^ (found & 1 ? 0xedb88320 : 0);
  }
  return ~found >>> 0;
}

function saveAs(blob, name) {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
