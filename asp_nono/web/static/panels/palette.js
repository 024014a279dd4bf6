// The palette: choose a color, add, name and recolor.

import { fill, h } from '../../../page/static/dom.js';
import { MAX_COLORS, UNKNOWN, withoutColor } from '../../../page/static/model.js';
import { freeChar, inkOn, newColor } from '../../../page/static/palette.js';
import { colorNamed } from '../messages.js';
import { t } from '../strings.js';
import { button, dialog, field } from '../app/parts.js';

export class PalettePanel {
  color = 1;

  /** `edit`: colors can be added and changed; `unknown`: unknown can be chosen, too. */
  constructor(app, { title = t.palette.title, edit = true, unknown = false } = {}) {
    this.app = app;
    this.unknown = unknown;
    this.list = h('div', { class: 'swatches', role: 'radiogroup', 'aria-label': title });
    const change = button(t.palette.edit, () => this.edit(this.color), { glyph: 'pencil', bare: true, kind: 'quiet' });
    const add = button(t.palette.add, () => this.add(), { glyph: 'add', bare: true, kind: 'quiet' });
    this.editable = edit;
    this.element = h('div', { class: 'palette' },
      h('div', { class: 'row-head' }, h('h2', { text: title }), edit ? [change, add] : []), this.list);
    app.settings.addEventListener('change', () => this.refresh());
    this.refresh();
  }

  refresh() {
    const { colors } = this.app.store.work;
    if (this.color !== UNKNOWN) this.color = Math.min(this.color, colors.length - 1);
    fill(this.list, colors.map((color, number) => this.#swatch(color, number)), this.unknown ? this.#swatch({ name: t.play.unknown, char: '?' }, UNKNOWN) : null);
  }

  #swatch(color, number) {
    const chosen = number === this.color;
    const lettered = color.rgb ? number && this.app.settings.symbols === 'letters' : true;
    const crossed = this.unknown && number === 0; // players cross out what is background
    const chip = h('span', { class: 'chip', text: crossed ? '×' : lettered ? color.char : '' });
    if (color.rgb) Object.assign(chip.style, { backgroundColor: `#${color.rgb}`, color: `#${inkOn(color.rgb)}` });
    return h('button', {
      type: 'button', role: 'radio', class: 'swatch', 'aria-checked': String(chosen), tabindex: chosen ? '0' : '-1',
      'data-color': number, title: t.palette.choose(colorNamed(color.name), number),
      on: {
        click: () => this.choose(number),
        dblclick: () => this.editable && this.edit(number),
        keydown: (event) => this.#step(event),
      },
    }, chip, h('span', { class: 'swatch-name', text: colorNamed(color.name) }), number < 10 ? h('kbd', { text: String(number) }) : null);
  }

  #step(event) {
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const all = [...this.list.children];
    const next = all[(all.indexOf(event.currentTarget) + by + all.length) % all.length];
    this.choose(Number(next.dataset.color));
    this.list.querySelector('[aria-checked="true"]').focus();
  }

  choose(number) {
    const color = this.app.store.work.colors[number];
    if (!color && !(this.unknown && number === UNKNOWN)) return;
    this.color = number;
    this.refresh();
    this.app.say(t.palette.chosen(color ? colorNamed(color.name) : t.play.unknown));
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
    const result = await dialog(t.palette.editTitle(colorNamed(color.name)), (close) => this.#form(number, close));
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
    const save = (event) => {
      event.preventDefault();
      const reason = this.#mistake(number, name.value.trim(), char.value.trim());
      wrong.textContent = reason;
      wrong.hidden = !reason;
      if (!reason) close({ name: name.value.trim(), char: char.value.trim(), rgb: rgb.value.slice(1).toLowerCase() });
    };
    return h('form', { on: { submit: save } },
      field(t.palette.name, name), field(t.palette.value, rgb), field(t.palette.char, char, t.palette.charHint), wrong,
      h('footer', {},
        number > 0 && colors.length > 2 ? button(t.palette.remove, () => close('remove'), { glyph: 'trash', kind: 'quiet' }) : null,
        h('button', { type: 'submit', class: 'button main', text: t.save.submit })));
  }

  /** What is wrong with a name or a character, as a sentence; else empty. */
  #mistake(number, name, char) {
    const others = this.app.store.work.colors.filter((_, other) => other !== number);
    if (!name) return t.palette.noName;
    if (others.some((one) => one.name === name)) return t.palette.sameName(name);
    if ([...char].length !== 1 || '?[]'.includes(char)) return t.palette.badChar;
    if (others.some((one) => one.char === char)) return t.palette.sameChar(char, freeChar(this.app.store.work.colors, name));
    return '';
  }
}
