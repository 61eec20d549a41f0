// What of the page follows the threshold while its handle is held: the number field, and a bar at the foot of the window
// when the figure is out of sight. On a phone cause and effect are otherwise more than a screen apart.

const THRESHOLD = 'threshold', FIELD = '.st-key-t input';
const BUTTONS = {
  ArrowUp: '.st-key-t [data-testid="stNumberInputStepUp"]', ArrowDown: '.st-key-t [data-testid="stNumberInputStepDown"]',
};
const BAR_STYLE = `
.live-bar { position: fixed; bottom: 0; height: 48px; z-index: 1000; display: flex; align-items: center; gap: 16px;
  padding: 0 16px; box-sizing: border-box; font: 14px/20px $font; font-variant-numeric: tabular-nums;
  background: $raised; color: $ink;
  border-top: 1px solid $edge; }
.live-bar[hidden] { display: none; }
.live-bar input { flex: 1; min-width: 64px; accent-color: $ink; }
.live-bar b { white-space: nowrap; }
.live-bar span { white-space: nowrap; }
@media (max-width: 600px) { .live-bar { gap: 8px; font-size: 13px; padding: 0 8px; } }
`;

// Follow the threshold of a chart until the function returned is called.
function followThreshold(chart) {
  const spec = liveSpec(chart)?.handles.find(({ name }) => name === THRESHOLD);
  if (!spec) return () => {};
  const bar = barOf(chart, spec), freeField = stepField(chart, spec);
  const moved = ({ detail: { slider, step } }) => {
    if (slider !== THRESHOLD) return;
    const field = document.querySelector(FIELD);
    if (field) field.value = written(spec, step);
    bar.show(step);
  };
  chart.addEventListener('live-moved', moved);
  return () => {
    chart.removeEventListener('live-moved', moved);
    freeField();
    bar.remove();
  };
}

// Return a step as the field writes it itself: the text of the pill, with a hyphen for a sign, and e for a power of ten.
function written({ shown }, step) {
  const plain = digits => [...digits].map(digit => digit === '⁻' ? '-' : '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(digit)).join('');
  return shown[step].replace('t = ', '').replace('−', '-').replace(/×10(\D+)$/, (_, power) => `e${plain(power)}`);
}

// Whether a number is another one as the field writes it: with four to ten digits (`field_digits`).
function isRounded(typed, value) {
  return [4, 5, 6, 7, 8, 9, 10].some(digits => Number(value.toPrecision(digits)) === typed);
}

// Keys and buttons of the number field go to the next threshold that changes anything, as on the handle.
function stepField(chart, spec) {
  const step = (event, key) => {
    event.preventDefault();
    event.stopPropagation();
    const field = document.querySelector(FIELD), { active, stops, values } = spec, typed = Number(field.value);
    // The field shows the value of the handle in fewer digits; another number was typed and is not yet said to the server.
    if (field.value === '' || typed === Number(written(spec, active)) || isRounded(typed, Number(values[active]))) {
      chart.dispatchEvent(new CustomEvent('live-ask', { detail: { slider: spec.name, pressed: { key } } }));
      return;
    }
    const next = key === 'ArrowUp' ? stops.find(stop => values[stop] > typed) : stops.findLast(stop => values[stop] < typed);
    if (next !== undefined) typeInto(field, values[next]);
  };
  const pressed = event => {
    const { key, target } = event;
    if ((key === 'ArrowUp' || key === 'ArrowDown') && target.matches?.(FIELD)) step(event, key);
  };
  const clicked = event => {
    const key = Object.keys(BUTTONS).find(name => event.target.closest?.(BUTTONS[name]));
    if (key) step(event, key);
  };
  // Before Streamlit hears of it, which would add a hundredth.
  document.addEventListener('keydown', pressed, true);
  document.addEventListener('click', clicked, true);
  return () => {
    document.removeEventListener('keydown', pressed, true);
    document.removeEventListener('click', clicked, true);
  };
}

// Keys of a handle are told to the server when they rest, or when the visitor turns to a field or a button: told later
// they would undo what was typed or clicked there. By a link another page is opened, which takes over what is untold.
function tellInOrder(chart) {
  const tell = ({ target }) => {
    const isItsOwn = chart.contains(target) || Object.values(BUTTONS).some(button => target.closest?.(button));
    if (!isItsOwn && target.closest?.('input, textarea, button')) chart.dispatchEvent(new CustomEvent('live-tell'));
  };
  const events = ['focusin', 'input', 'click'];
  events.forEach(event => document.addEventListener(event, tell, true));
  return () => events.forEach(event => document.removeEventListener(event, tell, true));
}

// Put a number into a field as if it had been typed, and say so with Enter.
function typeInto(field, text) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  requestAnimationFrame(() => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })));
}

// While a handle is held the page's sentence says what its step does, in the words the server will use: it stands in the
// place of the server's until that one comes. What the server wrote is left as it is, since Streamlit still owns it.
function followSentence(chart) {
  const said = document.createElement('p');
  said.className = 'live-sentence';
  const answer = () => document.querySelector('.st-key-answer [data-testid="stMarkdownContainer"]');
  const arrival = new MutationObserver(changes => {
    if (changes.some(({ target, addedNodes }) => !said.contains(target) && !isOurs(addedNodes))) end();
  });
  const isOurs = added => added.length > 0 && [...added].every(node => node === said);
  // The number that has the keyboard keeps it: the sentence it stands in is put out of sight.
  let keys = null;
  const takeKeys = () => {
    if (keys === null || !said.isConnected) return;
    numberIn(said, keys)?.focus({ preventScroll: true });
    keys = null;
  };
  const numberIn = (within, target) => [...within?.querySelectorAll(HELD) ?? []].find(link => targetOf(link) === target);
  const placeOfKeys = within => {
    const link = document.activeElement;
    return within.contains(link) && link.matches(HELD) ? targetOf(link) : null;
  };
  const end = () => {
    arrival.disconnect();
    const before = said.isConnected ? placeOfKeys(said) : null;
    for (const part of [said.parentElement, said.closest('.st-key-answer')]) part?.removeAttribute('data-moves');
    said.remove();
    if (before !== null) numberIn(answer(), before)?.focus({ preventScroll: true });
  };
  const moved = ({ detail: { slider, step } }) => {
    const spec = liveSpec(chart)?.handles.find(({ name }) => name === slider), place = answer();
    const pieces = spec && piecesAt(chart, spec, step);
    if (!pieces || !place) return;
    if (said.parentElement !== place) begin(place);
    while (said.childNodes.length > pieces.length + marks) said.lastChild.remove();
    pieces.forEach((piece, k) => writePiece(said, marks + k, piece, k % 2 === 1));
    takeKeys();
  };
  let marks = 0;
  // What marks a sample as one goes before the sentence there, too.
  const begin = place => {
    end();
    const badges = [...place.querySelectorAll(':scope > p > .stMarkdownBadge')].map(badge => badge.cloneNode(true));
    marks = badges.length ? badges.length + 1 : 0;
    said.replaceChildren(...badges, ...(badges.length ? [' '] : []));
    keys = placeOfKeys(place);
    // A shorter sentence moves nothing below it, and stands where the longer one began.
    said.style.minHeight = `${place.querySelector(':scope > p')?.offsetHeight ?? 0}px`;
    place.append(said);
    // Not by `:has()`, for which the browser would look at every element of the page anew.
    for (const part of [place, place.closest('.st-key-answer')]) part.setAttribute('data-moves', '');
    arrival.observe(place, { childList: true, characterData: true, subtree: true });
  };
  chart.addEventListener('live-moved', moved);
  return () => {
    chart.removeEventListener('live-moved', moved);
    end();
  };
}

function barOf(chart, spec) {
  const bar = document.createElement('div'), style = document.createElement('style');
  const range = document.createElement('input'), value = document.createElement('b');
  const numbers = (spec.summary ?? []).map(() => document.createElement('span'));
  style.textContent = BAR_STYLE;
  bar.className = 'live-bar';
  bar.hidden = true;
  Object.assign(range, { type: 'range', min: 0, max: spec.at.length - 1, step: 1 });
  range.setAttribute('aria-label', spec.label);
  // It hangs outside of the page's own landmarks.
  bar.setAttribute('role', 'region');
  bar.setAttribute('aria-label', spec.label);
  for (const node of numbers) node.dataset.guessed = 'true';
  bar.append(style, range, value, ...numbers);
  // It stands outside of what knows whether the page is dark.
  const app = chart.closest('[data-testid="stApp"]');
  if (app) bar.style.colorScheme = getComputedStyle(app).colorScheme;
  document.body.append(bar);

  const show = step => {
    range.value = step;
    sayValue(range, spec.said[step]);
    writeText(value, spec.shown[step]);
    numbers.forEach((node, i) => writeText(node, `${spec.summary[i][0]} ${spec.summary[i][1][step]}`));
  };
  const ask = release => chart.dispatchEvent(new CustomEvent('live-ask', {
    detail: { slider: spec.name, step: Number(range.value), release },
  }));
  range.addEventListener('input', () => ask(false));
  range.addEventListener('change', () => ask(true));
  // As with the handle itself: a key goes to the next step that changes anything, and the server is told when keys rest.
  range.addEventListener('keydown', event => {
    if (stepByKey(event, spec) === null) return;
    event.preventDefault();
    chart.dispatchEvent(new CustomEvent('live-ask', { detail: { slider: spec.name, pressed: event } }));
  });

  const main = chart.closest('[data-testid="stMain"]');
  const place = () => {
    const { left, width } = main?.getBoundingClientRect() ?? { left: 0, width: innerWidth };
    Object.assign(bar.style, { left: `${left}px`, width: `${width}px` });
  };
  // The sidebar folds and unfolds beside it.
  const room = new ResizeObserver(place);
  if (main) room.observe(main);
  // Out of sight above: the visitor has scrolled past the strip, whose lower edge is the track of the handle.
  // That of the handle made last: those of the call before this one go once it is done, see `replaceFormer`.
  const track = [...chart.querySelectorAll(`.live-grip[data-handle="${spec.name}"]`)].at(-1)?.parentElement.querySelector('.live-track');
  const observer = new IntersectionObserver(entries => {
    const { isIntersecting, boundingClientRect, rootBounds } = entries.at(-1);
    bar.hidden = isIntersecting || boundingClientRect.top > (rootBounds?.top ?? 0);
  });
  if (track) observer.observe(track);
  place();
  show(spec.active);
  const hiding = whenHidden(() => show(spec.active));
  return { show, remove: () => { [observer, room, hiding].forEach(one => one.disconnect()); bar.remove(); } };
}
