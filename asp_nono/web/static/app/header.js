// The top of the page: modes, title, undo and redo, files, looks.

import { h } from '../../../page/static/dom.js';
import { blankWork } from '../../../page/static/model.js';
import { language, turnLanguage } from '../../../page/static/texts.js';
import { t } from '../texts.js';
import { openDialog } from './import.js';
import { button, toast } from '../../../page/static/parts.js';
import { SYMBOLS } from '../../../page/static/settings.js';
import { showHelp } from './shortcuts.js';

export class Header {
  constructor(app) {
    this.app = app;
    this.tabs = app.modes.map((mode) =>
      h('button', { type: 'button', class: 'tab', 'data-mode': mode.id, text: mode.label, on: { click: () => app.choose(mode.id) } }));
    this.title = h('input', { type: 'text', class: 'title', 'aria-label': t.titleLabel, placeholder: t.untitled, maxlength: '200', on: { input: () => app.store.setText('title', this.title.value) } });
    this.undo = button(t.undo, () => app.store.undo(app.mode.layer), { glyph: 'undo', bare: true, kind: 'quiet' });
    this.redo = button(t.redo, () => app.store.redo(app.mode.layer), { glyph: 'redo', bare: true, kind: 'quiet' });
    this.symbols = button(t.symbols, () => this.toggleSymbols(), { glyph: 'letters', bare: true, kind: 'quiet' });
    this.element = h('header', { class: 'top' },
      h('h1', { class: 'brand' }, h('img', { src: document.querySelector('link[rel=icon]').getAttribute('href'), alt: '', width: '24', height: '24' }), h('span', { text: t.name })),
      h('nav', { class: 'tabs', 'aria-label': t.modesLabel }, this.tabs),
      this.title,
      this.actions = h('div', { class: 'actions' }, this.undo, this.redo,
        button(t.new, () => this.begin(), { glyph: 'add', kind: 'quiet', 'data-action': 'new' }),
        button(t.open.short, () => this.open(), { glyph: 'open', kind: 'quiet', 'data-action': 'open' }),
        button(t.save.short, () => this.save(), { glyph: 'save', kind: 'quiet', 'data-action': 'save' }),
        this.symbols,
        button(t.theme, () => this.toggleTheme(), { glyph: 'theme', bare: true, kind: 'quiet' }),
        button(t.language, () => turnLanguage(), { kind: 'quiet small language', lang: language === 'de' ? 'en' : 'de' }),
        button(t.help.title, () => showHelp(), { glyph: 'help', bare: true, kind: 'quiet' })));
  }

  refresh() {
    const { store, mode, settings } = this.app;
    if (!mode) return;
    for (const tab of this.tabs) {
      if (tab.dataset.mode === mode.id) tab.setAttribute('aria-current', 'page');
      else tab.removeAttribute('aria-current');
    }
    const history = store.histories[mode.layer];
    this.undo.disabled = !history?.canUndo;
    this.redo.disabled = !history?.canRedo;
    this.symbols.setAttribute('aria-pressed', String(settings.symbols !== 'none'));
    if (document.activeElement !== this.title) this.title.value = store.work.texts.title ?? '';
    document.title = store.work.texts.title ? `${store.work.texts.title} – ${t.name}` : t.name;
  }

  async begin() {
    const { newDialog, randomWork } = await import('./new.js');
    const size = await newDialog();
    if (!size) return;
    if (size.kind === 'random') {
      const work = await randomWork({ width: size.width, height: size.height, colors: size.colors.length - 1 });
      if (!work) return;
      await this.app.keeper.begin(work);
      await this.app.choose('play');
      return;
    }
    await this.app.keeper.begin(blankWork(size.width, size.height, size.colors));
    if (size.kind === 'clues') {
      const blank = (side) => Array.from({ length: side }, () => []);
      this.app.store.set({ clues: { rows: blank(size.height), columns: blank(size.width) } });
      await this.app.choose('clues');
    } else await this.app.choose('paint');
  }

  open() {
    return openDialog(this.app);
  }

  async save() {
    const { saveDialog } = await import('./save.js');
    return saveDialog(this.app);
  }

  toggleSymbols() {
    const { settings } = this.app;
    const next = SYMBOLS[(SYMBOLS.indexOf(settings.symbols) + 1) % SYMBOLS.length];
    settings.set('symbols', next);
    this.refresh();
    toast(t.symbolsNow[next]);
  }

  toggleTheme() {
    const dark = document.documentElement.dataset.theme === 'dark';
    dispatchEvent(new CustomEvent('studio-choose-theme', { detail: dark ? 'light' : 'dark' }));
    this.app.say(dark ? t.themeLight : t.themeDark);
  }
}
