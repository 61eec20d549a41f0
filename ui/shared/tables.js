// Names the canvas at which the Tab key enters a table: Streamlit names only what is around it. Its children stay what
// they are, the table's cells for who cannot see it. And the button of a field for files, whose words a style sheet shows.

export default function({ data }) {
  const canvases = document.getElementsByTagName('canvas'), sections = document.getElementsByTagName('section');
  let known = 0;
  const look = () => {
    if (canvases.length + sections.length === known) return;
    known = canvases.length + sections.length;
    // What takes a file out again is called so by Streamlit.
    const choosing = '[data-testid="stFileUploaderDropzone"] button:not([data-testid="stFileChipDeleteBtn"] *)';
    for (const button of document.querySelectorAll(choosing)) {
      button.setAttribute('aria-label', data.file);
    }
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
