// Files and pictures dropped, pasted or chosen.

import { fill, h, mosaic } from '../../../page/static/dom.js';
import { cellsOf, fromPuzzle } from '../../../page/static/codec.js';
import { locale, put } from '../../../page/static/texts.js';
import { t } from '../texts.js';
import { base64, call } from './api.js';
import { sentence } from './errors.js';
import { button, dialog, problem, toast } from '../../../page/static/parts.js';
import { BLACK, WHITE } from '../../../page/static/model.js';

const isPhoto = (file) => /^image\/(?!svg)/.test(file.type) && !/\.(pbm)$/i.test(file.name);

const LONG = 100_000; // bytes of a file whose reading may take long enough to wonder
const MOST = 10_000_000; // bytes of a file that the server reads
const PACKED = ['PK', '\x1f\x8b', 'BM', 'GIF8', '\x89PNG', '\xff\xd8']; // what holds zero bytes and may be a puzzle

/** Whether a large file cannot be a puzzle: it is not sent to the server for nothing. */
async function isBinary(file) {
  if (file.size < 200_000) return false;
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 4096).arrayBuffer()));
  return head.includes('\0') && !PACKED.some((begin) => head.startsWith(begin));
}

/** Opens what a person gave: a picture is converted, everything else is read as puzzles. */
async function openFile(app, file) {
  if (isPhoto(file)) {
    const { importPicture } = await import('./import_picture.js');
    const work = await importPicture(app, file);
    if (work) await place(app, work);
    return;
  }
  let read = () => {};
  try {
    if (file.size > MOST) throw new Error(t.open.tooLarge);
    if (await isBinary(file)) throw new Error(t.open.noPuzzle);
    if (file.size > LONG) read = toast(file.name ? put(t.open.reading.named, file) : t.open.reading.unnamed, { stays: true });
    const answer = await call('/api/read', { data: await base64(file), name: file.name ?? '', format: null });
    read();
    await choosePuzzle(app, answer);
  } catch (error) {
    read();
    if (/\.(lp|asp)$/i.test(file.name)) {
      await app.choose('bench');
      await app.mode.openProgram(file);
      return;
    }
    await failed(file.name ?? '', error.message);
  }
}

const failed = (name, text) => dialog(name ? put(t.open.failed.named, { name }) : t.open.failed.unnamed, () => [problem(text), h('p', { class: 'hint', text: t.open.formats })]);

/** Puts the puzzle of a file on the table; of several, the one that the person chooses. */
export async function choosePuzzle(app, { puzzles, warnings }) {
  const sound = puzzles.filter((one) => one.puzzle);
  if (!sound.length) {
    await failed('', puzzles.map((one) => sentence(one.error)).join('\n'));
    return false;
  }
  const puzzle = puzzles.length === 1 ? puzzles[0].puzzle : await dialog(put(t.open.which, { count: puzzles.length }), (close) => gallery(puzzles, close), { wide: true });
  if (!puzzle) return false;
  let work;
  try {
    work = fromPuzzle(puzzle);
  } catch {
    await failed('', t.open.tooLarge);
    return false;
  }
  await place(app, work);
  if (warnings?.length) toast(warnings.join(' '));
  return true;
}

export const sizeOf = ({ rows, columns }) => put(t.size, { width: columns.length, height: rows.length });

function gallery(puzzles, close) {
  return h('ul', { class: 'gallery' }, puzzles.map(({ puzzle, error }, number) => {
    if (error) return h('li', { class: 'broken' }, h('span', { text: put(t.open.broken, { number: number + 1, text: sentence(error) }) }));
    const title = puzzle.title || put(t.open.untitled, { number: number + 1 });
    return h('li', {}, cardOf(puzzle, title, sizeOf(puzzle), () => close(puzzle)));
  }));
}

/** A work from outside begins; the mode is the one in which there is something to do. */
export async function place(app, work) {
  await app.keeper.begin(work);
  const blank = work.clues !== null;
  if (blank && (!app.mode || app.mode.id === 'paint')) await app.choose('play');
  const { width, height, texts: { title } } = work;
  app.say(put(t.open.opened[title ? 'titled' : 'untitled'], { title, width, height }));
}

/** The dialog for what is to be opened: a file, or a work that was kept. */
export async function openDialog(app) {
  const works = await app.keeper.list();
  const input = h('input', { type: 'file', class: 'unseen', tabindex: '-1', 'aria-hidden': 'true' });
  const file = await dialog(t.open.title, (close) => {
    input.addEventListener('change', () => close(input.files[0]));
    const drop = h('button', { type: 'button', class: 'drop', on: { click: () => input.click() } },
      h('strong', { text: t.open.choose }), h('span', { text: t.open.hint }));
    const own = h('details', {}, h('summary', { text: t.open.shipped }));
    own.addEventListener('toggle', async () => own.childElementCount === 1 && own.append(await shipped(app, () => close())), { once: true });
    return [drop, input, own, h('h3', { text: t.open.recent }),
      works.length ? h('ul', { class: 'gallery' }, works.map((work) => kept(app, work, close))) : h('p', { class: 'hint', text: t.open.nothing })];
  }, { wide: true });
  if (file instanceof Blob) await openFile(app, file);
  else if (file) await reopen(app, file);
}

async function reopen(app, id) {
  if (id === app.store.id) return;
  if (await app.keeper.open(id)) await app.choose(app.keeper.mode);
  else toast(t.open.elsewhere);
}

/** The puzzles that come with asp-nono; their pictures are not shown. */
export async function shipped(app, chosen = () => {}) {
  const { puzzles } = await call('/api/shipped');
  const sound = puzzles.map(({ puzzle }) => puzzle).filter(Boolean).sort((one, other) => one.rows.length * one.columns.length - other.rows.length * other.columns.length);
  const open = async (puzzle) => {
    chosen();
    await app.keeper.begin(fromPuzzle(puzzle));
    await app.choose('play');
  };
  return h('ul', { class: 'gallery shipped' }, sound.map((puzzle) => h('li', {},
    cardOf({ ...puzzle, goal: null }, puzzle.title || t.untitled, sizeOf(puzzle), () => open(puzzle)))));
}

function kept(app, record, close) {
  const { stored: { puzzle } } = record;
  const item = h('li', {}, cardOf(puzzle, record.title || t.untitled, `${sizeOf(puzzle)} · ${new Date(record.when).toLocaleString(locale)}`, () => close(record.id)));
  const forget = async () => {
    const shown = [...item.childNodes];
    const gone = await app.keeper.remove(record.id);
    const back = async () => {
      await app.keeper.put(gone);
      fill(item, shown);
    };
    if (gone) fill(item, h('div', { class: 'card gone', role: 'status' }, h('span', { text: t.open.forgotten }), button(t.undo, back, { kind: 'small', autofocus: true })));
    else fill(item, ...shown.filter((one) => !one.matches('.problem')), h('small', { class: 'problem', role: 'alert', text: t.open.elsewhere }));
  };
  if (record.id !== app.store.id) item.append(button(put(t.open.forget, { title: record.title || t.untitled }), forget, { glyph: 'trash', bare: true, kind: 'quiet' }));
  return item;
}

/** Files dropped anywhere on the page, and what is pasted where nothing is typed. */
export function listenToDrops(app) {
  addEventListener('dragover', (event) => {
    event.preventDefault();
    document.body.classList.add('dropping');
  });
  const end = () => document.body.classList.remove('dropping');
  addEventListener('dragleave', (event) => !event.relatedTarget && end());
  addEventListener('drop', (event) => {
    event.preventDefault();
    end();
    const [file] = event.dataTransfer.files;
    if (file) openFile(app, file);
  });
  addEventListener('paste', (event) => {
    if (/** @type {Element} */ (event.target).closest?.('input, textarea, .code')) return;
    const [file] = event.clipboardData.files;
    const text = event.clipboardData.getData('text');
    if (file) openFile(app, file);
    else if (text.trim()) openFile(app, new File([text], '', { type: 'text/plain' }));
  });
}

/** A button that shows a puzzle in small, with its name and something about it. */
export const cardOf = (puzzle, title, about, run) =>
  h('button', { type: 'button', class: 'card', on: { click: run } }, thumbnail(puzzle), h('span', { text: title }), h('small', { text: about }));

// Small pictures of puzzles for lists; a puzzle without a picture shows its size as an empty grid.

const SIDE = 96;
const LINE = 4;

export function thumbnail(puzzle) {
  const colors = puzzle.colors ?? [WHITE, BLACK];
  const size = { width: puzzle.columns.length, height: puzzle.rows.length, colors };
  const unit = Math.max(1, Math.floor((2 * SIDE) / Math.max(size.width, size.height)));
  const cells = puzzle.goal ? cellsOf(puzzle.goal, size) : new Uint8Array(size.width * size.height);
  const canvas = mosaic(size, cells, (color) => `#${(colors[color] ?? colors[0]).rgb}`, { unit, class: 'thumb', 'aria-hidden': 'true' });
  if (!puzzle.goal) drawGrid(canvas.getContext('2d'), size, unit);
  return canvas;
}

// Every fifth line and the edges, within the canvas, and thick enough to be seen where it is shrunk.
function drawGrid(ctx, { width, height }, scale) {
  const lines = (cells) => [...Array(Math.ceil(cells / 5)).keys()].map((n) => 5 * n * scale).concat(cells * scale - LINE);
  ctx.fillStyle = '#9aa0aa';
  for (const x of lines(width)) ctx.fillRect(x, 0, LINE, height * scale);
  for (const y of lines(height)) ctx.fillRect(0, y, width * scale, LINE);
}
