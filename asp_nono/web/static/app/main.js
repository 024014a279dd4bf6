// The page put together.

import { h } from '../core/dom.js';
import { blankWork } from '../core/model.js';
import { Store } from '../core/store.js';
import { t } from '../strings.js';
import { Header } from './header.js';
import { Keeper } from './keeper.js';
import { Settings } from './settings.js';
import { listenToShortcuts } from './shortcuts.js';
import { Stage } from './stage.js';
import { BenchMode } from './bench.js';
import { ClueMode } from './clue_mode.js';
import { PaintMode } from './paint.js';
import { PlayMode } from './play.js';
import { listenToDrops } from './import.js';
import { arrivals } from './arrivals.js';
import { toast } from './parts.js';

class App {
  constructor() {
    this.settings = new Settings();
    this.store = new Store(blankWork(10, 10));
    this.keeper = new Keeper(this.store);
    this.stage = new Stage(this);
    this.modes = [PaintMode, ClueMode, PlayMode, BenchMode].map((Mode) => new Mode(this));
    this.header = new Header(this);
    this.tools = h('aside', { class: 'tools', 'aria-label': t.tools });
    this.panel = h('aside', { class: 'panel', 'aria-label': t.panel });
    document.body.append(
      h('a', { class: 'skip', href: '#board', text: t.skip }),
      this.header.element,
      h('div', { class: 'page' }, this.tools, this.stage.element, this.panel),
    );
    this.#listen();
    this.choose('paint');
  }

  #listen() {
    const { store, stage } = this;
    store.addEventListener('cells', ({ detail }) => {
      if (detail.layer === 'cells') stage.mark();
      const lines = this.mode.touched?.(detail) ?? detail;
      stage.touch(detail.at, lines);
    });
    store.addEventListener('work', () => {
      stage.preview = null;
      stage.mark();
      stage.refresh();
      this.header.refresh();
      this.mode?.refresh?.();
    });
    store.addEventListener('settled', ({ detail }) => {
      stage.board.measure();
      this.header.refresh();
      this.mode?.settled?.(detail);
    });
    this.settings.addEventListener('change', () => stage.refresh());
    this.keeper.addEventListener('full', () => toast(t.keeper.full));
    listenToShortcuts(this);
    listenToDrops(this);
  }

  choose(id) {
    const mode = this.modes.find((one) => one.id === id);
    if (!mode || mode === this.mode) return;
    this.mode?.leave?.();
    this.mode = mode;
    this.keeper.mode = id;
    this.stage.pointer.hand = mode.tool === 'hand';
    document.body.dataset.mode = id;
    this.tools.replaceChildren(...mode.tools);
    this.panel.replaceChildren(...mode.panels);
    this.stage.preview = null;
    this.stage.notes = { cells: new Map(), lines: new Map() };
    mode.enter?.();
    this.header.refresh();
    this.stage.refresh();
  }

  say(text) {
    this.stage.say(text);
  }
}

const app = new App();
await arrivals(app);
globalThis.studio = app; // for whoever looks under the hood, and for the tests
document.body.dataset.ready = 'true';
