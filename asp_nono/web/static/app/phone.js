// A phone, or a window as narrow: one row of header, the board, a bar for the thumb. What stands
// beside the board elsewhere comes in a sheet over it.

import { h } from '../../../page/static/dom.js';
import { t } from '../texts.js';
import { button } from '../../../page/static/parts.js';

const NARROW = matchMedia('(max-width: 860px), (max-height: 480px)');

export class Phone {
  constructor(app) {
    this.app = app;
    const turn = (name) => () => this.open(document.body.dataset.sheet === name ? null : name);
    this.menu = button(t.phone.menu, turn('menu'), { glyph: 'more', bare: true, kind: 'quiet menu', 'aria-expanded': 'false', 'data-sheet': 'menu' });
    this.tools = button(t.phone.tools, turn('tools'), { glyph: 'size', bare: true, kind: 'quiet', 'aria-expanded': 'false', 'data-sheet': 'tools' });
    this.results = button(t.phone.results.paint, turn('panel'), { glyph: 'check', kind: 'quiet', 'aria-expanded': 'false', 'data-sheet': 'panel' });
    this.colors = h('div', { class: 'at-hand-colors' });
    new ResizeObserver(() => this.#fade()).observe(this.colors);
    new MutationObserver(() => this.#fade()).observe(this.colors, { childList: true, subtree: true });
    this.colors.addEventListener('scroll', () => this.#fade(), true); // of the list within
    this.bar = h('nav', { class: 'at-hand', 'aria-label': t.phone.bar }, this.colors);
    this.closers = [app.tools, app.panel].map((sheet) => {
      const close = button(t.close, () => this.open(null), { glyph: 'close', bare: true, kind: 'quiet sheet-close' });
      return { sheet, close };
    });
    app.header.element.append(this.menu);
    app.header.actions.addEventListener('click', ({ target }) => target.closest('[data-action]') && this.open(null));
    addEventListener('keydown', ({ key }) => key === 'Escape' && this.open(null));
    app.stage.spoken.grid.addEventListener('pointerdown', () => document.body.dataset.sheet === 'menu' && this.open(null));
    NARROW.addEventListener('change', () => this.arrange());
  }

  /** Whether what stands beside the board comes in sheets. */
  get #narrow() {
    return NARROW.matches && !this.app.embedded;
  }

  /** Opens a sheet: "tools", "panel" or "menu"; null closes it. */
  open(name) {
    const { body } = document;
    if (name) {
      body.dataset.sheet = name;
      for (const { sheet } of this.closers) sheet.scrollTop = 0;
    } else {
      delete body.dataset.sheet;
      this.app.mode?.dismiss?.();
    }
    for (const one of [this.menu, this.tools, this.results]) one.setAttribute('aria-expanded', String(one.dataset.sheet === name));
  }

  /** Where there are more colors than have room, they fade at that end. */
  #fade() {
    const list = this.colors.firstElementChild;
    if (!list) return;
    const { scrollLeft, scrollWidth, clientWidth } = list;
    list.classList.toggle('more-before', scrollLeft > 1);
    list.classList.toggle('more-after', scrollLeft + clientWidth < scrollWidth - 1);
  }

  /** An empty canvas begins with the puzzles to play. */
  greet() {
    if (this.#narrow && innerHeight > 480) this.open('panel');
  }

  /** Puts what the thumb needs where it reaches, or back to where it is elsewhere. */
  arrange() {
    const { header, stage, mode } = this.app;
    document.body.classList.toggle('narrow', this.#narrow);
    this.open(null);
    this.colors.replaceChildren();
    if (!this.#narrow) {
      this.bar.remove();
      header.actions.prepend(header.undo, header.redo);
      header.element.insertBefore(header.title, header.actions);
      stage.element.querySelector('.status').append(stage.zooms);
      for (const { close } of this.closers) close.remove();
      mode?.palette?.element.append(mode.palette.list);
      if (mode) this.app.tools.replaceChildren(...mode.tools);
      return;
    }
    header.actions.prepend(header.title, stage.zooms);
    if (mode?.palette) this.colors.append(mode.palette.list);
    this.bar.append(header.undo, header.redo, this.tools, this.results);
    this.tools.hidden = !mode?.tools.length;
    const [label, glyph] = [t.phone.results[mode?.id ?? 'paint'], { play: 'help' }[mode?.id] ?? 'check'];
    this.results.replaceChildren(...button(label, () => {}, { glyph }).childNodes);
    document.body.append(this.bar);
    for (const { sheet, close } of this.closers) sheet.prepend(close);
  }
}
