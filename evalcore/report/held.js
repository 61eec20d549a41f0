// How figures are held as data: see drawings.py.

// Return a value with what another one changes of it; `difference` in drawings.py has written that.
function merged(one, other) {
  if (other === null || typeof other !== 'object') return other;
  if (other['=same'] === 1) return one;
  if (Array.isArray(other)) {
    const fits = Array.isArray(one) && one.length === other.length;
    return other.map((value, i) => fits ? merged(one[i], value) : value);
  }
  return Object.fromEntries(Object.entries(other).map(([name, value]) => [name, merged(one?.[name], value)]));
}

// Return data and layout of a figure, as Plotly takes them and changes them.
function figureOf({ wide, narrow }, isNarrow) {
  const found = structuredClone(isNarrow ? merged(wide, narrow) : wide), live = found.layout.meta?.live;
  if (live) found.layout.meta.live = JSON.stringify(live);
  return found;
}
