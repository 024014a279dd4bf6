// The bench: a program beside the board, run on its puzzle, and judged.

import { fill, h } from '../../../page/static/dom.js';
import { toPuzzle } from '../../../page/static/codec.js';
import { UNKNOWN } from '../../../page/static/model.js';
import { put } from '../../../page/static/texts.js';
import { t } from '../texts.js';
import { Editor, prepare } from '../bench/editor.js';
import { GradePanel } from '../bench/grade.js';
import { Programs } from '../bench/programs.js';
import { RunPanel } from '../bench/run.js';
import { linkToProgram } from '../../../page/static/link.js';
import { call } from './api.js';
import { address } from './server.js';
import { button, checkbox, download, field, problem, select, toast } from '../../../page/static/parts.js';

export const prepareEditor = prepare;

const OWN = '#'; // begins the value of an own program in the list, before its id
const DEFAULT = '';
const MOST = 1 << 18; // characters of a program that the server takes

export class BenchMode {
  id = 'bench';
  label = t.modes.bench;
  choosing = Promise.resolve();
  layer = 'cells';

  constructor(app) {
    this.app = app;
    this.editor = new Editor(() => this.#isShown && this.programs.change({ text: this.editor.value }));
    this.editor.readOnly = true; // until there is something to begin with
    this.run = new RunPanel(this);
    this.grade = new GradePanel(this);
    this.choice = h('div', { class: 'bench-choice' });
    this.note = h('p', { class: 'hint', text: t.bench.help });
    this.panels = [h('div', { class: 'bench' }, this.choice, this.editor.element, this.note, this.#actions())];
    this.tools = [h('div', { class: 'bench-results', 'data-empty': t.bench.empty }, this.grade.element, this.run.element)];
    this.panels[0].addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      event.stopPropagation();
      if (this.encodings) this.start();
    }, true); // before the editor sees it
  }

  #actions() {
    this.most = h('input', { type: 'number', min: '1', max: '100', value: '10', class: 'short' });
    this.seconds = h('input', { type: 'number', min: '1', max: '3600', value: '60', class: 'short' });
    this.actions = [ // once there is a program
      button(t.bench.run, () => this.start(), { glyph: 'play', kind: 'main', 'data-action': 'run', title: `${t.bench.run} (Ctrl+Enter)`, disabled: true }),
      button(t.bench.grade, () => this.judge(), { glyph: 'check', title: t.bench.gradeTitle, 'data-action': 'grade', disabled: true }),
    ];
    this.sizes = checkbox(t.bench.sizes, true);
    return h('div', { class: 'row wrap end' },
      ...this.actions,
      field(t.bench.most, this.most),
      field(t.bench.seconds, this.seconds),
      this.sizes);
  }

  /** The board shows nothing of the picture: that would be the answer. */
  scene() {
    return { cells: new Uint8Array(this.app.store.work.cells.length).fill(UNKNOWN), playing: true, least: 11 };
  }

  enter() {
    this.ready ??= this.#load();
    return this.ready;
  }

  /** Gets ready; a program of a link comes before anything can be typed. */
  async #load(arrive = null) {
    try {
      const [about, encodings] = await Promise.all([this.app.about ?? call('/api/about'), call('/api/encodings')]);
      this.encodings = new Map(encodings.encodings.map(({ name, text }) => [name, text]));
      this.template = encodings.template;
      this.about = about;
      this.programs = new Programs(encodings.template, t.bench.own);
      this.programs.addEventListener('full', () => toast(t.keeper.full));
      await this.programs.start();
      await arrive?.();
      await this.#showChoice();
      for (const action of this.actions) action.disabled = false;
    } catch (error) {
      fill(this.choice, problem(error.message));
      this.ready = null;
    }
  }

  leave() {
    this.run.clear();
    this.grade.slot.cancel();
  }

  /** The puzzle is another one: the answers were to the old one, if not to facts of their own. */
  refresh() {
    if (!this.#facts) this.run.clear();
  }

  /** The facts that the program gets instead of the puzzle, if there are any. */
  get #facts() {
    return this.isOwn ? this.programs.current.facts : undefined;
  }

  async #showChoice() {
    const { deductions, dialects } = this.about;
    this.what = select([], '', () => this.#choose(this.what.value));
    this.deductions = select([[DEFAULT, t.bench.deductionsDefault], ...deductions.map((name) => [name, t.bench.deductionNames[name] ?? name])], DEFAULT);
    this.dialect = select([[DEFAULT, t.bench.dialectAuto], ...dialects.map((name) => [name, t.bench.dialectNames[name] ?? name])], DEFAULT);
    this.dialectField = field(t.bench.dialect, this.dialect);
    this.deductionsField = field(t.bench.deductions, this.deductions);
    this.copy = button(t.bench.copy, () => this.begin(put(t.bench.copyOf, { name: this.what.value }), this.editor.value));
    this.naming = h('input', { type: 'text', maxlength: '100', on: { input: () => this.#rename() } });
    this.own = h('div', { class: 'row wrap end' }, field(t.bench.name, this.naming),
      button(t.bench.save, () => this.save(), { glyph: 'save', kind: 'small' }),
      address() ? button(t.bench.link, () => this.share(), { kind: 'small' }) : null,
      button(t.bench.remove, () => this.#remove(), { glyph: 'trash', kind: 'small' }));
    fill(this.choice, h('div', { class: 'row wrap end' }, field(t.bench.what, this.what), this.deductionsField, this.dialectField, this.copy,
      button(t.bench.begin, () => this.begin(t.bench.own, this.programs.template), { glyph: 'add', kind: 'small' }),
      button(t.bench.open, () => this.#openFile(), { glyph: 'open', kind: 'small' })), this.own);
    await this.#list(OWN + this.programs.current.id);
  }

  get isOwn() {
    return this.what?.value.startsWith(OWN);
  }

  /** Whether the editor has the program of this tab, and not for a moment still the one before. */
  get #isShown() {
    return this.shown === OWN + this.programs?.current.id;
  }

  /** Lists the programs, then the recipes, with one of them chosen. */
  async #list(chosen) {
    const own = (await this.programs.list()).map(({ id, name }) => [OWN + id, name || t.untitled]);
    const options = [...own, ...this.about.recipes.map(({ name }) => [name, name])];
    fill(this.what, options.map(([key, label]) => h('option', { value: key, text: label })));
    this.what.value = chosen;
    this.#show();
  }

  /** One choice after the other; one that is no longer wanted is passed over. */
  #choose(chosen) {
    this.choosing = this.choosing.then(() => this.what.value === chosen && this.#open(chosen));
  }

  async #open(chosen) {
    if (chosen.startsWith(OWN) && chosen !== OWN + this.programs.current.id && !(await this.programs.open(chosen.slice(OWN.length)))) {
      toast(t.open.elsewhere);
      this.what.value = this.shown;
    } else if (this.what.value === chosen) this.#show();
  }

  #show() {
    const recipe = this.about.recipes.find(({ name }) => name === this.what.value);
    this.shown = this.what.value;
    for (const part of [this.deductionsField, this.copy]) part.hidden = !recipe;
    for (const part of [this.dialectField, this.own]) part.hidden = Boolean(recipe);
    this.editor.readOnly = Boolean(recipe);
    if (recipe) this.editor.value = recipe.encodings.map((name) => this.encodings.get(name)).join('\n');
    else {
      this.editor.value = this.programs.current.text;
      this.naming.value = this.programs.current.name;
    }
    const facts = this.#facts;
    this.actions[1].hidden = Boolean(facts && !this.programs.current.exercise); // nothing says which answers are right
    const help = facts ? put(t.bench.instance, { facts: facts.replace('#program later.', t.bench.later).replaceAll('\n', ' ') }) : t.bench.help;
    this.note.textContent = recipe ? `${recipe.about}. ${put(t.bench.readOnly, { files: recipe.encodings })}` : help;
    this.run.clear();
    this.grade.clear();
  }

  /** Begins another program; the one before stays in the list. */
  async begin(name, text) {
    await this.programs.begin(name, text);
    await this.#list(OWN + this.programs.current.id);
    this.editor.focus();
  }

  /** Opens the program of a link, as it is kept if it was there before. */
  async arrive(program, link) {
    const open = async () => {
      if (program.text.length > MOST) toast(put(t.bench.noProgram, { name: program.name }));
      else await this.programs.arrive(program, link);
    };
    if (!this.ready) {
      this.ready = this.#load(open);
      await this.ready;
    } else {
      await this.ready;
      await open();
      await this.#list(OWN + this.programs.current.id);
    }
  }

  #rename() {
    const name = this.naming.value.trim();
    if (!this.#isShown) return;
    this.programs.change({ name });
    this.what.selectedOptions[0].textContent = name || t.untitled;
  }

  async #remove() {
    const back = await this.programs.removeCurrent();
    await this.#list(OWN + this.programs.current.id);
    toast(t.open.forgotten, {
      label: t.undo,
      run: async () => {
        await back();
        await this.#list(OWN + this.programs.current.id);
      },
    });
  }

  /** Saves the program as a file; the name is that of the program. */
  save() {
    const name = this.programs.current.name.replaceAll(/[^\p{L}\p{N} ._-]/gu, '').trim() || t.fileName;
    download(`${name.replace(/\.lp$/i, '')}.lp`, new Blob([this.programs.current.text], { type: 'text/plain' }));
  }

  /** Copies a link to this studio that opens the program. */
  async share() {
    await navigator.clipboard.writeText(await linkToProgram(address(), this.programs.current));
    toast(t.bench.linked);
  }

  #openFile() {
    const input = h('input', { type: 'file', accept: '.lp,.asp,text/plain' });
    input.addEventListener('change', () => input.files[0] && this.openProgram(input.files[0]));
    input.click();
  }

  /** Begins a program with the text of a file. */
  async openProgram(file) {
    await this.enter();
    const text = file.size > MOST ? '' : await file.text();
    if (file.size > MOST || text.includes('\0')) toast(put(t.bench.noProgram, { name: file.name }));
    else await this.begin(file.name.replace(/\.lp$/i, ''), text);
  }

  // --- running -------------------------------------------------------------------------------

  get #program() {
    return { program: this.editor.value, dialect: this.dialect.value || null };
  }

  get #limit() {
    return Math.min(this.about?.limits.seconds ?? 3600, Math.max(1, Number(this.seconds.value) || 10));
  }

  async start() {
    this.app.phone.open('tools');
    if (!this.#facts) await this.app.arrived; // the puzzle of a link comes after the program
    const { goal, saved, ...puzzle } = toPuzzle(this.app.store.work, this.app.store.clues);
    const what = this.isOwn ? { ...this.#program, facts: this.#facts ?? null } : { recipe: this.what.value, deductions: this.deductions.value || null };
    const most = Math.min(100, Math.max(1, Math.round(Number(this.most.value)) || 10));
    this.grade.clear();
    return this.run.run({ puzzle, ...what, most, sizes: this.sizes.control.checked, time_limit: this.#limit });
  }

  judge() {
    this.app.phone.open('tools');
    this.run.clear();
    const exercise = (this.isOwn && this.programs.current.exercise) || null;
    return this.grade.run({ ...this.#program, exercise, colors: null, scaling: false, time_limit: this.#limit });
  }

  // --- the board -----------------------------------------------------------------------------

  hover(cell) {
    if (cell) this.run.atoms.of(cell);
  }

  moveCursor(from, to) {
    this.run.atoms.of(to);
  }

  pressPreview(cell) {
    this.run.atoms.of(cell);
  }
}
