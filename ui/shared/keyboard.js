// Who closes something by the keyboard, and with it the button that was pressed, goes on with what stands next, and so
// does who has used a button that then rests; else the browser has the keyboard nowhere, and a reader of the screen
// begins at the top of the page.

const CLOSES = ['Enter', ' ', 'Escape'], PARTS = '[data-testid=stMain], [data-testid=stSidebar]';
const STOPS = 'a[href], button, input, select, textarea, summary, canvas[tabindex], [tabindex="0"]';

export default function() {
  let left = null;
  const forget = () => { left = null; };
  const pressed = ({ key }) => {
    const button = document.activeElement?.closest('button'), part = button?.closest(PARTS);
    left = part && CLOSES.includes(key) ? { button, key: keyOf(button), stops: stopsAround(button, part) } : null;
  };
  const look = () => {
    if (left === null || isThere(left.button) || document.activeElement !== document.body) return;
    const stop = nextStop(left);
    if (!stop) return;
    const { stops } = left;
    stop.focus({ preventScroll: true });
    // It may come anew itself, in the same run of the page.
    left = { button: stop, key: keyOf(stop), stops };
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  document.addEventListener('keydown', pressed, true);
  for (const event of ['pointerdown', 'focusin']) document.addEventListener(event, forget, true);
  return () => {
    observer.disconnect();
    document.removeEventListener('keydown', pressed, true);
    for (const event of ['pointerdown', 'focusin']) document.removeEventListener(event, forget, true);
  };
}

// What the page calls the place of a button.
function keyOf(button) {
  return [...button.closest('[class*=st-key-]')?.classList ?? []].find(name => name.startsWith('st-key-'));
}

// Return the stops of a part as they are gone on to: those after the button, then those before it, the nearest first.
function stopsAround(button, part) {
  const stops = [...part.querySelectorAll(STOPS)].filter(stop => stop !== button);
  const follows = stop => button.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING;
  return [...stops.filter(follows), ...stops.filter(stop => !follows(stop)).reverse()];
}

// The same button, where it only comes anew, which then is none of the former stops; else the next stop that stays.
function nextStop({ key, stops }) {
  const same = key && document.querySelector(`.${CSS.escape(key)} button`);
  return same && isThere(same) && !stops.includes(same) ? same : stops.find(isThere);
}

function isThere(stop) {
  return stop.isConnected && !stop.disabled && stop.checkVisibility();
}
