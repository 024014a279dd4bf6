// A game on a published page: its time, and keeping it all on this device.

import { h } from '../../page/static/dom.js';
import { Game } from '../../page/static/game.js';
import { UNKNOWN, filled } from '../../page/static/model.js';
import { fits, restOf } from '../../page/static/solved.js';
import { Store } from '../../page/static/store.js';

const PREFIX = 'asp-nono '; // of the names under which a game is kept
const FIRST = 0x30; // the character of color 0 in what is kept
const LAYERS = ['marks', 'pencil'];
const COUNTS = ['seconds', 'hints', 'checks'];

export class KeptGame extends Game {
  seconds = 0;
  hints = 0;
  checks = 0;
  solved = false;
  #timer = 0;

  /** @param work as of model.js, with clues of its own; @param key where it is kept */
  constructor(work, key, settings) {
    super(new Store(work, key), () => this.settings.autoCross);
    this.key = key;
    this.settings = settings;
    const kept = this.#restore();
    this.history.read(kept?.history);
    if (!kept && settings.autoCross) for (const at of restOf(work, this.clues, work.marks.keys())) work.marks[at] = 0; // lines that are finished before anything is filled
    this.take();
    this.solved = this.isSolved;
    addEventListener('storage', (event) => event.key === PREFIX + key && this.#adopt());
  }

  get history() {
    return this.store.histories.marks;
  }

  /** Another tab with this puzzle has gone on: so does this one, or each would undo the marks of the other. */
  #adopt() {
    this.cancel();
    for (const layer of LAYERS) this.layer(layer).fill(UNKNOWN);
    const kept = this.#restore();
    this.take();
    this.store.load(this.work, this.key, { marks: kept?.history });
  }

  /** After a stroke, an undo, or what another tab has done; whether the puzzle is solved now, and was not before. */
  settle({ design }) {
    const before = this.solved;
    this.solved = this.isSolved;
    if (!design) this.keep();
    return this.solved && !before;
  }

  undo() {
    this.store.undo('marks');
  }

  redo() {
    this.store.redo('marks');
  }

  restart() {
    for (const name of COUNTS) this[name] = 0;
    this.paint(this.marks.keys(), UNKNOWN);
  }

  /** The marks with everything that is unknown as background. */
  get filled() {
    return filled(this.marks);
  }

  /** Whether a picture is a solution. */
  fits(cells) {
    return fits(this.work, this.clues, cells);
  }

  /** A picture as a canvas, some pixels for each cell. */
  drawn(cells, unit = 1) {
    const { width, height, colors } = this.work;
    const canvas = h('canvas', { width: width * unit, height: height * unit });
    const ctx = canvas.getContext('2d');
    cells.forEach((color, at) => {
      ctx.fillStyle = `#${colors[color].rgb}`;
      ctx.fillRect((at % width) * unit, Math.floor(at / width) * unit, unit, unit);
    });
    return canvas;
  }

  // --- time and keeping ------------------------------------------------------------------------

  /** Counts the seconds while the page is seen and the puzzle open. */
  run(tick) {
    clearInterval(this.#timer);
    this.#timer = setInterval(() => {
      if (document.hidden || this.solved) return;
      this.seconds += 1;
      if (this.seconds % 15 === 0) this.keep();
      tick();
    }, 1000);
  }

  keep() {
    const { width, height } = this.work;
    const coded = (cells) => String.fromCodePoint(...Array.from(cells, (color) => (color === UNKNOWN ? 0x2e : FIRST + color)));
    const rows = (layer) => Array.from({ length: height }, (_, y) => coded(layer.subarray(y * width, (y + 1) * width)));
    const kept = { solved: this.solved, history: this.history.text };
    for (const name of COUNTS) kept[name] = this[name];
    for (const name of LAYERS) kept[name] = rows(this.layer(name));
    store(this.key, kept);
  }

  /** Takes the marks and the counts that are kept; what is kept, or null. */
  #restore() {
    const kept = stored(this.key);
    if (!kept) return null;
    for (const name of LAYERS) {
      const into = this.layer(name);
      [...kept[name].join('')].forEach((char, at) => {
        const color = char.codePointAt(0) - FIRST;
        if (at < into.length && color >= 0 && color < this.work.colors.length) into[at] = color;
      });
    }
    for (const name of COUNTS) this[name] = Number(kept[name]) || 0;
    return kept;
  }
}

/** What is kept under a name; null where nothing is, or nothing can be. */
export function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key));
  } catch {
    return null;
  }
}

export function store(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // a private window, or no room: the game goes on without being kept
  }
}
