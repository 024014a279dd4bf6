// The grade of a program on all small boards, in the worker. As with the server (docs/grading.md),
// the program is solved together with a choice of the clues of all lines: the answers on all boards
// of a size come from one search.

import { clueOf, cluesOf } from '../../../page/static/clues.js';
import { rowsOf, toPuzzle } from '../../../page/static/codec.js';
import { classicOfLine, factsOfLine } from '../../../page/static/facts.js';
import { linesOf, span } from '../../../page/static/lines.js';
import { blankWork } from '../../../page/static/model.js';
import { RefusedError, contentsOf } from './contents.js';
import { requireLawful } from './exercise.js';
import { graded } from './score.js';

const LARGEST = 9; // cells of a board
const LONGEST = 6; // cells of a line
const LARGEST_COLORED = 6;
const AFTER_FAULT = { 2: 6, 3: 5 }; // cells, by the number of colors: up to this, more mistakes are looked for
const MOST_ANSWERS = 500; // on the board that is drawn
const MOST = 60_000; // answers on all boards of a size, where there are more than pictures
const PALETTE = [['white', '.', 'ffffff'], ['black', '#', '000000'], ['red', 'o', 'c00000']].map(([name, char, rgb]) => ({ name, char, rgb }));

const CLUES = ['line/2', 'block/4', 'blot/3'];
const OUTPUT = 'fill/3';

/** The sizes of boards in the order in which they are tried: by area, the most square first. */
function boards(colors) {
  const sides = span(1, LONGEST + 1);
  const sizes = sides.flatMap((width) => sides.map((height) => ({ width, height, area: width * height, side: Math.max(width, height) })));
  return sizes.filter(({ area }) => area <= LARGEST)
    .sort((one, other) => one.area - other.area || one.side - other.side || one.width - other.width)
    .map((size) => ({ ...size, colors: size.area <= LARGEST_COLORED ? colors : 2 }));
}

/** The cells of a pattern from its number in base `colors`, the lowest digit first. */
const cellsOf = (code, length, colors) => Uint8Array.from({ length }, (_, at) => Math.floor(code / colors ** at) % colors);

const numberOf = (cells, colors) => cells.reduce((sum, color, at) => sum + color * colors ** at, 0);

/** The order of two lists of numbers: that of the first numbers that differ. */
function order(one, other) {
  const at = one.findIndex((value, place) => value !== other[place]);
  return at < 0 ? 0 : one[at] - other[at];
}

/** All clues of a line, the shortest first, and for each pattern the number of its clue. */
function cluesOfLength(length, colors) {
  const every = Array.from({ length: colors ** length }, (_, code) => clueOf(cellsOf(code, length, colors), 0, 1, length));
  const known = new Map(every.map((clue) => [JSON.stringify(clue), clue]));
  const key = (clue) => [clue.length, ...clue.flatMap(({ length: size, color }) => [size, color])];
  const clues = [...known.values()].sort((one, other) => order(key(one), key(other)));
  const numbers = new Map(clues.map((clue, number) => [JSON.stringify(clue), number]));
  return { clues, numbers: every.map((clue) => numbers.get(JSON.stringify(clue))) };
}

/** A size of boards: its lines, and the clues that each may have. */
function layOut({ width, height, colors }) {
  const blank = blankWork(width, height, PALETTE.slice(0, colors));
  const lines = linesOf(blank, cluesOf(blank));
  const [ofRows, ofColumns] = [cluesOfLength(width, colors), cluesOfLength(height, colors)];
  return { blank, lines: lines.map((line) => ({ ...line, ...(line.side === 'rows' ? ofRows : ofColumns) })) };
}

/**
 * The facts that a program gets: of the vocabulary of which it reads more, those that it reads.
 *
 * @throws {RefusedError} if it reads more of a vocabulary whose facts the page cannot write
 */
function vocabularyOf({ used, derived }, { ours, classic, foreign }) {
  const inputs = new Set([...used].filter((signature) => !derived.has(signature)));
  const count = (signatures) => signatures.filter((one) => inputs.has(one)).length;
  const other = foreign.find((signatures) => count(signatures) > Math.max(count(classic), count(ours)));
  if (other) throw new RefusedError(other.find((one) => inputs.has(one)));
  if (count(classic) > count(ours)) return { classic: true, known: classic, wanted: new Set(classic) };
  return { classic: false, known: ours, wanted: new Set(ours.filter((one) => inputs.has(one) || (CLUES.includes(one) && used.has(one)))) };
}

const signatureOf = (fact) => {
  const [, name, terms] = /^(\w+)\((.*)\)\.$/.exec(fact);
  return `${name}/${terms.replaceAll(/\([^()]*\)/g, '').split(',').length}`;
};

/** The rules that choose a clue for each line and derive its facts. */
function* choiceOf({ blank, lines }, { classic, wanted, known }) {
  const { width, height, colors } = blank;
  for (const [place, line] of lines.entries()) {
    yield `{ asp_nono_clue(${place},0..${line.clues.length - 1}) } = 1.`;
    for (const [number, clue] of line.clues.entries()) {
      const chosen = `asp_nono_clue(${place},${number})`;
      const facts = classic ? classicOfLine({ ...line, clue }) : factsOfLine({ ...line, clue }, colors.length);
      for (const fact of facts) if (wanted.has(signatureOf(fact))) yield `${fact.slice(0, -1)} :- ${chosen}.`;
    }
  }
  if (wanted.has('open/2')) yield `open(1..${width},1..${height}).`;
  if (wanted.has('possible/3')) yield `possible(1..${width},1..${height},1..${colors.length - 1}).`;
  yield* known.map((signature) => `#defined ${signature}.`);
}

/** Constraints: rows and columns have the same number of cells of each color. */
function* totals({ lines }, colors) {
  for (let color = 1; color < colors; color += 1) {
    const terms = lines.flatMap(({ clues, side }, place) => clues.map((clue, number) => {
      const total = clue.reduce((sum, block) => sum + (block.color === color ? block.length : 0), 0);
      return `${side === 'rows' ? total : -total},${place} : asp_nono_clue(${place},${number})`;
    }));
    yield `:- #sum { ${terms.join('; ')} } != 0.`;
  }
}

/** The clue numbers and the picture of an answer set; {odd}, an atom, where it shows none. */
function read(set, { width, height, colors }) {
  const cells = new Uint8Array(width * height);
  const [chosen, named] = [[], new Set()];
  let odd = '';
  for (const atom of set) {
    const [, place, number] = /^asp_nono_clue\((\d+),(\d+)\)$/.exec(atom) ?? [];
    const [, x, y, color] = /^fill\((-?\d+),(-?\d+),(-?\d+)\)$/.exec(atom)?.map(Number) ?? [];
    const at = (y - 1) * width + x - 1;
    const inside = x >= 1 && x <= width && y >= 1 && y <= height;
    if (place) chosen[place] = Number(number);
    else if (!inside && color === 0) continue;
    else if (!inside || !(color >= 0 && color < colors.length) || named.has(at)) odd = atom;
    else {
      cells[at] = color;
      named.add(at);
    }
  }
  return { chosen, code: numberOf(cells, colors.length), odd };
}

/** The clue numbers of a picture. */
const shownBy = (cells, { lines, blank }) =>
  lines.map(({ start, step, length, numbers }) => numbers[numberOf(Uint8Array.from({ length }, (_, at) => cells[start + at * step]), blank.colors.length)]);

export class Grading {
  /** @param {(program: string, options: {models: number, projected: boolean, constants: string[]}) => {sets: string[][], more: boolean}} clingo */
  constructor(clingo) {
    this.clingo = clingo;
  }

  /**
   * Grades a program, with progress after each size of boards.
   *
   * `rubric` has the points; `facts` has the vocabularies, lists of signatures, and of those that
   * name a color (`colored`) the place of the color; `exercise` what a program needs or may not have.
   */
  * grade({ program, rubric, facts, exercise }) {
    const contents = contentsOf(program, facts.colored);
    if (exercise) requireLawful(contents, exercise);
    this.clingo(program, { models: 1, projected: true, constants: [] }); // a mistake is in its own lines
    const shows = contents.derived.has(OUTPUT) && (!contents.shown.size || contents.shown.has(OUTPUT));
    const layer = { ...vocabularyOf(contents, facts), text: `${contents.text}\n#show asp_nono_clue/2.${shows ? ` #show ${OUTPUT}.` : ''}` };
    const colors = contents.colored ? 3 : 2;
    const sizes = boards(colors);
    const tried = [];
    const isFaulty = () => tried.some(({ faulty }) => faulty);
    for (const board of sizes) {
      if (isFaulty() && board.area > AFTER_FAULT[colors]) break;
      tried.push(this.#tried(layOut(board), layer));
      yield { event: 'progress', stage: 'boards', done: tried.length, sizes: sizes.length, board: sizeOf(tried.at(-1)), faulty: isFaulty() };
    }
    const { fault, ...grade } = graded(tried, ({ board: { blank } }) => picturesOf(blank), rubric);
    return { ...grade, boards: tried.map(sizeOf), block_colors: colors - 1, counterexample: fault ? this.#example(fault) : null };
  }

  /** What a program answers on all boards of a size. */
  #tried(board, layer) {
    const { width, height, colors } = board.blank;
    const text = [layer.text, ...choiceOf(board, layer), ...totals(board, colors.length)].join('\n');
    const constants = layer.classic ? [`rows=${height}`, `columns=${width}`, `colors=${colors.length - 1}`] : [];
    let found = this.clingo(text, { models: picturesOf(board.blank) + 1, projected: false, constants });
    const repeated = compared(found.sets, board).repeated;
    if (found.more) found = this.clingo(text, { models: MOST, projected: true, constants });
    const { missing, ...others } = compared(found.sets, board);
    return { board, text, constants, ...others, missing: found.more ? [] : missing, repeated };
  }

  /** The simplest board of a size with a mistake, and the answers on it. */
  #example(/** @type {any} */ { board, text, constants, ...found }) {
    const numbers = simplestOf(board, found);
    const chosen = numbers.map((number, place) => `:- not asp_nono_clue(${place},${number}).`).join('\n');
    const { sets } = this.clingo(`${text}\n${chosen}`, { models: MOST_ANSWERS, projected: false, constants });
    return exampleOf(board, numbers, compared(sets, board));
  }
}

const picturesOf = ({ width, height, colors }) => colors.length ** (width * height);

const pictureOf = (code, { blank: { width, height, colors } }) => cellsOf(code, width * height, colors.length);

const sizeOf = ({ board: { blank } }) => `${blank.width}x${blank.height}`;

/** Answer sets compared with all pictures: each is to be shown once, for its own clues. */
function compared(sets, board) {
  const shown = new Map();
  const [wrong, odd] = [[], []];
  for (const set of sets) {
    const answer = read(set, board.blank);
    if (answer.odd) odd.push(answer);
    else if (shownBy(pictureOf(answer.code, board), board).some((number, at) => number !== answer.chosen[at])) wrong.push(answer);
    else shown.set(answer.code, (shown.get(answer.code) ?? 0) + 1);
  }
  const missing = Array.from({ length: picturesOf(board.blank) }, (_, code) => code).filter((code) => !shown.has(code));
  const repeated = [...shown].filter(([, times]) => times > 1);
  return { wrong, odd, missing, repeated, faulty: wrong.length + odd.length + missing.length > 0 };
}

/** The clue numbers, among those with a mistake, that have the fewest colors and blocks. */
function simplestOf(board, { wrong, odd, missing, repeated, faulty }) {
  const bad = faulty ? missing : repeated.map(([code]) => code);
  const candidates = [...[...wrong, ...odd].map(({ chosen }) => chosen), ...bad.map((code) => shownBy(pictureOf(code, board), board))];
  return candidates.reduce((one, other) => (isSimpler(other, one, board) ? other : one));
}

/** The answers on one board, as the page draws them. */
function exampleOf(board, numbers, { wrong, odd, missing, repeated }) {
  const { blank, lines } = board;
  const isSolution = (code) => shownBy(pictureOf(code, board), board).every((number, at) => number === numbers[at]);
  const solutions = Array.from({ length: picturesOf(blank) }, (_, code) => code).filter(isSolution);
  const clues = lines.map((line, at) => line.clues[numbers[at]]);
  const rows = (codes) => codes.map((code) => rowsOf(blank, pictureOf(code, board)));
  return {
    puzzle: toPuzzle({ ...blank, clues: { rows: clues.slice(0, blank.height), columns: clues.slice(blank.height) } }),
    solutions: rows(solutions),
    missing: rows(solutions.filter((code) => missing.includes(code))),
    wrong: rows([...new Set(wrong.map(({ code }) => code))]),
    odd: odd.map((one) => one.odd),
    repeated: repeated.map(([code, times]) => ({ picture: rowsOf(blank, pictureOf(code, board)), times })),
  };
}

/** Whether clues with these numbers have fewer colors, then fewer blocks, than others. */
function isSimpler(numbers, others, { lines }) {
  const key = (one) => {
    const blocks = lines.flatMap(({ clues }, at) => clues[one[at]]);
    return [Math.max(0, ...blocks.map(({ color }) => color)), blocks.length, ...one];
  };
  return order(key(numbers), key(others)) < 0;
}
