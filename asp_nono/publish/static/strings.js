// Every English text of the player. A translation is a module with the same keys, as strings_de.js.

import { de } from './strings_de.js';

const many = (number, one, more = `${one}s`) => `${number} ${number === 1 ? one : more}`;
const line = ({ side, number }) => `${side === 'rows' ? 'row' : 'column'} ${number + 1}`;
const Line = (one) => line(one).replace(/^./, (char) => char.toUpperCase());
const list = (words, most = 4) =>
  words.length > most ? `${words.slice(0, most).join(', ')} and ${words.length - most} more` : words.join(', ');

const en = {
  untitled: 'Nonogram',
  back: 'All puzzles',
  puzzles: (number) => many(number, 'nonogram'),
  colors: (number) => `${number} colors`,
  menu: 'Menu',
  close: 'Close',
  time: 'Time',
  board: 'Nonogram',
  boardHelp: 'Arrow keys move, Enter fills, X crosses, Delete clears.',
  line,
  Line,
  cell: (x, y) => `row ${y + 1}, column ${x + 1}`,
  clue: (text) => text || 'blank',
  unknown: 'unknown',
  strip: 'The clues of the row and the column that you touch are shown here in full.',
  bar: 'Tools',
  fill: (name, several) => (several ? `Fill with ${name}` : 'Fill'),
  cross: 'Cross out',
  pencil: 'Pencil mark',
  undo: 'Undo',
  redo: 'Redo',
  hint: 'Hint',
  saved: 'Your progress is kept on this device.',
  hints: {
    title: 'Hint',
    look: (one) => `Look at ${line(one)}.`,
    follow: (one, number) => `${Line(one)}: ${many(number, 'cell')} follow${number === 1 ? 's' : ''} from its clue.`,
    several: 'No line gives a cell by itself, but several lines together do.',
    trial: (cell, name, clash) => `No line helps by itself. If ${cell} were ${name}, ${line(clash)} could not be completed.`,
    none: 'No line helps, and neither does trying one cell. Only a longer search goes on from here.',
    show: 'Show the cells',
    apply: 'Fill in',
    solved: 'The puzzle is solved.',
  },
  check: {
    title: 'Mistakes',
    right: 'No mistakes.',
    open: (number) => `No mistake is found. On ${many(number, 'line')} it is too early to tell.`,
    wrong: 'There is a mistake.',
    cells: (number) => `${many(number, 'cell')} cannot be so.`,
    lines: (lines) => `Something is wrong in ${list(lines.map(line))}.`,
    show: 'Show where',
    back: 'Go back to before it',
  },
  win: {
    title: 'Solved!',
    again: 'Play again',
    next: 'Next puzzle',
    share: 'Share result',
    picture: 'Save picture',
    copied: 'The result is copied.',
    facts: (time, hints, checks) =>
      [time, hints ? many(hints, 'hint') : 'no hints', checks && many(checks, 'check')].filter(Boolean).join(' · '),
    text: (title, size, facts) => `I solved “${title}” (${size}): ${facts}`,
  },
  more: {
    check: 'Check for mistakes',
    fit: 'Show the whole board',
    restart: 'Start over',
    restarted: 'All cells are unknown again. Undo brings them back.',
    cycle: 'A tap fills, then crosses out, then clears',
    autoCross: 'Cross out the rest of finished lines',
    symbols: 'On colors',
    onColors: { none: 'Nothing', letters: 'Letters', patterns: 'Patterns' },
    timer: 'Show the time',
    theme: 'Colors of the page',
    themes: { auto: 'As the device', light: 'Light', dark: 'Dark' },
    help: [
      'Tap to fill, hold to cross out. Drag along a row or a column; the number of cells is counted.',
      'Move the board with two fingers, or with one on the clues. Pinch to zoom.',
      'With a mouse: the right button crosses out, the wheel scrolls, Ctrl and the wheel zoom.',
      'Keys: arrows, Enter, X, Delete, P for a pencil mark, Ctrl+Z, H for a hint.',
    ],
    how: 'How to play',
    by: (author) => `by ${author}`,
  },
  link: {
    title: 'Nonograms by link',
    about: 'This page plays a nonogram that comes in a link. The puzzle stays in the link and on this device; no server sees it.',
    field: 'Paste a link to a puzzle',
    open: 'Play',
    unreadable: 'The link is damaged or cut off. Ask for it again, and copy all of it.',
    faults: {
      noPuzzle: () => 'The link contains no puzzle that this page can play.',
      large: () => 'The puzzle in the link is too large for this page.',
      clue: (one) => `The puzzle in the link is invalid: the clue of ${line(one)}.`,
    },
    none: (one) => (one ? `This puzzle has no solution: ${line(one)} cannot be completed.` : 'This puzzle has no solution: rows and columns ask for different numbers of cells.'),
    unique: 'exactly one solution, by line logic',
    unknown: 'line logic does not show whether there is only one solution; each counts',
  },
  clingo: {
    title: 'Solver',
    about: 'clingo 5.8 runs in this page; nothing is sent anywhere.',
    check: 'How many solutions?',
    loading: 'Loading clingo …',
    running: 'clingo is searching …',
    stop: 'Stop',
    unique: 'There is exactly one solution.',
    multiple: 'There are several solutions.',
    none: 'There is no solution.',
    undecided: 'Stopped: it is not known whether there is one solution.',
    by: { line: 'Line logic shows it.', search: (seconds) => `clingo showed it in ${seconds} s.` },
    cell: 'Ask the solver for a cell',
    gives: 'The solver says that this cell is filled.',
    stopped: 'Stopped.',
    program: 'Run a program',
    programHelp: 'An encoding, as in the bench of the studio. It reads the facts of this puzzle and shows fill(X, Y, K).',
    run: 'Run',
    models: (number, more, right) =>
      `${more ? 'At least ' : ''}${many(number, 'answer set')}; ${number === right ? 'all are' : `${right} of them ${right === 1 ? 'is' : 'are'}`} solutions.`,
    noModels: 'No answer set.',
    failed: (reason) => `clingo stopped: ${reason}`,
  },
};

/** @typedef {typeof en} Texts */

const german = navigator.language.startsWith('de');
export const t = german ? de : en;

document.documentElement.lang = german ? 'de' : 'en';

/** Minutes and seconds, with hours where there are any. */
export function clock(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const two = (value) => String(value).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
