// Numbers of the page's sentence: some are taken hold of, below others stands their interval.

// In a sentence a number can be taken hold of: its link names the handle it moves. A share may have an interval, which is
// drawn below it: its link has low end, value and high end in hundredths of a line, then both ends and that of the line,
// and where the line does not begin at 0, or the level is another, that beginning and the level.
// Once it can be taken hold of it is a slider and no link any more: what it moves then stands in `data-hold`.
const HELD = 'a:is([href^="#hold-"], [data-hold]:not([href]))', BETWEEN = 'a[href^="#between-"]';
// A term of a sum has a space behind its sign.
const NUMBER = /(?:[−-]\s?)?[\d.,]+(×10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?\s*%?/;
// What either has beside its target, once it is made what it stands for.
const OF_HELD = ['data-hold', 'role', 'tabindex', ...['label', 'valuemin', 'valuemax', 'valuenow', 'valuetext'].map(name => `aria-${name}`)];
const OF_BETWEEN = ['style', 'title', 'data-signed', 'tabindex'];
const PIXELS_A_STEP = 3, PIXELS_A_BARE_STEP = 8;
const targetOf = link => link?.getAttribute('href') ?? link?.dataset.hold ?? null;

// Write a piece of a sentence at its place: text, bold where every second one is; a link is its text and its target.
function writePiece(said, at, piece, isBold) {
  const isLink = Array.isArray(piece), kind = `${isBold ? 'strong' : ''}${isLink ? 'a' : ''}`;
  const now = said.childNodes[at];
  let node = now;
  if (kindOf(now) !== kind) {
    node = isBold ? document.createElement('strong') : isLink ? document.createElement('a') : new Text();
    if (isBold && isLink) node.append(document.createElement('a'));
    if (now) now.replaceWith(node); else said.append(node);
  }
  if (!isLink) return writeText(node, piece);
  const link = isBold ? node.firstChild : node;
  writeText(link, piece[0]);
  if (targetOf(link) === piece[1]) return;
  link.setAttribute('href', piece[1]);
  dress(link);
}

function kindOf(node) {
  if (!node) return null;
  if (node.nodeType === Node.TEXT_NODE) return '';
  return node.localName === 'strong' && node.firstElementChild ? 'stronga' : node.localName;
}

// Take off a link what it had for the number before: the page gives it to another one, and changes its target alone.
function undress(link) {
  if (!link.hasAttribute('href')) return;
  const isOther = !link.matches(BETWEEN) && link.style.getPropertyValue('--low') !== '';
  const old = [...(link.hasAttribute('data-hold') ? OF_HELD : []), ...(isOther ? OF_BETWEEN : [])];
  for (const name of old) link.removeAttribute(name);
}

// Make of a link what it stands for.
function dress(link) {
  undress(link);
  const [, low, at, high, ...ends] =
    targetOf(link).match(/^#between-(\d+)-(\d+)-(\d+)-([\d.,-]+)_([\d.,-]+)_([\d.,]+)(?:_([\d.,-]+)_([\d.]+))?$/) ?? [];
  if (low === undefined) return;
  for (const [name, value] of Object.entries({ low, at, high })) link.style.setProperty(`--${name}`, value);
  const [from, to, most, least = '0', level = '95'] = ends.map(end => end?.replace('-', '−'));
  // A line that begins below 0 has a mark there, in its middle.
  link.toggleAttribute('data-signed', least !== '0');
  link.title = `${level}%: [${from}, ${to}] · ${least} – ${most}`;
  // It leads nowhere.
  link.tabIndex = -1;
}

// Let numbers of the sentence be dragged, typed on and moved by keys, as the handle they belong to.
function holdNumbers(chart, tellTyped) {
  const answer = () => document.querySelector('.st-key-answer');
  const specOf = link => liveSpec(chart)?.handles.find(({ name }) => `#hold-${name}` === targetOf(link));
  const linkAt = ({ target }) => target.closest?.(`.st-key-answer :is(${HELD}, ${BETWEEN})`) ?? null;
  const ask = detail => chart.dispatchEvent(new CustomEvent('live-ask', { detail }));
  const describe = link => {
    const spec = specOf(link);
    if (!spec) return;
    link.dataset.hold = targetOf(link);
    link.removeAttribute('href');
    link.tabIndex = 0;
    const step = spec.active ?? 0, amounts = spec.amounts ?? spec.at, told = {
      role: 'slider', 'aria-label': spec.label, 'aria-valuemin': amounts[0], 'aria-valuemax': amounts.at(-1),
      'aria-valuenow': amounts[step], 'aria-valuetext': link.textContent,
    };
    for (const [name, value] of Object.entries(told)) if (link.getAttribute(name) !== String(value)) link.setAttribute(name, value);
  };
  const look = () => {
    answer()?.querySelectorAll('a[href]').forEach(dress);
    answer()?.querySelectorAll(HELD).forEach(describe);
  };
  let held = null, isDragged = false;
  const down = event => {
    const link = linkAt(event), spec = specOf(link);
    if (!spec || event.button !== 0) return;
    // It stays where it is in the page, though another sentence takes its place: it hears where the finger goes.
    event.preventDefault();
    link.focus({ preventScroll: true });
    held = { spec, from: event.clientX, step: spec.active ?? 0, last: null };
    isDragged = false;
  };
  const move = event => {
    if (!held) return;
    const { spec, from, step } = held;
    // Without a grip there is no axis to see how far a step goes.
    const pixels = spec.hidden ? PIXELS_A_BARE_STEP : PIXELS_A_STEP;
    const next = Math.min(Math.max(step + Math.round((event.clientX - from) / pixels), 0), spec.at.length - 1);
    if (next === (held.last ?? step)) return;
    document.body.setAttribute('data-number-held', '');
    // Where a step moves nothing of the drawing, that is of the number before until it is let go.
    chart.toggleAttribute('data-waits', !isDrawing(chart, spec));
    held.last = next;
    isDragged = true;
    ask({ slider: spec.name, step: next, release: false });
  };
  const up = () => {
    document.body.removeAttribute('data-number-held');
    chart.removeAttribute('data-waits');
    if (held?.last != null) ask({ slider: held.spec.name, step: held.last, release: true });
    held = null;
  };
  // A click that dragged nothing asks for the number: a phone has no keys before there is a field.
  const clicked = event => {
    const link = linkAt(event), spec = specOf(link);
    // A link within the page would change the address.
    if (link) event.preventDefault();
    if (!spec || isDragged) return;
    const field = typeOver(link, NUMBER.exec(link.textContent)?.[0].trim() ?? '', text => tellTyped(spec.name, text));
    // The next digit takes its place.
    field.select();
  };
  // A grip takes what is typed where the sentence has its number, or the page its field.
  const isTyped = name => Boolean(answer()?.querySelector(`[data-hold="#hold-${name}"]`)) || (name === THRESHOLD && Boolean(document.querySelector(FIELD)));
  const gripAt = ({ target }) => {
    const grip = target.closest?.('.live-grip');
    return grip && chart.contains(grip) && reasonToRest() === null && isTyped(grip.dataset.handle) ? grip : null;
  };
  const pressed = event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const link = linkAt(event), spec = specOf(link), grip = gripAt(event);
    if (/^[0-9.,]$/.test(event.key) && (spec || grip)) {
      event.preventDefault();
      typeOver(grip ?? link, event.key, text => tellTyped(spec?.name ?? grip.dataset.handle, text));
    } else if (!spec) return;
    else if (stepByKey(event, spec) !== null) {
      event.preventDefault();
      ask({ slider: spec.name, pressed: { key: event.key, shiftKey: event.shiftKey } });
    }
  };
  const observer = new MutationObserver(look), listeners = {
    pointerdown: down, pointermove: move, pointerup: up, pointercancel: up, click: clicked, keydown: pressed,
  };
  observer.observe(document.querySelector('[data-testid="stApp"]') ?? document.body,
    { childList: true, subtree: true, attributes: true, attributeFilter: ['href'] });
  for (const [name, act] of Object.entries(listeners)) document.addEventListener(name, act, true);
  look();
  return () => {
    observer.disconnect();
    for (const [name, act] of Object.entries(listeners)) document.removeEventListener(name, act, true);
  };
}

// Ask for a number over one of the sentence, or over the value of a grip: Enter takes it, Escape and another place leave
// all as it was.
function typeOver(link, first, take) {
  const pill = link.parentNode.querySelector('.live-pill:not([hidden])'), over = pill ?? link;
  const box = over.getBoundingClientRect(), field = document.createElement('input'), style = getComputedStyle(over);
  Object.assign(field, { value: first, inputMode: 'decimal', className: 'live-typed' });
  field.setAttribute('aria-label', link.getAttribute('aria-label') ?? '');
  Object.assign(field.style, {
    left: `${box.left + scrollX}px`, top: `${box.top + scrollY}px`, width: `${Math.max(box.width, 64)}px`, height: `${box.height}px`,
    font: style.font, colorScheme: style.colorScheme,
  });
  // To take it away takes the keyboard off it, which would take it away once more.
  let isThere = true;
  const close = () => { if (isThere) { isThere = false; field.remove(); } };
  const leave = () => { close(); if (link.isConnected) link.focus({ preventScroll: true }); };
  field.addEventListener('keydown', event => {
    event.stopPropagation();
    if (event.key === 'Enter') { leave(); take(field.value); }
    else if (event.key === 'Escape') leave();
  });
  field.addEventListener('blur', close);
  document.body.append(field);
  field.focus();
  return field;
}
