// Every English text of the player. A translation is a module with the same keys, as strings_de.js.

import { many, t as shared, translated } from '../../page/static/strings.js';
import { de } from './strings_de.js';

export const en = {
  untitled: 'Nonogram',
  back: 'All puzzles',
  puzzles: (number) => many(number, 'nonogram'),
  colors: (number) => `${number} colors`,
  menu: 'Menu',
  bar: 'Tools',
  hint: 'Hint',
  saved: 'Your progress is kept on this device.',
  win: {
    again: 'Play again',
    next: 'Next puzzle',
    share: 'Share result',
    picture: 'Save picture',
    copied: 'The result is copied.',
    text: (title, size, facts) => `I solved “${title}” (${size}): ${facts}`,
  },
  more: {
    check: 'Check for mistakes',
    fit: 'Show the whole board',
    restart: 'Start over',
    restarted: 'All cells are unknown again. Undo brings them back.',
    symbols: 'On colors',
    onColors: { none: 'Nothing', letters: 'Letters', patterns: 'Patterns' },
    theme: 'Colors of the page',
    themes: { auto: 'As the device', light: 'Light', dark: 'Dark' },
    help: [
      'Tap to fill, hold to cross out. Drag along a row or a column; the number of cells is counted.',
      'Move the board with two fingers, or with one on the clues. Pinch to zoom.',
      'With a mouse: the right button crosses out, the wheel scrolls, Ctrl and the wheel zoom.',
      'Keys: arrows, Enter, X, Delete, P for a pencil mark, T for a trial, Ctrl+Z, H for a hint.',
      'A trial: what you mark after it began is kept or dropped together. A tap on a number of a clue crosses it out.',
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
      clue: (one) => `The puzzle in the link is invalid: the clue of ${one}.`,
    },
    none: (one) => (one ? `This puzzle has no solution: ${one} cannot be completed.` : 'This puzzle has no solution: rows and columns ask for different numbers of cells.'),
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
    gives: (place) => `The solver has filled a cell: ${place}.`,
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

export const t = { ...shared, ...translated(en, de) };
