// Saving and sharing: every format to download, drawings, pages to print, a link.

import { fill, h, mosaic } from '../../../page/static/dom.js';
import { toPuzzle } from '../../../page/static/codec.js';
import { linkTo } from '../../../page/static/link.js';
import { put } from '../../../page/static/texts.js';
import { t } from '../texts.js';
import { blobOf, call } from './api.js';
import { thumbnail } from './import.js';
import { button, checkbox, dialog, download, field, form, problem, section, select } from '../../../page/static/parts.js';

const USUAL = ['xml', 'json', 'non', 'cells', 'nin', 'g', 'facts']; // what people ask for, first

export function saveDialog(app) {
  return dialog(t.save.title, () => [formats(app), pages(app), player(app), link(app), texts(app)], { wide: true });
}

const puzzleOf = (app) => toPuzzle(app.store.work, app.store.clues);

const nameOf = (app) => (app.store.work.texts.title ?? t.fileName).replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim() || t.fileName;

/** Does something; what is wrong is shown in `place`. */
async function tried(place, run) {
  fill(place);
  try {
    await run();
  } catch (error) {
    fill(place, problem(error.message));
  }
}

/** Downloads a file from the server. */
const fetchFile = (path, body, place, solution = false) => tried(place, async () => {
  const file = await call(path, body);
  download(solution ? file.name.replace(/(\.\w+)$/, `-${t.save.solutionName}$1`) : file.name, blobOf(file));
  if (file.warnings?.length) fill(place, h('p', { class: 'hint', text: file.warnings.join(' ') }));
});

function formats(app) {
  const place = h('div', {});
  const rank = ({ name }) => (USUAL.indexOf(name) + USUAL.length + 1) % (USUAL.length + 1);
  const written = (app.about?.formats ?? []).filter((format) => format.writes).sort((one, other) => rank(one) - rank(other));
  const list = select(written.map(({ name, title, suffixes }) => [name, title.includes('.') || !suffixes.length ? title : `${title} (${suffixes.join(', ')})`]), 'xml', (name) => {
    asked.hidden = name !== 'non' || app.store.work.colors.length < 3;
  });
  list.setAttribute('data-role', 'format');
  const asked = checkbox(t.save.colored, false);
  asked.hidden = true;
  const save = () => fetchFile('/api/write', { puzzles: [puzzleOf(app)], format: list.value, lossy: true, colored: asked.control.checked, name: nameOf(app) }, place);
  return section(t.save.file, h('div', { class: 'row wrap end' }, field(t.save.format, list), button(t.save.download, save, { kind: 'main', 'data-action': 'download' })),
    asked, place);
}

function pages(app) {
  const place = h('div', {});
  const letters = app.settings.symbols !== 'none';
  const drawing = (solution) => ({ puzzle: puzzleOf(app), picture: solution ? puzzleOf(app).goal ?? null : null, other: null, clues: true, letters, cell_size: 24 });
  const draw = (type, solution) => () => fetchFile('/api/draw', { ...drawing(solution), type }, place, solution);
  const print = (solution) => () => fetchFile('/api/print', { puzzles: [puzzleOf(app)], solution, booklet: false, letters }, place, solution);
  const view = (solution) => () => tried(place, async () =>
    printView(await call('/api/draw', { ...drawing(solution), type: 'svg' }), app.store.work.texts.title ?? ''));
  const goal = 'goal' in puzzleOf(app);
  const row = (label, solution) => h('div', { class: 'row wrap' }, h('span', { class: 'label', text: label }),
    button(t.save.print, view(solution), { kind: 'small' }),
    app.about?.extras.pdf ? button('PDF', print(solution), { kind: 'small' }) : null,
    button('SVG', draw('svg', solution), { kind: 'small' }),
    app.about?.extras.pictures ? button('PNG', draw('png', solution), { kind: 'small' }) : null);
  return section(t.save.paper, row(t.save.blank, false), goal ? row(t.save.solution, true) : null, place);
}

/** A page with nothing but a drawing, handed to the browser's own printing. */
async function printView(file, title) {
  const url = URL.createObjectURL(blobOf(file));
  const image = h('img', { src: url, alt: title });
  const sheet = h('div', { class: 'print-sheet' }, title ? h('h1', { text: title }) : null, image);
  document.body.append(sheet);
  await image.decode();
  const end = () => {
    sheet.remove();
    URL.revokeObjectURL(url);
  };
  addEventListener('afterprint', end, { once: true });
  print();
}

/** A page for players, which works without the studio. */
function player(app) {
  const place = h('div', {});
  const save = () => fetchFile('/api/publish', { puzzles: [puzzleOf(app)] }, place);
  return section(t.save.publish, h('p', { class: 'hint', text: t.save.publishHint }), h('div', { class: 'row' }, button(t.save.publishPage, save, { kind: 'small' })), place, siteOf(app));
}

/** Several works of this browser as a site; they are listed once a person wants to see them. */
function siteOf(app) {
  const list = h('div', {});
  const details = h('details', {}, h('summary', { text: t.save.site.title }), list);
  details.addEventListener('toggle', async () => {
    app.keeper.touch(); // the work on the table, too
    await app.keeper.save();
    fill(list, siteForm(await app.keeper.list(), app));
  }, { once: true });
  return details;
}

function siteForm(works, app) {
  const chosen = new Set([app.store.id]);
  const place = h('div', {});
  const title = h('input', { type: 'text' });
  const items = works.map((one) => h('li', {}, thumbnail(one.stored.puzzle), checkbox(`${one.title || t.untitled} · ${put(t.size, { width: one.size[0], height: one.size[1] })}`, chosen.has(one.id), (on) => {
    if (on) chosen.add(one.id);
    else chosen.delete(one.id);
  })));
  const save = () => {
    const puzzles = works.filter(({ id }) => chosen.has(id)).map(({ stored }) => stored.puzzle).reverse(); // the oldest first
    if (puzzles.length < 2) fill(place, problem(t.save.site.few));
    else fetchFile('/api/publish', { puzzles, title: title.value.trim(), hide_titles: hide.control.checked }, place);
  };
  const hide = checkbox(t.save.site.hide, false);
  return [h('p', { class: 'hint', text: t.save.site.hint }), h('ul', { class: 'plain chosen-works' }, items), field(t.save.site.name, title), hide,
    h('div', { class: 'row' }, button(t.save.site.download, save, { kind: 'small' })), place];
}

/** A link that holds the puzzle: to a page that plays it anywhere, or while there is none to this studio. */
function link(app) {
  const text = h('input', { type: 'text', readonly: true, 'aria-label': t.save.link, class: 'grow' });
  const note = h('p', { class: 'hint' });
  const code = h('div', { class: 'qr' });
  const place = h('div', {});
  const withSolution = checkbox(t.save.linkSolution, false, () => show());
  const show = async () => {
    const page = app.settings.get('player');
    text.value = await linkTo(page || location.href.split(/[?#]/)[0], app.store.work, app.store.clues, withSolution.control.checked);
    const hint = page ? put(t.save.linkHint.page, { page }) : t.save.linkHint.studio;
    note.textContent = text.value.length > 8000 ? put(t.save.linkLong, { length: text.value.length }) : hint;
    fill(place, page ? button(t.save.player.change, () => fill(place, playerField(app, show)), { kind: 'small' }) : playerField(app, show));
    fill(code, page ? await qrCode(text.value) : null);
  };
  show();
  const goal = 'goal' in puzzleOf(app);
  const copy = async () => {
    text.select();
    await navigator.clipboard?.writeText(text.value).catch(() => document.execCommand('copy'));
    note.textContent = t.save.copied;
    app.say(t.save.copied);
  };
  return section(t.save.link, h('div', { class: 'row' }, text, button(t.save.copy, copy, { kind: 'small' })),
    goal ? withSolution : null, note, code, place);
}

/** Asks for the address of a page that `asp-nono publish --player` has made, which is remembered. */
function playerField(app, changed) {
  const input = h('input', { type: 'text', inputmode: 'url', class: 'grow', 'aria-label': t.save.player.address, value: app.settings.get('player'), placeholder: t.save.player.start });
  const wrong = h('div', {});
  const save = () => {
    const address = pageAddress(input.value.trim());
    if (address === null) {
      fill(wrong, problem(t.save.player.wrong));
      return;
    }
    app.settings.set('player', address);
    changed();
  };
  return form(save, {},
    h('p', { class: 'hint', text: t.save.player.hint }), h('div', { class: 'row' }, input, button(t.save.player.use, save, { kind: 'small' })), wrong);
}

/** The address of a page without what may follow it; empty for none, null if it is no address. */
function pageAddress(text) {
  if (!text) return '';
  if (!URL.canParse(text)) return null;
  const { protocol, origin, pathname } = new URL(text);
  return ['http:', 'https:'].includes(protocol) ? origin + pathname : null;
}

const SCANNED = 1200; // characters of a link; a camera hardly reads the small squares of more

/** A link as a QR code, drawn in the page; a sentence where it is too long for one. */
async function qrCode(address) {
  if (address.length > SCANNED) return h('p', { class: 'hint', text: t.save.player.noCode });
  const vendored = new URL('static/vendor/qr.js', document.baseURI).href;
  const { encode } = await import(vendored);
  const { data, size } = encode(address, { border: 4, ecc: 'L' });
  const unit = Math.max(2, Math.floor(240 / size));
  return mosaic({ width: size, height: size }, data.flat(), (dark) => (dark ? '#000' : '#fff'), { unit, role: 'img', 'aria-label': t.save.player.code });
}

const SHOWN = ['title', 'author', 'copyright', 'license', 'source', 'description'];

/** Title, author and the like, which stay with the file. */
function texts(app) {
  const line = (key) => {
    const input = h('input', { type: 'text', value: app.store.work.texts[key] ?? '', on: { input: () => app.store.setText(key, input.value) } });
    return field(t.save.texts[key], input);
  };
  return h('details', {}, h('summary', { text: t.save.about }), h('div', { class: 'two' }, SHOWN.map(line)));
}
