// Makes the page's figure live, and tells the server what happens: a handle let go, a point clicked, another size.

export default function({ data, parentElement, setStateValue }) {
  const stops = [];
  if (data.played) stops.push(followChart(data.played, makeLive));
  if (data.chart) stops.push(followChart(data.chart, chart => reportEvents(chart, data, setStateValue, parentElement)));
  if (data.below) stops.push(reportSize(parentElement, data, setStateValue));
  return replaceFormer(parentElement, () => stops.forEach(stop => stop()));
}

// `at` tells an event from the one before it, which may have had the same value; `page` says whose it is, since it may
// reach the server when the visitor has left.
function reportEvents(chart, { chart: key, page, opening, name }, setStateValue, parentElement) {
  Object.assign(window, { liveHint: name.hint, liveOthers: { models: name.models ?? {}, hint: name.of_other } });
  // The server needs the value alone, and need not wait until Plotly's own state is set.
  const left = ({ detail: { slider, value, step } }) => setStateValue('released', {
    slider, value, shown: liveSpec(chart)?.handles.find(({ name }) => name === slider)?.shown[step], page, drawing: chart.layout?.datarevision ?? null, at: Date.now(),
  });
  const landings = landingsOf(chart), pointed = pointing(chart);
  // A trace whose points can be picked says by its `meta` what they are. JSON has no infinity; null stands for it.
  const plotly_click = ({ points: [shown], event }) => {
    const point = pointed.clicked(shown, event);
    if (!point.data.meta) return;
    if (point.data.mode === 'lines') landings.mark(point);
    const known = Array.from(point.customdata ?? [], value => Number.isFinite(value) ? value : null);
    setStateValue('picked', { meta: point.data.meta, customdata: known, page, at: Date.now() });
  };
  // Where a click takes the point there is a hand.
  const plotly_hover = ({ points: [shown], event }) => {
    const point = pointed.at(shown, event);
    chart.toggleAttribute('data-clicks', Boolean(point.data.meta));
  };
  const plotly_unhover = () => { pointed.nothing(); chart.removeAttribute('data-clicks'); };
  // The threshold has a field of its own, which takes what is typed on its number in the sentence.
  const typed = (slider, text) => {
    const field = slider === THRESHOLD ? document.querySelector(FIELD) : null;
    if (field) typeInto(field, withPoint(text));
    else setStateValue('typed', { slider, text, page, at: Date.now() });
  };
  chart.addEventListener('live-left', left);
  const stops = [
    makeLive(chart), followThreshold(chart), followSentence(chart), tellInOrder(chart), listen(chart, { plotly_click, plotly_hover, plotly_unhover }),
    undoByKeys(), holdNumbers(chart, typed),
    landings.stop,
    sayAlone(chart, name, model => setStateValue('chosen', { model, page, at: Date.now() })),
  ];
  const live = () => {
    parentElement.opened = page;
    chart.closest(`.st-key-${CSS.escape(key)}`)?.setAttribute('data-live', 'true');
  };
  if (parentElement.opened === page) live();
  else stops.push(awaitOpening(opening, live));
  stops.push(listenToBars(chart, () => setStateValue('picked', { meta: 'bar', customdata: [], page, at: Date.now() })));
  return () => {
    chart.removeEventListener('live-left', left);
    stops.forEach(stop => stop());
  };
}

// While the line of another model than the page's stands alone, say so at the foot of the window, and let it be chosen.
function sayAlone(chart, { models, said, choose, label }, callBack) {
  if (!models) return () => {};
  const note = document.createElement('div'), words = document.createElement('span'), button = document.createElement('button');
  note.className = 'live-alone';
  // Of what is not there from the beginning nothing is read aloud.
  words.role = 'status';
  note.append(words, button);
  const app = chart.closest('[data-testid="stApp"]');
  if (app) note.style.colorScheme = getComputedStyle(app).colorScheme;
  document.body.append(note);
  const showNothing = () => {
    ['role', 'aria-label'].forEach(name => note.removeAttribute(name));
    note.toggleAttribute('data-none', true);
    words.textContent = '';
    button.hidden = true;
  };
  const show = () => {
    const model = chart.toldAlone ?? '', other = Object.hasOwn(models, model) ? models[model] : null;
    if (other === null) return showNothing();
    // It hangs outside of the page's own landmarks.
    Object.assign(note, { role: 'region', ariaLabel: label });
    note.removeAttribute('data-none');
    words.textContent = said.replace('{other}', () => other);
    button.textContent = choose.replace('{other}', () => other);
    button.hidden = false;
    button.onclick = () => { showNothing(); callBack(model); };
  };
  chart.addEventListener('live-alone', show);
  show();
  return () => { chart.removeEventListener('live-alone', show); note.remove(); };
}

// Return a number as its field reads it: with a point, whether it was typed with one or with a comma, and 60% as 0.6.
function withPoint(text) {
  const typed = text.replace(/[%％]\s*$/, '').trim(), isPercent = typed !== text.trim();
  const hasThousands = /^[−-]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(typed);
  const plain = typed.replace('−', '-').replaceAll(',', hasThousands ? '' : '.');
  return isPercent ? String(Number((plain / 100).toPrecision(15))) : plain;
}

// Call back at two clicks on a bar of the strip, where cells or groups of the figure show their rows: the first has moved
// the threshold there, the second asks for the bar's rows.
function listenToBars(chart, callBack) {
  const twice = ({ clientX, clientY }) => {
    if (!chart.data?.some(({ meta }) => ['cell', 'group'].includes(meta))) return;
    const strip = drawingOf(chart).plane('xy'), box = chart.getBoundingClientRect(), scale = box.width / chart.offsetWidth;
    const x = (clientX - box.left) / scale - strip.left, y = (clientY - box.top) / scale - strip.top;
    if (x >= 0 && x <= strip.width && y >= 0 && y <= strip.height) callBack();
  };
  chart.addEventListener('dblclick', twice);
  return () => chart.removeEventListener('dblclick', twice);
}

// Ctrl+Z, or Cmd+Z, takes back what was moved last; with Shift, or by Ctrl+Y, it is moved once more. In a field of text
// these keys are the browser's own.
function undoByKeys() {
  const pressed = event => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
    if (!(ctrlKey || metaKey) || altKey || target.closest?.(TEXT)) return;
    const again = key.toLowerCase() === 'y' || shiftKey;
    if (!['z', 'y'].includes(key.toLowerCase())) return;
    event.preventDefault();
    document.querySelector(`.st-key-${again ? 'redo' : 'undo'} button:not(:disabled)`)?.click();
  };
  document.addEventListener('keydown', pressed);
  return () => document.removeEventListener('keydown', pressed);
}

// Let the handles rest until the page that opens fits the window and is there as a whole, then call back: a figure of
// another size may be on its way, and the server could not yet hear of a handle.
function awaitOpening(reason, callBack) {
  // One of its own: the call that this one follows ends after it has begun, and must not wake what rests for it.
  const cause = Symbol('opening');
  const app = document.querySelector('[data-testid="stApp"]');
  const isOpen = () => document.body.hasAttribute('data-measured') && app.getAttribute(SCRIPT_STATE) !== 'running';
  const stop = () => { observer.disconnect(); wakeHandles(cause); };
  const look = () => { if (isOpen()) { stop(); callBack(); } };
  const observer = new MutationObserver(look);
  observer.observe(app, { attributes: true, attributeFilter: [SCRIPT_STATE] });
  observer.observe(document.body, { attributes: true, attributeFilter: ['data-measured'] });
  restHandles(cause, reason);
  look();
  return stop;
}

// Without markup the component is as wide as the page's column and has no height.
function reportSize(parentElement, { below, narrow, step, height, scale, scales, heard, page }, setStateValue) {
  keepOneEntryAPage();
  keepChosenOnEscape();
  const said = { narrow, height, scale, heard };
  const isSame = (one, other) => Object.keys(one).every(key => one[key] === other[key]);
  let wide = null;
  const look = () => {
    if (!wide) return;
    const now = {
      narrow: wide < below, height: Math.floor(window.innerHeight / step) * step,
      scale: scales.find(([from]) => window.innerWidth >= from)[1], heard: true,
    };
    // Until the server knows, and has written the address, another drawing of the page is to come.
    document.body.toggleAttribute('data-measured', isSame(now, { narrow, height, scale, heard }));
    // The next visit's first drawing fits at once. A year; read by this server alone.
    document.cookie = `window=${+now.narrow}_${now.height}_${now.scale}; path=/; max-age=31536000; SameSite=Strict`;
    if (isSame(now, said) || rest.isAwaited()) return;
    Object.assign(said, now);
    // A session that follows another one is sent what that one was told, and learns of what is new only.
    setStateValue('size', { ...now, page, at: Date.now() });
  };
  const rest = awaitRest(look), size = new ResizeObserver(([{ contentRect: { width } }]) => { wide = width; look(); });
  size.observe(parentElement.host ?? parentElement);
  window.addEventListener('resize', look);
  return () => { rest.stop(); size.disconnect(); window.removeEventListener('resize', look); };
}

// Streamlit makes an entry in the browser's history of every change of the address, and each choice changes it: Back would
// lead through all of them, to views that are gone. A visit of a page is one entry.
function keepOneEntryAPage() {
  if (history.pushState.ofAPage) return;
  const push = history.pushState.bind(history), replace = history.replaceState.bind(history);
  history.pushState = (state, title, url) => {
    const isHere = new URL(url ?? '', location.href).pathname === location.pathname;
    (isHere ? replace : push)(state, title, url);
  };
  history.pushState.ofAPage = true;
}

// Streamlit takes Escape in a box of choices for "none", and what was chosen would be gone. Here it closes an open list, as
// leaving the box does, and is nothing to a closed one. A box that cannot be emptied is left alone.
function keepChosenOnEscape() {
  if (document.body.dataset.keepsChosen) return;
  document.addEventListener('keydown', event => {
    const { key, target } = event;
    if (key !== 'Escape' || !target.matches?.('[role=combobox]')) return;
    if (!target.closest('.react-aria-ComboBox')?.querySelector(CLEARS)) return;
    event.stopPropagation();
    if (target.getAttribute('aria-expanded') !== 'true') {
      // What it stands in closes all the same.
      const within = target.closest('[data-testid=stPopoverBody], [role=dialog]');
      within?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      return;
    }
    target.blur();
    target.focus();
  }, true);
  document.body.dataset.keepsChosen = 'true';
}

// Know whether the server is at work, or is about to be since the visitor has clicked or pressed a key; call back when it
// is done. A report would break off the run, and what a button asks for is asked for once. It may also begin a run of a
// part of the page before the parts within it have been sent, which Streamlit's client then has no place for.
function awaitRest(callBack) {
  const app = document.querySelector('[data-testid="stApp"]');
  let begins = null;
  const isAwaited = () => begins !== null || app.getAttribute(SCRIPT_STATE) === 'running';
  // The server takes a moment until it says that it runs.
  const ask = () => {
    clearTimeout(begins);
    begins = setTimeout(() => { begins = null; callBack(); }, KEYS_REST);
  };
  const observer = new MutationObserver(callBack), events = ['click', 'keydown'];
  observer.observe(app, { attributes: true, attributeFilter: [SCRIPT_STATE] });
  events.forEach(event => document.addEventListener(event, ask, true));
  const stop = () => {
    clearTimeout(begins);
    observer.disconnect();
    events.forEach(event => document.removeEventListener(event, ask, true));
  };
  return { isAwaited, stop };
}

// Empties a box, or takes away one of several.
const CLEARS = 'button:not([aria-haspopup=listbox])';
const TEXT = 'input:not([type=range]), textarea, select, [contenteditable=true], [role=dialog]';
const SCRIPT_STATE = 'data-test-script-state';
