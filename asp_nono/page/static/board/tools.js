// Which cells a tool touches, as pure functions; cells are numbers y * width + x.

/**
 * The cells of a straight line between two cells, both included (Bresenham).
 *
 * @param {number} width
 * @param {number[]} from
 * @param {number[]} to
 */
export function lineCells(width, [x0, y0], [x1, y1]) {
  const cells = [];
  const dx = Math.abs(x1 - x0);
  const dy = -Math.abs(y1 - y0);
  const sx = Math.sign(x1 - x0);
  const sy = Math.sign(y1 - y0);
  let error = dx + dy;
  for (let x = x0, y = y0; ; ) {
    cells.push(y * width + x);
    if (x === x1 && y === y1) return cells;
    const twice = 2 * error;
    if (twice >= dy) {
      error += dy;
      x += sx;
    }
    if (twice <= dx) {
      error += dx;
      y += sy;
    }
  }
}

/** A rectangle's cells; only its frame when it is not filled. */
export function rectangleCells(width, [x0, y0], [x1, y1], filled) {
  const [left, right] = [Math.min(x0, x1), Math.max(x0, x1)];
  const [top, bottom] = [Math.min(y0, y1), Math.max(y0, y1)];
  const cells = [];
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      const edge = x === left || x === right || y === top || y === bottom;
      if (filled || edge) cells.push(y * width + x);
    }
  }
  return cells;
}

/** The connected area of one color around a cell, joined by sides. */
export function fillCells(cells, width, height, start) {
  const color = cells[start];
  const seen = new Uint8Array(cells.length);
  const found = [start];
  seen[start] = 1;
  const visit = (cell) => {
    if (seen[cell] || cells[cell] !== color) return;
    seen[cell] = 1;
    found.push(cell);
  };
  for (let next = 0; next < found.length; next += 1) {
    const cell = found[next];
    const x = cell % width;
    if (x > 0) visit(cell - 1);
    if (x < width - 1) visit(cell + 1);
    if (cell >= width) visit(cell - width);
    if (cell < width * (height - 1)) visit(cell + width);
  }
  return found;
}

/** Cells together with their mirror images; symmetry is "none", "across", "down" or "both". */
export function mirrored(at, width, height, symmetry) {
  if (symmetry === 'none') return at;
  const all = new Set();
  for (const cell of at) {
    const x = cell % width;
    const y = Math.floor(cell / width);
    const xs = symmetry === 'down' ? [x] : [x, width - 1 - x];
    const ys = symmetry === 'across' ? [y] : [y, height - 1 - y];
    for (const one of ys) for (const other of xs) all.add(one * width + other);
  }
  return [...all];
}
