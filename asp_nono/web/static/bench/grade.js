// A small puzzle drawn with its clues, such as a counterexample.

import { fill, h } from '../../../page/static/dom.js';
import { cellsOf, fromPuzzle } from '../../../page/static/codec.js';
import { cluesOf } from '../../../page/static/clues.js';
import { drawCells } from '../../../page/static/board/cells.js';
import { drawClue } from '../../../page/static/board/clues.js';
import { readTheme } from '../../../page/static/board/theme.js';
import { linesOf } from '../../../page/static/lines.js';
import { View } from '../../../page/static/view.js';
import { numeral, put } from '../../../page/static/texts.js';
import { t } from '../texts.js';
import { button, problem, toast, Working } from '../../../page/static/parts.js';
import { Slot } from '../app/api.js';
import { sentence } from '../app/errors.js';

const CELL = 30;

/** A drawing of a puzzle with a picture in it, under a caption. */
export function miniature(puzzle, rows, caption) {
  const work = fromPuzzle(puzzle);
  const clues = work.clues ?? cluesOf(work);
  const canvas = h('canvas', { role: 'img', 'aria-label': rows ? put(t.bench.picture, { rows: rows.join(' / ') }) : caption });
  draw(canvas, {
    width: work.width, height: work.height, colors: work.colors, clues, cells: rows ? cellsOf(rows, work) : work.marks,
    given: new Set(), notes: new Map(), lineNotes: new Map(), symbols: 'none', least: 3, roomy: 0, playing: !rows, done: null, theme: readTheme(),
  });
  return h('figure', { class: 'mini' }, canvas, h('figcaption', { text: caption }));
}

function draw(canvas, scene) {
  const view = new View();
  const ratio = devicePixelRatio || 1;
  view.measure(scene);
  view.ratio = ratio;
  view.cell = Math.round(CELL * ratio);
  [view.x, view.y] = [view.gutterWidth(), view.gutterHeight()];
  view.paneWidth = view.x + scene.width * view.cell + 2 * ratio;
  view.paneHeight = view.y + scene.height * view.cell + 2 * ratio;
  Object.assign(canvas, { width: view.paneWidth, height: view.paneHeight });
  Object.assign(canvas.style, { width: `${view.paneWidth / ratio}px`, height: `${view.paneHeight / ratio}px` });
  const ctx = canvas.getContext('2d');
  ctx.fillStyle = scene.theme.gutter;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  for (const line of linesOf(scene, scene.clues)) drawClue(ctx, view, scene, line);
  drawCells(ctx, view, scene, [0, 0, scene.width - 1, scene.height - 1]);
}

// The grade of a program: right on every small board, or a smallest board on which it is wrong, drawn.

const SHOWN = 2; // pictures of a kind

const figure = (points) => numeral(points, 0, 3);

/** On what sizes of boards a program was tried so far. */
const boardsText = ({ faulty, board, ...others }) =>
  put(faulty ? t.bench.gradingFaulty : t.bench.gradingBoards, { ...others, board: board.replace('x', ' × ') });

/** An instance of an exercise, and what the program answers. */
function instance({ facts, answers, missing, wrong, repeated }) {
  const line = (caption, atoms) => h('li', {}, h('span', { text: `${caption}: ` }), h('code', { text: atoms.join(' ') || t.bench.noAtom }));
  const listed = (found, caption) => found.slice(0, SHOWN).map((atoms) => line(caption, atoms));
  return h('div', { class: 'counterexample' }, h('h3', { text: t.bench.counterinstance }),
    h('pre', { text: facts }),
    h('ul', { class: 'plain' }, listed(wrong, t.bench.wrongAtoms),
      answers === null && missing.length ? h('li', { text: t.bench.noAnswer }) : listed(missing, t.bench.missingAtoms),
      repeated.slice(0, SHOWN).map(({ atoms, times }) => line(put(t.bench.repeated, { times }), atoms))));
}

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
    const sign = new Working(t.bench.grading.read, () => {
      this.slot.cancel();
      fill(this.element, h('p', { class: 'hint', text: t.bench.gradingCancelled }));
    });
    const clock = h('span', { class: 'figure', 'aria-hidden': 'true' }); // not read aloud each second
    const bar = h('progress', { class: 'grade-bar', hidden: true, 'aria-hidden': 'true' });
    sign.element.children[1].after(clock);
    fill(this.element, sign.element, bar);
    const begin = Date.now();
    const ticking = setInterval(() => {
      clock.textContent = put(t.bench.passed, { seconds: Math.round((Date.now() - begin) / 1000) });
    }, 1000);
    const end = await this.slot.run('grade', body, (event) => this.#hear(event, sign, bar));
    clearInterval(ticking);
    if (!end) return;
    if (end.event === 'error') {
      fill(this.element, problem(sentence(end)));
      if (end.line) this.mode.editor.note(new Map([[end.line, end.reason]]));
    } else if (end.outcome) this.#show(end);
    else fill(this.element, problem(put(t.bench.stopped, { limit: end.reason })));
  }

  #hear(event, sign, bar) {
    if (event.event !== 'progress') return;
    sign.tell(event.stage === 'boards' ? boardsText(event) : t.bench.grading[event.stage]);
    bar.hidden = event.stage !== 'boards' || event.faulty;
    if (!bar.hidden) Object.assign(bar, { max: event.sizes, value: event.done });
  }

  #show(end) {
    const good = end.outcome === 'right';
    const verdict = (end.boards?.length ? null : t.bench.verdictOnInstances[end.outcome]) ?? t.bench.verdict[end.outcome] ?? end.outcome;
    fill(this.element,
      h('p', { class: `verdict-head ${good ? 'good' : 'bad'}` }, h('strong', { text: verdict }), h('span', { class: 'grow' }), h('span', { text: put(t.bench.points, { points: figure(end.points), most: figure(end.most) }) })),
      end.reason ? h('p', { text: end.event === 'stopped' ? put(t.bench.stopped, { limit: end.reason }) : end.reason }) : null,
      end.kind ? h('p', {}, `${t.bench.kind} `, h('code', { text: end.kind })) : null,
      end.hint ? h('p', { class: 'message', text: end.hint }) : null,
      end.counterexample ? this.#counterexample(end.counterexample) : null,
      end.lacking ? h('p', { text: end.lacking }) : null,
      end.suspects?.length ? h('div', {}, h('h3', { text: t.bench.suspects }), h('ul', { class: 'plain' }, end.suspects.map(({ place, rule, hint }) =>
        h('li', {}, h('span', { text: `${place}: ` }), h('code', { text: rule }), h('p', { class: 'hint', text: hint }))))) : null,
      h('ul', { class: 'plain' }, Object.entries(end.items).map(([name, item]) =>
        h('li', { class: 'row' }, h('span', { class: 'figure item', text: `${figure(item.points)} / ${figure(item.most)}` }), h('span', { text: `${t.bench.item[name] ?? name}: ${item.why}` })))),
      end.remarks.length ? h('div', {}, h('h3', { text: t.bench.remarks }), h('ul', { class: 'plain' }, end.remarks.map((text) => h('li', { text })))) : null,
      end.boards?.length ? h('p', { class: 'hint', text: put(t.bench.boards, end) }) : null);
    this.app.say(`${verdict}. ${end.hint ?? ''}`);
  }

  #counterexample(found) {
    return found.puzzle ? this.#board(found) : instance(found);
  }

  #board({ puzzle, solutions, missing, wrong, repeated, odd }) {
    const drawn = (pictures, caption) => pictures.slice(0, SHOWN).map((rows) => miniature(puzzle, rows, caption));
    const open = async () => {
      await this.app.keeper.begin(fromPuzzle(puzzle));
      toast(t.bench.opened);
    };
    return h('div', { class: 'counterexample' }, h('h3', { text: t.bench.counterexample }),
      h('div', { class: 'minis' },
        drawn(wrong, t.bench.wrongAnswer), drawn(missing, t.bench.missing),
        repeated.slice(0, SHOWN).map((one) => miniature(puzzle, one.picture ?? one, put(t.bench.repeated, { times: one.times ?? 2 }))),
        missing.length ? [] : drawn(solutions.slice(0, 1), t.bench.solution),
        solutions.length ? [] : miniature(puzzle, null, t.bench.nothing)),
      odd.length ? h('p', { text: put(t.bench.odd, { atoms: odd.flat().slice(0, 8) }) }) : null,
      h('div', { class: 'row' }, button(t.bench.openIt, open, { kind: 'small' })));
  }
}
