// The tools to paint with.

import { h, icon } from '../core/dom.js';
import { t } from '../strings.js';
import { icons } from '../app/icons.js';

const TOOLS = ['pencil', 'eraser', 'line', 'frame', 'block', 'fill', 'pick', 'move', 'hand'];

export class ToolBox {
  constructor(mode) {
    this.mode = mode;
    this.buttons = TOOLS.map((name) =>
      h('button', {
        type: 'button', class: 'tool', 'aria-pressed': 'false', 'aria-label': t.toolNames[name],
        title: `${t.toolNames[name]} (${t.toolKeys[name].toUpperCase()})`, 'data-tool': name,
        on: { click: () => mode.choose(name) },
      }, icon(icons[name])));
    this.element = h('div', { class: 'toolbox', role: 'group', 'aria-label': t.tools }, this.buttons);
    this.refresh();
  }

  refresh() {
    for (const one of this.buttons) {
      one.setAttribute('aria-pressed', String(one.dataset.tool === this.mode.tool));
    }
  }
}
