// A page without a puzzle: it plays the one that its link holds behind the "#", which is a stranger's.

import { h } from '../../page/static/dom.js';
import { checked, NoPuzzle } from '../../page/static/checked.js';
import { unequalTotals } from '../../page/static/clues.js';
import { colorAt, deriving, domainOf, linesOf, nameOf } from '../../page/static/lines.js';
import { puzzleOf } from '../../page/static/link.js';
import { UNKNOWN } from '../../page/static/model.js';
import { lineNamed, put } from '../../page/static/texts.js';
import { store, stored } from './game.js';
import { keepFiles, showTheme } from './page.js';
import { Player } from './player.js';
import { button, form } from '../../page/static/parts.js';
import { sha256 } from '../../page/static/sha256.js';
import { row, text } from './sheet.js';
import { t } from './texts.js';

const LINKS = 'links'; // the name under which the links that were opened are kept
const KEPT = 50; // of them
const ROOM = 200_000; // characters of them
const SLICE = 12; // milliseconds of line logic between events of the page
const PATIENCE = 20_000; // milliseconds of line logic in all

/** The page says something, offers the links that were opened here, and takes another. */
function welcome(words, problem = false) {
  const field = h('input', { type: 'url', 'aria-label': t.link.field, placeholder: t.link.field });
  const follow = () => {
    const found = field.value.indexOf('#p=');
    location.hash = found < 0 ? '#p=' : field.value.slice(found);
  };
  const paste = form(follow, { class: 'paste' }, field, button(t.link.open, follow, { kind: 'main' }));
  const cards = links().map(({ hash, id, title, size }) =>
    h('li', {}, h('a', { class: `card${stored(id)?.solved ? ' done' : ''}`, href: hash }, h('b', { text: title }), h('small', { text: size }))));
  document.body.replaceChildren(h('main', {}, h('h1', { text: t.link.title }), h('p', { class: problem ? 'problem' : 'hint', role: problem ? 'alert' : null, text: words }),
    paste, cards.length ? h('ul', { class: 'cards' }, cards) : null));
}

/** The links that were opened here, the newest first. */
const links = () => [stored(LINKS) ?? []].flat().filter(Boolean);

/** Puts a link before the others that were opened; the oldest go when there are many, or they are long. */
function remember(entry) {
  const length = (one) => JSON.stringify(one).length;
  if (length(entry) > ROOM) return;
  let room = ROOM;
  store(LINKS, [entry, ...links().filter(({ id }) => id !== entry.id)].slice(0, KEPT).filter((one) => (room -= length(one)) >= 0));
}

async function open() {
  showTheme(stored('settings')?.theme);
  const { hash } = location;
  if (!hash) {
    welcome(t.link.about);
    return;
  }
  try {
    play(checked(await puzzleOf(hash)), hash);
  } catch (error) {
    welcome(error instanceof NoPuzzle ? put(t.link.faults[error.message], { line: error.line && lineNamed(nameOf(error.line)) }) : t.link.unreadable, true);
  }
}

function play(/** @type {any} */ { description: about, ...puzzle }, hash) {
  const id = sha256(JSON.stringify(puzzle));
  const title = puzzle.title || t.untitled;
  remember({ hash, id, title, size: `${puzzle.columns.length} × ${puzzle.rows.length}` });
  document.title = title;
  document.body.className = 'play';
  const player = new Player({ puzzle, id, about, home: location.pathname });
  Object.assign(globalThis, { player });
  judge(player);
}

/** Derives the solution by line logic, beside the game, and tells the player what is known. */
async function judge(player) {
  const { work, clues } = player.store;
  const domain = domainOf(work);
  const steps = deriving(domain, linesOf(work, clues), work);
  const end = performance.now() + PATIENCE;
  const unequal = unequalTotals(clues, work.colors).length > 0;
  /** @type {IteratorResult<any, any>} */
  let step = { done: unequal, value: null };
  while (!step.done && performance.now() < end) {
    const pause = performance.now() + SLICE;
    while (!step.done && performance.now() < pause) step = steps.next();
    await new Promise((resolve) => setTimeout(resolve));
  }
  if (unequal || step.value) {
    player.verdict = step.value ? put(t.link.none.line, { line: lineNamed(nameOf(step.value)) }) : t.link.none.sums;
    player.sheet.show(t.link.title, text(player.verdict), row(h('a', { class: 'button', href: location.pathname, text: t.back })));
    player.say(player.verdict);
    return;
  }
  const unique = step.done && domain[0].every((_, at) => colorAt(domain, at) !== UNKNOWN);
  player.verdict = unique ? t.link.unique : t.link.unknown;
  if (step.done) player.supplier.mistakes.learn(domain);
}

addEventListener('hashchange', () => location.reload());
keepFiles();
open();
