// From a picture to its clues, line by line; and which lines a change of cells touches.

/** The runs of colors of blocks in `count` cells, from `start` on, `step` apart. */
export function clueOf(cells, start, step, count) {
  const clue = [];
  let color = 0;
  let length = 0;
  for (let number = 0, at = start; number < count; number += 1, at += step) {
    if (cells[at] === color) {
      length += 1;
      continue;
    }
    if (color) clue.push({ length, color });
    color = cells[at];
    length = 1;
  }
  if (color) clue.push({ length, color });
  return clue;
}

export const rowClue = ({ cells, width }, y) => clueOf(cells, y * width, 1, width);
export const columnClue = ({ cells, width, height }, x) => clueOf(cells, x, width, height);

/**
 * @param {import('./model.js').Work} work
 * @returns {import('./model.js').Clues}
 */
export function cluesOf(work) {
  return {
    rows: Array.from({ length: work.height }, (_, y) => rowClue(work, y)),
    columns: Array.from({ length: work.width }, (_, x) => columnClue(work, x)),
  };
}

/** The rows and columns that some cells lie in. */
export function linesThrough(at, width) {
  const rows = new Set();
  const columns = new Set();
  for (const cell of at) {
    rows.add(Math.floor(cell / width));
    columns.add(cell % width);
  }
  return { rows, columns };
}

/** Recomputes the clues of the lines that some cells lie in, and only these. */
export function updateClues(clues, work, at) {
  const { rows, columns } = linesThrough(at, work.width);
  for (const y of rows) clues.rows[y] = rowClue(work, y);
  for (const x of columns) clues.columns[x] = columnClue(work, x);
  return { rows, columns };
}

/** Whether the clue of a picture is the one that is asked for; a blotted block fits every length. */
export const isClue = (found, clue) =>
  found.length === clue.length &&
  clue.every(({ length, color }, number) => color === found[number].color && [null, found[number].length].includes(length));

/** Whether a picture has these clues. */
export const agrees = (work, clues) =>
  clues.rows.every((clue, y) => isClue(rowClue(work, y), clue)) &&
  clues.columns.every((clue, x) => isClue(columnClue(work, x), clue));

// Clues as people type them: "3 1 2", with colors "3r 1g", "?" for a length that is hidden.

/** A clue as text; the letter of a color is left out where there is only one. */
export function writeClue(clue, colors) {
  const several = colors.length > 2;
  return clue.map(({ length, color }) => (length ?? '?') + (several ? colors[color].char : '')).join(' ');
}

/**
 * The blocks of a text, or what is wrong with it: {clue} or {mistake, values}, where `mistake`
 * names a sentence in `clues.words` of the texts.
 */
export function readClue(text, colors, side) {
  const clue = [];
  for (const word of text.split(/[\s,;]+/).filter(Boolean)) {
    const found = /^(\d+|\?)(.?)$/u.exec(word);
    if (!found) return { mistake: 'unknownText', values: { text: word } };
    const block = readBlock(found, colors);
    if (block.mistake) return { ...block, values: { ...block.values, text: word } };
    if (block.length === 0 && text.trim() === '0') return { clue: [] };
    if (block.length === 0) return { mistake: 'zero' };
    clue.push(block);
  }
  const need = leastCells(clue);
  return need > side ? { mistake: 'long', values: { need, have: side } } : { clue };
}

function readBlock(found, colors) {
  const [, digits, char] = found;
  const length = digits === '?' ? null : Number(digits);
  if (!char && (colors.length === 2 || length === 0)) return { length, color: 1 };
  const color = colors.findIndex((one, number) => number > 0 && one.char === char);
  if (color > 0) return { length, color };
  return { mistake: 'noColor', values: { letters: colors.slice(1).map((one) => one.char).join(' ') } };
}

/** How many cells a clue takes at least, with the gaps between blocks of one color. */
export function leastCells(clue) {
  return clue.reduce((sum, { length, color }, number) =>
    sum + (length ?? 1) + (number && clue[number - 1].color === color ? 1 : 0), 0);
}

/** The colors of which rows and columns have different numbers of cells. */
export function unequalTotals(clues, colors) {
  const total = (side, color) => side.flat().filter((block) => block.color === color)
    .reduce((sum, { length }) => (length === null ? Number.NaN : sum + length), 0);
  return colors.slice(1).flatMap(({ name }, number) => {
    const [rows, columns] = [total(clues.rows, number + 1), total(clues.columns, number + 1)];
    return rows === columns || Number.isNaN(rows + columns) ? [] : [{ name, rows, columns }];
  });
}
