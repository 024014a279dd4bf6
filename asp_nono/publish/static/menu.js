// The menu: checks, settings, how to play, and about the puzzle.

import { h } from '../../page/static/dom.js';
import { button, field, select } from '../../page/static/parts.js';
import { SYMBOLS } from '../../page/static/settings.js';
import { row, text } from './sheet.js';
import { put } from '../../page/static/texts.js';
import { t } from './texts.js';

const ABOUT = ['author', 'copyright', 'license', 'source'];

export class Menu {
  constructor(player) {
    this.player = player;
  }

  toggle() {
    const { sheet } = this.player;
    if (sheet.open && sheet.title.textContent === t.menu) sheet.close();
    else this.show();
  }

  show() {
    const { player } = this;
    const { sheet, stage, solver, mode } = player;
    const fit = () => [sheet.close(), stage.board.fit(true)];
    sheet.show(t.menu,
      row(mode.solved ? null : button(t.more.check, () => player.check()), button(t.more.fit, fit),
        button(t.more.restart, () => player.restart()), solver ? button(t.clingo.title, () => solver.show()) : null),
      mode.options(),
      row(player.store.work.colors.length > 2 ? this.#choice('symbols', t.more.symbols, SYMBOLS.map((name) => [name, t.more.onColors[name]])) : null,
        this.#choice('theme', t.more.theme, Object.entries(t.more.themes))),
      mode.states.element,
      h('details', {}, h('summary', { text: t.more.how }), t.more.help.map((words) => text(words))),
      this.#about());
  }

  #choice(name, label, choices) {
    const { settings } = this.player;
    return field(label, select(choices, settings.get(name), (value) => settings.set(name, value)));
  }

  #about() {
    const { data: { puzzle }, verdict } = this.player;
    const { width, height } = this.player.store.work;
    const about = ABOUT.filter((key) => puzzle[key] && !(key === 'copyright' && puzzle.license?.startsWith(puzzle[key])));
    const words = about.map((key) => (key === 'author' ? put(t.more.by, { author: puzzle[key] }) : puzzle[key]));
    return text([put(t.size, { width, height }), ...words, verdict, t.saved].filter(Boolean).join(' · '), 'hint');
  }
}
