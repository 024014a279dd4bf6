// Parts of the check panel for a puzzle with several solutions or none, one job each.

import { fill, h, unpressed } from '../../../page/static/dom.js';
import { NO_NOTES } from '../../../page/static/play/stage.js';
import { button, checkbox, field, form, problem, select, toast, Working } from '../../../page/static/parts.js';
import { Slot } from '../app/api.js';
import { lineNamed, numeral, put } from '../../../page/static/texts.js';
import { t } from '../texts.js';
import { cellsOf } from '../../../page/static/codec.js';
import { cellAt, isPicture } from '../../../page/static/model.js';

export class Extra {
  constructor(panel, label) {
    this.panel = panel;
    this.app = panel.app;
    this.slot = new Slot();
    this.label = label;
    this.element = h('div', { class: 'extra' });
    this.reset();
  }

  /** Asks; every part has its own way. */
  async run() {}

  /** As at first: a button. */
  reset() {
    this.stop();
    fill(this.element, button(this.label, () => this.run(), { kind: 'wide' }));
  }

  stop() {
    this.slot.cancel();
  }

  /** What Cancel does. */
  giveUp() {
    this.reset();
  }

  /** Runs the job; `hear` gets its events. An error is shown where the button was. */
  async ask(kind, body, label, hear) {
    this.sign = new Working(label, () => this.giveUp());
    fill(this.element, this.sign.element);
    const end = await this.slot.run(kind, { puzzle: this.panel.puzzle, ...body }, hear);
    if (end?.event !== 'error') return end;
    fill(this.element, problem(end.reason), button(this.label, () => this.run(), { kind: 'small' }));
    return null;
  }
}

/** A button that searches again for longer than some seconds; null where the server allows no more. */
export function goOn(app, seconds, run, kind) {
  const longer = Math.min(app.about?.limits.seconds ?? 3600, seconds * 6);
  const text = longer < 120 ? put(t.check.goOn.seconds, { time: longer }) : put(t.check.goOn.minutes, { time: Math.round(longer / 60) });
  return longer > seconds ? button(text, () => run(longer), { kind }) : null;
}

// How many solutions exactly, or at least.

const COUNT_SECONDS = 20;
const SAMPLES = 12;

export class Counting extends Extra {
  constructor(panel) {
    super(panel, t.count.ask);
  }

  async run(seconds = COUNT_SECONDS) {
    this.known = null;
    this.seconds = seconds;
    const end = await this.ask('count', { time_limit: seconds }, t.count.working, (event) => {
      if (event.event !== 'progress') return;
      this.known = event;
      this.sign.tell(put(t.count.soFar, { count: big(atLeastTwo(event)) }));
    });
    if (end) this.#show(end, seconds);
  }

  /** Shows what is known by then. */
  giveUp() {
    if (this.known) this.#show(this.known, this.seconds);
    else this.reset();
  }

  /** Every cell in the mixture of the colors that it has in the solutions. */
  async heat() {
    const end = await this.ask('count', { time_limit: COUNT_SECONDS, shares: true }, t.count.working);
    if (!end) return;
    this.#show(end, COUNT_SECONDS);
    if (!end.shares) return;
    const { stage, store } = this.app;
    const shares = end.shares.flat();
    stage.show({ cells: store.work.cells, tints: shares.map((one) => mixed(one, store.work.colors)), bar: this.#bar(t.count.heatText, []) }, NO_NOTES);
  }

  /** Solutions drawn at random, each as likely as any other. */
  async sample() {
    const end = await this.ask('count', { time_limit: COUNT_SECONDS, sample: SAMPLES, seed: Math.floor(Math.random() * 1e9) }, t.count.working);
    if (!end) return;
    this.#show(end, COUNT_SECONDS);
    if (end.picked?.length) this.#turn(end.picked, 0);
  }

  #turn(pictures, number) {
    const { stage, store } = this.app;
    const turn = (label, glyph, to) => button(label, () => this.#turn(pictures, to), { glyph, bare: true, disabled: !pictures[to] });
    stage.show({ cells: cellsOf(pictures[number], store.work), bar: this.#bar(put(t.count.sampleText, { number: number + 1, count: pictures.length }), [turn(t.solutions.back, 'back', number - 1), turn(t.solutions.next, 'next', number + 1)]) }, NO_NOTES);
  }

  #bar(text, turns) {
    return h('div', { class: 'notice' }, h('span', { class: 'figure', text }), turns, button(t.solutions.done, () => this.app.stage.show(null), { kind: 'small' }));
  }

  #show(end, seconds) {
    this.stop();
    const text = countText(end);
    const about = end.estimate ? estimateText(end.estimate) : '';
    fill(this.element, h('p', { class: 'figure', text }), about ? h('p', { class: 'figure', text: about }) : null,
      end.exact ? h('div', { class: 'row wrap' }, button(t.count.heat, () => this.heat(), { kind: 'small' }), button(t.count.sample, () => this.sample(), { kind: 'small' })) : null,
      end.exact ? null : goOn(this.app, seconds, (longer) => this.run(longer), 'small'));
    this.app.say(`${text} ${about}`.trim());
  }
}

/** A cell's color as the solutions share it: a mixture of theirs. */
function mixed(shares, colors) {
  const channels = [16, 8, 0].map((shift) => Math.round(shares.reduce((sum, share, color) => sum + share * ((Number.parseInt(colors[color].rgb, 16) >> shift) & 255), 0)));
  return `rgb(${channels.join(' ')})`;
}

/** The check has found two solutions before anything is counted. */
const atLeastTwo = ({ count }) => (BigInt(count ?? 0) < 2n ? '2' : count);

/** A large number with its thousands apart; a very large one in the short form. */
function big(digits) {
  const text = String(digits);
  if (text.length <= 21) return text.replace(/\B(?=(\d{3})+$)/g, '\u202f');
  return `${numeral(Number(`${text[0]}.${text.slice(1, 4)}`), 3)}·10^${text.length - 1}`;
}

/** How many solutions there are, as far as it is known. */
function countText(end) {
  if (end.exact) return put(t.count.exact, { count: big(end.count) });
  const least = big(atLeastTwo(end));
  return end.at_most ? put(t.count.between, { least, most: big(end.at_most) }) : put(t.count.atLeast, { count: least });
}

const estimateText = ({ number, low, high, confidence }) =>
  put(t.count.estimate, { count: big(number), confidence: 100 * confidence, low: big(low), high: big(high) });

// Where it is ambiguous: the cells that are not alike in all solutions, in parts that do not
// depend on each other.

export class Regions extends Extra {
  constructor(panel) {
    super(panel, t.regions.ask);
  }

  async run() {
    const end = await this.ask('ambiguity', {}, t.regions.working);
    if (!end) return;
    if (!end.cells) {
      fill(this.element, h('p', { class: 'problem', text: put(t.check.undecided, { limit: end.reason }) }), button(this.label, () => this.run(), { kind: 'small' }));
      return;
    }
    this.regions = end.regions;
    const list = end.regions.map((region, number) =>
      h('li', {}, button(regionText(region, number + 1), () => this.mark([number]), { kind: 'line' })));
    fill(this.element, h('p', { class: 'figure', text: put(t.regions.found, { regions: end.regions.length, cells: end.cells.length }) }),
      h('ol', { class: 'plain' }, list), button(t.regions.all, () => this.mark([...end.regions.keys()]), { kind: 'small' }));
    this.mark([...end.regions.keys()]);
  }

  mark(numbers) {
    const cells = new Map();
    for (const number of numbers) {
      this.regions[number].cells.forEach((cell, first) => {
        cells.set(cellAt(cell, this.app.store.work), { kind: 'region', text: first ? '' : String(number + 1) });
      });
    }
    this.app.stage.show(null, { cells, lines: new Map() });
  }
}

/** How many cells a region has, and how many ways to color it, where they are counted. */
function regionText({ cells, count }, number) {
  const known = { number, cells: cells.length };
  return count === null ? put(t.regions.one, known) : put(t.regions.counted, { ...known, ways: big(count) });
}

// No solution: the fewest clues that clash, marked beside the grid.

export class Clash extends Extra {
  constructor(panel) {
    super(panel, t.clash.ask);
  }

  async run() {
    const end = await this.ask('why', {}, t.clash.working, (event) => {
      if (event.event === 'progress' && event.lines) this.mark(event.lines);
    });
    if (!end) return;
    const lines = end.lines ?? [];
    this.mark(lines);
    fill(this.element, h('p', { class: 'figure', text: lines.length ? put(t.clash.found, { lines: lines.map(lineNamed) }) : end.text ?? end.reason }),
      end.known ? h('p', { class: 'hint', text: end.known }) : null);
  }

  mark(lines) {
    this.app.stage.mark({ cells: new Map(), lines: new Map(lines.map((line) => [line, { kind: 'clash' }])) });
  }
}

// Leafing through all solutions, with the cells marked in which each differs from the picture.

const PAGE = 20n; // solutions that are loaded at once

export class Solutions extends Extra {
  constructor(panel) {
    super(panel, t.solutions.ask);
  }

  reset() {
    super.reset();
    this.pictures = new Map(); // by number
    this.total = null;
    this.last = null; // the number of the last one when it is known
  }

  async run() {
    this.pictures.clear();
    await this.#fetch(0n);
    if (this.pictures.size) this.turnTo(0n);
  }

  async #fetch(first) {
    const end = await this.ask('solutions', { first: String(first), most: Number(PAGE) }, t.solutions.working, (event) => {
      if (event.event !== 'progress') return;
      if (event.picture) this.pictures.set(BigInt(event.index), event.picture);
      else this.total = event.exact && event.count !== null ? BigInt(event.count) : null;
    });
    if (!end) return;
    if (end.exact && end.count) this.total = BigInt(end.count);
    if (end.event === 'stopped' && !this.pictures.size) fill(this.element, h('p', { class: 'problem', text: put(t.check.undecided, { limit: end.reason }) }));
    else this.#idle();
  }

  async turnTo(number) {
    if (this.#beyond(number)) return;
    if (!this.pictures.has(number)) await this.#fetch(number - (number % PAGE));
    if (!this.pictures.has(number)) return;
    this.number = number;
    this.#show();
  }

  #show() {
    const { stage, store } = this.app;
    const cells = cellsOf(this.pictures.get(this.number), store.work);
    const own = isPicture(store.work);
    const differs = own ? [...cells.keys()].filter((cell) => cells[cell] !== store.work.cells[cell]) : [];
    const number = big(this.number + 1n);
    const place = this.total === null ? put(t.solutions.number, { number }) : put(t.solutions.numberOf, { number, total: big(this.total) });
    const text = own ? `${place}, ${put(t.solutions.differing, { count: differs.length })}` : place;
    stage.show({ cells, bar: this.#bar(text, cells) }, { cells: new Map(differs.map((cell) => [cell, { kind: 'differs' }])), lines: new Map() });
    stage.say(text);
    this.#idle();
  }

  #bar(text, cells) {
    const turn = (label, glyph, by) => button(label, () => this.turnTo(this.number + by), { glyph, bare: true, disabled: this.#beyond(this.number + by) });
    return h('div', { class: 'notice' },
      turn(t.solutions.back, 'back', -1n), h('span', { class: 'figure', text }), turn(t.solutions.next, 'next', 1n),
      button(t.solutions.take, () => this.take(cells), { kind: 'small' }),
      button(t.solutions.done, () => this.close(), { kind: 'small' }));
  }

  #beyond(number) {
    return number < 0n || (this.total !== null && number >= this.total);
  }

  #idle() {
    const jump = h('input', { type: 'number', min: '1', class: 'short', 'aria-label': t.solutions.jump });
    const go = () => /^\d+$/.test(jump.value) && this.turnTo(BigInt(jump.value) - 1n);
    fill(this.element, h('p', { class: 'hint', text: this.total === null ? t.solutions.unknown : put(t.solutions.total, { count: big(this.total) }) }),
      form(go, { class: 'row' }, jump, h('button', { type: 'submit', class: 'button small', text: t.solutions.go })));
  }

  /** Makes a solution the picture. */
  take(cells) {
    const { stage, store } = this.app;
    stage.show(null);
    if (isPicture(store.work)) store.show('cells', cells);
    else store.set({ clues: null, cells });
  }

  close() {
    this.stop();
    this.app.stage.clear();
    this.reset();
  }
}

// Suggestions that make a picture unique, each to see on the board and to accept with one click.

const REPAIR_SECONDS = 60;
const NAMED = 3; // cells of a change that are named; the board shows all

export class Repairs extends Extra {
  constructor(panel) {
    super(panel, t.repairs.ask);
    this.wishes = { line_solvable: false, keep_symmetry: false, protect: null };
  }

  reset() {
    super.reset();
    this.found = [];
    this.chosen = '';
    this.element.hidden = !isPicture(this.app.store.work);
  }

  async run() {
    this.found = [];
    this.chosen = '';
    this.items = new Map(); // of the list, by their repairs as text
    this.head = h('p', { class: 'figure' });
    this.list = h('ol', { class: 'plain repairs' });
    const change = unpressed(this.list);
    const end = await this.ask('repair', { time_limit: REPAIR_SECONDS, ...this.wishes }, t.repairs.working, (event) => {
      if (event.repairs) change(() => this.#hear(event));
    });
    if (end) change(() => this.#show(end));
  }

  /** What was found so far is good enough. */
  giveUp() {
    this.stop();
    this.#show({ repairs: this.found });
  }

  /** What is known so far, above the sign that more is being looked for. */
  #hear(event) {
    this.#keep(event);
    this.head.textContent = this.found.length ? this.#sentence(event, '') : '';
    this.#begin();
    this.#pointAtChosen();
  }

  /** Puts the list where it stays: a button that is taken out while it is pressed does nothing. */
  #begin() {
    if (!this.list.isConnected) this.sign.element.before(this.head, this.list);
  }

  #show(end) {
    this.#keep(end);
    const least = this.found[0]?.cost ?? 0;
    const open = () => put(t.repairs.open[end.least < least - 1 ? 'several' : 'one'], { least: end.least, most: least - 1 });
    this.head.textContent = this.found.length ? this.#sentence(end, end.least < least ? open() : '') : t.repairs.none;
    this.#begin();
    if (end.event === 'stopped') this.head.after(h('p', { class: 'hint', text: put(t.repairs.limit, { limit: end.reason }) }));
    this.sign.element.replaceWith(this.#again());
    this.#pointAtChosen();
  }

  #sentence({ smallest }, open) {
    const sizes = this.found.map(({ changes }) => changes.length);
    const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
    const cells = least === most ? put(t.repairs.cells, { count: least }) : put(t.repairs.range, { least, most });
    return `${put(t.repairs.found, { count: sizes.length, cells })} ${smallest ? t.repairs.smallest : open}`;
  }

  /** Lists the repairs found; those that were there before stay where they are, also while they are pressed. */
  #keep({ repairs }) {
    this.found = (repairs ?? []).filter(({ changes }) => changes.length);
    const items = new Map();
    for (const repair of this.found) {
      const key = JSON.stringify(repair);
      items.set(key, this.items.get(key) ?? this.#item(repair));
    }
    for (const [key, item] of this.items) if (!items.has(key)) item.remove();
    this.items = items;
    [...items.values()].forEach((item, place) => {
      if (this.list.children[place] !== item) this.list.insertBefore(item, this.list.children[place] ?? null);
    });
  }

  #pointAtChosen() {
    const chosen = this.found.find((one) => String(one.changes) === this.chosen) ?? this.found[0];
    if (chosen) this.point(chosen, this.chosen);
  }

  #item(repair) {
    const show = () => this.point(repair);
    const line = h('button', { type: 'button', class: 'button line', 'data-changes': String(repair.changes), on: { click: show, focus: show } },
      h('span', { text: changeText(repair) }), h('small', { text: merits(repair) }));
    return h('li', {}, line, button(t.repairs.accept, () => this.accept(repair), { kind: 'small main', 'data-action': 'accept' }));
  }

  /** What a repair should keep, and another search with it. */
  #again() {
    const { wishes } = this;
    return h('details', {}, h('summary', { text: t.repairs.wishes }),
      field(t.repairs.aim, select(Object.entries(t.repairs.aims), wishes.line_solvable ? 'line' : 'unique', (aim) => {
        wishes.line_solvable = aim === 'line';
      })),
      checkbox(t.repairs.symmetric, wishes.keep_symmetry, (on) => {
        wishes.keep_symmetry = on;
      }),
      checkbox(t.repairs.outline, wishes.protect !== null, (on) => {
        wishes.protect = on ? 'outline' : null;
      }),
      button(t.repairs.again, () => this.run(), { kind: 'small' }));
  }

  /** The cells that a repair changes, with the number of the color that each gets. */
  #changes({ changes }) {
    const { work } = this.app.store;
    const numbers = new Map(work.colors.map(({ char }, number) => [char, number]));
    return new Map(changes.map(([x, y, , after]) => [cellAt([x, y], work), numbers.get(after)]));
  }

  /** Shows what a repair would change: each cell with the color that it would get. Without a choice it is the best. */
  point(repair, chosen = String(repair.changes)) {
    this.chosen = chosen;
    for (const line of this.element.querySelectorAll('[data-changes]')) line.setAttribute('aria-pressed', String(line.dataset.changes === String(repair.changes)));
    const cells = new Map();
    for (const [cell, color] of this.#changes(repair)) cells.set(cell, { kind: 'change', color });
    this.app.stage.show(null, { cells, lines: new Map() });
  }

  accept(repair) {
    const { store } = this.app;
    const changes = this.#changes(repair);
    this.stop();
    store.begin('cells');
    store.putEach(changes.keys(), (cell) => changes.get(cell));
    store.end();
    toast(t.repairs.accepted, { label: t.undo, run: () => store.undo('cells') });
  }
}

/** What a repair changes: its first cells by name. */
function changeText({ changes }) {
  const named = changes.slice(0, NAMED).map(([column, row]) => put(t.cell, { column, row }));
  return put(t.repairs.one, { count: changes.length, cells: [...named, ...(changes.length > NAMED ? ['…'] : [])].join('; ') });
}

/** What a puzzle is like after a repair. */
const merits = ({ technique, grade, broken_symmetries: broken }) =>
  [technique === 'line' ? t.repairs.byLine : '', grade ? put(t.repairs.difficulty, { grade }) : '', broken ? t.repairs.asymmetric : ''].filter(Boolean).join(' · ');
