// The bench: a program beside the board, run on its puzzle, and judged.

import { fill, h } from '../../../page/static/dom.js';
import { toPuzzle } from '../../../page/static/codec.js';
import { UNKNOWN } from '../../../page/static/model.js';
import { t } from '../strings.js';
import { Editor, prepare } from '../bench/editor.js';
import { GradePanel } from '../bench/grade.js';
import { RunPanel } from '../bench/run.js';
import { call } from './api.js';
import { button, checkbox, field, problem, select, toast } from './parts.js';

export const prepareEditor = prepare;

const KEY = 'studio.program';
const OWN = '';

export class BenchMode {
  id = 'bench';
  label = t.modes.bench;
  layer = 'cells';
  #measure = true;

  constructor(app) {
    this.app = app;
    this.editor = new Editor();
    this.editor.readOnly = true; // until there is something to begin with
    this.editor.addEventListener('input', () => this.#keep());
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
    return h('div', { class: 'row wrap end' },
      ...this.actions,
      field(t.bench.most, this.most),
      field(t.bench.seconds, this.seconds),
      checkbox(t.bench.sizes, true, (on) => {
        this.#measure = on;
      }));
  }

  /** The board shows nothing of the picture: that would be the answer. */
  scene() {
    return { cells: new Uint8Array(this.app.store.work.cells.length).fill(UNKNOWN), playing: true, least: 11 };
  }

  async enter() {
    if (this.encodings) return;
    try {
      const [about, encodings] = await Promise.all([this.app.about ?? call('/api/about'), call('/api/encodings')]);
      this.encodings = new Map(encodings.encodings.map(({ name, text }) => [name, text]));
      this.template = encodings.template;
      this.about = about;
      this.#showChoice();
      for (const action of this.actions) action.disabled = false;
    } catch (error) {
      fill(this.choice, problem(error.message));
    }
  }

  leave() {
    this.run.clear();
    this.grade.slot.cancel();
  }

  /** The puzzle is another one: the answers were to the old one. */
  refresh() {
    this.run.clear();
  }

  #showChoice() {
    const { recipes, deductions, dialects } = this.about;
    this.recipe = select([[OWN, t.bench.own], ...recipes.map(({ name }) => [name, name])], OWN, () => this.#chosen());
    this.deductions = select([[OWN, t.bench.deductionsDefault], ...deductions.map((name) => [name, t.bench.deductionNames[name] ?? name])], OWN, () => {});
    this.dialect = select([[OWN, t.bench.dialectAuto], ...dialects.map((one) => [one.name ?? one, one.name ?? one])], OWN, () => {});
    this.dialectField = field(t.bench.dialect, this.dialect);
    this.deductionsField = field(t.bench.deductions, this.deductions);
    this.copy = button(t.bench.copy, () => this.#copy());
    this.restart = button(t.bench.template, () => this.#restart());
    fill(this.choice, h('div', { class: 'row wrap end' }, field(t.bench.what, this.recipe), this.deductionsField, this.dialectField, this.copy, this.restart));
    this.#chosen();
  }

  #chosen() {
    const recipe = this.about.recipes.find(({ name }) => name === this.recipe.value);
    this.deductionsField.hidden = !recipe;
    this.copy.hidden = !recipe;
    this.dialectField.hidden = Boolean(recipe);
    this.restart.hidden = Boolean(recipe);
    this.editor.readOnly = Boolean(recipe);
    if (recipe) this.editor.value = recipe.encodings.map((name) => this.encodings.get(name) ?? '').join('\n');
    else this.editor.value = localStorage.getItem(KEY) ?? this.template;
    this.note.textContent = recipe ? `${recipe.about}. ${t.bench.readOnly(recipe.encodings.join(', '))}` : t.bench.help;
    this.run.clear();
    this.grade.clear();
  }

  #keep() {
    localStorage.setItem(KEY, this.editor.value);
  }

  #copy() {
    localStorage.setItem(KEY, this.editor.value);
    this.recipe.value = OWN;
    this.#chosen();
    this.editor.focus();
  }

  #restart() {
    const before = this.editor.value;
    const put = (text) => {
      this.editor.value = text;
      this.#keep();
    };
    put(this.template);
    toast(t.bench.replaced, { label: t.undo, run: () => put(before) });
  }

  // --- running -------------------------------------------------------------------------------

  get #program() {
    return { program: this.editor.value, dialect: this.dialect.value || null };
  }

  get #limit() {
    return Math.min(this.about?.limits.seconds ?? 3600, Math.max(1, Number(this.seconds.value) || 10));
  }

  start() {
    this.app.phone.open('tools');
    const { goal, saved, ...puzzle } = toPuzzle(this.app.store.work, this.app.store.clues);
    const what = this.recipe.value ? { recipe: this.recipe.value, deductions: this.deductions.value || null } : this.#program;
    const most = Math.min(100, Math.max(1, Math.round(Number(this.most.value)) || 10));
    this.grade.clear();
    return this.run.run({ puzzle, ...what, most, sizes: this.#measure, time_limit: this.#limit });
  }

  judge() {
    this.app.phone.open('tools');
    this.run.clear();
    return this.grade.run({ ...this.#program, colors: null, scaling: false, time_limit: this.#limit });
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

  press() {}

  drag() {}

  release() {}

  abandon() {}

  key() {
    return false;
  }
}
