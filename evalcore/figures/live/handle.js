// The handle of a live figure: a grip on the axis of a panel, with the value above the panel. It is dragged, the panel
// is clicked, and arrow keys move it. `live-moved` is told of every step, `live-left` of the one it is left at, and
// `live-released` of that once Plotly's own state, for hover, export and redraw, is that of the step. Where another
// drawing takes the place of the chart, keyboard, hold and what was moved go on in that one.

const GRIP = 24, REACH = 16, KEYS_REST = 250, ANSWER_COMES = 200;
// Pixels by which a finger may stray in a tap, and milliseconds after a scroll in which none begins.
const TAP = 8, TAP_AFTER = 150;
const HANDLE_STYLE = `
.live-layer { position: absolute; inset: 0; z-index: 2; contain: layout size; pointer-events: none; }
.live-track, .live-grip, .live-pill { position: absolute; box-sizing: border-box; }
.live-track { height: 6px; border-radius: 3px; background: $edge; }
.live-grip { width: ${GRIP}px; height: ${GRIP}px; border-radius: 50%; margin: -${GRIP / 2}px 0 0 -${GRIP / 2}px;
  background: $ink; border: 3px solid $ground;
  box-shadow: 0 0 0 1px $ink; cursor: ew-resize; touch-action: none;
  pointer-events: auto; }
.live-grip::after { content: ''; position: absolute; inset: -${REACH - GRIP / 2 + 3}px; border-radius: 50%; }
.live-grip.dashed { background: $ground; border: 3px dashed $ink;
  box-shadow: none; }
.live-grip:focus-visible { outline: 3px solid $ink; outline-offset: 3px; }
/* Plotly hides a drawing until it has its size, and what is hidden cannot have the keyboard. */
.js-plotly-plot[style*="visibility: hidden"] .live-grip { visibility: visible; opacity: 0 !important; }
.live-grip[data-rests] { cursor: wait; filter: opacity(0.4); }
.live-pill { transform: translateX(-50%); padding: 0 8px; border-radius: 11px; font: 600 14px/22px $font;
  font-variant-numeric: tabular-nums; white-space: nowrap;
  background: $ink; color: $ground; }
.live-held .hoverlayer { display: none; }
.js-plotly-plot pattern path[stroke="rgb($ink_rgb)"] { stroke: $ink; }
/* Plotly has a hand everywhere: it is where a click does something. */
.js-plotly-plot .nsewdrag { cursor: default !important; }
.js-plotly-plot .nsewdrag[data-clicks], .js-plotly-plot[data-clicks] .nsewdrag { cursor: pointer !important; }
.js-plotly-plot[data-one-entry] .legendtoggle { cursor: default !important; }
[data-ink] .js-line { stroke: $ink !important; }
[data-ink] .point { stroke: $ink !important; }
[data-ink] .point:not([style*="fill: none"]) { fill: $ink !important; stroke: $ground !important; }
`;

// Why handles rest: each cause with the reason that is shown. Known to the whole page, since a chart may come later.
const RESTS = window.liveRests ??= new Map();

// Let all handles rest, now and those that come: none takes hold until the same cause wakes them. A hold goes on.
function restHandles(cause, reason) {
  RESTS.set(cause, reason);
  document.dispatchEvent(new Event('live-rests'));
}

function wakeHandles(cause) {
  if (RESTS.delete(cause)) document.dispatchEvent(new Event('live-rests'));
}

// Return the reason that came last, null where the handles are awake.
function reasonToRest() {
  return [...RESTS.values()].at(-1) ?? null;
}

// Make a figure live; what is returned takes everything away again.
function makeLive(chart) {
  const spec = liveSpec(chart);
  if (!spec) return () => {};
  const style = document.createElement('style');
  style.textContent = HANDLE_STYLE + ALONE_STYLE;
  chart.append(style);
  if (getComputedStyle(chart).position === 'static') chart.style.position = 'relative';
  const handles = spec.handles.map(handle => handleOf(chart, handle)), names = namesOf(chart, spec.named ?? []);
  // Plotly draws anew after a change of size, of theme, of a legend entry; the step shown must be the present one.
  const drawn = () => {
    markInk(chart, spec.ink);
    handles.forEach(handle => handle.drawn());
    names.drawn();
  };
  chart.on('plotly_afterplot', drawn);
  drawn();
  return () => {
    chart.removeListener?.('plotly_afterplot', drawn);
    handles.forEach(handle => handle.remove());
    names.remove();
    style.remove();
  };
}

// Return what a figure carries about its handles; the step each is at is remembered here as long as the figure stays.
function liveSpec(chart) {
  const text = chart.layout?.meta?.live;
  if (!text) return null;
  if (chart.live?.text !== text) chart.live = { text, spec: JSON.parse(text) };
  return chart.live.spec;
}

// Return in pieces what is said of a step, null where nothing is. The page may have told it for where another handle
// stands; once that one has moved on, what the figure carries holds, which says nothing of it.
function piecesAt(chart, spec, step) {
  return toldOf(chart, spec)?.said[spec.values[step]] ?? spec.sentences?.[step] ?? null;
}

// Return what the page has told of a handle for where another one stands; null once that one has moved on.
function toldOf(chart, spec) {
  const told = chart.told?.[spec.name], other = told && liveSpec(chart)?.handles.find(({ name }) => name === told.beside);
  return other && Number(other.values[other.active]) === told.at ? told : null;
}

// Whether a step of a handle moves anything of the drawing.
function isDrawing(chart, spec) {
  return !spec.hidden || Boolean(toldOf(chart, spec)?.parts?.length);
}

// Mark what is drawn in ink, so that a dark page can turn it light: Plotly takes one colour for all pages.
function markInk(chart, traces) {
  const drawing = drawingOf(chart);
  for (const trace of traces) {
    if (drawing.group(trace)) drawing.group(trace).dataset.ink = '';
  }
}

const longest = texts => texts.reduce((most, text) => text.length > most.length ? text : most);

function handleOf(chart, spec) {
  const player = playerOf(chart, spec), last = spec.at.length - 1;
  const [layer, track, grip, pill] = ['layer', 'track', 'grip', 'pill'].map(name => {
    const part = document.createElement('div');
    part.className = `live-${name}`;
    return part;
  });
  // A layer of its own: what moves in it does not make the browser lay out the whole page, which takes nine milliseconds.
  layer.append(track, grip, pill);
  layer.hidden = Boolean(spec.hidden);
  chart.append(layer);
  grip.classList.toggle('dashed', Boolean(spec.dashed));
  // What is heard is the quantity, where its axis is that of its root or logarithm.
  const amounts = spec.amounts ?? spec.at;
  const fixed = { role: 'slider', tabindex: 0, 'aria-label': spec.label, 'aria-valuemin': amounts[0],
    'aria-valuemax': amounts[last] };
  for (const [name, value] of Object.entries(fixed)) grip.setAttribute(name, value);
  grip.dataset.handle = pill.dataset.handle = spec.name;
  if (spec.tells) pill.dataset.guessed = 'true';
  let panel = null, planes = new Map(), on = spec.panel, room = null, pills = spec.shown, wanted = null, held = null, resting = null, settling = null, carried = null;

  const tell = (event, step) => chart.dispatchEvent(new CustomEvent(event, {
    bubbles: true, detail: { slider: spec.name, value: spec.values[step], step },
  }));
  const place = () => {
    const step = spec.active ?? 0, at = carried?.at ?? spec.at[step], said = carried?.shown ?? spec.said[step];
    const x = panel.left + panel.x(at), bottom = panel.top + panel.height;
    // What the page says of a step is heard with the step, since its own place is not where the keys are.
    const sentence = carried ? '' : (piecesAt(chart, spec, step) ?? []).flatMap(piece => Array.isArray(piece) ? piece[0] : piece).join('');
    Object.assign(track.style, { left: `${panel.left}px`, width: `${panel.width}px`, top: `${bottom - 3}px` });
    Object.assign(grip.style, { left: `${x}px`, top: `${bottom}px` });
    // The pill stays within the chart and, where it can, above its own panel, off the numbers of axes beside that.
    writeText(pill, carried?.shown ?? pills[step]);
    const least = panel.left + room.half, most = Math.max(panel.left + panel.width - room.half, least);
    pill.style.left = `${Math.min(Math.max(x, least), most, room.width - room.half)}px`;
    pill.style.top = `${panel.top - 24}px`;
    const unset = spec.unset === true;
    grip.style.opacity = unset ? 0.5 : 1;
    pill.hidden = unset;
    grip.setAttribute('aria-valuenow', carried?.at ?? amounts[step]);
    const stop = /\p{Script=Han}/u.test(sentence) ? '。' : '. ';
    // Where nothing is chosen yet there is nothing to be said of it.
    sayValue(grip, unset ? '' : sentence ? `${said}${stop}${sentence}` : said);
  };
  const rest = () => {
    const reason = reasonToRest();
    grip.toggleAttribute('data-rests', reason !== null);
    grip.setAttribute('aria-disabled', String(reason !== null));
    if (reason === null) place();
  };
  // Whoever wants to move a handle that rests is told why it does not.
  const isResting = () => {
    const reason = reasonToRest();
    if (reason !== null) writeText(pill, reason);
    return reason !== null;
  };
  const show = step => {
    spec.active = step;
    spec.unset = false;
    carried = null;
    player.play(step);
    playTold(step);
    place();
    if (!spec.alone) document.body.setAttribute('data-live-held', spec.name);
    tell('live-moved', step);
  };
  // What the page has told is drawn until it sends another figure, which has it. Numbers of axes are of the one before.
  let beside = null;
  const playTold = step => {
    const told = toldOf(chart, spec);
    if (!told?.parts?.length) return;
    if (beside?.told !== told) beside = { told, revision: revisionOf(chart), player: playerOf(chart, { ...spec, parts: told.parts }) };
    beside.player.play(step);
    chart.toggleAttribute('data-rescaled', true);
  };
  const drawTold = () => {
    if (!beside) return;
    if (beside.revision === revisionOf(chart)) {
      beside.player.read();
      beside.player.play(spec.active);
    } else {
      beside = null;
      chart.removeAttribute('data-rescaled');
    }
  };
  const take = () => {
    const step = wanted;
    wanted = null;
    if (step !== null && (step !== spec.active || spec.unset)) show(step);
  };
  // At most one step for each picture the screen shows.
  const ask = step => {
    if (wanted === null) requestAnimationFrame(take);
    wanted = step;
  };
  const nearest = clientX => {
    const box = chart.getBoundingClientRect(), scale = box.width / chart.offsetWidth;
    return closest(spec.at, planes.get(on).value((clientX - box.left) / scale - planes.get(on).left));
  };
  // Return the plane in which a place on the screen moves the handle: its own, with room beside it, or another with the
  // same axis; undefined where there is none.
  const planeAt = event => {
    const box = chart.getBoundingClientRect(), scale = box.width / chart.offsetWidth;
    return [...planes.keys()].find(name => {
      const { left, top, width, height } = planes.get(name), reach = name === spec.panel ? REACH : 0;
      const x = (event.clientX - box.left) / scale - left, y = (event.clientY - box.top) / scale - top;
      const from = spec.anywhere ? 0 : height - REACH;
      return x >= -reach && x <= width + reach && y >= from && y <= height + reach;
    });
  };
  // Whoever waits for the release may see that the figure is ahead of it: from its first step on, not as soon as held.
  const ahead = on => {
    chart.classList.toggle('live-held', on);
    if (!on && !spec.alone) document.body.removeAttribute('data-live-held');
  };
  const hold = pointer => {
    held = pointer;
    ahead(true);
    grip.setPointerCapture(pointer);
  };
  const release = () => {
    clearTimeout(resting);
    held = resting = null;
    take();
    ahead(false);
    tell('live-left', spec.active);
    // Plotly takes as long as a server needs for its answer, which should be read first.
    clearTimeout(settling);
    settling = setTimeout(settle, ANSWER_COMES);
  };
  // A handle held once more is settled where it is left then.
  const settle = async () => {
    settling = null;
    // What is drawn until another figure comes is nothing that Plotly should know.
    if (held !== null || beside) return;
    await player.settle(spec.active);
    tell('live-released', spec.active);
  };

  const down = event => {
    const plane = event.target === grip ? spec.panel : planeAt(event);
    if (spec.hidden || event.button !== 0 || !plane) return;
    if (event.target !== grip && !chart.contains(event.target)) return;
    // A name in the panel answers by itself.
    if (event.target.closest('.live-name')) return;
    on = plane;
    // A tap on a touch screen moves the handle; a swipe that begins beside the grip scrolls the page.
    if (event.pointerType === 'touch' && event.target !== grip) {
      // One that ends a scroll which still goes on is none.
      tapped = event.timeStamp - scrolled > TAP_AFTER ? event : null;
      return;
    }
    event.preventDefault();
    grip.focus({ preventScroll: true });
    if (isResting()) return;
    hold(event.pointerId);
    ask(nearest(event.clientX));
  };
  let tapped = null, scrolled = -Infinity;
  const isStray = event => Math.hypot(event.clientX - tapped.clientX, event.clientY - tapped.clientY) >= TAP;
  const scrolling = event => { scrolled = event.timeStamp; tapped = null; };
  // A tap on the empty plane beyond all scores means none of them: to where nothing is positive the handle is dragged.
  const isBeyond = clientX => {
    const box = chart.getBoundingClientRect(), plane = planes.get(on);
    const x = (clientX - box.left) / (box.width / chart.offsetWidth) - plane.left;
    return spec.name === 'threshold' && (nearest(clientX) === last || x < plane.x(spec.at[0]) - REACH);
  };
  const move = event => {
    if (tapped && isStray(event)) tapped = null;
    if (held !== null) { event.preventDefault(); ask(nearest(event.clientX)); }
  };
  const up = event => {
    if (tapped && !isStray(event) && !isBeyond(event.clientX) && !isResting()) {
      show(nearest(event.clientX));
      release();
    }
    tapped = null;
    if (held !== null) { ask(nearest(event.clientX)); release(); }
  };
  const cancel = () => { tapped = null; if (held !== null) release(); };
  const byKey = pressed => {
    const step = stepByKey(pressed, spec);
    if (step === null) return false;
    if (isResting()) return true;
    ahead(true);
    show(step);
    clearTimeout(resting);
    resting = setTimeout(release, KEYS_REST);
    return true;
  };
  const isKey = event => {
    // There they are the keys of a remote control, which goes from lesson to lesson.
    const isRemote = PAGES.includes(event.key) && document.body.hasAttribute('data-presenting');
    return !isRemote && stepByKey(event, spec) !== null;
  };
  const keyboard = keyboardOf(grip, spec.name, isKey, byKey);
  const key = event => {
    if (!isKey(event) || !byKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  // Whoever shows the same value elsewhere, such as a bar below the page, asks for a step by its number, or by a key. Where
  // the page says at which step a figure begins nothing is moved, and a handle that rests takes it.
  const asked = ({ detail: { slider, step, pressed, begins, release: last } }) => {
    if (slider !== spec.name) return;
    if (pressed) {
      byKey(pressed);
      return;
    }
    if (!begins && isResting()) return;
    ahead(true);
    show(step);
    if (last) release();
  };
  // Who hears of something else next hears first of what keys have moved.
  const tellNow = () => { if (resting !== null) release(); };
  // A step of another handle may change what this one's axis means: it is carried along, without a step of its own.
  const carry = ({ detail: { slider, step } }) => {
    const other = spec.follows?.[slider];
    if (!other) return;
    carried = { at: other.at[step], shown: other.shown[step] };
    place();
  };
  // Where Plotly draws another handle's step, it draws this one's as it last knew it.
  const keep = ({ detail: { slider } }) => {
    if (slider !== spec.name && !spec.unset) player.again(spec.active);
  };
  // What takes too long to be found for each step comes once the handle rests at one: a figure of the same learns it.
  const learn = () => {
    const found = chart.found?.[spec.name], line = chart.layout?.meta?.found;
    if (!found || line?.of !== found.of) return false;
    const step = spec.values.findIndex(value => Number(value) === found.at);
    if (step >= 0) player.learn(line.trace, step, found.x);
    return step >= 0;
  };
  const heard = () => {
    if (!learn() || spec.unset) return;
    player.again(spec.active);
    // Plotly's own state, of which a picture is made, knows of it, too.
    if (held === null && resting === null && settling === null) player.settle(spec.active);
  };
  const owing = { name: spec.name, label: spec.label, low: spec.at[0], high: spec.at[last] };
  const owe = () => {
    if (held === null && resting === null) return;
    if (wanted !== null) show(wanted);
    window.liveOwed = { ...owing, at: spec.at[spec.active], held };
  };
  // What was moved in the drawing before this one, and is not yet told, is moved here.
  const goOn = () => {
    const owed = window.liveOwed;
    if (!owed || Object.keys(owing).some(name => owed[name] !== owing[name])) return;
    delete window.liveOwed;
    show(closest(spec.at, owed.at));
    if (owed.held === null) release();
    else if (!holdAgain(owed.held)) release();
  };
  // A pointer that has been let go since cannot be captured.
  const holdAgain = pointer => {
    try { hold(pointer); } catch { return false; }
    return true;
  };
  const hiding = whenHidden(place);
  document.addEventListener('live-rests', rest);
  chart.addEventListener('live-ask', asked);
  chart.addEventListener('live-tell', tellNow);
  chart.addEventListener('live-moved', carry);
  chart.addEventListener('live-released', keep);
  chart.addEventListener('live-found', heard);
  chart.addEventListener('pointerdown', down, true);
  chart.addEventListener('pointermove', move, true);
  chart.addEventListener('pointerup', up, true);
  chart.addEventListener('pointercancel', cancel, true);
  document.addEventListener('scroll', scrolling, true);
  grip.addEventListener('keydown', key);
  return {
    drawn: () => {
      const drawing = drawingOf(chart);
      planes = new Map([spec.panel, ...spec.also ?? []].map(name => [name, drawing.plane(name)]));
      panel = planes.get(spec.panel);
      if (spec.anywhere && !spec.hidden) planes.forEach((_, name) => markClicks(chart, name));
      // Measured here and not at each step, since measuring makes the browser lay out the whole page.
      pills = spec.shown;
      pill.textContent = longest(pills);
      // A pill that is longer than its plane would cover the numbers of the one beside it.
      if (spec.brief?.length && pill.offsetWidth > panel.width) {
        pills = spec.brief;
        pill.textContent = longest(pills);
      }
      room = { half: pill.offsetWidth / 2, width: chart.clientWidth };
      learn();
      player.read();
      // Where the drawing is not as expected Plotly draws each step: a hundred times slower, and nothing else shows it.
      grip.dataset.plays = player.fits();
      if (!spec.unset) player.play(spec.active);
      drawTold();
      place();
      rest();
      goOn();
      keyboard.take();
    },
    remove: () => {
      if (isGone(chart)) owe();
      // On a chart that stays, whoever listens next hears of what was moved and not yet told.
      else if (held !== null || resting !== null) release();
      clearTimeout(resting);
      clearTimeout(settling);
      if (settling !== null && !isGone(chart)) player.settle(spec.active);
      held = wanted = null;
      ahead(false);
      hiding.disconnect();
      document.removeEventListener('live-rests', rest);
      chart.removeEventListener('live-ask', asked);
      chart.removeEventListener('live-tell', tellNow);
      chart.removeEventListener('live-moved', carry);
      chart.removeEventListener('live-released', keep);
      chart.removeEventListener('live-found', heard);
      chart.removeEventListener('pointerdown', down, true);
      chart.removeEventListener('pointermove', move, true);
      chart.removeEventListener('pointerup', up, true);
      chart.removeEventListener('pointercancel', cancel, true);
      document.removeEventListener('scroll', scrolling, true);
      layer.remove();
      // Now that the browser has taken it off the grip: on a chart that stays, the next grip is there before.
      keyboard.leave();
    },
  };
}

// Return by what a drawing is told from the one before it.
function revisionOf(chart) {
  return chart.layout?.datarevision ?? null;
}

// Whether another drawing takes the place of a chart: Streamlit retains one that has the keyboard until that is elsewhere.
function isGone(chart) {
  return !chart.isConnected || chart.closest('[data-retained]') !== null;
}

// Hand the keyboard from the grip of a handle to the one that takes its place, which may be there before the former is
// gone, or be seen later. The browser takes it off an element that is taken away before anybody hears of that; who leaves
// one that is there and seen has left it. What is pressed in between is pressed on the grip that comes.
function keyboardOf(grip, name, isKey, press) {
  let isOn = false;
  const pressed = [];
  const isSeen = () => grip.checkVisibility({ visibilityProperty: true });
  const took = () => { isOn = true; };
  const left = ({ relatedTarget }) => {
    if (relatedTarget) isOn = false;
    else setTimeout(() => { if (isSeen() && document.activeElement !== grip) isOn = false; });
  };
  const take = () => {
    if (document.body.dataset.liveFocus !== name || !isSeen()) return;
    delete document.body.dataset.liveFocus;
    const owed = window.liveKeys ?? [];
    delete window.liveKeys;
    if (document.activeElement !== document.body) return;
    grip.focus({ preventScroll: true });
    owed.forEach(press);
  };
  const between = event => {
    if (!isOn || grip.isConnected || document.activeElement !== document.body || !isKey(event)) return;
    event.preventDefault();
    pressed.push({ key: event.key, shiftKey: event.shiftKey });
  };
  const seen = new IntersectionObserver(take);
  grip.addEventListener('focusin', took);
  grip.addEventListener('focusout', left);
  document.addEventListener('live-keyboard', take);
  document.addEventListener('keydown', between, true);
  seen.observe(grip);
  return {
    take,
    leave: () => {
      seen.disconnect();
      document.removeEventListener('live-keyboard', take);
      document.removeEventListener('keydown', between, true);
      if (!isOn) return;
      document.body.dataset.liveFocus = name;
      window.liveKeys = pressed;
      document.dispatchEvent(new Event('live-keyboard'));
    },
  };
}

// Say what a step means to who cannot see it; while the page hides what is to be guessed, its place on the axis alone.
function sayValue(slider, text) {
  if (!text || document.body.dataset.hidden === 'true') slider.removeAttribute('aria-valuetext');
  else slider.setAttribute('aria-valuetext', text);
}

// Call back whenever the page begins or ends to hide what is to be guessed.
function whenHidden(callBack) {
  const observer = new MutationObserver(callBack);
  observer.observe(document.body, { attributes: true, attributeFilter: ['data-hidden'] });
  return observer;
}

const PAGES = ['PageUp', 'PageDown'];

// Return the step a key asks for: the next or previous one that changes anything, with Shift or a page key the tenth;
// null for others.
function stepByKey({ key, shiftKey }, { stops, active, at }) {
  const far = shiftKey || PAGES.includes(key) ? 10 : 1;
  const above = stops.filter(stop => stop > active), below = stops.filter(stop => stop < active);
  if (['ArrowRight', 'ArrowUp', 'PageUp'].includes(key)) return above[Math.min(far, above.length) - 1] ?? active;
  if (['ArrowLeft', 'ArrowDown', 'PageDown'].includes(key)) return below[Math.max(0, below.length - far)] ?? active;
  if (key === 'Home') return 0;
  if (key === 'End') return at.length - 1;
  return null;
}

// Return which of ascending numbers is closest to a value.
function closest(ascending, value) {
  let low = 0, high = ascending.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (ascending[middle] > value) high = middle; else low = middle;
  }
  return value - ascending[low] <= ascending[high] - value ? low : high;
}
