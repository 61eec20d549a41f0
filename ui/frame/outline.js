// The outline of a page goes as soon as its own content stands, a window says what is wrong, or neither will come.
(() => {
  const AROUND = '[data-testid="stSidebarNav"]';
  const PAGE = '.st-key-controls, .st-key-home_opening';
  const FIGURE = '[data-testid="stMain"] .stPrintGraphic';
  // A page without either, one that nobody is let in to, and one that never comes.
  const ENDED = '[data-test-script-state="notRunning"] h1, [role="dialog"]';
  const PATIENCE = 20_000;
  const outline = document.querySelector('.outline');
  const end = () => {
    observer.disconnect();
    outline.remove();
  };
  const observer = new MutationObserver(() => {
    const [isAround, isPage, isEnded] = [AROUND, PAGE, ENDED].map((one) => document.querySelector(one) !== null);
    if (isEnded || (isAround && isPage && document.querySelector(FIGURE))) end();
    else if (isPage) outline.dataset.awaits = 'figure';
  });
  observer.observe(document, { attributeFilter: ['data-test-script-state'], childList: true, subtree: true });
  outline.addEventListener('animationend', end);
  setTimeout(end, PATIENCE);
  // Who has chosen a theme has it from the first moment: Streamlit keeps it under this name, where a frame may keep any.
  try {
    const chosen = /"(Light|Dark)"/.exec(localStorage.getItem(`stActiveTheme-${location.pathname}-v2`) ?? '');
    if (chosen) outline.style.colorScheme = chosen[1].toLowerCase();
  } catch {}
})();
