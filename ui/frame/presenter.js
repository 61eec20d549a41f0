// Keys of presenter mode: arrows, Home and End move the threshold, n turns to the curves built row after row, h hides and
// reveals, q shows the address as a code, Escape leaves. On the path of lessons Page down and Page up, the keys of a remote
// control, go on and back, as arrows do where there is no threshold; r begins the step anew, o shows and hides the controls
// of the page, v asks the class. On no path they reveal what is hidden, then move the threshold, or what else the figure has
// a handle for. What covers the page takes them first: a class that votes has its answers revealed, then is closed.

const KEYS = ['h', 'q', 'v', 'Escape'], MOVES = ['ArrowLeft', 'ArrowRight', 'Home', 'End'], REMOTE = { PageDown: 1, PageUp: -1 };
const ARROWS = { ArrowRight: 1, ArrowLeft: -1 };
const ON = ':is(.st-key-path_next, .st-key-path_return) button', BACK = ':is(.st-key-path_back, .st-key-path_return) button';
// Where a letter is text, and Escape closes what is open.
const TYPING = 'input:not([type=range]), textarea, select, [contenteditable=true], [role=dialog], [role=listbox]';
// What is moved by arrows of its own.
const MOVED = 'input, [role=tablist], [role=radiogroup], [role=toolbar], [role=slider], [role=menu], [role=menubar], [role=grid], .figure-table';

export default function({ data, parentElement, setStateValue }) {
  // The former call has to end before this one hides anything.
  parentElement.stopFormer?.();
  let unfollow = null;
  // Hides at once, before the server has said so.
  const hide = hidden => {
    unfollow?.();
    unfollow = hidden ? followGuesses() : null;
    document.body.dataset.hidden = String(hidden);
  };
  hide(data.hidden);
  document.body.toggleAttribute('data-presenting', data.presenting);
  // What a page says while it waits for its figure is no answer to be guessed.
  document.body.toggleAttribute('data-waits', data.waits);
  // `at` tells a key from the same one pressed before.
  const tell = (key, more = {}) => setStateValue('pressed', { key, at: Date.now(), ...more });
  const turn = key => {
    if (key === 'h') hide(document.body.dataset.hidden !== 'true');
    tell(key);
  };
  document.body.dataset.stage = String(data.step?.stage ?? 0);
  // A stage that was asked for holds until the page has come to it: its answer to an earlier key may come meanwhile.
  const { step } = data, { asked } = parentElement;
  if (asked && (asked.key !== step?.key || asked.stage === step.stage)) parentElement.asked = null;
  const go = step ? remote(step, turn, parentElement.asked?.stage ?? step.stage, to => {
    parentElement.asked = { key: step.key, stage: to };
    tell('stage', { to });
  }) : () => turn('h');
  const isElsewhere = ({ defaultPrevented, ctrlKey, metaKey, altKey, target }) =>
    defaultPrevented || ctrlKey || metaKey || altKey || target.closest?.(TYPING) || document.querySelector('[role=dialog]');
  // Streamlit would run the page once more: it must not hear of this key.
  const begin = event => {
    if (event.key !== 'r' || !data.step || isElsewhere(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    parentElement.asked = null;
    tell('r');
  };
  // What is still computed would come with its answer, which nobody has guessed.
  const goOn = (event, by) => {
    event.preventDefault();
    if (!(data.waits && data.hidden && by > 0)) go(by);
  };
  const press = event => {
    const { key, target } = event;
    if (isElsewhere(event)) return;
    // What is embedded stays so, and has no code.
    if (KEYS.includes(key)) {
      if (key === 'h' || !data.embedded) turn(key);
    } else if (document.querySelector('.st-key-code_shown, .st-key-class_shown')) {
      if (!(key in REMOTE) || data.embedded) return;
      event.preventDefault();
      tell(REMOTE[key] > 0 ? 'cover on' : 'cover back');
    } else if (data.step && key in REMOTE) {
      goOn(event, REMOTE[key]);
    } else if (key in REMOTE && !target.closest?.(MOVED)) {
      if (REMOTE[key] > 0 && document.body.dataset.hidden === 'true') goOn(event, 1);
      else moveByRemote(event);
    } else if (data.step && key === 'o' && !data.embedded) {
      document.body.toggleAttribute('data-controls');
    } else if (MOVES.includes(key) && !target.closest?.(MOVED)) {
      if (!moveThreshold(event) && data.step && key in ARROWS) goOn(event, ARROWS[key]);
    } else if (key === 'n' && data.next) {
      if (parentElement.seeks) return;
      // Its tab has to be opened first.
      if (!document.querySelector(data.next)) tell(key);
      parentElement.seeks = true;
      whenThere(data.next, parentElement, found => {
        parentElement.seeks = false;
        turnTo(found);
      });
    }
  };
  // Behind those who listen to the document, who may have a use for a key.
  if (data.presenting) {
    window.addEventListener('keydown', press);
    window.addEventListener('keydown', begin, true);
  }
  const stop = () => {
    window.removeEventListener('keydown', press);
    window.removeEventListener('keydown', begin, true);
    unfollow?.();
    // Another page has nothing to guess.
    delete document.body.dataset.hidden;
    delete document.body.dataset.stage;
    document.body.removeAttribute('data-presenting');
    document.body.removeAttribute('data-waits');
    document.body.removeAttribute('data-controls');
  };
  parentElement.stopFormer = stop;
  return stop;
}

// Return what a remote control does. It goes on within the step first: what is hidden is revealed, then its scene is built
// up and its handle is moved; then the next step follows. Back it is the same way.
function remote(step, turn, stage, build) {
  let left = false;
  return by => {
    // The keys are those of this step until the page has told of another one.
    if (left) return;
    const isHidden = document.body.dataset.hidden === 'true';
    if (by > 0 && isHidden) {
      turn('h');
    } else if (!isHidden && stage + by >= 0 && stage + by <= step.stages) {
      // Pressed twice before the page has answered, it has gone on by two.
      build(stage += by);
    } else if (moveHandle(step, by)) {
      return;
    } else if (by < 0 && step.hides && !isHidden) {
      turn('h');
    } else {
      const way = document.querySelector(by > 0 ? ON : BACK);
      left = way !== null;
      way?.click();
    }
  };
}

// Move a handle on by so many of its stops as the step says, or to the next where it halts, back no further than where it
// began; whether there is one, or may be once the page is there.
function moveHandle({ moves, strides, halts, begins }, by) {
  if (!moves) return false;
  const grip = document.querySelector(`.live-grip[data-handle="${CSS.escape(moves)}"]`);
  if (!grip) return document.querySelector('[data-test-script-state=running]') !== null;
  const chart = grip.closest('.js-plotly-plot');
  const { active, stops, at } = chart.live.spec.handles.find(one => one.name === moves);
  const halting = halts.length ? stops.filter(stop => halts.includes(stop)) : stops;
  const left = halting.filter(stop => (stop - active) * by > 0 && (by > 0 || at[stop] >= (begins ?? at[stop])));
  if (!left.length) return false;
  const place = Math.min(strides, left.length) - 1, pressed = { key: by > 0 ? 'ArrowRight' : 'ArrowLeft' };
  const asked = strides === 1 && !halts.length ? { pressed } : { step: left.at(by > 0 ? place : -1 - place), release: true };
  chart.dispatchEvent(new CustomEvent('live-ask', { detail: { slider: moves, ...asked } }));
  return true;
}

// Move the threshold of the page's figure, if it has one, as a key moves its handle; whether there is one, or may be once
// the page is there.
function moveThreshold(event) {
  const grip = document.querySelector('.st-key-figure .live-grip[data-handle=threshold]');
  if (!grip) return document.querySelector('[data-test-script-state=running]') !== null;
  event.preventDefault();
  const asked = { slider: 'threshold', pressed: event };
  grip.closest('.js-plotly-plot').dispatchEvent(new CustomEvent('live-ask', { detail: asked }));
  return true;
}

// Move the threshold, else the first handle of the page's figure, as its own arrows do: a remote control has no others.
function moveByRemote(event) {
  const figure = document.querySelector('.st-key-figure');
  const grip = figure?.querySelector('.live-grip[data-handle=threshold]') ?? figure?.querySelector('.live-grip');
  if (!grip) return;
  event.preventDefault();
  const pressed = { key: REMOTE[event.key] > 0 ? 'ArrowRight' : 'ArrowLeft' };
  grip.closest('.js-plotly-plot').dispatchEvent(
    new CustomEvent('live-ask', { detail: { slider: grip.dataset.handle, pressed } }));
}

// Bring into view what is built row after row; where it is in view, take the next row.
function turnTo(found) {
  const drawing = found.querySelector('.js-plotly-plot') ?? found;
  const { top, bottom, height } = drawing.getBoundingClientRect(), middle = innerHeight / 2;
  const seen = top < middle && bottom > middle;
  if (!seen) bringIntoView(drawing, height > innerHeight ? 'start' : 'center');
  found.focus({ preventScroll: true });
  if (seen) found.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true, cancelable: true }));
}

// Bring an element into view, and again while what stands above it still comes, until the reader moves the page.
function bringIntoView(drawing, block) {
  const observer = new ResizeObserver(() => drawing.isConnected ? drawing.scrollIntoView({ block }) : stop());
  const moves = ['wheel', 'pointerdown', 'touchstart', 'keydown'];
  const stop = event => {
    if (event?.key === 'n') return;
    observer.disconnect();
    moves.forEach(move => window.removeEventListener(move, stop, true));
  };
  moves.forEach(move => window.addEventListener(move, stop, true));
  observer.observe(drawing.closest('[data-testid="stMainBlockContainer"]'));
}

// Call back once there is an element, as long as who asks for it is there.
function whenThere(selector, asking, callBack) {
  const look = () => {
    const found = document.querySelector(selector);
    if (found || !asking.isConnected) observer.disconnect();
    if (found) callBack(found);
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-steps'] });
  look();
}
