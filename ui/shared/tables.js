// Names the canvas at which the Tab key enters a table: Streamlit names only what is around it. Its children stay what
// they are, the table's cells for who cannot see it.

export default function() {
  const canvases = document.getElementsByTagName('canvas');
  let known = 0;
  const look = () => {
    if (canvases.length === known) return;
    known = canvases.length;
    for (const canvas of document.querySelectorAll('canvas[data-testid="data-grid-canvas"]')) {
      const name = canvas.closest('[role="region"][aria-label]')?.getAttribute('aria-label');
      if (!name) continue;
      canvas.setAttribute('role', 'group');
      canvas.setAttribute('aria-label', name);
    }
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  look();
  return () => observer.disconnect();
}
