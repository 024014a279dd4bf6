// Where everything on the board is, in pixels of the device: the cells, the clues beside them,
// zoom and the part that is seen. Clues stay in sight when the grid is larger than its pane.

const LARGEST_FIT = 56;
const LARGEST = 96;
const SMALLEST = 3;
const NARROW = 500; // pixels of the screen; letters are smaller there, so that more of a clue is seen
const NEARLY = 0.8; // of the size that can be read, if all is in sight then
const STICKY = 0.38; // no more of the pane is kept for clues, where not all is in sight

const digits = (block, symbols) =>
  (block.length === null ? 1 : String(block.length).length) + (symbols === 'letters' ? 1 : 0);

/** How wide the widest clue of the rows is, in heights of a letter. */
function widest(clues, symbols) {
  let most = 0;
  for (const clue of clues) {
    let units = 0;
    for (const block of clue) units += digits(block, symbols) * 0.6 + 0.6;
    if (units > most) most = units;
  }
  return most;
}

const longest = (clues) => clues.reduce((most, clue) => Math.max(most, clue.length), 1);

export class View {
  width = 1; // of the grid, in cells
  height = 1;
  units = 1; // width of the widest clue of a row, in heights of a letter
  slots = 1; // blocks of the longest clue of a column
  cell = 20;
  x = 0; // of the left edge of the first column
  y = 0;
  paneWidth = 1;
  paneHeight = 1;
  ratio = 1;
  least = SMALLEST; // pixels of the screen of a cell that one can still read, and touch
  shiftX = 0; // how far the clues of the rows are pushed, to read the beginning of long ones
  shiftY = 0;
  #fitted = true;
  #whole = false; // whether one wants all in sight, readable or not

  /** Tells how large the grid is and how much room its clues take, at least that of `roomy` blocks; whether that is new. */
  measure({ width, height, clues, symbols, roomy, least }) {
    const reserved = (side) => Math.max(1, Math.min(roomy, Math.ceil(side / 2)));
    const units = Math.max(widest(clues.rows, symbols), reserved(width) * 1.2);
    const slots = Math.max(longest(clues.columns), reserved(height));
    const same = [width, height, units, slots, least].join() === [this.width, this.height, this.units, this.slots, this.least].join();
    Object.assign(this, { width, height, units, slots, least });
    return !same;
  }

  /** The height of a letter beside cells of some size. */
  letters(cell = this.cell) {
    return Math.min(cell * (this.paneWidth < NARROW * this.ratio ? 0.56 : 0.66), 17 * this.ratio);
  }

  gutterWidth(cell = this.cell) {
    return Math.ceil(this.letters(cell) * (this.units + 0.5));
  }

  gutterHeight(cell = this.cell) {
    return Math.ceil(this.letters(cell) * (this.slots * 1.2 + 0.5));
  }

  /** The room that the clues of the rows have: all that they need, or what the cells can spare. */
  get roomX() {
    return this.fits ? this.gutterWidth() : Math.min(this.gutterWidth(), Math.floor(this.paneWidth * STICKY));
  }

  get roomY() {
    return this.fits ? this.gutterHeight() : Math.min(this.gutterHeight(), Math.floor(this.paneHeight * STICKY));
  }

  /** The right edge of the clues of the rows, as they are seen. */
  get edgeX() {
    return Math.max(this.x, this.roomX);
  }

  get edgeY() {
    return Math.max(this.y, this.roomY);
  }

  /** Pushes the clues of one side, as far as they are longer than their room. */
  shift(dx, dy) {
    const keep = (at, full, room) => Math.min(Math.max(at, 0), Math.max(0, full - room));
    this.shiftX = keep(this.shiftX + dx, this.gutterWidth(), this.roomX);
    this.shiftY = keep(this.shiftY + dy, this.gutterHeight(), this.roomY);
  }

  get fits() {
    return (
      this.gutterWidth() + this.width * this.cell < this.paneWidth &&
      this.gutterHeight() + this.height * this.cell < this.paneHeight
    );
  }

  setPane(width, height, ratio) {
    Object.assign(this, { paneWidth: width, paneHeight: height, ratio });
    this.settle();
  }

  /** As large as possible with everything in sight, or as small as can be read. */
  fit(whole = false) {
    this.#fitted = true;
    this.#whole = whole;
    const smallest = whole ? SMALLEST : this.least * this.ratio;
    [this.shiftX, this.shiftY] = [0, 0];
    const room = 4 * this.ratio;
    let cell = Math.round(LARGEST_FIT * this.ratio);
    const fits = () =>
      this.gutterWidth(cell) + this.width * cell + room <= this.paneWidth &&
      this.gutterHeight(cell) + this.height * cell + room <= this.paneHeight;
    while (cell > Math.max(SMALLEST, NEARLY * smallest) && !fits()) cell -= 1;
    if (!fits()) cell = Math.max(SMALLEST, Math.round(smallest));
    this.cell = cell;
    this.#center();
  }

  #center() {
    const [left, top] = [this.roomX, this.roomY];
    const spare = (pane, used) => Math.max(0, Math.floor((pane - used) / 2));
    this.x = left + spare(this.paneWidth, left + this.width * this.cell);
    this.y = top + spare(this.paneHeight, top + this.height * this.cell);
  }

  /** After the pane or the clues have changed: fitted again, or kept within the pane. */
  settle() {
    if (!this.#fitted) {
      this.pan(0, 0);
      return;
    }
    const before = this.cell;
    this.fit(this.#whole);
    if (before >= this.cell || before < NEARLY * this.least * this.ratio || this.fits) return;
    this.cell = before; // a sheet takes room: the cells stay as they are
    this.#center();
  }

  /** All in sight, or back to a size that can be read. */
  turnFit() {
    this.fit(this.#fitted && !this.fits);
  }

  /** Larger or smaller cells, with the point that is at (px, py) staying there. */
  zoom(factor, px, py) {
    const most = LARGEST * this.ratio;
    const wanted = factor > 1 ? Math.max(this.cell + 1, this.cell * factor) : Math.min(this.cell - 1, this.cell * factor);
    const cell = Math.round(Math.min(most, Math.max(SMALLEST, wanted)));
    this.#fitted = false;
    this.x = Math.round(px - ((px - this.x) / this.cell) * cell);
    this.y = Math.round(py - ((py - this.y) / this.cell) * cell);
    this.cell = cell;
    this.pan(0, 0);
  }

  pan(dx, dy) {
    if (dx || dy) this.#fitted = false;
    const keep = (at, gutter, pane, used) => {
      if (gutter + used <= pane) return Math.min(Math.max(at, gutter), pane - used);
      return Math.min(Math.max(at, pane - used), gutter);
    };
    this.x = keep(this.x + Math.round(dx), this.roomX, this.paneWidth, this.width * this.cell);
    this.y = keep(this.y + Math.round(dy), this.roomY, this.paneHeight, this.height * this.cell);
    this.shift(0, 0);
  }

  /** Moves just so far that a cell is seen. */
  reveal(x, y) {
    if (this.fits) return;
    const shift = (at, edge, pane) => {
      if (at < edge) return edge - at;
      return at + this.cell > pane ? pane - at - this.cell : 0;
    };
    this.pan(
      shift(this.left(x), this.edgeX, this.paneWidth),
      shift(this.top(y), this.edgeY, this.paneHeight),
    );
  }

  left(x) {
    return this.x + x * this.cell;
  }

  top(y) {
    return this.y + y * this.cell;
  }

  /** The column and row at a point, clamped to the grid or null outside of it. */
  cellAt(px, py, clamp = false) {
    const x = Math.floor((px - this.x) / this.cell);
    const y = Math.floor((py - this.y) / this.cell);
    if (clamp) {
      return [Math.min(Math.max(x, 0), this.width - 1), Math.min(Math.max(y, 0), this.height - 1)];
    }
    if (px < this.edgeX || py < this.edgeY) return null;
    return x >= 0 && y >= 0 && x < this.width && y < this.height ? [x, y] : null;
  }

  /** The line whose clue is at a point, as {side, number}, or null. */
  lineAt(px, py) {
    const [x, y] = [Math.floor((px - this.x) / this.cell), Math.floor((py - this.y) / this.cell)];
    if (px < this.edgeX && py >= this.edgeY && y < this.height) return { side: 'rows', number: y };
    if (py < this.edgeY && px >= this.edgeX && x < this.width) return { side: 'columns', number: x };
    return null;
  }

  /** The columns and rows that are seen: [first column, first row, last column, last row]. */
  get seen() {
    const first = (edge, at) => Math.max(0, Math.floor((edge - at) / this.cell));
    const last = (pane, at, side) => Math.min(side - 1, Math.floor((pane - at) / this.cell));
    return [
      first(this.edgeX, this.x),
      first(this.edgeY, this.y),
      last(this.paneWidth, this.x, this.width),
      last(this.paneHeight, this.y, this.height),
    ];
  }
}
