// What the server says, in the language of the page. It speaks English; a sentence that has no
// template here is shown as it came.

import { language } from './strings.js';
import { parts } from './errors_de.js';
import { whole } from './said_de.js';

/** The keys whose values are sentences, or names of rules, that are only shown. */
const SHOWN = new Set(['message', 'reason', 'text', 'known', 'hint', 'why', 'wrong', 'rule', 'remarks', 'losses', 'warnings', 'where']);

/** The keys whose values hold programs and puzzles, which nobody may change. */
const KEPT = new Set(['puzzle', 'sizes', 'encodings', 'template']);

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
  [/^(Cells? [\d, -]+) belongs? to (.+), which starts at cell (\d+) at the earliest and ends at cell (\d+) at the latest\.$/, '$1: $2, mit Anfang frühestens in Zelle $3 und Ende spätestens in Zelle $4.'],
  [/^(Cells? [\d, -]+) belongs? to (.+), which starts at cell (\d+) at the earliest\.$/, '$1: $2, mit Anfang frühestens in Zelle $3.'],
  [/^(Cells? [\d, -]+) belongs? to (.+), which ends at cell (\d+) at the latest\.$/, '$1: $2, mit Ende spätestens in Zelle $3.'],
  [/^(Row|Column) (\d+) cannot be filled: (.+?)\.?$/, '$1 $2 lässt sich nicht füllen: $3.'],
  [/^(block \d+|the only block) cannot be placed without breaking a known cell\.?$/, '$1 passt nirgends, ohne einer bekannten Zelle zu widersprechen'],
  [/^from the (left|top), blocks 1 to (\d+) cannot all be placed without breaking a known cell; (?:block 1 alone|blocks 1 to \d+) can\.?$/, 'von $1 passen nicht alle Blöcke 1 bis $2, ohne einer bekannten Zelle zu widersprechen, einer weniger schon'],
  [/^cell (\d+) is not background, but no block is left for it\.?$/, 'Zelle $1 ist nicht Hintergrund, aber kein Block kann sie bedecken'],
  [/^cell (\d+) is not background, but the clue has no blocks\.?$/, 'Zelle $1 ist nicht Hintergrund, aber es gibt keine Blöcke'],
  [/^(\d+) to (\d+)$/, '$1 bis $2'],
  [/^it shows (.+); expected (.+), the cells of the picture$/, 'Es zeigt $1; erwartet wird $2, die Zellen des Bildes'],
  [/^no rule derives (.+), the cells of the picture$/, 'Keine Regel leitet $1 her, die Zellen des Bildes'],
  [/^the clue needs at least (\d+) cells, and the line has (\d+)\.?$/, 'die Zahlen brauchen mindestens $1 Zellen, und die Linie hat $2'],
  [/^If it were (.+?), (.+) would leave no way to fill (.+)\.$/, 'Wäre sie $1, ließen $2 keine Möglichkeit für $3.'],
  [/^not well-formed XML: (.+)$/s, 'kein wohlgeformtes XML: $1'],
  [/^(?:the|The) clue has (\d+) (.*?)cells?, and no other cells can be (.+?)\.?$/, 'Die Zahlen ergeben $1 $2Zellen, und keine anderen können $3 sein.'],
  [/^No (.*?)block reaches (.+?): (.+)\.$/, 'Kein $1Block reicht bis $2: $3.'],
  [/^(.+) does not reach far enough to lie in (.+)\.$/, '$1 reicht nicht weit genug, um in $2 zu liegen.'],
  [/^(.+) ends at cell (\d+) at the latest and (.+)$/, '$1 endet spätestens in Zelle $2, und $3'],
  [/^(.+) starts at cell (\d+) at the earliest and (.+)$/, '$1 beginnt frühestens in Zelle $2, und $3'],
  [/^(.+) ends at cell (\d+) at the latest$/, '$1 endet spätestens in Zelle $2'],
  [/^(.+) starts at cell (\d+) at the earliest$/, '$1 beginnt frühestens in Zelle $2'],
  [/^No block that can cover (.+) has more than (\d+) cells?: it is complete\.$/, 'Kein Block, der $1 bedecken kann, hat mehr als $2 Zellen: Er ist vollständig.'],
  [/^There is room for (\d+) cells? only in (.+), and no (.*?)block that comes near has fewer than (\d+)\.$/, 'In $2 ist nur Platz für $1, und kein $3Block in der Nähe hat weniger als $4.'],
  [/^With cell (\d+) (.+), (cells? .+) would be one run of (\d+) cells?, and no block there is so long\.$/, 'Mit Zelle $1 als $2 wären $3 ein Lauf von $4, und kein Block dort ist so lang.'],
  [/^The other gaps take all blocks: none can lie in (.+)\.$/, 'Die anderen Lücken nehmen alle Blöcke auf: In $1 kann keiner liegen.'],
  [/^(.+) can lie in no other gap than (.+), and covers (.+) wherever it lies there\.$/, '$1 kann in keiner anderen Lücke liegen als $2, und bedeckt $3, wo immer er dort liegt.'],
  [/^There are (.+) ways to fill the line, and (.+) (?:is|are) (.+) in none of them\.$/, 'Es gibt $1 Möglichkeiten für die Linie, und in keiner ist $2 $3.'],
  [/^If (.+) were (.+), no block would be left for it\.$/, 'Wäre $1 $2, bliebe kein Block dafür.'],
  [/^If (.+) were (.+?): (.+)$/, 'Wäre $1 $2: $3'],
  [/^(row|column) (\d+): (.+)$/, '$1 $2: $3'],
  [/^(cells? [\d, -]+) (not )?(.+)$/, '$1 $2$3'],
  [/^(row|column) (\d+) shows (.+) instead of (.+)$/, '$1 $2 zeigt $3 statt $4'],
  [/^(?:CPU )?time limit of (.+) s$/, 'Zeitgrenze von $1 s'],
  [/^memory limit of (.+) MiB$/, 'Speichergrenze von $1 MiB'],
  [/^(.+): more than (\d+) MB; expected a smaller file$/, '$1: mehr als $2 MB; erwartet wird eine kleinere Datei'],
  [/^(.+): binary data in no known format.*$/, '$1: Binärdaten in keinem bekannten Format'],
  [/^(.+) cannot hold (.+); the file is written without$/, '$1 kann nicht alles aufnehmen und ist geschrieben ohne: $2'],
  [/^(?:it is )?wrong on a board of (\d+x\d+)$/, 'falsch auf einem Brett von $1'],
  [/^(?:it is )?wrong on a board of (\d+x\d+) \(found on one of (\d+x\d+)\)$/, 'falsch auf einem Brett von $1 (gefunden auf einem von $2)'],
  [/^(?:it is )?wrong on a board of (\d+x\d+) with blotted blocks$/, 'falsch auf einem Brett von $1 mit verdeckten Blöcken'],
  [/^(?:it is )?wrong on a board of (\d+x\d+) with deductions \((\w+)\)$/, 'falsch auf einem Brett von $1 mit Ableitungen ($2)'],
  [/^its answer to the puzzle of (\d+x\d+) cells in the scaling test is wrong$/, 'Die Antwort auf das Rätsel von $1 Zellen ist falsch'],
  [/^(.+) on boards of (\d+x\d+)$/, '$1 auf Brettern von $2'],
  [/^wrong on a larger board$/, 'falsch auf einem größeren Brett'],
  [/^(.+) on (\d+) of (\d+) sizes of boards$/, '$1 auf $2 von $3 Größen von Brettern'],
  [/^(\d+) wrong answers? on all small boards$/, 'falsche Antworten auf allen kleinen Brettern: $1'],
  [/^(\d+) of (\d+) solutions missing$/, '$1 von $2 Lösungen fehlen'],
  [/^(\d+) of (\d+) solutions are known to be found$/, '$1 von $2 Lösungen sind sicher gefunden'],
  [/^solves (\d+x\d+) in ([\d.]+) s$/, 'löst $1 in $2 s'],
  [/^does not come to ground (\d+x\d+)$/, 'wird mit dem Grundieren von $1 nicht fertig'],
  [/^([\d.]+) times the ground rules of (\S+) at (\d+x\d+)$/, '$1-mal so viele grundierte Regeln wie $2 bei $3'],
  [/^line (\d+): (.+)$/s, 'Zeile $1: $2'],
  [/^(?:#script: )?a submission holds (?:rules only, )?no scripts$/, 'Eine Abgabe enthält keine Skripte'],
  [/^expected (.+)$/, 'erwartet: $1'],
  [/^unknown (\w+) '(.+?)'(?: \(did you mean (.+)\?\))?; choose from (.+)$/, '$1 „$2“ gibt es nicht; zur Wahl stehen $4'],
  [/^syntax error, unexpected (.+)$/, 'Syntaxfehler, unerwartet: $1'],
  [/^(.+) is used, but no rule derives it and no fact supplies it; did you mean (.+)\?$/, '$1 wird benutzt, aber keine Regel leitet es her und kein Fakt liefert es; ist $2 gemeint?'],
  [/^(.+) is used, but no rule derives it and no fact supplies it$/, '$1 wird benutzt, aber keine Regel leitet es her und kein Fakt liefert es'],
  [/^it has facts of (.+) of its own$/, 'Es hat eigene Fakten von $1'],
  [/^the rules of #program (.+) are ignored, as clingo does by default$/, 'Die Regeln von #program $1 gelten nicht, wie es bei clingo üblich ist'],
  [/^and (\d+) more like these$/, 'und $1 weitere wie diese'],
  [/^(\d+) jobs are waiting already; try again later$/, 'Es warten schon $1 Aufträge; versuchen Sie es später'],
  [/^internal error \((.+)\); see the terminal$/, 'interner Fehler ($1); das Terminal zeigt mehr'],
  [/^given up: (.+)$/, 'aufgegeben: $1'],
  [/^output limit of (\d+) MiB$/, 'Ausgabegrenze von $1 MiB'],
  [/^the rows ask for (.+) cells, the columns for (.+) \(a blotted block has at least one cell; a blank line has no block\)$/, 'die Zeilen verlangen $1 Zellen, die Spalten $2 (ein verdeckter Block hat mindestens eine Zelle, eine leere Linie keinen Block)'],
  [/^(.+); (.+)$/, '$1; $2'],
]);

const WORDS = {
  Row: 'Zeile', Column: 'Spalte', Cell: 'Zelle', Cells: 'Zellen', more: 'weitere',
  columns: 'Spalten', rows: 'Zeilen', lines: 'Linien', colors: 'Farben', puzzles: 'Rätsel', clues: 'Zahlen', characters: 'Zeichen', 'a number': 'eine Zahl', 'at most': 'höchstens', 'at least': 'mindestens', 'one of': 'eines von',
  'a smaller file': 'eine kleinere Datei', 'such as': 'wie', dialect: 'Den Dialekt', recipe: 'Das Rezept', format: 'Das Format',
  'the only block': 'der einzige Block', 'The only block': 'Der einzige Block', block: 'Block', Block: 'Block', cells: 'Zellen', cell: 'Zelle',
  row: 'Zeile', column: 'Spalte', filled: 'gefüllt', background: 'Hintergrund', 'not ': 'nicht ', left: 'links', right: 'rechts', top: 'oben', bottom: 'unten',
  white: 'weiß', black: 'schwarz', red: 'rot', green: 'grün', blue: 'blau', yellow: 'gelb', brown: 'braun', orange: 'orange', or: 'oder', and: 'und', the: 'die', in: 'in',
  'blank line': 'leere Linie', 'exact fit': 'passt genau', 'simple boxes': 'Überdeckung', overlap: 'Überdeckung', 'finished line': 'fertige Linie',
};
const PARTS = new RegExp(`'[^']*'|\\b(?:${Object.keys(WORDS).sort((one, other) => other.length - one.length).join('|')})(?![\\p{L}_])`, 'gu');

const QUOTED = /[.*+?^${}()|[\]\\]/g;
/** The parts of errors in files as patterns, those with the most words first. */
const OF_FILES = Object.keys(parts)
  .sort((one, other) => other.replaceAll('{}', '').length - one.replaceAll('{}', '').length)
  .map((part) => /** @type {[RegExp, string]} */ ([
    new RegExp(`^${part.split('{}').map((words) => words.replace(QUOTED, '\\$&')).join('(.+?)')}$`, 's'),
    parts[part].split('{}').reduce((all, words, place) => `${all}$${place}${words}`),
  ]));

const PLACE = /^([^:;]+\.\w+|(?:line|row|column|character|block|puzzle|run|color|image) [^:;]+|known cells|clues?|goal|saved): (.+)$/s;

/** Whether a place is a file's name, which stays as it is. */
const isFile = (place) => place.includes('.');

/** An error in a file: the place, what is wrong there, and what was expected. */
function ofFile(text) {
  const [, place, rest] = PLACE.exec(text) ?? [];
  if (!place) return templated(text, OF_FILES);
  return `${isFile(place) ? place : german(place)}: ${german(rest)}`;
}

/** @returns {string | undefined} */
function templated(text, templates) {
  for (const [pattern, template] of templates) {
    const found = pattern.exec(text);
    if (found) return template.replace(/\$(\d)/g, (_, group) => (found[group] ? german(found[group]) : ''));
  }
  return undefined;
}

/** A sentence of the server in German, or as it is. */
export function german(text) {
  const found = whole[text] ?? templated(text, GERMAN) ?? (/[.!?]$/.test(text) ? undefined : ofFile(text));
  if (found) return found;
  return /^[^.!?]{0,120}$/.test(text) ? text.replace(PARTS, (word) => WORDS[word] ?? word) : text;
}

/** A value of the server with its sentences in the language of the page. */
export function said(value, key = '') {
  if (language !== 'de') return value;
  if (typeof value === 'string') return !SHOWN.has(key) || (key === 'where' && isFile(value)) ? value : german(value);
  if (Array.isArray(value)) return value.map((one) => said(one, key));
  if (value && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, KEPT.has(name) ? one : said(one, name)]));
  return value;
}
