// Draws the figure of a notebook's output in its own frame, with Plotly as one of the frames of the page carries it.

const NARROW_BELOW = 760, LOOK_AGAIN = 100, LONGEST_WAIT = 15000;

// The page around the frame, where the notebook lets a frame see it; else the frame itself.
const page = (() => {
  try {
    return window.parent.document ? window.parent : window;
  } catch {
    return window;
  }
})();

// Plotly's source stays with the page, since a notebook may take a frame away that is out of sight.
async function plotlySource() {
  const own = document.getElementById('plotly');
  if (own) return page.evalcorePlotly = await unpacked(own.textContent);
  for (let waited = 0; waited < LONGEST_WAIT; waited += LOOK_AGAIN) {
    if (page.evalcorePlotly) return page.evalcorePlotly;
    await new Promise(done => setTimeout(done, LOOK_AGAIN));
  }
  return null;
}

// Light text around the frame stands on dark ground.
function followGround() {
  const around = page === window ? null : window.frameElement?.parentElement;
  if (!around) return;
  const [r, g, b] = getComputedStyle(around).color.match(/[\d.]+/g).map(Number);
  document.documentElement.style.colorScheme = 0.3 * r + 0.6 * g + 0.1 * b > 127 ? 'dark' : 'light';
}

function fitHeight() {
  if (page === window || !window.frameElement) return;
  const height = `${Math.ceil(document.body.getBoundingClientRect().height)}px`;
  if (window.frameElement.style.height !== height) window.frameElement.style.height = height;
}

// What the handle says at its step stands below the figure.
function tell(chart) {
  const said = document.getElementById('said'), spec = liveSpec(chart);
  if (!spec) return;
  const write = () => {
    said.textContent = spec.handles.flatMap(handle => {
      const step = handle.active ?? 0;
      const numbers = (handle.summary ?? []).map(([name, values]) => `${name} ${values[step]}`);
      return handle.unset ? [] : [[handle.said[step], ...numbers].join(' · ')];
    }).join(' — ');
  };
  chart.addEventListener('live-moved', write);
  write();
}

// The buttons in the corner of the figure: a picture for a slide or a paper, with what stands around the figure.
function picturesOf(chart, wide, narrow) {
  const save = async (kind, isPng) => {
    const [title, about, sentence] = ['h1', 'p', '#said'].map(name => document.querySelector(name).textContent);
    const figure = structuredClone(kind === 'column' && narrow ? narrow : wide);
    const picture = await pictureOf(figure, kind, false, { title, about, sentence }, heldHandles(chart));
    const blob = isPng ? await pngOf(picture) : new Blob([picture.svg], { type: 'image/svg+xml' });
    saveAs(blob, `${title.replace(/[^\p{L}\p{N}]+/gu, '_')}_${kind}.${isPng ? 'png' : 'svg'}`);
  };
  const { camera, 'camera-retro': retro = camera } = Plotly.Icons;
  return [
    { name: 'slide', title: 'Picture for a slide (PNG)', icon: camera, click: () => save('slide', true) },
    { name: 'column', title: 'Picture for a paper (SVG)', icon: retro, click: () => save('column', false) },
  ];
}

async function draw() {
  const drawn = ['wide', 'narrow'].map(name => document.getElementById(name)).filter(Boolean);
  const [wide, narrow] = drawn.map(one => JSON.parse(one.textContent));
  const chart = document.getElementById('chart');
  let leave = () => {}, isNarrow = null, isDrawing = false;
  const fit = async () => {
    const small = Boolean(narrow) && window.innerWidth < NARROW_BELOW;
    if (isDrawing || small === isNarrow || window.innerWidth === 0) return;
    isDrawing = true;
    isNarrow = small;
    leave();
    Plotly.purge(chart);
    const config = { displaylogo: false, responsive: true, modeBarButtons: [picturesOf(chart, wide, narrow)] };
    await Plotly.newPlot(chart, ...(({ data, layout }) => [data, layout])(structuredClone(small ? narrow : wide)), config);
    leave = makeLive(chart);
    tell(chart);
    fitHeight();
    isDrawing = false;
    // The page may have become wide meanwhile.
    await fit();
  };
  await fit();
  new ResizeObserver(() => { fitHeight(); fit(); }).observe(document.body);
}

(async () => {
  followGround();
  const source = await plotlySource();
  if (source === null) {
    document.getElementById('lost').hidden = false;
    fitHeight();
    return;
  }
  runScript(source);
  await draw();
})();
