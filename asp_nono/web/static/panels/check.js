// Is it unique? Checked while painting, cancelled by the next stroke, or on request.

import { debounced, fill, h, icon } from '../../../page/static/dom.js';
import { cellsOf, toPuzzle } from '../../../page/static/codec.js';
import { cellAt, isEmpty, isPicture } from '../../../page/static/model.js';
import { lineOf } from '../messages.js';
import { put } from '../../../page/static/texts.js';
import { t } from '../texts.js';
import { button, checkbox, icons, problem, section, Working } from '../../../page/static/parts.js';
import { Slot } from '../app/api.js';
import { shipped } from '../app/import.js';
import { Clash, Counting, goOn, Regions, Repairs, Solutions } from './questions.js';

const PAUSE = 250; // milliseconds without a stroke before a check begins
const SECONDS = 10;
const GLYPHS = { unique: 'check', multiple: 'many', none: 'none', undecided: 'clock' };

export class CheckPanel {
  #awake = false;
  /** @type {?Promise<?HTMLElement>} */
  gallery = null;
  #current = false; // whether what is shown belongs to the puzzle as it is
  #shown = null; // the last verdict, to say only changes of it

  constructor(app) {
    this.app = app;
    this.slot = new Slot();
    this.grading = new Slot();
    this.card = h('div', { class: 'verdict', 'aria-live': 'polite' });
    this.more = h('div', { class: 'more' });
    this.extras = { counting: new Counting(this), solutions: new Solutions(this), regions: new Regions(this), repairs: new Repairs(this), clash: new Clash(this) };
    this.later = debounced(() => this.check(), PAUSE);
    const auto = checkbox(t.check.auto, app.settings.get('autoCheck'), (on) => {
      app.settings.set('autoCheck', on);
      if (on) this.changed();
    });
    this.now = button(t.check.now, () => this.check(), { kind: 'small' });
    this.element = section(t.check.title, h('div', { class: 'row spread' }, auto, this.now), this.card, this.more);
  }

  wake() {
    this.#awake = true;
    if (!this.#current) this.changed();
  }

  /** Another mode is chosen: what runs goes on no more. */
  sleep() {
    this.#awake = false;
    this.interrupt();
  }

  /** The next stroke begins: jobs on the picture before it are cancelled. */
  interrupt() {
    this.later.cancel();
    this.slot.cancel();
    this.grading.cancel();
    for (const extra of Object.values(this.extras)) extra.stop();
    if (this.card.querySelector('.working')) this.#idle();
  }

  changed() {
    this.#current = false;
    this.interrupt();
    if (!this.#awake) return;
    fill(this.more);
    if (this.app.settings.get('autoCheck')) this.later();
    else this.#idle();
  }

  #idle() {
    fill(this.card, h('p', { class: 'hint', text: t.check.idle }));
  }

  get puzzle() {
    return toPuzzle(this.app.store.work, this.app.store.clues);
  }

  async check(seconds = SECONDS) {
    this.later.cancel();
    fill(this.more);
    if (isEmpty(this.app.store.work)) {
      this.#current = true;
      fill(this.card, h('p', { class: 'hint', text: t.check.empty }));
      await this.#offer();
      return;
    }
    const sign = new Working(t.check.working, () => this.#cancel());
    const show = setTimeout(() => fill(this.card, sign.element), 300);
    this.card.setAttribute('aria-busy', 'true');
    const end = await this.slot.run('check', { puzzle: this.puzzle, time_limit: seconds }, (event) => {
      if (event.event === 'queued' && event.ahead) sign.tell(put(t.check.queued, event));
      if (event.effort) sign.tell(put(event.effort.modes.length ? t.check.steered : t.check.searching, event.effort));
    });
    clearTimeout(show);
    this.card.removeAttribute('aria-busy');
    if (end) this.#show(end, seconds);
  }

  /** An empty table offers puzzles to play. */
  async #offer() {
    this.gallery ??= shipped(this.app).catch(() => null);
    const gallery = await this.gallery;
    if (gallery && isEmpty(this.app.store.work) && this.#awake) fill(this.more, h('p', { class: 'hint', text: t.open.shippedHint }), gallery);
  }

  #cancel() {
    this.slot.cancel();
    fill(this.card, h('p', { class: 'hint', text: t.check.cancelled }));
  }

  #show(end, seconds) {
    this.#current = true;
    if (end.event === 'error') {
      fill(this.card, problem(end.reason));
      this.#lineAtFault(end);
      return;
    }
    const verdict = end.event === 'stopped' && end.verdict !== 'multiple' ? 'undecided' : end.verdict;
    this.card.dataset.verdict = verdict;
    const head = h('p', { class: `verdict-head ${verdict}` }, icon(icons[GLYPHS[verdict]]), h('strong', { text: t.check.verdicts[verdict] }));
    fill(this.card, head, h('p', { class: 'verdict-text', text: this.#sentence(verdict, end) }));
    if (verdict !== this.#shown) this.app.say(`${t.check.verdicts[verdict]}. ${this.#sentence(verdict, end)}`);
    this.#shown = verdict;
    this[`_${verdict}`](end, seconds);
  }

  #sentence(verdict, end) {
    if (verdict === 'unique') return t.check.techniques[end.technique] ?? '';
    if (verdict === 'multiple') return put(t.check.differ, { count: end.other_differs?.length || end.differences.length });
    if (verdict === 'none') return end.reason;
    return put(t.check.undecided, { limit: end.reason });
  }

  /** An error that names a line is marked there, too. */
  #lineAtFault({ where_messages: places }) {
    const line = places?.map(lineOf).find(Boolean);
    if (line) this.app.stage.mark({ cells: new Map(), lines: new Map([[line, { kind: 'clash' }]]) });
  }

  // --- what each verdict offers --------------------------------------------------------------

  async _unique(end) {
    const { store } = this.app;
    const line = h('p', { class: 'hint' });
    const take = () => store.set({ clues: null, cells: cellsOf(end.solutions[0], store.work) });
    // The grade comes later: above the button it would move it under a finger.
    fill(this.more, isPicture(store.work) ? null : button(t.check.take, take, { kind: 'small' }), line);
    await this.#grade(line);
  }

  async #grade(line) {
    const end = await this.grading.run('difficulty', { puzzle: this.puzzle });
    if (end?.event === 'result' && end.grade !== null) line.textContent = put(t.check.grade, end);
  }

  _multiple(end) {
    const differing = end.other ? end.other_differs : end.differences;
    const { counting, solutions, regions, repairs } = this.extras;
    fill(this.more, counting.element, solutions.element, regions.element, repairs.element);
    for (const extra of [counting, solutions, regions, repairs]) extra.reset();
    this.markDiffering(differing);
  }

  _none() {
    fill(this.more, this.extras.clash.element);
    this.extras.clash.reset();
  }

  _undecided(end, seconds) {
    const certain = end.certain && button(t.check.showCertain, () => this.showCertain(end.certain), { kind: 'small' });
    fill(this.more, h('div', { class: 'row' },
      goOn(this.app, seconds, (longer) => this.check(longer), 'main') ?? h('p', { class: 'hint', text: t.check.noLonger }),
      certain || null));
  }

  /** Marks the cells in which another solution differs, while the picture itself stays. */
  markDiffering(cells) {
    const { stage, store } = this.app;
    const marks = cells.map((place) => [cellAt(place, store.work), { kind: 'differs' }]);
    if (marks.length) stage.mark({ cells: new Map(marks), lines: new Map() });
  }

  showCertain(rows) {
    const { stage, store } = this.app;
    const bar = h('div', { class: 'notice' }, h('span', { text: t.check.certain }), button(t.back, () => stage.show(null)));
    stage.show({ cells: cellsOf(rows, store.work), bar });
  }
}
