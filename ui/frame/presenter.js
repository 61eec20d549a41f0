// Keys of presenter mode: arrows, Home and End move the threshold, n turns to the curves built row after row, h hides and
// reveals, q shows the address as a code, Escape leaves.

const KEYS = ['h', 'q', 'Escape'], MOVES = ['ArrowLeft', 'ArrowRight', 'Home', 'End'];
// Where a letter is text, and Escape closes what is open.
const TYPING = 'input:not([type=range]), textarea, select, [contenteditable=true], [role=dialog], [role=listbox]';
// What is moved by arrows of its own.
const MOVED = 'input, [role=tablist], [role=radiogroup], [role=toolbar], [role=slider], [role=menu], [role=menubar], [role=grid]';

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
  // `at` tells a key from the same one pressed before.
  const tell = key => setStateValue('pressed', { key, at: Date.now() });
  const press = event => {
    const { key, ctrlKey, metaKey, altKey, target, defaultPrevented } = event;
    if (defaultPrevented || ctrlKey || metaKey || altKey || target.closest?.(TYPING)) return;
    if (document.querySelector('[role=dialog]')) return;
    if (KEYS.includes(key)) {
      if (key === 'h') hide(document.body.dataset.hidden !== 'true');
      tell(key);
    } else if (document.querySelector('.st-key-code_shown')) {
      return;
    } else if (MOVES.includes(key) && !target.closest?.(MOVED)) {
      moveThreshold(event);
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
  if (data.presenting) window.addEventListener('keydown', press);
  const stop = () => {
    window.removeEventListener('keydown', press);
    unfollow?.();
    // Another page has nothing to guess.
    delete document.body.dataset.hidden;
    document.body.removeAttribute('data-presenting');
  };
  parentElement.stopFormer = stop;
  return stop;
}

// Move the threshold of the page's figure, if it has one, as a key moves its handle.
function moveThreshold(event) {
  const grip = document.querySelector('.st-key-figure .live-grip[data-handle=threshold]');
  if (!grip) return;
  event.preventDefault();
  const asked = { slider: 'threshold', pressed: event };
  grip.closest('.js-plotly-plot').dispatchEvent(new CustomEvent('live-ask', { detail: asked }));
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
