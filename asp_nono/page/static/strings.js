// The English texts that the studio and published pages share, and the choice of the language. A
// translation is a module with the same keys, as strings_de.js.

import { de } from './strings_de.js';

export const many = (number, one, more = `${one}s`) => `${number} ${String(number) === '1' ? one : more}`;

/** Cells of a line by their numbers from 1, which may hold ranges: "2-4, 7". */
const cells = (named) => `${/^\d+$/.test(named) ? 'cell' : 'cells'} ${named}`;

export const en = {
  undo: 'Undo',
  redo: 'Redo',
  close: 'Close',
  cancel: 'Cancel',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoomFit: 'Fit to window',
  size: (columns, rows) => `${columns} × ${rows}`,
  status: { rows: (row) => `Row ${row}:`, columns: (column) => `Column ${column}:` },
  line: (axis, number) => `${axis} ${number}`,
  colorNames: {}, // of usual colors, which puzzles name in English
  spoken: {
    board: (width, height, mode) => `${mode}: board of ${width} columns and ${height} rows. The arrow keys move a cursor.`,
    place: (row, column) => `Row ${row}, column ${column}`,
    unknown: 'unknown',
    given: 'given',
    clues: (row, column) => `row clue ${row}, column clue ${column}`,
    notes: { differs: 'differs', wrong: 'wrong', because: 'a reason', fresh: 'new', change: 'would change', region: 'not certain', atom: 'of this atom' },
  },
  play: {
    label: 'Play',
    mark: 'Mark cells as',
    unknown: 'unknown',
    cross: 'Cross out',
    choose: (name, number) => (number < 10 ? `${name} (key ${number})` : name),
    chosen: (name) => `Chosen: ${name}`,
    pencil: 'Pencil mark',
    time: 'Time',
    hintTitle: 'A hint',
    hint: { where: 'Where to look', rule: 'Which rule', cells: 'Which cells' },
    apply: 'Fill them in',
    errors: 'Have I made an error?',
    showWrong: 'Show me where',
    goBack: 'Go back to before it',
    why: 'Why is a cell so?',
    whyChoose: 'Choose the cell on the board: a click, or Enter at the cursor. Its color will be shown.',
    working: 'Working …',
    stopped: (limit) => `Stopped by the ${limit}.`,
    tried: (cell, color) => `Suppose the cell in column ${cell[0]} and row ${cell[1]} is ${color}:`,
    options: 'Settings',
    cycle: 'A tap goes on: color, crossed out, unknown',
    crossOut: 'Cross out clues that are done',
    autoCross: 'Cross out the rest of finished lines',
    timer: 'Show the time',
    statesTitle: 'Saved states',
    keep: 'Save this state',
    kept: (title) => `${title} saved.`,
    state: (at) => `State of ${at}`,
    stateOf: (id, number) => id || `State ${number}`,
    restore: (title) => `Go back to “${title}”`,
    forget: (title) => `Delete “${title}”`,
    noStates: 'Save a state, and you can always go back to it.',
    solved: 'Solved!',
    solvedText: 'Every clue is right.',
    facts: (time, hints, checks) => [time, hints ? many(hints, 'hint') : 'no hints', checks && many(checks, 'check')].filter(Boolean).join(' · '),
  },
  trial: {
    begin: 'Try something',
    on: (count) => (count ? `A trial: ${many(count, 'cell')}` : 'A trial: mark what you suppose'),
    keep: 'Keep',
    drop: 'Drop',
    kept: 'The trial is kept.',
    dropped: 'The trial is dropped. Undo brings it back.',
  },
  hints: {
    look: (line) => `Look at ${line}.`,
    rule: (line, rule) => `Look at ${line}: ${rule}.`,
    cell: (place, color) => `${place}: ${color}`,
    color: ['crossed out', 'filled'],
    cells,
    block: (number, length, count, color) => `${count === 1 ? 'the only block' : `block ${number}`} (${[many(length ?? '?', 'cell'), color].filter(Boolean).join(', ')})`,
    rules: {
      blank: 'blank line', fit: 'exact fit', overlap: 'overlap', done: 'all blocks painted', rest: 'no cell to spare', unreachable: 'out of reach',
      squeeze: 'pulled together', exhaustive: 'every way tried', several: 'several lines', contradiction: 'contradiction',
    },
    reasons: {
      blank: () => 'the clue has no blocks, so all cells are background',
      fit: (length) => `the blocks with the gaps between them fill all ${length} cells, so there is only one way`,
      covered: (block, first, last, axis) =>
        (first === last ? `${block} has only one place, ${cells(first)}` : `${block} covers ${cells(first)} when pushed to the ${axis === 'row' ? 'left' : 'top'} and ${cells(last)} when pushed to the ${axis === 'row' ? 'right' : 'bottom'}`),
      done: () => 'all cells of its blocks are there',
      rest: (count, color) => `the clue has ${many(count, `${color} cell`)}, and no other cells can be ${color}`,
      unreachable: (named) => `no block reaches ${cells(named)}`,
      squeeze: (reason) => `every filled cell has to belong to a block; ${reason}`,
      exhaustive: (named) => `in every way to fill the line ${cells(named)} are the same`,
      several: () => 'no line gives this cell by itself, but several lines together do',
      contradiction: (color, line) => `if it were ${color}, ${line} could not be completed`,
    },
    several: 'No single line helps, but several lines together do.',
    trial: (place) => `No single line helps; try colors in ${place}.`,
    stuck: 'No line helps, and neither does trying one cell. Only a longer search goes on from here.',
    solved: 'The puzzle is solved.',
    right: 'No mistakes.',
    open: (number) => `No mistake is found. On ${many(number, 'line')} it is too early to tell.`,
    wrong: 'There is a mistake.',
    wrongCells: (number) => `${many(number, 'cell')} cannot be so.`,
    wrongLines: (lines) => `Something is wrong in ${lines.join(', ')}.`,
  },
};

/** The texts of a language, with English ones where it has none. */
const over = (texts, others) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => {
    const other = others[key] ?? text;
    return [key, text?.constructor === Object ? { ...over(text, other), ...(Object.keys(text).length ? {} : other) } : other];
  }));

const KEY = 'studio.language';

/** The language that was chosen here; the browser's where none was, or nothing can be kept. */
function wanted() {
  try {
    return localStorage.getItem(KEY) ?? navigator.language.slice(0, 2);
  } catch {
    return navigator.language.slice(0, 2);
  }
}

export const language = wanted() === 'de' ? 'de' : 'en';

/**
 * Texts in the language of the page.
 *
 * @template T
 * @param {T} english
 * @param {object} german
 * @returns {T}
 */
export const translated = (english, german) => (language === 'de' ? /** @type {any} */ (over(english, german)) : english);

export const t = translated(en, de);

document.documentElement.lang = language;

/** Loads the page again in the other language; the work is kept. */
export function turnLanguage() {
  localStorage.setItem(KEY, language === 'de' ? 'en' : 'de');
  location.reload();
}

/** A line, such as `row 3`, in words. */
export function lineNamed(line) {
  const [axis, number] = line.split(' ');
  return t.line(axis, number);
}

/** A color in words: usual names have translations. */
export const colorNamed = (name) => t.colorNames[name] ?? name;

/** Minutes and seconds, with hours where there are any. */
export function clock(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const two = (value) => String(value).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
