// Brings a card into view that was asked for by a link, a button or a click: it stands below the figure, mostly out of
// sight. Where the window is lower than a card of exercises its answers are seen whole; what is above them may be
// scrolled back to.

const PATIENCE = 15000; // while what stands above is drawn

export default function({ data }) {
  const { name, card, asked, block } = data;
  // What was brought into view once is not brought again where the card comes anew, as with other rows.
  const shown = document.body.broughtIntoView ??= {};
  if (!asked || asked === shown[name]) return;
  shown[name] = asked;
  const place = () => {
    const found = document.querySelector(`.st-key-${CSS.escape(card)}`);
    if (!found) return;
    found.scrollIntoView({ block });
    const answers = found.querySelector('[data-testid="stRadio"], [data-testid="stButtonGroup"]');
    if (answers && answers.getBoundingClientRect().bottom > innerHeight) answers.scrollIntoView({ block: 'end' });
  };
  // What stands above grows while the page is drawn; a visitor who scrolls is left alone.
  const grown = new ResizeObserver(place), main = document.querySelector('[data-testid="stMainBlockContainer"]');
  const stop = () => {
    grown.disconnect();
    for (const event of ['wheel', 'touchstart', 'keydown', 'mousedown']) removeEventListener(event, stop, true);
  };
  for (const event of ['wheel', 'touchstart', 'keydown', 'mousedown']) addEventListener(event, stop, true);
  if (main) grown.observe(main);
  setTimeout(stop, PATIENCE);
  requestAnimationFrame(place);
  return stop;
}
