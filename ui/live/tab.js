// Remembers for this tab which session it shows and what that holds, by name; tells a session that follows another one
// what is gone. While no server answers the page rests, and says why: nothing on it can be taken hold of.

const KEPT = 'workbench', RESTS = '[data-testid="stMainBlockContainer"], [data-testid="stSidebarContent"], .live-bar';
const UPLOADING = '[data-testid="stFileChipIconSpinner"], [data-testid="stFileChipIconError"]';
// Milliseconds in which a handle let go is answered, if the server is there.
const PATIENCE = 5000;
const STYLE = `
[data-away] [inert] { opacity: .55; }
[data-away] .stDialog { display: none; }
[data-unknown] [data-testid="stMainBlockContainer"], [data-unknown] [data-testid="stSidebarUserContent"] {
  visibility: hidden; }
.tab-note { position: fixed; left: 50%; bottom: 64px; transform: translateX(-50%); z-index: 1001; display: flex;
  gap: 16px; align-items: center; box-sizing: border-box; width: max-content; max-width: min(640px, calc(100vw - 32px));
  padding: 12px 16px; border-radius: 8px; font-size: 15px; line-height: 22px;
  background: $ink; color: $ground; }
.tab-note button { font: inherit; font-weight: 600; color: inherit; background: none; border: 1px solid; border-radius: 6px;
  padding: 4px 12px; cursor: pointer; white-space: nowrap; }
`;

export default function({ data, parentElement, setStateValue }) {
  const kept = recall(), keep = held => remember({ session: data.session, held });
  if (!data.watches) {
    // What a session holds is kept once the tab knows that it is this one.
    if (kept?.session === data.session) keep(data.held);
    // A short run can come in one piece with its end: then nothing that is watched has changed.
    document.body.tab?.hear();
    return;
  }
  const tab = document.body.tab ??= begin();
  tab.words = data;
  tab.ask = () => { tab.asked = Date.now(); setStateValue('asked', tab.asked); };
  const inSight = tab.session !== undefined && tab.session !== data.session;
  clearTimeout(tab.telling);
  const isLost = kept && kept.session !== data.session && (inSight || isReopened()) && Object.keys(kept.held).length > 0;
  if (isLost && !data.told) {
    // Nothing is seen until the server knows: it would show something else in the place of what is gone.
    document.body.toggleAttribute('data-unknown', true);
    const tell = () => {
      setStateValue('before', { session: data.session, held: kept.held, in_sight: inSight, at: Date.now() });
      // A run that another one breaks off does not answer.
      tab.telling = setTimeout(tell, PATIENCE);
    };
    tell();
    return;
  }
  document.body.removeAttribute('data-unknown');
  // Before the page goes on, so that all there is to say is said at once.
  if (inSight) tab.say(data.anew);
  // Another session answers by being there.
  if (tab.asked === null || data.answered === tab.asked || inSight) tab.answered();
  tab.session = data.session;
  if (tab.shows !== undefined && tab.shows !== data.shows) foldSidebar();
  tab.shows = data.shows;
  keep(data.held);
}

// A browser that is told to keep nothing refuses its storage; then the page itself remembers, as long as it stands.
function recall() {
  try { return JSON.parse(sessionStorage.getItem(KEPT) ?? 'null'); } catch { return document.body.tabKept ?? null; }
}

function remember(kept) {
  try { sessionStorage.setItem(KEPT, JSON.stringify(kept)); } catch { document.body.tabKept = kept; }
}

// Whether the page was loaded again or gone back to; an address that was typed or followed asks for what it names.
function isReopened() {
  return ['reload', 'back_forward'].includes(performance.getEntriesByType('navigation')[0]?.type);
}

// Watch connection and server as long as the page stands.
function begin() {
  const app = document.querySelector('[data-testid="stApp"]'), note = noteOf(app);
  const tab = { asked: null, words: {}, session: undefined, ask: () => {}, hear: () => {} };
  let resting = [], waits = null, focused = null, connected = true, broken = false, later = null;
  // A file is on its way from when it is chosen, which its field may show later, until the run that takes it has ended.
  let choosing = false;
  const chose = ({ type, target }) => { choosing ||= type === 'drop' || target.type === 'file'; };
  ['change', 'drop'].forEach(type => document.addEventListener(type, chose, true));
  const lookForUploads = () => { broken ||= choosing || document.querySelector(UPLOADING) !== null; };
  const rest = (why, label, act) => {
    note.show(why, label, act);
    if (!resting.length) focused = document.activeElement;
    lookForUploads();
    // What is held is let go where it is; the server hears of it with the next word.
    const held = document.querySelectorAll('.js-plotly-plot.live-held');
    held.forEach(chart => chart.dispatchEvent(new PointerEvent('pointercancel')));
    resting = [...document.querySelectorAll(RESTS)];
    resting.forEach(part => { part.inert = true; });
    document.body.toggleAttribute('data-away', true);
  };
  const speak = () => {
    const all = [later, broken ? tab.words.broken : null].filter(Boolean);
    if (all.length) note.show(all.join(' '), tab.words.close);
    later = null;
    broken = false;
  };
  const goOn = () => {
    if (!resting.length) return;
    resting.forEach(part => { part.inert = false; });
    resting = [];
    note.hide();
    document.body.removeAttribute('data-away');
    if (document.activeElement === document.body && focused?.isConnected) focused.focus({ preventScroll: true });
    speak();
  };
  // Not before all of the answer is there: what is still seen of the page before belongs to a session that is gone, and
  // what is done to it would be lost.
  const look = () => { if (connected && tab.asked === null && app.getAttribute(SCRIPT) === 'notRunning') goOn(); };
  tab.answered = () => { tab.asked = null; look(); };
  tab.say = said => {
    later = said;
    if (!resting.length) speak();
  };
  const heard = () => { clearTimeout(waits); waits = null; };
  tab.hear = () => { heard(); look(); };
  new MutationObserver(changes => {
    const before = connected;
    const now = app.dataset.testConnectionState;
    connected = now === 'CONNECTED';
    if (now === 'DISCONNECTED_FOREVER') {
      rest(tab.words.over, tab.words.reload, () => location.reload());
      return;
    }
    heard();
    if (before && !connected) rest(tab.words.away);
    // The server may know nothing of this session any more, and would not say so.
    if (!before && connected) {
      lookForUploads();
      tab.ask();
    }
    else if (changes.some(({ attributeName }) => attributeName === SCRIPT)) {
      if (connected && app.getAttribute(SCRIPT) === 'notRunning') choosing = false;
      look();
    }
  }).observe(app, { attributes: true, attributeFilter: [SCRIPT, 'data-test-connection-state'] });
  document.addEventListener('live-left', ({ target }) => {
    if (!connected || !target.closest('[data-live]')) return;
    heard();
    waits = setTimeout(() => rest(tab.words.silent), PATIENCE);
  });
  // Keys of the whole window move the threshold of a page that is presented.
  window.addEventListener('keydown', event => { if (resting.length) event.stopImmediatePropagation(); }, true);
  const forget = () => forgetSidebar('false');
  window.addEventListener('pagehide', forget);
  document.addEventListener('visibilitychange', forget);
  return tab;
}

// Streamlit remembers that the sidebar was opened: on a phone it would cover the page at the next visit. In a wide window
// it is open where nothing is remembered; that it was folded is kept.
function forgetSidebar(how) {
  try {
    const kept = Object.keys(localStorage).filter(key => key.startsWith('stSidebarCollapsed'));
    kept.filter(key => localStorage[key] === how).forEach(key => localStorage.removeItem(key));
  } catch { /* A browser that keeps nothing has nothing to forget. */ }
}

// Where the sidebar lies over the page, what was chosen in it is seen only once it is folded. Streamlit folds it for a link,
// on what it takes for a phone; a wide window finds it as it was.
function foldSidebar() {
  const [side, main] = ['stSidebar', 'stMain'].map(name => document.querySelector(`[data-testid="${name}"]`));
  if (side?.dataset.collapsed !== 'false' || side.getBoundingClientRect().right <= main.getBoundingClientRect().left) return;
  side.querySelector('[data-testid="stSidebarCollapseButton"] button')?.click();
  forgetSidebar('true');
}

const SCRIPT = 'data-test-script-state';

function noteOf(app) {
  const note = document.createElement('div'), style = document.createElement('style');
  const text = document.createElement('span'), button = document.createElement('button');
  style.textContent = STYLE;
  note.className = 'tab-note';
  note.setAttribute('role', 'status');
  // Streamlit asks after some seconds, in English, whether its program still runs. Who looks at a page cannot know; the
  // dialog is hidden, and must not take this note away from readers of the screen.
  note.dataset.reactAriaTopLayer = 'true';
  note.append(text, button);
  document.body.append(style, note);
  const hide = () => { note.style.display = 'none'; };
  hide();
  let acts = hide;
  button.addEventListener('click', () => acts());
  return {
    show: (said, label, act = hide) => {
      const { colorScheme, fontFamily } = getComputedStyle(app);
      Object.assign(note.style, { colorScheme, fontFamily });
      button.textContent = label ?? '';
      button.hidden = !label;
      acts = act;
      note.style.display = '';
      // A reader of the screen tells what changes in a region that is there, not what comes with it.
      requestAnimationFrame(() => { text.textContent = said; });
    },
    hide,
  };
}
