// The page put together.

import { h } from '../../../page/static/dom.js';
import { blankWork } from '../../../page/static/model.js';
import { Store } from '../../../page/static/store.js';
import { t } from '../texts.js';
import { Header } from './header.js';
import { Phone } from './phone.js';
import { Keeper } from './keeper.js';
import { Settings } from '../../../page/static/settings.js';
import { listenToShortcuts } from './shortcuts.js';
import { NO_NOTES, Stage } from '../../../page/static/play/stage.js';
import { listenToDrops } from './import.js';
import { arrivals } from './arrivals.js';
import { button, toast } from '../../../page/static/parts.js';

async function loadBench() {
  const { BenchMode, prepareEditor } = await import('./bench.js');
  await prepareEditor();
  return BenchMode;
}

const DEFAULTS = {
  symbols: 'none', // what tells colors apart besides: "none", "letters" or "patterns"
  autoCheck: true,
  speed: 8, // steps a second when solving is shown
  crossOut: true, // whether clues that are done are crossed out
  autoCross: false, // whether the rest of a finished line is crossed out
  timer: true,
  player: '', // the address of a page that plays links
  cycle: true, // a tap with a finger goes on: color, background, unknown
};

/** What one can do, each loaded when it is first chosen. */
const MODES = [
  { id: 'paint', label: t.modes.paint, load: async () => (await import('./paint.js')).PaintMode },
  { id: 'clues', label: t.modes.clues, load: async () => (await import('./clue_mode.js')).ClueMode },
  { id: 'play', label: t.modes.play, load: async () => (await import('./play.js')).PlayMode },
  { id: 'bench', label: t.modes.bench, load: loadBench },
];

class App {
  modes = MODES;
  arrived = Promise.resolve(); // once what was to be on the table is there
  embedded = location.search === '?bench'; // in a frame of another page, which needs the bench alone
  #made = new Map();
  #wanted = null;

  constructor() {
    this.settings = new Settings('studio.settings', DEFAULTS);
    this.store = new Store(blankWork(10, 10));
    this.keeper = new Keeper(this.store);
    this.stage = new Stage(this);
    this.header = new Header(this);
    this.tools = h('aside', { class: 'tools', 'aria-label': t.tools });
    this.panel = h('aside', { class: 'panel', 'aria-label': t.panel });
    document.body.classList.toggle('embedded', this.embedded);
    this.phone = new Phone(this);
    document.body.replaceChildren(
      h('a', { class: 'skip', href: '#board', text: t.skip }),
      this.header.element,
      h('div', { class: 'page' }, this.tools, this.stage.element, this.panel),
    );
    this.#listen();
  }

  #listen() {
    for (const type of ['work', 'settled']) this.store.addEventListener(type, () => this.header.refresh());
    this.keeper.addEventListener('full', () => toast(t.keeper.full));
    listenToShortcuts(this);
    listenToDrops(this);
  }

  /** Goes to another mode; of two that are chosen shortly after each other, to the later one. */
  async choose(id) {
    this.#wanted = id;
    const mode = await this.modeOf(id);
    if (!mode || mode === this.mode || this.#wanted !== id) return;
    this.mode?.leave?.();
    this.mode = mode;
    if (this.keeper.mode !== id) this.keeper.touch();
    this.keeper.mode = id;
    this.stage.pointer.hand = mode.tool === 'hand';
    document.body.dataset.mode = id;
    this.tools.replaceChildren(...mode.tools);
    this.panel.replaceChildren(...mode.panels);
    this.stage.preview = null;
    this.stage.notes = NO_NOTES;
    this.phone.arrange();
    mode.enter?.();
    this.header.refresh();
    this.stage.refresh();
  }

  /** A mode, loaded if it has not been chosen before. */
  async modeOf(id) {
    const row = MODES.find((one) => one.id === id);
    if (row && !this.#made.has(id)) {
      const Mode = await row.load();
      if (!this.#made.has(id)) this.#made.set(id, new Mode(this));
    }
    return this.#made.get(id);
  }

  say(text) {
    this.stage.say(text);
  }

  /** Takes away what lies over the board. */
  uncover() {
    this.phone.open(null);
  }

  /** The work is kept soon. */
  keep() {
    this.keeper.touch();
  }

  /** The puzzle is solved, with what the player has needed; null if not. */
  won(facts) {
    const { store, stage } = this;
    if (!facts) {
      stage.win(null);
      return;
    }
    const { title, description } = store.work.texts;
    stage.win([h('strong', { text: t.play.solved }), h('p', { text: [title, description].filter(Boolean).join('. ') || t.play.solvedText }), h('p', { class: 'hint', text: facts }),
      button(t.close, () => stage.win(null), { glyph: 'close', bare: true, kind: 'quiet' })]);
    this.say(`${t.play.solved} ${t.play.solvedText}`);
  }
}

const app = new App();
await (app.arrived = arrivals(app));
globalThis.studio = app; // for debugging, and for the tests
document.body.dataset.ready = 'true';
// The rest is fetched while nobody waits, so that all works when the server is gone.
for (const { load } of MODES) await load();
await Promise.all([import('./save.js'), import('./new.js'), import('./import_picture.js')]);
