// From a picture to its clues, line by line; and which lines a change of cells touches.

/** The runs of colours of blocks in `count` cells, from `start` on, `step` apart. */
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

export function cluesOf(work) {
  return {
    rows: Array.from({ length: work.height }, (_, y) => rowClue(work, y)),
    columns: Array.from({ length: work.width }, (_, x) => columnClue(work, x)),
  };
}

/** The rows and columns that some cells lie in. */
export function linesOf(at, width) {
  const rows = new Set();
  const columns = new Set();
  for (const cell of at) {
    rows.add(Math.floor(cell / width));
    columns.add(cell % width);
  }
  return { rows, columns };
}

/** Computes the clues of the lines that some cells lie in anew, and only these. */
export function updateClues(clues, work, at) {
  const { rows, columns } = linesOf(at, work.width);
  for (const y of rows) clues.rows[y] = rowClue(work, y);
  for (const x of columns) clues.columns[x] = columnClue(work, x);
  return { rows, columns };
}

/** Whether a picture has these clues; a blotted block fits every length. */
export function agrees(work, clues) {
  const own = cluesOf(work);
  const same = (mine, theirs) =>
    mine.length === theirs.length &&
    mine.every(
      (block, number) =>
        block.color === theirs[number].color &&
        [null, block.length].includes(theirs[number].length),
    );
  return ['rows', 'columns'].every((side) =>
    own[side].every((clue, number) => same(clue, clues[side][number])),
  );
}
