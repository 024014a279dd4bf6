// What the server says, in the language of the page. It speaks English; a sentence that has no
// template here is shown as it came.

import { language } from './strings.js';

/** The keys whose values are sentences, or names of rules, that are only shown. */
const SHOWN = new Set(['message', 'reason', 'text', 'known', 'hint', 'why', 'wrong', 'rule']);

/** Whole sentences first, then their parts; what stands for a group is translated itself. */
const GERMAN = /** @type {[RegExp, string][]} */ ([
  [/^(.+?)\.\n\n(.+)$/s, '$1.\n\n$2'],
  [/^Look at (.+?): (.+?), (.+)\.$/, 'Sehen Sie auf $1: $2, $3.'],
  [/^Look at (.+?): (.+)\.$/, 'Sehen Sie auf $1: $2.'],
  [/^Look at (.+)\.$/, 'Sehen Sie auf $1.'],
  [/^No single line helps; try colors in (.+)\.$/, 'Keine einzelne Linie hilft; versuchen Sie Farben für $1.'],
  [/^The grid has no error\.$/, 'Das Bild hat keinen Fehler.'],
  [/^The grid has an error: no solution agrees with it\.$/, 'Das Bild hat einen Fehler: Keine Lösung passt dazu.'],
  [/^The clue has (\d+) (.*?)cells?, and (?:all of them are|it is) there\.$/, 'Die Zahlen ergeben $1 $2Zellen, und alle sind da.'],
  [/^(.+) covers (.+) when pushed to the (.+) and (.+) when pushed to the (.+)\.$/, '$1 bedeckt $2, ganz nach $3 geschoben, und $4, ganz nach $5 geschoben.'],
  [/^(.+) has only one place, (.+)\.$/, '$1 hat nur einen Platz, $2.'],
  [/^(.+) is complete in (.+)\.$/, '$1 ist vollständig in $2.'],
  [/^(.+) fills all (\d+) cells, so there is only one way\.$/, '$1 füllt alle $2 Zellen, also gibt es nur eine Möglichkeit.'],
  [/^The blocks with the gaps between them fill all (\d+) cells, so there is only one way\.$/, 'Die Blöcke mit ihren Lücken füllen alle $1 Zellen, also gibt es nur eine Möglichkeit.'],
  [/^The clue has no blocks, so all cells are background\.$/, 'Es gibt keine Blöcke, also sind alle Zellen Hintergrund.'],
  [/^The clue has no (.+) block\.$/, 'Es gibt keinen Block in $1.'],
  [/^The cell in column (\d+) and row (\d+) is (.+), because of (\d+) clues?:?$/, 'Die Zelle in Spalte $1 und Zeile $2 ist $3, wegen der Zahlen von $4 Linien:'],
  [/^No set of fewer clues is enough\.$/, 'Mit weniger Linien geht es nicht.'],
  [/^(row|column) (\d+): (.+)$/, '$1 $2: $3'],
  [/^(.+); (.+)$/, '$1; $2'],
  [/^(cells? [\d, -]+) (not )?(.+)$/, '$1 $2$3'],
  [/^(row|column) (\d+) shows (.+) instead of (.+)$/, '$1 $2 zeigt $3 statt $4'],
  [/^(?:CPU )?time limit of (.+) s$/, 'Zeitgrenze von $1 s'],
  [/^memory limit of (.+) MiB$/, 'Speichergrenze von $1 MiB'],
  [/^(.+): more than (\d+) MB; expected a smaller file$/, '$1: mehr als $2 MB; erwartet wird eine kleinere Datei'],
  [/^(.+): binary data in no known format.*$/, '$1: Binärdaten in keinem bekannten Format'],
  [/^(.+) cannot hold (.+); the file is written without$/, '$1 kann nicht alles aufnehmen und ist geschrieben ohne: $2'],
]);

const WORDS = {
  'the only block': 'der einzige Block', 'The only block': 'Der einzige Block', block: 'Block', Block: 'Block', cells: 'Zellen', cell: 'Zelle',
  row: 'Zeile', column: 'Spalte', filled: 'gefüllt', background: 'Hintergrund', 'not ': 'nicht ', left: 'links', right: 'rechts', top: 'oben', bottom: 'unten',
  white: 'weiß', black: 'schwarz', red: 'rot', green: 'grün', blue: 'blau', yellow: 'gelb', brown: 'braun', orange: 'orange', or: 'oder', and: 'und', the: 'die', in: 'in',
  'blank line': 'leere Linie', 'exact fit': 'passt genau', 'simple boxes': 'Überdeckung', overlap: 'Überdeckung', 'finished line': 'fertige Linie',
};
const PARTS = new RegExp(`\\b(?:${Object.keys(WORDS).sort((one, other) => other.length - one.length).join('|')})(?![\\p{L}])`, 'gu');

/** A sentence of the server in German, or as it is. */
export function german(text) {
  for (const [pattern, template] of GERMAN) {
    const found = pattern.exec(text);
    if (found) return template.replace(/\$(\d)/g, (_, group) => (found[group] ? german(found[group]) : ''));
  }
  return /^[^.!?]{0,120}$/.test(text) ? text.replace(PARTS, (word) => WORDS[word]) : text;
}

/** A value of the server with its sentences in the language of the page. */
export function said(value, key = '') {
  if (language !== 'de') return value;
  if (typeof value === 'string') return SHOWN.has(key) ? german(value) : value;
  if (Array.isArray(value)) return value.map((one) => said(one, key));
  if (value && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, name === 'puzzle' || name === 'puzzles' ? one : said(one, name)]));
  return value;
}
