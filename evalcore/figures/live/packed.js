// Plotly packed in a file: a third of its size as text. `unpacked` answers soon, `unpackedNow` at once and more slowly.

async function unpacked(text) {
  return new Response(new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
}

// A browser that is asked to print waits for nobody, and has no way of its own to unpack at once.
function unpackedNow(text) {
  return new TextDecoder().decode(inflated(bytesOf(text)));
}

function bytesOf(text) {
  return Uint8Array.from(atob(text.trim()), letter => letter.charCodeAt(0));
}

// Return what was packed by gzip without a name, as `packed_plotly` does: RFC 1952 around blocks of RFC 1951.
function inflated(bytes) {
  const HEAD = 10, TAIL = 8, LONGEST = 15, END = 256;
  const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
  const [lengthBase, lengthBits] = steps(3, 4, 28), [distanceBase, distanceBits] = steps(1, 2, 30);
  lengthBase[28] = 258;
  lengthBits[28] = 0;
  const out = new Uint8Array(new DataView(bytes.buffer).getUint32(bytes.length - 4, true));
  let at = HEAD, held = 0, n = 0, end = 0, isLast = false;
  while (!isLast) {
    isLast = take(1) === 1;
    const kind = take(2);
    if (kind === 0) copy();
    else if (kind === 1) codes(table([...Array(288).keys()].map(i => i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8)), table(Array(30).fill(5)));
    else if (kind === 2) codes(...own());
    else throw new Error('not packed by gzip');
  }
  if (end !== out.length) throw new Error('not packed by gzip');
  return out;

  // The first value of each code and how many bits are added to it; codes of `group` have as many bits each.
  function steps(first, group, count) {
    const base = [], bits = [];
    for (let i = 0, value = first; i < count; i++) {
      bits.push(Math.max(Math.floor(i / group) - 1, 0));
      base.push(value);
      value += 1 << bits[i];
    }
    return [base, bits];
  }

  function fill(count) {
    while (n < count) {
      held |= (at < bytes.length - TAIL ? bytes[at] : 0) << n;
      at++;
      n += 8;
      if (at > bytes.length) throw new Error('not packed by gzip');
    }
  }

  function take(count) {
    fill(count);
    const found = held & ((1 << count) - 1);
    held >>>= count;
    n -= count;
    return found;
  }

  // The symbol of each sequence of bits of the longest code, and how many of them are its own.
  function table(lengths) {
    const most = Math.max(...lengths), found = new Uint16Array(1 << most), count = Array(LONGEST + 1).fill(0), next = [0, 0];
    lengths.forEach(length => { if (length) count[length]++; });
    for (let length = 1; length <= LONGEST; length++) next[length + 1] = next[length] + count[length] << 1;
    lengths.forEach((length, symbol) => {
      if (!length) return;
      const code = next[length]++;
      let turned = 0;
      for (let i = 0; i < length; i++) turned |= (code >> i & 1) << length - 1 - i;
      for (let place = turned; place < found.length; place += 1 << length) found[place] = symbol << 4 | length;
    });
    return { found, most };
  }

  function symbol({ found, most }) {
    fill(most);
    const code = found[held & found.length - 1], length = code & 15;
    held >>>= length;
    n -= length;
    return code >> 4;
  }

  function own() {
    const literals = take(5) + 257, distances = take(5) + 1, kinds = take(4) + 4, of = Array(19).fill(0), lengths = [];
    for (let i = 0; i < kinds; i++) of[ORDER[i]] = take(3);
    const coded = table(of);
    while (lengths.length < literals + distances) {
      const one = symbol(coded);
      if (one < 16) lengths.push(one);
      else if (one === 16) lengths.push(...Array(3 + take(2)).fill(lengths.at(-1)));
      else lengths.push(...Array(one === 17 ? 3 + take(3) : 11 + take(7)).fill(0));
    }
    return [table(lengths.slice(0, literals)), table(lengths.slice(literals))];
  }

  function codes(literals, distances) {
    for (let one = symbol(literals); one !== END; one = symbol(literals)) {
      if (one < END) {
        out[end++] = one;
        continue;
      }
      const length = lengthBase[one - 257] + take(lengthBits[one - 257]), far = symbol(distances);
      const from = end - distanceBase[far] - take(distanceBits[far]);
      for (let i = 0; i < length; i++) out[end + i] = out[from + i];
      end += length;
    }
  }

  function copy() {
    take(n % 8);
    const length = take(16);
    take(16);
    at -= n / 8;
    held = n = 0;
    out.set(bytes.subarray(at, at + length), end);
    at += length;
    end += length;
  }
}

// Run a script as if it stood in the page.
function runScript(source) {
  const script = document.createElement('script');
  script.textContent = source;
  document.head.append(script);
}
