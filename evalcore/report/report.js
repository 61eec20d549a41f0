// Draws the figures of a report, each for the room it has, lets what is said of them move with their handles, and leaves
// out what is not ticked. Behind held.js and the scripts of a live figure; what is drawn and said is `held`, see file.py.

const HELD = JSON.parse(document.getElementById('held').textContent);
// Below so many pixels a figure stacks its panels; on paper it is drawn as wide as that and then made smaller.
const NARROW_BELOW = 760, PAPER = 940;
const paper = matchMedia('print');

// A figure in its place. It is drawn anew where its room becomes narrow or wide, and its handles stay where they are.
function chartOf(place) {
  const held = HELD.figures[place.dataset.figure], own = held.wide.layout.width ?? Infinity;
  const chart = place.appendChild(document.createElement('div'));
  const firsts = new Map((held.wide.layout.meta?.live?.handles ?? []).map(handle => [handle.name, handle]));
  const steps = new Map();
  let drawn = null, release = () => {};
  chart.className = 'drawn';
  const ask = (slider, step) =>
    chart.dispatchEvent(new CustomEvent('live-ask', { detail: { slider, step, begins: true, release: true } }));
  // Nothing is waited for: what is printed is drawn while the browser begins to print.
  const draw = isPaper => {
    const room = isPaper ? PAPER : place.clientWidth;
    if (room === 0) return;
    const isNarrow = room < NARROW_BELOW && held.narrow !== null, width = Math.min(own, room);
    if (drawn?.isNarrow === isNarrow && drawn.width === width) {
      // One of a width of its own is made smaller for paper, too.
      chart.toggleAttribute('data-printed', isPaper);
      return;
    }
    chart.removeAttribute('data-printed');
    // The pill stays within the chart, which on paper is wider than a phone's window.
    chart.style.width = `${width}px`;
    if (drawn?.isNarrow === isNarrow) {
      Plotly.relayout(chart, { width });
    } else {
      const { data, layout } = figureOf(held, isNarrow);
      release();
      Plotly.newPlot(chart, data, { ...layout, width }, { displayModeBar: false });
      release = makeLive(chart);
      new Map(steps).forEach((step, name) => ask(name, step));
    }
    drawn = { isNarrow, width };
    chart.toggleAttribute('data-printed', isPaper);
  };
  chart.addEventListener('live-moved', ({ detail: { slider, step } }) => {
    steps.set(slider, step);
    follow(place.closest('.part'));
  });
  offerPictures(place, chart, held);
  const stepOf = name => steps.get(name) ?? firsts.get(name)?.active;
  // A handle that marked nothing until it was moved is of no sentence.
  const away = () => [...firsts.values()].filter(({ name, active, unset }) => !unset && stepOf(name) !== active);
  return { place, draw, ask, firsts, stepOf, away };
}

// Below a figure what makes a picture of it, with what its section says at the step where the handle is.
function offerPictures(place, chart, held) {
  const line = place.nextElementSibling, section = place.closest('section'), part = section.closest('.part');
  const text = (name, within = section) => within.querySelector(name)?.textContent ?? '';
  // What all figures of a part are of stands in its first section; a further one says what it shows itself.
  const whole = text('h2', part) || text('h1', document), isFirst = part.querySelector('.figure') === place;
  const own = text('.shows') || (isFirst ? '' : text('h3')), title = own ? `${whole} · ${own}` : whole;
  const save = async (kind, ending) => {
    const said = { title, about: text('.shown > .hint', part), sentence: text('.sentence'), source: sourceOf() };
    const figure = figureOf(held, kind === 'column' && held.narrow !== null);
    const picture = await pictureOf(figure, kind, false, said, heldHandles(chart));
    const blob = ending === 'png' ? await pngOf(picture) : new Blob([picture.svg], { type: 'image/svg+xml' });
    saveAs(blob, `${title.replace(/[^\p{L}\p{N}]+/gu, '_')}_${kind}.${ending}`);
  };
  for (const kind of ['slide', 'column']) {
    const offered = line.appendChild(Object.assign(document.createElement('span'), { textContent: HELD.said[kind] }));
    for (const ending of ['png', 'svg']) {
      const button = Object.assign(document.createElement('button'), { type: 'button', textContent: ending.toUpperCase() });
      button.setAttribute('aria-label', `${HELD.said[kind]} ${ending.toUpperCase()}`);
      button.addEventListener('click', () => save(kind, ending));
      offered.append(button);
    }
  }
}

// What was loaded is the first fact of a report.
const sourceOf = () => document.querySelector('.about dd')?.textContent ?? '';

const charts = [...document.querySelectorAll('[data-figure]')].map(chartOf);

// Let what is said in a part follow its handles. What says something of another step is dimmed, and the section says of
// which one it is.
function follow(part) {
  const mine = charts.filter(({ place }) => part.contains(place));
  const away = mine.flatMap(chart => chart.away()), isElsewhere = handle => away.some(({ name }) => name !== handle);
  part.querySelectorAll('[data-moves]').forEach(node => {
    const { handle, texts, steps } = HELD.moves[node.dataset.moves];
    writeText(node, texts[steps[mine.find(({ firsts }) => firsts.has(handle)).stepOf(handle)]]);
  });
  part.querySelectorAll('section').forEach(section => {
    const said = [...section.querySelectorAll('.sentence, .table, .formulas, .notes')];
    said.forEach(node => node.toggleAttribute('data-stale', isElsewhere(handleOfText(node))));
    sayWritten(section, said.some(node => node.hasAttribute('data-stale')) ? away : [], mine);
  });
}

// Return the name of the handle that a sentence or a table moves with.
function handleOfText(node) {
  const moving = node.matches('[data-moves]') ? node : node.querySelector('[data-moves]');
  return moving ? HELD.moves[moving.dataset.moves].handle : null;
}

function sayWritten(section, away, mine) {
  const line = section.querySelector('.written');
  line.hidden = away.length === 0;
  if (line.hidden) return;
  const value = away.map(({ shown, active }) => shown[active]).join(' · ');
  const back = document.createElement('button');
  Object.assign(back, { type: 'button', textContent: HELD.said.back.replace('{value}', () => value) });
  back.addEventListener('click', () => mine.forEach(chart => {
    chart.away().forEach(({ name, active }) => chart.ask(name, active));
  }));
  line.replaceChildren(HELD.said.written.replace('{value}', () => value), back);
}

function leaveOut({ target }) {
  const section = document.getElementById(`section-${target.dataset.section}`), part = section.closest('.part');
  section.hidden = !target.checked;
  part.hidden = [...part.querySelectorAll('section')].every(one => one.hidden);
}

const boxes = [...document.querySelectorAll('input[data-section]')];
// A browser may remember what was ticked.
boxes.forEach(box => { box.addEventListener('change', leaveOut); leaveOut({ target: box }); });
document.getElementById('print').addEventListener('click', () => print());

// Nothing is drawn before Plotly is unpacked; what is printed before that unpacks it at once.
const packed = document.getElementById('plotly');
const drawAll = isPaper => window.Plotly && charts.forEach(({ draw }) => draw(isPaper));
let isPrinting = paper.matches;
const printing = on => {
  if (on && packed && !window.Plotly) runScript(unpackedNow(packed.textContent));
  isPrinting = on;
  drawAll(on);
};
addEventListener('beforeprint', () => printing(true));
addEventListener('afterprint', () => printing(false));
paper.addEventListener('change', () => printing(paper.matches));
const room = new ResizeObserver(() => drawAll(isPrinting));
charts.forEach(({ place }) => room.observe(place));
async function plotlyIsThere() {
  const source = packed && await unpacked(packed.textContent);
  if (source && !window.Plotly) runScript(source);
}

// With the fonts that are measured.
Promise.all([document.fonts.ready, plotlyIsThere()]).then(() => {
  drawAll(isPrinting);
  document.body.dataset.drawn = 'true';
});
