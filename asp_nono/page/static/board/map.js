// The whole picture in the corner between the clues, with the part that is seen, where not all is.

import { UNKNOWN } from '../model.js';

const LEAST = 12; // pixels of the screen: nothing can be seen in a smaller picture

export class SmallMap {
  #canvas = document.createElement('canvas'); // a pixel for each cell
  #stale = null; // the cells that changed since they were drawn; null for all

  /** Cells have changed, or with null all have. */
  note(cells) {
    if (!cells) this.#stale = null;
    else if (this.#stale) for (const at of cells) this.#stale.add(at);
  }

  draw(ctx, view, scene) {
    if (view.fits) return;
    const { width, height } = scene;
    const [right, bottom, pad] = [view.edgeX, view.edgeY, 5 * view.ratio];
    const room = [Math.min(right, view.gutterWidth()), Math.min(bottom, view.gutterHeight())];
    const unit = Math.min((room[0] - 2 * pad) / width, (room[1] - 2 * pad) / height, 4 * view.ratio);
    if (unit * Math.min(width, height) < LEAST * view.ratio) return;
    this.#update(scene);
    const [x0, y0] = [right - pad - unit * width, bottom - pad - unit * height];
    ctx.imageSmoothingEnabled = unit < 1;
    ctx.drawImage(this.#canvas, x0, y0, unit * width, unit * height);
    const [from, top, last, low] = view.seen;
    ctx.strokeStyle = scene.theme.accent;
    ctx.lineWidth = 1.5 * view.ratio;
    ctx.strokeRect(x0 + from * unit, y0 + top * unit, (last + 1 - from) * unit, (low + 1 - top) * unit);
  }

  #update({ width, height, cells, colors, theme }) {
    const ctx = this.#canvas.getContext('2d');
    if (!this.#stale) Object.assign(this.#canvas, { width, height });
    for (const at of this.#stale ?? cells.keys()) {
      ctx.fillStyle = cells[at] === UNKNOWN ? theme.unknown : `#${colors[cells[at]].rgb}`;
      ctx.fillRect(at % width, Math.floor(at / width), 1, 1);
    }
    this.#stale = new Set();
  }
}
