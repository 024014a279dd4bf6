// No solution: the fewest clues that clash, marked beside the grid.

import { fill, h } from '../core/dom.js';
import { t } from '../strings.js';
import { Extra } from './extra.js';

export class Clash extends Extra {
  constructor(panel) {
    super(panel, t.clash.ask);
  }

  async run() {
    const end = await this.ask('clash', {}, t.clash.working, (event) => {
      if (event.event === 'progress' && event.lines) this.mark(event.lines);
    });
    if (!end) return;
    const lines = end.lines ?? [];
    this.mark(lines);
    fill(this.element, h('p', { class: 'figure', text: lines.length ? t.clash.found(lines) : end.text ?? end.message }),
      end.known ? h('p', { class: 'hint', text: end.known }) : null);
  }

  mark(lines) {
    this.app.stage.mark({ cells: new Map(), lines: new Map(lines.map((line) => [line, { kind: 'clash' }])) });
  }
}
