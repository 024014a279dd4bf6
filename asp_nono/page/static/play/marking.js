// What presses and drags do to the marks of a player. A drag stays on the line on which it begins,
// and can be taken back by going back. It changes only cells that are as the first one was, so that
// nothing known is lost.

import { lineCells } from '../board/tools.js';
import { UNKNOWN } from '../model.js';

export class Marking {
  #stroke = null; // {layer, start, from, to, axis}: cells that are `from` become `to`, along one line

  /** @param game with the `work`, and begin(layer), put(at, color), rewind(), end() and cancel() of strokes */
  constructor(board, game) {
    this.board = board;
    this.game = game;
  }

  /** Whether a stroke has begun. */
  get going() {
    return this.#stroke !== null;
  }

  /**
   * Begins a stroke.
   *
   * @param {import('../model.js').Cell} cell
   * @param {{color: number, pencil?: boolean, cycles?: boolean}} tool what it makes of the cell: a color, or UNKNOWN;
   *   `pencil`: only as a guess; `cycles`: pressing again goes on to background and unknown
   */
  press([x, y], { color, pencil = false, cycles = false }) {
    const at = y * this.board.view.width + x;
    if (pencil && this.game.work.marks[at] !== UNKNOWN) return;
    const layer = pencil ? 'pencil' : 'marks';
    const from = this.game.work[layer][at];
    this.#stroke = { layer, start: [x, y], from, to: after(from, color, cycles), axis: null };
    this.game.begin(layer);
    this.game.put([at], this.#stroke.to);
  }

  /** Goes on to a cell; the one where the stroke ends, on its line. */
  drag([x, y]) {
    if (!this.#stroke) return null;
    const { game, board } = this;
    const { layer, start: [x0, y0], from, to } = this.#stroke;
    if (x === x0 && y === y0) this.#stroke.axis = null;
    else this.#stroke.axis ??= Math.abs(x - x0) >= Math.abs(y - y0) ? 'row' : 'column';
    const end = this.#stroke.axis === 'column' ? [x0, y] : [x, y0];
    const line = lineCells(board.view.width, [x0, y0], end);
    game.rewind();
    const { [layer]: cells, marks } = game.work;
    game.put(line.filter((at) => cells[at] === from && (layer === 'marks' || marks[at] === UNKNOWN)), to);
    board.tell(line.length > 1 ? { cell: end, text: String(line.length) } : null);
    return end;
  }

  release() {
    if (this.#stop()) this.game.end();
  }

  abandon() {
    if (this.#stop()) this.game.cancel();
  }

  #stop() {
    const { going } = this;
    this.board.tell(null);
    this.#stroke = null;
    return going;
  }
}

/** What a press makes of a cell; where presses cycle it is color, background, unknown. */
function after(from, wanted, cycles) {
  if (from !== wanted) return cycles && from === 0 ? UNKNOWN : wanted;
  return cycles && wanted !== 0 && wanted !== UNKNOWN ? 0 : UNKNOWN;
}
