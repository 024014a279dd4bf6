// What asp_nono/web/static/bench/editor.js uses of CodeMirror 6, and an ASP mode.

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { HighlightStyle, StreamLanguage, bracketMatching, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const KINDS = [
  ['string', /^"(?:\\.|[^"\\])*"?/],
  ['keyword', /^(?:#[a-z]+|not\b)/],
  ['variableName', /^_*[A-Z][A-Za-z0-9_']*|^_\b/],
  ['number', /^\d+\b/],
  ['typeName', /^_*[a-z][A-Za-z0-9_']*/],
  ['operator', /^(?::-|:~|\.\.|[<>=!]=?|[|;:])/],
];

/** Answer set programs: comments of both kinds, strings, directives, variables, predicates. */
const asp = StreamLanguage.define({
  name: 'asp',
  startState: () => ({ within: false }),
  token(stream, state) {
    if (state.within || stream.match('%*')) {
      state.within = !stream.match(/^.*?\*%/);
      if (state.within) stream.skipToEnd();
      return 'comment';
    }
    if (stream.eatSpace()) return null;
    if (stream.match(/^%.*/)) return 'comment';
    for (const [kind, pattern] of KINDS) if (stream.match(pattern)) return kind;
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: '%', block: { open: '%*', close: '*%' } }, closeBrackets: { brackets: ['(', '[', '{', '"'] } },
});

const colors = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--faint)' }, { tag: [tags.string, tags.number], color: 'var(--good)' },
  { tag: tags.keyword, color: 'var(--bad)' }, { tag: tags.variableName, color: 'var(--warn)' },
  { tag: tags.typeName, color: 'var(--accent)' }, { tag: tags.operator, fontWeight: '700' },
]);

const look = EditorView.theme({
  '&': { height: '100%', fontSize: '0.87rem', backgroundColor: 'var(--raised)', color: 'var(--ink)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-content': { fontFamily: 'ui-monospace, "SF Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace', caretColor: 'var(--ink)' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: '1.5' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--raised)', color: 'var(--faint)', borderRight: '1px solid var(--line)', fontFamily: 'ui-monospace, monospace' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'rgb(90 140 255 / 8%)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'rgb(90 140 255 / 30%)' },
  '.cm-panels, .cm-tooltip': { backgroundColor: 'var(--surface)', color: 'var(--ink)', borderColor: 'var(--line)' },
  '.cm-textfield, .cm-button': { backgroundColor: 'var(--raised)', backgroundImage: 'none', color: 'var(--ink)' },
});

/**
 * An editor in an element, within a shadow of its own, as the page's policy wants it.
 * `changed()` is called when a person has typed.
 */
export function create(parent, { label, phrases, changed }) {
  const root = parent.attachShadow({ mode: 'open' });
  const place = document.createElement('div');
  place.style.height = '100%';
  root.append(place);
  const fixed = new Compartment();
  let locked = [];
  const stateOf = (text) => EditorState.create({
    doc: text,
    extensions: [
      lineNumbers(), history(), drawSelection(), highlightActiveLine(), bracketMatching(), lintGutter(), search({ top: true }), highlightSelectionMatches(),
      keymap.of([...searchKeymap, ...historyKeymap, ...defaultKeymap]), asp, syntaxHighlighting(colors), look,
      EditorState.phrases.of(phrases), EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
      fixed.of(locked),
      EditorView.updateListener.of((update) => update.docChanged && changed()),
    ],
  });
  const view = new EditorView({ parent: place, root, state: stateOf('') });
  return {
    view,
    get value() { return view.state.doc.toString(); },
    set value(text) { view.setState(stateOf(text)); }, // with a history of its own: undo does not lead back to another text
    set readOnly(on) {
      locked = on ? [EditorState.readOnly.of(true)] : [];
      view.dispatch({ effects: fixed.reconfigure(locked) });
    },
    note(notes) {
      const { doc } = view.state;
      const marks = [...notes].filter(([line]) => line <= doc.lines).map(([line, message]) => ({ from: doc.line(line).from, to: doc.line(line).to, severity: 'error', message }));
      view.dispatch(setDiagnostics(view.state, marks.sort((one, other) => one.from - other.from)));
    },
    goTo(line) {
      const { from, to } = view.state.doc.line(Math.min(line, view.state.doc.lines));
      view.focus();
      view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
    },
    focus() { view.focus(); },
  };
}
