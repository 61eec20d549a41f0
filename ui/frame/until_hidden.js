// What a link hides stays unseen until the page itself hides it, or stands without anything to hide.
(() => {
  const RESTS = '[data-test-script-state="notRunning"] h1', HAS = '.st-key-controls';
  // A page that never comes.
  const PATIENCE = 20_000;
  const rule = document.querySelector('style.until-hidden');
  const end = () => {
    observer.disconnect();
    rule.remove();
  };
  const observer = new MutationObserver(() => {
    const waits = document.querySelector(RESTS) !== null && document.querySelector(HAS) === null;
    if (waits || document.body.dataset.hidden) end();
  });
  observer.observe(document, { attributeFilter: ['data-hidden', 'data-test-script-state'], childList: true, subtree: true });
  setTimeout(end, PATIENCE);
})();
