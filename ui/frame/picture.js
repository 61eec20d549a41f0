// The box of the page's pictures: which figure, for which place, in which colours; what it will be, to be looked at, saved
// and copied. Behind picture.js and held.js; nothing of it asks the server.

export default function({ data, parentElement }) {
  const box = parentElement.querySelector('.picture'), part = name => box.querySelector(`[data-part=${name}]`);
  const { words } = data, charts = chartsOf();
  box.querySelectorAll('[data-word]').forEach(node => { node.textContent = words[node.dataset.word]; });
  part('figure').replaceChildren(...charts.map(({ name }) => Object.assign(document.createElement('option'), { textContent: name })));
  part('figures').hidden = charts.length < 2;
  // Where the page itself is light there is nothing to choose.
  const isDarkPage = darkness(document.querySelector('[data-testid=stApp]'));
  // A box of Streamlit's hangs beside its page, and does not know.
  box.style.colorScheme = isDarkPage ? 'dark' : 'light';
  part('colours').hidden = !isDarkPage;
  const chosen = () => ({
    chart: charts[Math.max(part('figure').selectedIndex, 0)],
    kind: box.querySelector('[name=kind]:checked').value,
    isDark: isDarkPage && box.querySelector('[name=colours]:checked').value === 'page',
  });
  let now = null, latest = 0;
  const tell = text => { part('said').textContent = text; };
  const show = async () => {
    const asked = ++latest;
    box.removeAttribute('data-drawn');
    const { chart, kind, isDark } = chosen();
    const picture = await draw(chart, kind, isDark, data);
    const png = await pngOf(picture);
    if (asked !== latest || !box.isConnected) return;
    const held = picture.svg.replace(/[^\x20-\x7e]/gu, letter => `&#${letter.codePointAt(0)};`);
    now = { picture, png, name: `${chart.file}_${kind}` };
    part('shown').src = `data:image/svg+xml,${encodeURIComponent(held)}`;
    part('shown').alt = chart.said.title;
    tell(`${picture.width} × ${picture.height}`);
    box.dataset.drawn = kind;
  };
  const safely = act => () => act().catch(error => { tell(words.failed); console.warn(error); });
  const acts = {
    png: async () => saveAs(now.png, `${now.name}.png`),
    svg: async () => saveAs(new Blob([now.picture.svg], { type: 'image/svg+xml' }), `${now.name}.svg`),
    copy: async () => {
      if (!navigator.clipboard?.write) { tell(words.unsafe); return; }
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': now.png })]);
      tell(words.copied);
    },
  };
  const stops = Object.entries(acts).map(([name, act]) => listenTo(part(name), 'click', () => { if (now) safely(act)(); }));
  stops.push(listenTo(box, 'change', safely(show)));
  safely(show)();
  return () => { latest++; stops.forEach(stop => stop()); };

  // The figure of the page, and what else is seen of figures below it, as they are drawn there.
  function chartsOf() {
    const found = [...document.querySelectorAll('[data-testid=stMain] .js-plotly-plot')].filter(one => one.data && one.checkVisibility());
    const first = document.querySelector('.st-key-figure .js-plotly-plot');
    const others = found.filter(one => one !== first).map((chart, i) => {
      const alt = chart.closest('[aria-label]')?.getAttribute('aria-label') ?? '', title = titleOf(alt) || words.figure;
      return { chart, name: title, file: `${data.file}_${nameOf(chart) || i + 2}`, said: { title, about: data.said.about, source: data.said.source, alt } };
    });
    return [{ chart: first, name: data.said.title, file: data.file, said: data.said, isOwn: true }, ...others];
  }
}

// The first words of a text that stand alone; `beginning` in takedown.py does the same.
const titleOf = alt => alt.split(/[.:;](?:\s|$)|[。：；]/)[0];

// What its page calls a figure; Streamlit has made of it what any file can be called.
function nameOf(chart) {
  const name = [...chart.closest('[class*=st-key-]')?.classList ?? []].find(one => one.startsWith('st-key-'));
  return name?.slice('st-key-'.length).replace(/[-_]chart$/, '').replaceAll('-', '_');
}

// What is drawn for the page's own figure has been sent for wide and for narrow pictures; others are as they stand.
function draw({ chart, said, isOwn }, kind, isDark, { figure }) {
  const found = isOwn ? figureOf(figure, kind === 'column' && figure.narrow !== null) : { data: chart.data, layout: chart.layout };
  return pictureOf(structuredClone(found), kind, isDark, said, heldHandles(chart));
}

function listenTo(node, event, act) {
  node.addEventListener(event, act);
  return () => node.removeEventListener(event, act);
}

// Whether an element stands on dark ground, as its style sheets see it.
function darkness(node) {
  const probe = node.appendChild(document.createElement('i'));
  probe.style.color = 'light-dark(rgb(0, 0, 0), rgb(255, 255, 255))';
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found === 'rgb(255, 255, 255)';
}
