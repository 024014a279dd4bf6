// A sheet beside the board: hints, the menu, the result. The board stays in use.

import { fill, h } from '../../page/static/dom.js';
import { button } from '../../page/static/parts.js';
import { t } from './texts.js';

export class Sheet {
  constructor(closed) {
    this.closed = closed;
    this.title = h('h2', { id: 'sheet-title' });
    this.body = h('div', { class: 'sheet-body' });
    this.element = h('section', { class: 'sheet', hidden: true, 'aria-labelledby': 'sheet-title' },
      h('div', { class: 'sheet-head' }, this.title, button(t.close, () => this.close(), { glyph: 'close', bare: true, kind: 'quiet' })), this.body);
  }

  get open() {
    return !this.element.hidden;
  }

  /** Shows some elements, in place of what was shown. */
  show(title, ...children) {
    this.title.textContent = title;
    fill(this.body, ...children);
    this.element.hidden = false;
    this.element.scrollTop = 0;
  }

  close() {
    if (!this.open) return;
    this.element.hidden = true;
    this.closed();
  }
}

export const text = (words, kind = '') => h('p', { text: words, class: kind || null });
export const row = (...children) => h('div', { class: 'row wrap' }, children);
