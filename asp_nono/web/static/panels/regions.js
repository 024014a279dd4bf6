// Where it is ambiguous: the cells that are not alike in all solutions, in parts that do not
// depend on each other.

import { fill, h } from '../core/dom.js';
import { t } from '../strings.js';
import { button } from '../app/parts.js';
import { Extra } from './extra.js';

export class Regions extends Extra {
  constructor(panel) {
    super(panel, t.regions.ask);
  }

  async run() {
    const end = await this.ask('ambiguity', {}, t.regions.working);
    if (!end) return;
    if (!end.regions) {
      fill(this.element, h('p', { class: 'problem', text: t.check.undecided(end.message) }), button(this.label, () => this.run(), { kind: 'small' }));
      return;
    }
    this.regions = end.regions;
    const list = end.regions.map((region, number) =>
      h('li', {}, button(t.regions.one(number + 1, region.cells.length, region.number), () => this.mark([number]), { kind: 'line' })));
    fill(this.element, h('p', { class: 'figure', text: t.regions.found(end.regions.length, end.cells.length) }),
      h('ol', { class: 'plain' }, list), button(t.regions.all, () => this.mark([...end.regions.keys()]), { kind: 'small' }));
    this.mark([...end.regions.keys()]);
  }

  mark(numbers) {
    const cells = new Map();
    for (const number of numbers) {
      this.regions[number].cells.forEach((cell, first) => {
        cells.set(this.cellNumber(cell), { kind: 'region', text: first ? '' : String(number + 1) });
      });
    }
    this.app.stage.show(null);
    this.app.stage.mark({ cells, lines: new Map() });
  }
}
