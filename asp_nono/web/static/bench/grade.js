// A program judged: right on every small board, or a smallest board on which it is wrong, drawn.

import { fill, h } from '../core/dom.js';
import { fromPuzzle } from '../core/codec.js';
import { t } from '../strings.js';
import { button, problem, toast, working } from '../app/parts.js';
import { Slot } from '../app/slot.js';
import { miniature } from './mini.js';

const SECONDS = 120;
const SHOWN = 2; // so many pictures of a kind

export class GradePanel {
  constructor(mode) {
    this.mode = mode;
    this.app = mode.app;
    this.slot = new Slot();
    this.element = h('div', { class: 'grade-result', 'aria-live': 'polite' });
  }

  clear() {
    this.slot.cancel();
    fill(this.element);
  }

  async run(body) {
    fill(this.element, working(t.bench.grading, () => this.clear()));
    const end = await this.slot.run('grade', { ...body, seconds: SECONDS });
    if (!end) return;
    if (end.event === 'error') {
      fill(this.element, problem([...(end.where ?? []), end.message].join(': ')));
      if (end.line) this.mode.editor.note(new Map([[end.line, end.message]]));
    } else if (end.event === 'stopped') fill(this.element, problem(t.bench.stopped(end.message)));
    else this.#show(end);
  }

  #show(end) {
    const good = end.outcome === 'right';
    const verdict = t.bench.verdict[end.outcome] ?? end.outcome;
    fill(this.element,
      h('p', { class: `verdict-head ${good ? 'good' : 'bad'}` }, h('strong', { text: verdict }), h('span', { class: 'grow' }), h('span', { text: t.bench.points(end.points, end.most) })),
      end.reason ? h('p', { text: end.reason }) : null,
      end.hint ? h('p', { class: 'told', text: end.hint }) : null,
      end.counterexample ? this.#counterexample(end.counterexample) : null,
      h('ul', { class: 'plain' }, Object.entries(end.items).map(([name, item]) =>
        h('li', { class: 'row' }, h('span', { class: 'figure item', text: `${item.points} / ${item.most}` }), h('span', { text: `${t.bench.item[name] ?? name}: ${item.why}` })))),
      end.remarks.length ? h('div', {}, h('h3', { text: t.bench.remarks }), h('ul', { class: 'plain' }, end.remarks.map((text) => h('li', { text })))) : null,
      end.boards?.length ? h('p', { class: 'hint', text: t.bench.boards(end.boards) }) : null);
    this.app.say(`${verdict}. ${end.hint ?? ''}`);
  }

  #counterexample({ puzzle, solutions, missing, wrong, repeated, odd }) {
    const draw = (pictures, caption) => pictures.slice(0, SHOWN).map((rows) => miniature(puzzle, rows, caption));
    const open = async () => {
      await this.app.keeper.begin(fromPuzzle(puzzle));
      toast(t.bench.opened);
    };
    return h('div', { class: 'counterexample' }, h('h3', { text: t.bench.counterexample }),
      h('div', { class: 'minis' },
        draw(wrong, t.bench.wrongAnswer), draw(missing, t.bench.missing),
        repeated.slice(0, SHOWN).map((one) => miniature(puzzle, one.picture ?? one, t.bench.repeated(one.times ?? 2))),
        missing.length ? [] : draw(solutions.slice(0, 1), t.bench.solution),
        solutions.length ? [] : miniature(puzzle, null, t.bench.nothing)),
      odd.length ? h('p', { text: t.bench.odd(odd.flat().slice(0, 8)) }) : null,
      h('div', { class: 'row' }, button(t.bench.openIt, open, { kind: 'small' })));
  }
}
