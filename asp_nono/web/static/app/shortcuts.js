// Every key that works wherever one is, in one list: what reads keys and what explains them use it.

import { h } from '../../../page/static/dom.js';
import { t } from '../texts.js';
import { dialog } from '../../../page/static/parts.js';
import { TOOLS } from '../panels/canvas_tools.js';

const chooseTool = (name) => (app) => app.mode.choose?.(name);
const chooseColor = (number) => (app) => app.mode.palette?.choose(number);

/** {keys, modes or null for all, run}; `keys` as shown, "Ctrl" also standing for Cmd. */
const SHORTCUTS = [
  { keys: ['Ctrl+Z'], text: t.shortcuts.undo, run: (app) => app.store.undo(app.mode.layer) },
  { keys: ['Ctrl+Y', 'Ctrl+Shift+Z'], text: t.shortcuts.redo, run: (app) => app.store.redo(app.mode.layer) },
  { keys: ['Ctrl+O'], text: t.shortcuts.open, run: (app) => app.header.open() },
  { keys: ['Ctrl+S'], text: t.shortcuts.save, run: (app) => app.header.save() },
  { keys: ['Alt+1', 'Alt+2', 'Alt+3', 'Alt+4'], text: t.shortcuts.modes, run: (app, number) => app.choose(app.modes[number]?.id) },
  ...Object.entries(TOOLS).map(([name, key]) => ({ keys: [key], modes: ['paint'], text: t.toolNames[name], run: chooseTool(name) })),
  { keys: Array.from('0123456789'), modes: ['paint', 'clues', 'play'], text: t.shortcuts.colors, run: (app, number) => chooseColor(number)(app) },
  { keys: ['N'], modes: ['play'], text: t.play.apply, run: (app) => app.mode.hints.apply() },
  { keys: ['H'], modes: ['play'], text: t.play.hintTitle, run: (app) => app.mode.hints.hint('where') },
  { keys: ['Ctrl+Enter'], modes: ['bench'], text: t.bench.run, run: (app) => app.mode.start() },
  { keys: ['+', '='], text: t.zoomIn, run: (app) => app.stage.zoomIn() },
  { keys: ['-'], text: t.zoomOut, run: (app) => app.stage.zoomOut() },
  { keys: ['*'], text: t.zoomFit, run: (app) => app.stage.fit() },
  { keys: ['S'], text: t.shortcuts.symbols, run: (app) => app.header.toggleSymbols() },
  { keys: ['?'], text: t.shortcuts.help, run: () => showHelp() },
];

function pressed(event) {
  const parts = [];
  if (event.ctrlKey || event.metaKey) parts.push('Ctrl');
  if (event.altKey) parts.push('Alt');
  if (event.shiftKey && /^[a-z]$/i.test(event.key) && parts.length) parts.push('Shift');
  parts.push(event.altKey && event.code.startsWith('Digit') ? event.code.slice(5) : event.key.length === 1 ? event.key.toUpperCase() : event.key);
  return parts.join('+');
}

const typing = (event) => /** @type {Element} */ (event.composedPath()[0]).closest?.('input, textarea, select, dialog, [contenteditable]');

/** Keys with Ctrl work everywhere but in texts, the others where nothing is typed. */
export function listenToShortcuts(app) {
  document.addEventListener('keydown', (event) => {
    if (typing(event) || event.defaultPrevented) return;
    const keys = pressed(event);
    for (const shortcut of SHORTCUTS) {
      const number = shortcut.keys.indexOf(keys);
      if (number < 0 || (shortcut.modes && !shortcut.modes.includes(app.mode.id))) continue;
      event.preventDefault();
      shortcut.run(app, number);
      return;
    }
  });
}

export function showHelp() {
  const row = ([keys, text]) => h('tr', {}, h('td', {}, keys.map((key) => h('kbd', { text: key }))), h('td', { text }));
  const table = (title, rows) => h('section', {}, h('h3', { text: title }), h('table', { class: 'keys' }, h('tbody', {}, rows.map(row))));
  const listed = (modes) => SHORTCUTS.filter((one) => modes(one.modes)).map(({ keys, text }) => [keys.length > 4 ? [keys[0], '…', keys.at(-1)] : keys, text]);
  return dialog(t.help.title, () => [
    h('p', { text: t.help.intro }),
    h('div', { class: 'columns' },
      table(t.help.board, t.help.boardKeys),
      table(t.help.everywhere, listed((modes) => !modes || modes.length > 1)),
      table(t.help.painting, listed((modes) => modes?.join() === 'paint')),
      table(t.help.playing, t.help.playKeys)),
    h('p', { class: 'hint', text: t.help.pointing }),
  ], { wide: true });
}
