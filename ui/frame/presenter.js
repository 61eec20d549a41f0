// Keys of presenter mode: h hides and reveals, q shows the address as a code, Escape leaves.

const KEYS = ['h', 'q', 'Escape'];
// Where a letter is text, and Escape closes what is open.
const TYPING = 'input:not([type=range]), textarea, select, [contenteditable=true], [role=dialog], [role=listbox]';

export default function({ data, parentElement, setStateValue }) {
  // The former call has to end before this one hides anything.
  parentElement.stopFormer?.();
  // Hides at once, before the server has said so.
  const hide = hidden => { document.body.dataset.hidden = String(hidden); };
  hide(data.hidden);
  const press = event => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (!KEYS.includes(key) || ctrlKey || metaKey || altKey || target.closest?.(TYPING)) return;
    if (document.querySelector('[role=dialog]')) return;
    if (key === 'h') hide(document.body.dataset.hidden !== 'true');
    // `at` tells a key from the same one pressed before.
    setStateValue('pressed', { key, at: Date.now() });
  };
  if (data.presenting) document.addEventListener('keydown', press);
  const stop = () => {
    document.removeEventListener('keydown', press);
    // Another page has nothing to guess.
    delete document.body.dataset.hidden;
  };
  parentElement.stopFormer = stop;
  return stop;
}
