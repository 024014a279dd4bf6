// Line logic in the browser: what follows from one line, from all lines, and from trying a cell.
//
// A domain is a Uint8Array of `colors` layers of width * height cells: whether a cell may have a
// color. A line is {clue, start, step, length}: its cells in a layer. The line solver is complete,
// as `asp_nono.line.solver.solve` is, and tests hold the two against each other.

import { UNKNOWN } from './model.js';

/**
 * What is left of the colors of a line, or null if the clue has no arrangement.
 *
 * @param {{length: ?number, color: number}[]} clue a blotted block has no length
 * @param {Uint8Array[]} may for each color whether each cell may have it
 */
export function solveLine(clue, may) {
  const size = may[0].length;
  const count = clue.length;
  const there = pass(clue, may);
  if (!there.fits[count][size]) return null;
  const { after, ends } = suffixes(clue, may);
  const left = may.map(() => new Uint8Array(size));
  clue.forEach((block, number) => {
    cover(left[block.color], may[block.color], block.length, there.starts[number], (border) => ends(number, border));
  });
  for (let at = 0; at < size; at += 1) {
    for (let number = 0; may[0][at] && !left[0][at] && number <= count; number += 1) {
      left[0][at] = there.fits[number][at] & after(number, at + 1);
    }
  }
  return left;
}

/** after(b, p): the blocks from b on fit behind border p; ends(b, p): block b can end there. */
function suffixes(clue, may) {
  const size = may[0].length;
  const turned = pass([...clue].reverse(), may.map((cells) => Uint8Array.from(cells).reverse()));
  const after = (number, border) => turned.fits[clue.length - number][size - border];
  const ends = (number, border) => {
    if (clue[number + 1]?.color !== clue[number].color) return after(number + 1, border);
    return border < size && may[0][border] ? after(number + 1, border + 1) : 0;
  };
  return { after, ends };
}

/** fits[b][p]: b blocks fit into the first p cells; starts[b][p]: block b can start at p then. */
function pass(clue, may) {
  const size = may[0].length;
  const fits = [new Uint8Array(size + 1)];
  fits[0][0] = 1;
  for (let p = 1; p <= size; p += 1) fits[0][p] = fits[0][p - 1] & may[0][p - 1];
  const starts = clue.map((block, number) => {
    const [before, cells] = [fits[number], may[block.color]];
    const [start, row] = [new Uint8Array(size + 1), new Uint8Array(size + 1)];
    const gap = number > 0 && clue[number - 1].color === block.color;
    let [run, open] = [0, 0];
    for (let p = 0; p <= size; p += 1) {
      start[p] = gap ? Number(p > 0 && may[0][p - 1] && before[p - 1]) : before[p];
      if (p === 0) continue;
      run = cells[p - 1] ? run + 1 : 0;
      open = Number(cells[p - 1] && (start[p - 1] || open));
      const ends = block.length === null ? open : run >= block.length && start[p - block.length];
      row[p] = Number(ends || (row[p - 1] && may[0][p - 1]));
    }
    fits.push(row);
    return start;
  });
  return { fits, starts };
}

/** Sets the cells that a block covers in some arrangement. */
function cover(left, cells, length, starts, ends) {
  const size = cells.length;
  if (length === null) {
    const open = new Uint8Array(size);
    for (let p = 0; p < size; p += 1) open[p] = Number(cells[p] && (starts[p] || (p > 0 && open[p - 1])));
    for (let p = size - 1, back = false; p >= 0; p -= 1) {
      back = Boolean(cells[p] && (back || ends(p + 1)));
      if (open[p] && back) left[p] = 1;
    }
    return;
  }
  let run = 0;
  let covered = 0;
  for (let p = 1; p <= size; p += 1) {
    run = cells[p - 1] ? run + 1 : 0;
    const from = p - length;
    if (run < length || !starts[from] || !ends(p)) continue;
    for (let at = Math.max(from, covered); at < p; at += 1) left[at] = 1;
    covered = p;
  }
}

/** For each block of a clue where it can be, as [start, length]; at most some of its places. */
export function places(clue, may, most = Infinity) {
  const size = may[0].length;
  const { starts } = pass(clue, may);
  const { ends } = suffixes(clue, may);
  return clue.map((block, number) => {
    const found = [];
    const next = new Uint16Array(size + 1); // next[p]: the first border behind cell p where a block over it can end, or 0
    for (let p = size - 1; p >= 0; p -= 1) if (may[block.color][p]) next[p] = ends(number, p + 1) ? p + 1 : next[p + 1];
    for (let start = 0; start < size && found.length < most; start += 1) {
      if (!starts[number][start]) continue;
      for (let end = next[start]; end && end - start <= (block.length ?? size) && found.length < most; end = next[end]) {
        if ([null, end - start].includes(block.length)) found.push([start, end - start]);
      }
    }
    return found;
  });
}

/** All arrangements of a clue within what the cells may have: one array of colors, rewritten. */
export function* arrangements(clue, may) {
  const size = may[0].length;
  const { after, ends } = suffixes(clue, may);
  const line = new Uint8Array(size);
  function* from(number, border) {
    const block = clue[number];
    if (!block) yield line;
    for (let start = border; block && start < size && after(number, start); start += 1) {
      for (let p = start; p < size && may[block.color][p]; p += 1) {
        line[p] = block.color;
        const length = p + 1 - start;
        if ((block.length ?? length) === length && ends(number, p + 1)) {
          const gap = clue[number + 1]?.color === block.color;
          yield* from(number + 1, p + 1 + Number(gap));
        }
        if (block.length === length) break;
      }
      line.fill(0, start);
      if (!may[0][start]) break;
    }
  }
  if (after(0, 0)) yield* from(0, 0);
}

/** The lines of a puzzle, rows first. */
export function linesOf({ width, height }, clues) {
  const row = (clue, y) => ({ side: 'rows', number: y, clue, start: y * width, step: 1, length: width });
  const column = (clue, x) => ({ side: 'columns', number: x, clue, start: x, step: width, length: height });
  return [...clues.rows.map(row), ...clues.columns.map(column)];
}

/** The domain of a puzzle: its given cells, and the marks of a player, if any. */
export function domainOf({ width, height, colors, given }, marks = null) {
  const size = width * height;
  const domain = Array.from(colors, () => new Uint8Array(size).fill(1));
  const keep = (at, kept) => domain.forEach((cells, color) => {
    if (!kept.includes(color)) cells[at] = 0;
  });
  for (const [at, kept] of given) keep(at, kept);
  marks?.forEach((color, at) => color !== UNKNOWN && keep(at, [color]));
  return domain;
}

/** What a line is called, such as `row 3`. */
export const nameOf = ({ side, number }) => `${side === 'rows' ? 'row' : 'column'} ${number + 1}`;

/** The numbers from one up to another, which is not among them. */
export const span = (first, end) => Array.from({ length: Math.max(0, end - first) }, (_, k) => first + k);

/** The cells of a line, in order. */
export const cellsAlong = ({ start, step, length }) => Array.from({ length }, (_, p) => start + p * step);

/** What a line may have, color by color. */
export const lineOf = (domain, { start, step, length }) => domain.map((cells) => {
  const line = new Uint8Array(length);
  for (let p = 0, at = start; p < length; p += 1, at += step) line[p] = cells[at];
  return line;
});

/** Takes from a domain what `left` of a line has lost; these cells. */
function narrow(domain, { start, step, length }, left) {
  const changed = [];
  for (let p = 0, at = start; p < length; p += 1, at += step) {
    let lost = false;
    domain.forEach((cells, color) => {
      if (!cells[at] || left[color][p]) return;
      cells[at] = 0;
      lost = true;
    });
    if (lost) changed.push(at);
  }
  return changed;
}

/**
 * Solves lines, and those that they change, until nothing is new; the domain is narrowed.
 *
 * @returns a line without an arrangement, or null
 */
export const sweep = (domain, lines, size, first = lines.keys()) => finished(sweeping(domain, lines, size, first));

/** What a generator returns, after all its steps. */
export function finished(steps) {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** The same, line by line, for those who cannot wait for all. */
function* sweeping(domain, lines, { width, height }, first = lines.keys()) {
  const queue = [...first];
  const waiting = new Set(queue);
  for (const index of queue) {
    waiting.delete(index);
    yield;
    const left = solveLine(lines[index].clue, lineOf(domain, lines[index]));
    if (!left) return lines[index];
    for (const at of narrow(domain, lines[index], left)) {
      const crossing = index < height ? height + (at % width) : Math.floor(at / width);
      if (waiting.has(crossing)) continue;
      waiting.add(crossing);
      queue.push(crossing);
    }
  }
  return null;
}

/**
 * Derives all that sweeps and trials of single cells show, a little at each step of the generator;
 * the domain is narrowed. It returns a line without an arrangement, or null.
 */
export function* deriving(domain, lines, size) {
  let clash = yield* sweeping(domain, lines, size);
  for (let quiet = 0, at = 0; !clash && quiet < domain[0].length; quiet += 1, at = (at + 1) % domain[0].length) {
    const crossing = [Math.floor(at / size.width), size.height + (at % size.width)];
    for (const color of colorsAt(domain, at)) {
      if (colorsAt(domain, at).length < 2 || !(yield* sweeping(only(domain, at, color), lines, size, crossing))) continue;
      domain[color][at] = 0;
      quiet = 0;
      clash = yield* sweeping(domain, lines, size, crossing);
      if (clash) break;
    }
  }
  return clash ?? null;
}

export const colorsAt = (domain, at) => domain.flatMap((cells, color) => (cells[at] ? [color] : []));

/** A domain in which a cell has one color. */
export function only(domain, at, color) {
  const tried = domain.map((cells) => cells.slice());
  tried.forEach((cells, other) => {
    if (other !== color) cells[at] = 0;
  });
  return tried;
}

/** The only color that a cell may have, or UNKNOWN. */
export function colorAt(domain, at) {
  const color = domain.findIndex((cells) => cells[at]);
  return domain.some((cells, other) => other > color && cells[at]) ? UNKNOWN : color;
}

/** The cells of a domain, or of one line, that have one color left, as [at, color]. */
export const knownIn = (domain) => Array.from(domain[0], (_, at) => [at, colorAt(domain, at)]).filter(([, color]) => color !== UNKNOWN);
