// The menu: checks, settings, how to play, and about the puzzle.

import { h } from '../../page/static/dom.js';
import { button, row, text } from './sheet.js';
import { t } from './strings.js';

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
    const { sheet, help, board, solver, game } = player;
    const then = (run) => () => {
      sheet.close();
      run();
    };
    sheet.show(t.menu,
      row(game.solved ? null : button(t.more.check, () => help.check()), button(t.more.fit, then(() => board.fit(true))),
        button(t.more.restart, () => player.restart()), solver ? button(t.clingo.title, () => solver.show()) : null),
      h('div', { class: 'settings' }, this.#switch('cycle', t.more.cycle), this.#switch('autoCross', t.more.autoCross),
        this.#switch('timer', t.more.timer), game.work.colors.length > 2 ? this.#choice('symbols', t.more.symbols, t.more.onColors) : null,
        this.#choice('theme', t.more.theme, t.more.themes)),
      h('details', {}, h('summary', { text: t.more.how }), t.more.help.map((words) => text(words))),
      this.#about());
  }

  #switch(name, label) {
    const { player } = this;
    const box = h('input', { type: 'checkbox', checked: player.settings[name], on: { change: () => {
      player.settings[name] = box.checked;
      player.applySettings();
    } } });
    return h('label', {}, box, h('span', { text: label }));
  }

  #choice(name, label, choices) {
    const { player } = this;
    const list = h('select', { on: { change: () => {
      player.settings[name] = list.value;
      player.applySettings();
    } } }, Object.entries(choices).map(([value, words]) => h('option', { value, text: words, selected: value === player.settings[name] })));
    return h('label', {}, h('span', { text: label }), list);
  }

  #about() {
    const { data: { puzzle }, verdict } = this.player;
    const { width, height } = this.player.game.work;
    const about = ABOUT.filter((key) => puzzle[key] && !(key === 'copyright' && puzzle.license?.startsWith(puzzle[key])));
    const words = about.map((key) => (key === 'author' ? t.more.by(puzzle[key]) : puzzle[key]));
    return text([`${width} × ${height}`, ...words, verdict, t.saved].filter(Boolean).join(' · '), 'hint-text');
  }
}
