// Plotly packed in a file: a third of its size as text. What unpacks it answers soon, not at once.

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.trim()), letter => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
}

// Run a script as if it stood in the page.
function runScript(source) {
  const script = document.createElement('script');
  script.textContent = source;
  document.head.append(script);
}
