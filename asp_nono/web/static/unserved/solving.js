// What the worker of a studio without a server does: line logic, and clingo for what that leaves
// open. The answers are those of the server (docs/json.md), as far as the page reads them.

import { clueOf, cluesOf, isClue, unequalTotals, writeClue } from '../../../page/static/clues.js';
import { fromPuzzle, givenOf, rowsOf } from '../../../page/static/codec.js';
import { factsOf, pictureOf } from '../../../page/static/facts.js';
import { colorAt, deriving, domainOf, finished, knownIn, linesOf, sweep } from '../../../page/static/lines.js';
import { UNKNOWN, placeOf } from '../../../page/static/model.js';
import { fits } from '../../../page/static/play/solved.js';
import { repairing } from './repair.js';

const MOST = 1000; // solutions that are browsed
const EACH_SECOND = 50; // solutions that are counted for each second of the limit

/** A puzzle as it came, with what it asks for. */
export function posed(puzzle) {
  const work = fromPuzzle(puzzle);
  return { work, clues: work.clues ?? cluesOf(work), goal: puzzle.goal ? work.cells : null };
}

const differing = (one, other, work) => [...one.keys()].filter((at) => one[at] !== other[at]).map((at) => placeOf(at, work));

/** What line logic derives: {clash}, or {domain, easy}: whether sweeps alone were enough. */
function derive(work, clues) {
  const domain = domainOf({ ...work, given: givenOf(work) });
  const lines = linesOf(work, clues);
  if (unequalTotals(clues, work.colors).length) return { clash: true };
  const clash = sweep(domain, lines, work);
  const isOpen = () => domain[0].some((_, at) => colorAt(domain, at) === UNKNOWN);
  if (clash || !isOpen()) return { clash, domain, easy: true, open: false };
  return { clash: finished(deriving(domain, lines, work)), domain, easy: false, open: isOpen() };
}

const cellsOf = (domain) => Uint8Array.from(domain[0], (_, at) => colorAt(domain, at));

export class Solving {
  /**
   * @param {(program: string, models: number, costs?: boolean) => {sets: string[][], more: boolean}} clingo
   * @param {{program: string, hitting: string}} encodings of the rules, and of what chooses repairs
   */
  constructor(clingo, { program, hitting }) {
    this.clingo = clingo;
    this.encodings = program;
    this.hitting = hitting;
  }

  /** Some solutions, and whether there are more. */
  #models({ work, clues }, domain, most) {
    const { sets, more } = this.clingo(`${this.encodings}\n${factsOf(work, clues, knownIn(domain))}`, most);
    return { pictures: sets.map((set) => pictureOf(set, work)), more };
  }

  /** {verdict, technique, pictures}: at most some solutions. */
  solve(question, most = 2) {
    const { clash, domain, easy, open } = derive(question.work, question.clues);
    if (clash) return { verdict: 'none', clash, pictures: [], more: false };
    if (!open) return { verdict: 'unique', technique: easy ? 'line' : 'depth-1', pictures: [cellsOf(domain)], more: false };
    const { pictures, more } = this.#models(question, domain, most);
    return { verdict: ['none', 'unique'][pictures.length] ?? 'multiple', technique: 'search', pictures, more };
  }

  /** Whether there is one solution; if not, two of them and where they differ. */
  check({ puzzle }) {
    const question = posed(puzzle);
    const { work, goal } = question;
    const { verdict, technique, clash, pictures } = this.solve(question);
    const rows = pictures.map((cells) => rowsOf(work, cells));
    const answer = { verdict, technique, solutions: rows, clash: clash?.clue ? { side: clash.side, number: clash.number } : null };
    if (verdict !== 'multiple') return answer;
    const differences = differing(pictures[0], pictures[1], work);
    const other = goal && pictures.find((cells) => cells.some((color, at) => color !== goal[at]));
    return other ? { ...answer, differences, other: rowsOf(work, other), other_differs: differing(goal, other, work) } : { ...answer, differences };
  }

  /** How many solutions there are, up to a limit; with the shares of colors, or some of them. */
  count({ puzzle, shares, sample, time_limit: seconds }) {
    const question = posed(puzzle);
    const { work } = question;
    const { pictures, more } = this.solve(question, EACH_SECOND * seconds);
    const answer = { count: String(pictures.length), exact: !more, at_most: null };
    if (shares) answer.shares = Array.from({ length: work.height }, (_, y) => Array.from({ length: work.width }, (__, x) => sharesOf(pictures, y * work.width + x, work.colors.length)));
    if (sample) answer.picked = Array.from({ length: sample }, () => rowsOf(work, pictures[Math.floor(Math.random() * pictures.length)]));
    return answer;
  }

  /** Solutions by number, as far as they are counted. */
  * solutions({ puzzle, first, most }) {
    const question = posed(puzzle);
    const { pictures, more } = this.solve(question, MOST);
    const total = { exact: !more, count: more ? null : String(pictures.length) };
    yield { event: 'progress', ...total };
    for (let index = Number(first); index < Math.min(pictures.length, Number(first) + most); index += 1) {
      yield { event: 'progress', index: String(index), picture: rowsOf(question.work, pictures[index]) };
    }
    return total;
  }

  /** The smallest changes of a picture after which it is the only solution. */
  repair({ puzzle, line_solvable: line }) {
    return repairing(this, posed(puzzle).work, line);
  }

  /** The cheapest candidates that satisfy what was learned, by their numbers; null if there are none. */
  chosen(learned) {
    const { sets } = this.clingo(`${this.hitting}\n${learned}`, 1, true);
    return sets.length ? sets[0].map((atom) => Number(atom.slice('take('.length, -1))) : null;
  }
}

function sharesOf(pictures, at, colors) {
  const shares = new Array(colors).fill(0);
  for (const cells of pictures) shares[cells[at]] += 1 / pictures.length;
  return shares;
}

/** Why a picture is no solution, as a message of the server. */
function mismatch(work, clues, cells) {
  for (const { side, number, clue, start, step, length } of linesOf(work, clues)) {
    const found = clueOf(cells, start, step, length);
    if (isClue(found, clue)) continue;
    const line = { template: side === 'rows' ? 'row {number}' : 'column {number}', values: { number: number + 1 } };
    return { template: '{line} shows {shown}, but its clue is {clue}', values: { line, shown: writeClue(found, work.colors) || '0', clue: writeClue(clue, work.colors) || '0' } };
  }
  return { template: 'given cells', values: {} };
}

/** An answer set of a program, as the bench reads it. */
export function answerOf(set, { work, clues }) {
  const cells = pictureOf(set, work);
  const places = {};
  set.forEach((atom, number) => {
    const [, x, y] = /^fill\((\d+),(\d+),\d+\)$/.exec(atom) ?? [];
    if (x) (places[`${x},${y}`] ??= []).push(number);
  });
  const right = fits(work, clues, cells);
  return { picture: rowsOf(work, cells), right, ...(right ? {} : { wrong_message: mismatch(work, clues, cells) }), atoms: set, total: set.length, cells: places };
}
