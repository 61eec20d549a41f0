// The tour: three prompts above the figure, one after the other, each answered by where its handle is left. It comes by
// itself on the first visit and later when asked for; the server hears nothing of it. Whoever leaves Home meanwhile finds
// it where it was, as long as the tab is open. Who has answered all three is offered the page of the matrix at the present
// threshold, and what Home's buttons lead to.

const SEEN = 'workbench-tour', AT = 'workbench-tour-at', THRESHOLD = 'threshold';
// The buttons of the page; on a narrow one two of them stand behind a line that opens.
const WAYS = { file: ['home_load'], path: ['door_path', 'door_line_teach'], exercise: ['door_learn', 'door_line_learn'] };

export default function({ data, parentElement, setStateValue }) {
  const { chart: key, begins, prompts, words } = data, root = parentElement.querySelector('.tour');
  const part = name => root.querySelector(`[data-part=${name}]`);
  // The page may be drawn anew meanwhile, in another language too: `at` is the prompt, `step` the one that answered it,
  // `hint` the last one that did not.
  const begun = { step: null, hint: null, isOver: false };
  const now = parentElement.tour ??= { at: isFirstVisit() ? 0 : leftAt(prompts.length), ...begun };
  let chart = null;
  const draw = () => {
    const isOn = now.at !== null, isLast = now.at === prompts.length - 1, isAnswered = now.step !== null;
    keepAt(now.at);
    document.body.toggleAttribute('data-tour', isOn || now.isOver);
    part('ways').hidden = !now.isOver;
    // Where every exercise is done, Home leads to none.
    for (const name of Object.keys(WAYS)) part(name).hidden = !wayOf(name);
    for (const name of ['on', 'matrix', ...Object.keys(WAYS)]) part(name).textContent = words[name];
    part('next').textContent = isLast ? words.done : words.next;
    part('skip').textContent = words.skip;
    part('take').textContent = words.take;
    for (const name of ['next', 'skip', 'room']) part(name).hidden = !isOn;
    part('take').hidden = isOn;
    // A button that has nothing to do yet keeps its place, so that no sentence is broken anew.
    part('next').style.visibility = isAnswered ? '' : 'hidden';
    part('skip').style.visibility = isAnswered && isLast ? 'hidden' : '';
    part('room').replaceChildren(...(isOn ? prompts.flatMap(roomOf) : []));
    // A reader of the screen tells what changes in a region that is there, not what comes with it.
    requestAnimationFrame(() => part('said').replaceChildren(...sentence()));
  };
  const sentence = () => {
    if (now.at === null) return [];
    const { asks, answers, hints } = prompts[now.at];
    return numbered(answers[now.step] ?? hints[now.hint] ?? asks, now.at, prompts);
  };
  const go = (at, step = null, isOver = false) => {
    Object.assign(now, { at, step, hint: null, isOver });
    draw();
    // Keys go on with the handle; a pointer finds it without.
    if (at !== null) grip()?.focus({ preventScroll: true });
  };
  const handle = () => chart?.live?.spec.handles.find(({ name }) => name === THRESHOLD);
  const grip = () => chart?.querySelector(`.live-grip[data-handle=${THRESHOLD}]`);
  // Who had the keyboard on the button that goes has it on the one that comes.
  const leave = ({ detail: clicks } = {}, isOver = false) => {
    const hadKeys = !clicks && root.contains(root.getRootNode().activeElement);
    go(null, null, isOver);
    if (hadKeys) part(isOver ? 'matrix' : 'take').focus({ preventScroll: true });
  };
  const left = ({ detail: { slider, step } }) => {
    if (now.at === null || slider !== THRESHOLD) return;
    if (prompts[now.at].answers[step] !== null) now.step = step; else now.hint = step;
    draw();
  };
  // The handle may stand already where the next prompt asks for it.
  const goOn = event => {
    if (now.at === prompts.length - 1) return leave(event, true);
    const at = now.at + 1, active = handle()?.active;
    go(at, (prompts[at].answers[active] ?? null) === null ? null : active);
  };
  const take = () => {
    // The answers compare with where the handle stood when the page was opened.
    const detail = { slider: THRESHOLD, step: begins, begins: true, release: true };
    chart?.dispatchEvent(new CustomEvent('live-ask', { detail }));
    go(0);
  };
  // In a field, a box or a list Escape closes that.
  const pressed = event => {
    const isOn = now.at !== null || now.isOver;
    if (event.key === 'Escape' && isOn && !event.defaultPrevented && !event.target.closest?.(CLOSES)) leave();
  };
  const attach = found => {
    chart = found;
    chart.addEventListener('live-left', left);
    return () => found.removeEventListener('live-left', left);
  };
  const ways = Object.keys(WAYS).map(name => [name, () => {
    const found = wayOf(name);
    found?.scrollIntoView({ block: 'nearest' });
    found?.click();
  }]);
  const matrix = () => {
    const { values, active } = handle() ?? {};
    if (values) setStateValue('matrix', { t: values[active], at: Date.now() });
  };
  const acts = { matrix, next: goOn, skip: event => leave(event), take, ...Object.fromEntries(ways) };
  for (const [name, act] of Object.entries(acts)) part(name).onclick = act;
  document.addEventListener('keydown', pressed);
  const unfollow = followChart(key, attach);
  const stop = replaceFormer(parentElement, () => {
    unfollow();
    document.removeEventListener('keydown', pressed);
    document.body.removeAttribute('data-tour');
  });
  // Only now: the former one takes its mark off the page as it goes.
  draw();
  return stop;
}

function wayOf(name) {
  return WAYS[name].map(key => document.querySelector(`.st-key-${key} :is(button, summary)`)).find(Boolean);
}

// Say which of the prompts a sentence belongs to.
function numbered(said, at, prompts) {
  return [made('b', `${at + 1}/${prompts.length}`), ` ${said}`];
}

function made(name, ...within) {
  const node = document.createElement(name);
  node.append(...within);
  return node;
}

// Return out of sight what a prompt may say at its longest.
function roomOf({ asks, answers, hints }, at, prompts) {
  const longest = of => of.reduce((long, said) => (said ?? '').length > long.length ? said : long, '');
  return [asks, longest(answers), longest(hints)].map(said => made('i', ...numbered(said, at, prompts)));
}

// A browser that keeps nothing could not know it again, and shows the tour to who asks for it.
function isFirstVisit() {
  try {
    const isFirst = localStorage.getItem(SEEN) === null;
    localStorage.setItem(SEEN, 'true');
    return isFirst;
  } catch { return false; }
}

// The prompt at which this tab has left the tour, null where it is over or was never begun.
function leftAt(count) {
  try {
    const at = sessionStorage.getItem(AT);
    return at !== null && at in Array.from({ length: count }) ? Number(at) : null;
  } catch { return null; }
}

function keepAt(at) {
  try {
    if (at === null) sessionStorage.removeItem(AT); else sessionStorage.setItem(AT, at);
  } catch { /* then it is asked for again */ }
}

const CLOSES = 'input, textarea, select, [role=dialog], [role=listbox], [data-testid=stPopoverBody]';
