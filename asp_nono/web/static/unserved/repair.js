// The smallest changes of a picture after which it is the only solution: clingo chooses the cheapest
// changes that satisfy all nogoods so far (hitting.lp), until the puzzle of the changed picture has
// one solution. As in asp_nono/design/nogoods.py, one that has two gives nogoods: cells of which one
// at least must get another color than the changed picture has. So does one that line logic leaves
// open, where that is to be enough.

import { clueOf, cluesOf, isClue } from '../../../page/static/clues.js';
import { givenOf, rowsOf } from '../../../page/static/codec.js';
import { cellsAlong, colorsAt, domainOf, lineOf, linesOf, solveLine, sweep } from '../../../page/static/lines.js';
import { placeOf } from '../../../page/static/model.js';

const ENOUGH = 3; // repairs
const EASIEST = ['line', 'depth-1', 'search']; // of repairs at the same cost this comes first
const OTHERS = 30; // other solutions of one picture that give nogoods
const LEARNED = '#defined taken/2. #defined left/2. :- nogood(N), take(I) : taken(N, I); not touched(T) : left(N, T).';
const TAUGHT = 10; // nogoods of one picture that are kept, the strongest

/**
 * Yields what is known: repairs, and `least`, a cost below which there is none.
 *
 * @param {import('./solving.js').Solving} solving
 * @param {import('../../../page/static/model.js').Work} work with the picture
 * @param {boolean} line whether line logic alone must be enough
 */
export function* repairing(solving, work, line) {
  const changes = changesOf(work);
  const program = [LEARNED, ...changes.map(([at], number) => `candidate(${number},${at}). cost(${number},1).`)];
  const found = [];
  let least = 0;
  for (;;) {
    const chosen = solving.chosen(program.join('\n'));
    if (!chosen || (found.length && chosen.length > least)) return { repairs: found, smallest: found.length > 0, least };
    if (chosen.length > least) {
      least = chosen.length;
      yield { event: 'progress', repairs: [], least };
    }
    const edit = chosen.map((number) => changes[number]);
    const { technique, nogoods } = judged(solving, edited(work, edit), line);
    if (technique) {
      found.push(repairOf(work, edit, technique));
      found.sort((one, two) => EASIEST.indexOf(one.technique) - EASIEST.indexOf(two.technique));
      if (found.length === ENOUGH || !edit.length) return { repairs: found, smallest: true, least };
      yield { event: 'progress', repairs: [...found], smallest: true, least };
      program.push(...learned(program.length, chosen, []));
    }
    for (const cells of nogoods.sort((one, two) => one.size - two.size).slice(0, TAUGHT)) {
      const now = chosen.filter((number) => cells.has(changes[number][0]));
      const changed = now.map((number) => changes[number][0]);
      program.push(...learned(program.length, now, [...cells].filter((at) => !changed.includes(at))));
    }
  }
}

/** What was learned: one of these candidates is not taken, or one of these cells is touched. */
function* learned(number, taken, cells) {
  yield `nogood(${number}).`;
  if (taken.length) yield `taken(${number},(${taken.join(';')})).`;
  if (cells.length) yield `left(${number},(${cells.join(';')})).`;
}

/** Each cell with each other color that it may have. */
function changesOf(work) {
  const colors = work.colors.map((_, color) => color);
  return [...work.cells].flatMap((before, at) => (work.given.get(at) ?? colors).filter((color) => color !== before).map((color) => [at, color]));
}

function edited(work, edit) {
  const cells = work.cells.slice();
  for (const [at, color] of edit) cells[at] = color;
  return { ...work, cells };
}

const repairOf = (work, edit, technique) => ({
  changes: edit.map(([at, color]) => [...placeOf(at, work), work.colors[work.cells[at]].char, work.colors[color].char]),
  cost: edit.length, technique, isolated: 0, broken_symmetries: 0, grade: null, rows: rowsOf(work, edited(work, edit).cells),
});

/** How the puzzle of a picture is solved, or nogoods where that is not as it should be. */
function judged(solving, work, line) {
  const clues = cluesOf(work);
  const lines = linesOf(work, clues);
  const domain = domainOf({ ...work, given: givenOf(work) });
  sweep(domain, lines, work);
  const open = new Set([...work.cells.keys()].filter((at) => colorsAt(domain, at).length > 1));
  if (!open.size) return { technique: 'line', nogoods: [] };
  const { verdict, technique, pictures } = solving.solve({ work, clues }, OTHERS);
  if (verdict === 'unique' && !line) return { technique, nogoods: [] };
  const others = pictures.filter((cells) => cells.some((color, at) => color !== work.cells[at]));
  const nogoods = others.flatMap((other) => differences(work.cells, other, lines));
  if (line) nogoods.push(...partsOf(lines.flatMap((one) => piecesOf(one, open, (...piece) => isStuck(work, domain, one, open, ...piece)))));
  return { nogoods };
}

/** For each part of the difference between two solutions the cells on which it rests. */
function differences(mine, theirs, lines) {
  const marked = new Set([...mine.keys()].filter((at) => mine[at] !== theirs[at]));
  return partsOf(lines.flatMap((line) => piecesOf(line, marked, (first, end) => {
    const [start, count] = [line.start + first * line.step, end + 1 - first];
    const last = line.start + end * line.step;
    return (end + 1 === line.length || mine[last] === theirs[last]) && isClue(clueOf(mine, start, line.step, count), clueOf(theirs, start, line.step, count));
  })));
}

/** Whether line logic learns nothing in a piece of a line, which begins and ends with a known cell or with the line. */
function isStuck(work, domain, line, open, first, end) {
  const last = line.start + end * line.step;
  if (end + 1 < line.length && open.has(last)) return false;
  const piece = { start: line.start + first * line.step, step: line.step, length: end + 1 - first };
  const may = lineOf(domain, piece);
  const left = solveLine(clueOf(work.cells, piece.start, piece.step, piece.length), may);
  return may.every((cells, color) => cells.every((one, at) => one === left[color][at]));
}

/**
 * The shortest pieces of a line that hold all marked cells, each settled by itself; one piece where
 * it does not fall into such. What lies to the left of a piece is alike in both pictures.
 */
function piecesOf(line, marked, settled) {
  const cells = cellsAlong(line);
  const pieceOf = (first, end) => ({ cells: cells.slice(first, end + 1), marked: cells.slice(first, end + 1).filter((at) => marked.has(at)) });
  const found = [];
  for (let p = 0, after = 0; p < line.length; p += 1) {
    if (p < after || !marked.has(cells[p])) continue;
    const first = Math.max(p - 1, 0);
    let end = p;
    while (end < line.length && !settled(first, end)) end += 1;
    if (end === line.length) return [pieceOf(0, end)];
    found.push(pieceOf(first, end));
    after = end + 1;
  }
  return found;
}

/** The unions of pieces that share marked cells. */
function partsOf(pieces) {
  let parts = [];
  for (const { cells, marked } of pieces) {
    const touching = parts.filter((part) => marked.some((at) => part.marked.has(at)));
    const joined = { cells: new Set(cells), marked: new Set(marked) };
    for (const part of touching) {
      for (const at of part.cells) joined.cells.add(at);
      for (const at of part.marked) joined.marked.add(at);
    }
    parts = [...parts.filter((part) => !touching.includes(part)), joined];
  }
  return parts.map(({ cells }) => cells);
}
