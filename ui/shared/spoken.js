// Has Streamlit's own words for who hears the page said in the page's language, and tells the browser which that is: by it
// a reader of the screen takes its voice. A name that is written anew is put into these words anew. What the page says
// after something was chosen is heard where the keys are.

const PATIENCE = 300;  // milliseconds: nothing that moves with a handle has such a name
const KEYS_REST = 600;
const NAMED = ['button', 'nav', 'section', 'input[type=file]'].map(one => `${one}[aria-label]`).join(', ');

export default function({ data: { language, languages, names, begins, glossary }, parentElement }) {
  // Streamlit calls this again for another language, and cleans up after the last call alone.
  parentElement.stopFormer?.();
  // What an element said before, by which it is given back where the language changes.
  const former = new Map();
  const say = (element, attribute, words) => {
    const now = element.getAttribute(attribute);
    if (now === words) return;
    former.set(element, [attribute, now]);
    element.setAttribute(attribute, words);
  };
  const rename = element => {
    const now = element.getAttribute('aria-label');
    const begin = Object.keys(begins).find(one => now.startsWith(one));
    if (Object.hasOwn(names, now)) say(element, 'aria-label', names[now]);
    else if (begin) say(element, 'aria-label', begins[begin].replace('{name}', () => now.slice(begin.length)));
  };
  const all = (selector, each) => document.querySelectorAll(selector).forEach(each);
  let waits = null;
  const sentence = hearSentence();
  const look = () => {
    waits = null;
    sentence.look();
    for (const element of former.keys()) if (!element.isConnected) former.delete(element);
    all(NAMED, rename);
    all('[data-testid="stSkipToContent"]', link => {
      const words = names[link.textContent];
      if (words) say(link, 'aria-label', words);
    });
    // A picture that says what stands beside it, or what its button says.
    all('button img[alt="Logo"]', logo => say(logo, 'alt', ''));
    all('[role=img][aria-label$=" icon"]:not([aria-hidden])', icon => {
      if (icon.parentElement.textContent.trim() !== icon.textContent.trim()) say(icon, 'aria-hidden', 'true');
    });
    // What it shows is said by its name, its handles and a table; text by text it would be numbers without an end.
    all('.stPlotlyChart[aria-label] svg:not([aria-hidden])', drawing => say(drawing, 'aria-hidden', 'true'));
    // The browser takes a number between two steps of its field for a wrong one.
    all('[data-testid="stNumberInputField"]:not([aria-invalid])', field => say(field, 'aria-invalid', 'false'));
    all('canvas td[role=gridcell]:not([aria-label])', cell => {
      if (/^\S*glossary\?term=/.test(cell.textContent)) say(cell, 'aria-label', glossary);
    });
    all('.st-key-lang button', choice => say(choice, 'lang', languages[choice.textContent.trim()] ?? language));
  };
  const observer = new MutationObserver(() => { waits ??= setTimeout(look, PATIENCE); });
  observer.observe(document.body, {
    childList: true, characterData: true, subtree: true, attributes: true, attributeFilter: ['aria-label'],
  });
  document.documentElement.lang = language;
  look();
  parentElement.stopFormer = () => {
    observer.disconnect();
    clearTimeout(waits);
    sentence.stop();
    for (const [element, [attribute, words]] of former) {
      if (words === null) element.removeAttribute(attribute);
      else element.setAttribute(attribute, words);
    }
    former.clear();
  };
  return parentElement.stopFormer;
}

// Have the sentence of the page heard once it rests and is another one than before. One that moves with a slider is not:
// the slider says it.
function hearSentence() {
  const status = document.createElement('div');
  status.setAttribute('role', 'status');
  status.dataset.testid = 'heard';
  status.style.cssText = 'position: fixed; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%)';
  document.body.append(status);
  // While a handle is held, what it says stands beside the sentence that was there before.
  const place = part => document.querySelector(`.st-key-answer ${part}`);
  const now = () => (place('.live-sentence') ?? place('[data-testid="stMarkdownContainer"]'))?.textContent.trim() ?? '';
  let page = location.pathname, known = now(), rests = null;
  const hear = () => {
    const text = now(), isSaid = document.activeElement?.closest('[role=slider], input[type=range]') !== null;
    if (text === known) return;
    known = text;
    if (!isSaid && document.body.dataset.hidden !== 'true') status.textContent = text;
  };
  return {
    look: () => {
      // A page that opens is read from its top.
      if (page !== location.pathname) { page = location.pathname; known = now(); status.textContent = ''; }
      clearTimeout(rests);
      if (now() !== known) rests = setTimeout(hear, KEYS_REST);
    },
    stop: () => { clearTimeout(rests); status.remove(); },
  };
}
