// Plotly is packed in the file, see file.py. It is unpacked at once and not by the browser's DecompressionStream: that
// one answers later, and what prints a page as soon as it is loaded would print it without figures.

// Return the bytes of a raw deflate stream (RFC 1951) of which `size` are known to come out.
function inflated(from, size) {
  const to = new Uint8Array(size), LENGTHS = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
  let at = 0, end = 0, held = 0, n = 0;
  const bits = count => {
    while (n < count) { held |= from[at++] << n; n += 8; }
    const found = held & ((1 << count) - 1);
    held >>>= count;
    n -= count;
    return found;
  };
  // A code is how many symbols have each length, and the symbols in order.
  const codeOf = lengths => {
    const counts = new Uint16Array(16), places = new Uint16Array(16), symbols = new Uint16Array(lengths.length);
    lengths.forEach(length => { counts[length] += 1; });
    counts[0] = 0;
    for (let i = 1; i < 15; i += 1) places[i + 1] = places[i] + counts[i];
    lengths.forEach((length, symbol) => { if (length) symbols[places[length]++] = symbol; });
    return { counts, symbols };
  };
  const symbol = ({ counts, symbols }) => {
    for (let length = 1, code = 0, first = 0, index = 0; length < 16; length += 1) {
      code |= bits(1);
      if (code - counts[length] < first) return symbols[index + code - first];
      index += counts[length];
      first = (first + counts[length]) << 1;
      code <<= 1;
    }
    throw new Error('The packed script is broken.');
  };
  const lengthOf = k => k < 8 ? [k + 3, 0] : k === 28 ? [258, 0] : [((4 + k % 4) << ((k >> 2) - 1)) + 3, (k >> 2) - 1];
  const distanceOf = k => k < 4 ? [k + 1, 0] : [((2 + k % 2) << ((k >> 1) - 1)) + 1, (k >> 1) - 1];
  const more = ([base, extra]) => base + bits(extra);
  const fixed = () => [
    codeOf(Array.from({ length: 288 }, (_, i) => i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8)), codeOf(Array(30).fill(5))];
  const dynamic = () => {
    const letters = bits(5) + 257, distances = bits(5) + 1, own = Array(19).fill(0), lengths = [];
    for (let i = 0, count = bits(4) + 4; i < count; i += 1) own[LENGTHS[i]] = bits(3);
    const code = codeOf(own);
    while (lengths.length < letters + distances) {
      const found = symbol(code), last = lengths.at(-1);
      if (found < 16) lengths.push(found);
      else if (found === 16) lengths.push(...Array(3 + bits(2)).fill(last));
      else lengths.push(...Array(found === 17 ? 3 + bits(3) : 11 + bits(7)).fill(0));
    }
    return [codeOf(lengths.slice(0, letters)), codeOf(lengths.slice(letters))];
  };
  const stored = () => {
    held = n = 0;
    const count = from[at] | from[at + 1] << 8;
    to.set(from.subarray(at + 4, at + 4 + count), end);
    at += 4 + count;
    end += count;
  };
  const coded = ([letters, distances]) => {
    for (let found = symbol(letters); found !== 256; found = symbol(letters)) {
      if (found < 256) { to[end++] = found; continue; }
      let count = more(lengthOf(found - 257));
      const back = more(distanceOf(symbol(distances)));
      for (; count > 0; count -= 1, end += 1) to[end] = to[end - back];
    }
  };
  for (let isLast = 0; !isLast;) {
    isLast = bits(1);
    const kind = bits(2);
    if (kind === 0) stored(); else coded(kind === 1 ? fixed() : dynamic());
  }
  return to;
}

function unpack(place) {
  const from = Uint8Array.from(atob(place.textContent), letter => letter.charCodeAt(0)), script = document.createElement('script');
  script.textContent = new TextDecoder().decode(inflated(from, Number(place.dataset.size)));
  document.head.append(script);
}

unpack(document.getElementById('plotly'));
