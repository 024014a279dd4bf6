// The colors of a puzzle, one of which is in hand; for players also crosses, and perhaps unknown.

import { fill, h } from './dom.js';
import { UNKNOWN } from './model.js';
import { inkOn } from './palette.js';
import { colorNamed, put, t } from './texts.js';

export class Swatches {
  color = 1;
  filling = 1; // the last color of blocks that was in hand

  /** `playing`: background is crosses, behind the colors; `unknown`: unknown can be chosen, too. */
  constructor(app, { title, playing = false, unknown = false }) {
    this.app = app;
    this.playing = playing;
    this.unknown = unknown;
    this.list = h('div', { class: 'swatches', role: 'radiogroup', 'aria-label': title });
    app.settings.addEventListener('change', () => this.refresh());
    this.refresh();
  }

  refresh() {
    const { colors } = this.app.store.work;
    if (this.color !== UNKNOWN) this.color = Math.min(this.color, colors.length - 1);
    const swatches = colors.map((color, number) => this.#swatch(color, number));
    if (this.playing) swatches.push(swatches.shift());
    fill(this.list, swatches, this.unknown ? this.#swatch({ name: t.play.unknown, char: '?' }, UNKNOWN) : null);
  }

  #swatch(color, number) {
    const chosen = number === this.color;
    const lettered = color.rgb ? number && this.app.settings.symbols === 'letters' : true;
    const crossed = this.playing && number === 0;
    const name = this.#named(number);
    const chip = h('span', { class: crossed ? 'chip cross' : 'chip', text: crossed ? '×' : lettered ? color.char : '' });
    if (color.rgb && !crossed) Object.assign(chip.style, { backgroundColor: `#${color.rgb}`, color: `#${inkOn(color.rgb)}` });
    return h('button', {
      type: 'button', role: 'radio', class: 'swatch', 'aria-checked': String(chosen), tabindex: chosen ? '0' : '-1',
      'data-color': number, 'aria-label': name, title: number < 10 ? put(t.play.choose, { name, number }) : name,
      on: { click: () => this.choose(number), keydown: (event) => this.#step(event) },
    }, chip, h('span', { class: 'swatch-name', text: name }), number < 10 ? h('kbd', { text: String(number) }) : null);
  }

  #named(number) {
    if (this.playing && number === 0) return t.play.cross;
    const color = this.app.store.work.colors[number];
    return color ? colorNamed(color.name) : t.play.unknown;
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
    if (!this.app.store.work.colors[number] && !(this.unknown && number === UNKNOWN)) return;
    this.color = number;
    if (number && number !== UNKNOWN) this.filling = number;
    this.refresh();
    this.app.say(put(t.play.chosen, { name: this.#named(number) }));
  }
}
