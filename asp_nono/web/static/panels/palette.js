// The palette: choose a color, add, name and recolor.

import { h } from '../../../page/static/dom.js';
import { MAX_COLORS, withoutColor } from '../../../page/static/model.js';
import { freeChar, newColor } from '../../../page/static/palette.js';
import { colorNamed, put } from '../../../page/static/texts.js';
import { Swatches } from '../../../page/static/swatches.js';
import { t } from '../texts.js';
import { button, dialog, field, form } from '../../../page/static/parts.js';

export class PalettePanel extends Swatches {
  /** `edit`: colors can be added and changed. */
  constructor(app, { title = t.palette.title, edit = true, playing = false, unknown = false } = {}) {
    super(app, { title, playing, unknown });
    if (edit) this.list.addEventListener('dblclick', ({ target }) => this.edit(Number(target.closest('.swatch').dataset.color)));
    const change = button(t.palette.edit, () => this.edit(this.color), { glyph: 'pencil', bare: true, kind: 'quiet' });
    const add = button(t.palette.add, () => this.add(), { glyph: 'add', bare: true, kind: 'quiet' });
    this.element = h('div', { class: 'palette' },
      h('div', { class: 'row-head' }, h('h2', { text: title }), edit ? [change, add] : []), this.list);
  }

  add() {
    const { store } = this.app;
    const { colors } = store.work;
    if (colors.length >= MAX_COLORS) return;
    store.set({ colors: [...colors, newColor(colors)] });
    this.choose(colors.length);
    this.edit(colors.length);
  }

  /** Name, value and character of a color, in a dialog. */
  async edit(number) {
    const { store } = this.app;
    const color = store.work.colors[number];
    const result = await dialog(put(t.palette.editTitle, { name: colorNamed(color.name) }), (close) => this.#form(number, close));
    if (result === 'remove') store.set(withoutColor(store.work, number));
    else if (result) store.set({ colors: store.work.colors.map((one, other) => (other === number ? result : one)) });
  }

  #form(number, close) {
    const { colors } = this.app.store.work;
    const color = colors[number];
    const name = h('input', { type: 'text', value: color.name, maxlength: '40', required: true, autofocus: true });
    const rgb = h('input', { type: 'color', value: `#${color.rgb}` });
    const char = h('input', { type: 'text', value: color.char, class: 'short', required: true });
    const wrong = h('p', { class: 'problem', role: 'alert', hidden: true });
    const save = () => {
      const reason = this.#mistake(number, name.value.trim(), char.value.trim());
      wrong.textContent = reason;
      wrong.hidden = !reason;
      if (!reason) close({ name: name.value.trim(), char: char.value.trim(), rgb: rgb.value.slice(1).toLowerCase() });
    };
    return form(save, {},
      field(t.palette.name, name), field(t.palette.value, rgb), field(t.palette.char, char, t.palette.charHint), wrong,
      h('footer', {},
        number > 0 && colors.length > 2 ? button(t.palette.remove, () => close('remove'), { glyph: 'trash', kind: 'quiet' }) : null,
        h('button', { type: 'submit', class: 'button main', text: t.save.submit })));
  }

  /** What is wrong with a name or a character, as a sentence; else empty. */
  #mistake(number, name, char) {
    const others = this.app.store.work.colors.filter((_, other) => other !== number);
    if (!name) return t.palette.noName;
    if (others.some((one) => one.name === name)) return put(t.palette.sameName, { name });
    if ([...char].length !== 1 || '?[]'.includes(char)) return t.palette.badChar;
    if (others.some((one) => one.char === char)) return put(t.palette.sameChar, { char, free: freeChar(this.app.store.work.colors, name) });
    return '';
  }
}
