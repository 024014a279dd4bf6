// Clingo in the page: how many solutions there are, a cell of a solution, programs of one's own.
// It runs in a worker, from what the page or the file beside it holds; nothing is fetched elsewhere.

import { answered, hosted, optionsFor, unpacked } from '../../page/static/clingo.js';
import { h } from '../../page/static/dom.js';
import { held, pictureOf } from '../../page/static/facts.js';
import { UNKNOWN, placeOf } from '../../page/static/model.js';
import { domainOf, knownIn, linesOf, sweep } from '../../page/static/lines.js';
import { button } from '../../page/static/parts.js';
import { fits } from '../../page/static/play/solved.js';
import { drawn } from './game.js';
import { row, text } from './sheet.js';
import { numeral, put } from '../../page/static/texts.js';
import { t } from './texts.js';

const SHOWN = 5; // answer sets of a program

const WORKER = `
const hosted = ${hosted};
let run;
onmessage = async ({ data }) => {
  try {
    if (data.wasm) run = await hosted(Module, data.wasm);
    postMessage(data.wasm ? { out: '', errors: '' } : run(data.program, data.options));
  } catch (error) {
    postMessage({ out: '', errors: error.message });
  }
};`;

/** Clingo in a worker; one program at a time. */
export class Clingo {
  #worker = null;
  #give = null;

  /** @param source the script that holds clingo, or null where the page has it */
  constructor(source) {
    this.source = source;
  }

  async #start() {
    if (!globalThis.clingoWasm) await loaded(this.source);
    const { javascript, wasm } = globalThis.clingoWasm;
    const script = new Blob([await unpacked(javascript), WORKER], { type: 'text/javascript' });
    this.#worker = new Worker(URL.createObjectURL(script));
    const { errors } = await this.#ask({ wasm: await (await unpacked(wasm)).arrayBuffer() });
    if (errors) throw new Error(errors);
  }

  #ask(message) {
    return new Promise((resolve, reject) => {
      this.#give = resolve;
      this.#worker.onmessage = ({ data }) => resolve(data);
      this.#worker.onerror = (event) => reject(new Error(event.message));
      this.#worker.postMessage(message);
    });
  }

  /** Clingo's answer sets, as of answered(), or {stopped} after stop(). */
  async run(program, models) {
    if (!this.#worker) await this.#start();
    const said = await this.#ask({ program, options: optionsFor(models) });
    return said.stopped ? said : answered(said);
  }

  stop() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#give?.({ stopped: true });
  }
}

const loaded = (source) => new Promise((resolve, reject) => {
  document.head.append(h('script', { src: source, on: { load: resolve, error: () => reject(new Error(source)) } }));
});

const programOf = ({ facts, encodings }, rules) => [...encodings.map(({ text: one }) => one), facts, ...rules].join('\n');

/** Whether there is one solution: {verdict, by}. Line logic first, then clingo on what it leaves open. */
export async function decide(clingo, work, clues, data) {
  const domain = domainOf(work);
  if (sweep(domain, linesOf(work, clues), work)) return { verdict: 'none', by: 'line' };
  const known = knownIn(domain);
  if (known.length === domain[0].length) return { verdict: 'unique', by: 'line' };
  const found = await clingo.run(programOf(data, held(known, work)), 2);
  if (found.stopped) return { verdict: 'undecided', by: 'search' };
  return { verdict: ['none', 'unique', 'multiple'][found.sets.length], by: 'search' };
}

export class SolverPanel {
  constructor(player) {
    this.player = player;
    this.data = player.data.clingo;
    this.clingo = new Clingo(this.data.source);
  }

  show() {
    const { sheet } = this.player;
    this.place = h('div', { role: 'status' });
    const program = h('textarea', { spellcheck: 'false', 'aria-label': t.clingo.program });
    program.value = this.data.example;
    sheet.show(t.clingo.title, text(t.clingo.about, 'hint'), row(button(t.clingo.check, () => this.#check(), { kind: 'main' })), this.place,
      h('details', {}, h('summary', { text: t.clingo.program }), text(t.clingo.programHelp), program,
        row(button(t.clingo.run, () => this.#program(program.value)))));
  }

  /** Says what happens while a job runs, and what went wrong. */
  async #job(run) {
    const stop = button(t.clingo.stop, () => this.clingo.stop());
    this.place.replaceChildren(text(globalThis.clingoWasm ? t.clingo.running : t.clingo.loading), stop);
    try {
      this.place.replaceChildren(...(await run()));
    } catch (error) {
      this.clingo.stop();
      this.place.replaceChildren(text(put(t.clingo.failed, { reason: error.message })));
    }
  }

  #check() {
    const { work, clues } = this.player.store;
    const began = performance.now();
    return this.#job(async () => {
      const { verdict, by } = await decide(this.clingo, work, clues, this.data);
      const seconds = numeral((performance.now() - began) / 1000, 1, 1);
      const how = by === 'line' ? t.clingo.by.line : put(t.clingo.by.search, { seconds });
      return [text(t.clingo.verdicts[verdict]), verdict === 'undecided' ? '' : text(how, 'hint')];
    });
  }

  /** A filled cell of a solution that agrees with the marks, as a hint. */
  cell() {
    const { store: { work }, mode } = this.player;
    const { marks } = work;
    this.show();
    return this.#job(async () => {
      const known = [...marks].flatMap((color, at) => (color === UNKNOWN ? [] : [[at, color]]));
      const { sets = [] } = await this.clingo.run(programOf(this.data, held(known, work)), 1);
      const picture = sets.length ? pictureOf(sets[0], work) : [];
      const at = [...picture].findIndex((color, cell) => color && marks[cell] === UNKNOWN);
      if (at < 0) return [text(t.clingo.verdicts.none)];
      const [x, y] = placeOf(at, work);
      mode.game.paint([at], picture[at]);
      return [text(put(t.clingo.gives, { place: put(t.spoken.place, { row: y, column: x }) }))];
    });
  }

  #program(source) {
    const { work, clues } = this.player.store;
    return this.#job(async () => {
      const { sets, more, stopped } = await this.clingo.run(`${source}\n${this.data.facts}`, SHOWN);
      if (stopped) return [text(t.clingo.stopped)];
      if (!sets.length) return [text(t.clingo.noModels)];
      const pictures = sets.map((set) => pictureOf(set, work));
      const right = pictures.filter((cells) => fits(work, clues, cells)).length;
      const found = put(more ? t.clingo.modelsAtLeast : t.clingo.models, { count: sets.length });
      const judged = right === sets.length ? t.clingo.allRight : put(t.clingo.right, { count: right });
      return [text(`${found}; ${judged}`), h('div', { class: 'pictures' }, pictures.map((cells) => drawn(work, cells)))];
    });
  }
}
