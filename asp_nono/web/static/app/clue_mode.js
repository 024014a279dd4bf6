// Clues edited directly, numbers blotted, cells given.

import { h } from '../../../page/static/dom.js';
import { givenOf } from '../../../page/static/codec.js';
import { UNKNOWN, isPicture } from '../../../page/static/model.js';
import { put } from '../../../page/static/texts.js';
import { t } from '../texts.js';
import { CheckPanel } from '../panels/check.js';
import { ClueEditor } from '../panels/clue_editor.js';
import { PalettePanel } from '../panels/palette.js';
import { button } from '../../../page/static/parts.js';

export class ClueMode {
  id = 'clues';
  label = t.modes.clues;
  layer = 'cells';

  constructor(app) {
    this.app = app;
    this.palette = new PalettePanel(app);
    this.editor = new ClueEditor(app);
    this.check = new CheckPanel(app);
    this.given = h('div', { class: 'given-box' });
    this.tools = [this.palette.element, this.given];
    this.panels = [this.check.element, this.editor.element];
  }

  /** Without a picture the board shows what is given. */
  scene() {
    const { work } = this.app.store;
    if (isPicture(work)) return { cells: work.cells };
    const cells = new Uint8Array(work.cells.length).fill(UNKNOWN);
    for (const [at, colors] of givenOf(work)) if (colors.length === 1) [cells[at]] = colors;
    return { cells };
  }

  enter() {
    this.refresh();
    this.check.wake();
  }

  leave() {
    this.check.sleep();
  }

  refresh() {
    const { store } = this.app;
    this.palette.refresh();
    this.editor.refresh();
    const { size } = store.work.given;
    this.given.replaceChildren(h('div', { class: 'row-head' }, h('h2', { text: t.clues.given })), h('p', { class: 'hint', text: t.clues.givenHint }),
      ...(size ? [h('p', { class: 'figure', text: put(t.clues.givenCount, { count: size }) }), button(t.clues.clearGiven, () => store.set({ given: new Map() }), { kind: 'small' })] : []));
  }

  settled({ design }) {
    if (design) this.check.changed();
  }

  press([x, y], { erase = false } = {}) {
    const { store } = this.app;
    const { work } = store;
    const at = y * work.width + x;
    const given = new Map(work.given);
    const color = isPicture(work) ? work.cells[at] : this.palette.color;
    if (erase || (given.has(at) && (isPicture(work) || given.get(at)[0] === color))) given.delete(at);
    else given.set(at, [color]);
    store.set({ given });
  }

  /** A click on a clue goes to where it is written. */
  line({ side, number }) {
    this.editor.focus(side, number);
  }

  key(event, cell) {
    if (event.key === ' ' || event.key === 'Enter') this.press(cell);
    else if (event.key === 'Delete' || event.key === 'Backspace') this.press(cell, { erase: true });
    else return false;
    this.app.stage.sayCell();
    return true;
  }
}
