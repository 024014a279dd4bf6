// What several solutions or none leave to be asked: parts of the check panel that each run one job.

import { fill, h } from '../core/dom.js';
import { button, problem, working } from '../app/parts.js';
import { Slot } from '../app/slot.js';

export class Extra {
  constructor(panel, label) {
    this.panel = panel;
    this.app = panel.app;
    this.slot = new Slot();
    this.label = label;
    this.element = h('div', { class: 'extra' });
    this.reset();
  }

  /** As at first: a button that asks. */
  reset() {
    this.stop();
    fill(this.element, button(this.label, () => this.run(), { kind: 'wide' }));
  }

  stop() {
    this.slot.cancel();
  }

  /** Runs the job; `hear` gets its events. An error is told where the button was. */
  async ask(kind, body, label, hear) {
    fill(this.element, working(label, () => this.reset()));
    const end = await this.slot.run(kind, { puzzle: this.panel.puzzle, ...body }, hear);
    if (end?.event !== 'error') return end;
    fill(this.element, problem(end.message), button(this.label, () => this.run(), { kind: 'small' }));
    return null;
  }

  /** Cells as the server counts them, as the page does. */
  cellNumber([x, y]) {
    return (y - 1) * this.app.store.work.width + x - 1;
  }
}
