// Whole texts of the server in German: hints of the grader, reasons and errors without parts.

export const whole = {
  'Your program reads something that nothing supplies, or shows its picture under another name. Compare the names and the numbers of arguments, letter by letter.':
    'Ihr Programm liest etwas, das nichts liefert, oder zeigt sein Bild unter einem anderen Namen. Vergleichen Sie Namen und Stelligkeiten, Buchstabe für Buchstabe.',
  'Your program holds the facts of a puzzle of its own, and the facts of each board come on top of them. Keep puzzles in a file of their own and hand in the rules alone.':
    'Ihr Programm enthält Fakten eines eigenen Rätsels, und die Fakten jedes Bretts kommen dazu. Legen Sie Rätsel in eine eigene Datei und geben Sie nur die Regeln ab.',
  'Square boards are right, others are not. How many cells has a row, and how many a column? Where do your rules take the two numbers from?':
    'Quadratische Bretter stimmen, andere nicht. Wie viele Zellen hat eine Zeile, wie viele eine Spalte? Woher nehmen Ihre Regeln die beiden Zahlen?',
  'Look at two neighboring blocks of one line. How many cells must lie between them, at least, and at most? Does it matter which colors they have?':
    'Sehen Sie sich zwei benachbarte Blöcke einer Linie an. Wie viele Zellen müssen mindestens dazwischen liegen, und wie viele höchstens? Kommt es auf ihre Farben an?',
  'Look at a clue with two different blocks. Which of your rules says which comes first?':
    'Sehen Sie sich eine Linie mit zwei verschiedenen Blöcken an. Welche Ihrer Regeln sagt, welcher zuerst kommt?',
  'Look at a clue with two blocks. Can both lie on the same cell in your program?':
    'Sehen Sie sich eine Linie mit zwei Blöcken an. Können in Ihrem Programm beide auf derselben Zelle liegen?',
  'Look at a cell that belongs to no block. Which of your rules keeps it background? Does any of them forbid that?':
    'Sehen Sie sich eine Zelle an, die zu keinem Block gehört. Welche Ihrer Regeln lässt sie Hintergrund? Verbietet eine von ihnen das?',
  'Look at a cell inside a block. Which of your rules makes sure that it is filled?':
    'Sehen Sie sich eine Zelle in einem Block an. Welche Ihrer Regeln sorgt dafür, dass sie gefüllt ist?',
  'Look at a line whose clue is empty. What do your rules say when there is no block?':
    'Sehen Sie sich eine Linie ohne Zahlen an. Was sagen Ihre Regeln, wenn es keinen Block gibt?',
  'Count the cells of a block in the picture. Where does it begin, where does it end, and is the last cell counted?':
    'Zählen Sie die Zellen eines Blocks im Bild. Wo beginnt er, wo endet er, und ist die letzte Zelle mitgezählt?',
  'Look at the edges of the board. Which is the first position of a line that your rules allow, and which the last?':
    'Sehen Sie sich die Ränder des Bretts an. Welche ist die erste Stelle einer Linie, die Ihre Regeln erlauben, und welche die letzte?',
  'Look at a block near the end of its line. What keeps all of it on the board?':
    'Sehen Sie sich einen Block nahe am Ende seiner Linie an. Was hält ihn ganz auf dem Brett?',
  'Compare the columns of the wrong picture with their clues. Which of your rules reads the clue of a column?':
    'Vergleichen Sie die Spalten des falschen Bildes mit ihren Zahlen. Welche Ihrer Regeln liest die Zahlen einer Spalte?',
  'Compare the rows of the wrong picture with their clues. Which of your rules reads the clue of a row?':
    'Vergleichen Sie die Zeilen des falschen Bildes mit ihren Zahlen. Welche Ihrer Regeln liest die Zahlen einer Zeile?',
  'The numbers of filled cells are right. What makes the cells of one block neighbors?':
    'Die Anzahlen gefüllter Zellen stimmen. Was macht die Zellen eines Blocks zu Nachbarn?',
  'Count the blocks of a line. Is there one that your rules do not look at: the second, the third, the last?':
    'Zählen Sie die Blöcke einer Linie. Gibt es einen, den Ihre Regeln nicht ansehen: den zweiten, den dritten, den letzten?',
  'Count the lines. Is there a row or a column that your rules do not look at?':
    'Zählen Sie die Linien. Gibt es eine Zeile oder Spalte, die Ihre Regeln nicht ansehen?',
  'Look at the colors in the picture. Where do your rules take the color of a cell from, and do the row and the column agree on it?':
    'Sehen Sie sich die Farben im Bild an. Woher nehmen Ihre Regeln die Farbe einer Zelle, und sind Zeile und Spalte sich darin einig?',
  'Look at a board that is wider than high. Which argument of your predicates is the column, and which the row?':
    'Sehen Sie sich ein Brett an, das breiter als hoch ist. Welches Argument Ihrer Prädikate ist die Spalte, und welches die Zeile?',
  'Which end of a line is the first? Rows begin on the left, columns at the top.':
    'Welches Ende einer Linie ist das erste? Zeilen beginnen links, Spalten oben.',
  'Look at the numbers of the cells that you show: what is the first row, and what the first column?':
    'Sehen Sie sich die Nummern der Zellen an, die Sie zeigen: Welche ist die erste Zeile, und welche die erste Spalte?',
  'What keeps a cell from having more than one color?':
    'Was hindert eine Zelle daran, mehr als eine Farbe zu haben?',
  'Look at the atom: which arguments does it have, and which should it have?':
    'Sehen Sie sich das Atom an: Welche Argumente hat es, und welche sollte es haben?',
  'Something is chosen that the picture does not depend on, so that clingo counts pictures twice. Which choice of yours can come out differently in the same picture?':
    'Etwas wird gewählt, wovon das Bild nicht abhängt, sodass clingo Bilder doppelt zählt. Welche Ihrer Wahlen kann beim selben Bild verschieden ausfallen?',
  'Small boards are all right. What changes in your rules when a line is longer, has more blocks, or a block is longer? Look at each number that is written in a rule, at the end of each range, and at what is computed.':
    'Kleine Bretter stimmen alle. Was ändert sich in Ihren Regeln, wenn eine Linie länger ist, mehr Blöcke hat, oder ein Block länger ist? Sehen Sie sich jede Zahl in einer Regel an, das Ende jedes Bereichs, und was berechnet wird.',
  'With two block colors all is right. Which of your rules says how many colors there are?':
    'Mit zwei Blockfarben stimmt alles. Welche Ihrer Regeln sagt, wie viele Farben es gibt?',
  'There is no answer set at all, not even on the smallest board. Take out your constraints and put them back one by one.':
    'Es gibt gar keine Antwortmenge, nicht einmal auf dem kleinsten Brett. Nehmen Sie Ihre Bedingungen heraus und setzen Sie sie einzeln wieder ein.',
  'Only blank boards have an answer. Begin with a board of one cell whose clue is 1, and take out your constraints one by one: which of them excludes that block?':
    'Nur leere Bretter haben eine Antwort. Beginnen Sie mit einem Brett von einer Zelle mit der Zahl 1, und nehmen Sie Ihre Bedingungen einzeln heraus: Welche schließt diesen Block aus?',
  'Some answers are no solutions. Which clue does the wrong picture break, and which of your rules should have excluded that?':
    'Manche Antworten sind keine Lösungen. Welche Zahlen verletzt das falsche Bild, und welche Ihrer Regeln hätte das ausschließen sollen?',
  'Some solutions are not found. Which of your rules excludes the missing picture?':
    'Manche Lösungen werden nicht gefunden. Welche Ihrer Regeln schließt das fehlende Bild aus?',
  'Some answers are no solutions, and some solutions are not found. Compare what is drawn with the clues: what do your rules see differently?':
    'Manche Antworten sind keine Lösungen, und manche Lösungen werden nicht gefunden. Vergleichen Sie das Gezeichnete mit den Zahlen: Was sehen Ihre Regeln anders?',
  'Compare the two sides of each comparison where they are equal, and one apart.': 'Vergleichen Sie die beiden Seiten jedes Vergleichs dort, wo sie gleich sind, und wo sie sich um eins unterscheiden.',
  'Count one up and one down: where does each range begin and end, and which neighbor is meant?': 'Zählen Sie eins hinauf und eins hinunter: Wo beginnt und endet jeder Bereich, und welcher Nachbar ist gemeint?',
  'Read it aloud, with each `not`: what must be there, and what must not?': 'Lesen Sie sie laut, mit jedem `not`: Was muss da sein, und was darf nicht?',
  'Say for each variable what it stands for. Is it the same everywhere in the rule?': 'Sagen Sie für jede Variable, wofür sie steht. Ist es überall in der Regel dasselbe?',
  'Say for each argument what it stands for. Is the order the same everywhere?': 'Sagen Sie für jedes Argument, wofür es steht. Ist die Reihenfolge überall dieselbe?',
  'Is it about a row or about a column?': 'Geht es um eine Zeile oder um eine Spalte?',
  'How many of these may be chosen, at least and at most?': 'Wie viele davon dürfen gewählt werden, mindestens und höchstens?',
  'Must it always be so, or is it to be chosen?': 'Muss es immer so sein, oder wird es gewählt?',
  'Does every condition of it belong there?': 'Gehört jede ihrer Bedingungen dorthin?',
  'In which cases does it hold? Is a condition missing?': 'In welchen Fällen gilt sie? Fehlt eine Bedingung?',
  'What would be lost without it?': 'Was ginge ohne sie verloren?',
  'blank line': 'leere Linie',
  'exact fit': 'passt genau',
  'overlap': 'Überdeckung',
  'all blocks painted': 'alle Blöcke gemalt',
  'no cell to spare': 'keine Zelle übrig',
  'no such block': 'kein solcher Block',
  'block complete': 'Block vollständig',
  'gap too small': 'Lücke zu klein',
  'out of reach': 'außer Reichweite',
  'grow from a wall': 'vom Rand aus wachsen',
  'would join': 'würde verbinden',
  'blocks to gaps': 'Blöcke auf Lücken',
  'pulled together': 'zusammengezogen',
  'every way tried': 'alle Möglichkeiten versucht',
  'contradiction': 'Widerspruch',
  'both ways agree': 'beide Wege stimmen überein',
  'deeper contradiction': 'tieferer Widerspruch',
  'search': 'Suche',
  'no way': 'keine Möglichkeit',
  'not measured': 'nicht gemessen',
  'not run': 'nicht ausgeführt',
  wrong: 'falsch',
  'wrong answers': 'falsche Antworten',
  'no wrong answer': 'keine falsche Antwort',
  'no solution is missing': 'keine Lösung fehlt',
  'each solution once': 'jede Lösung einmal',
  'some solutions come several times': 'manche Lösungen kommen mehrmals',
  'solves none in time': 'löst keines rechtzeitig',
  'a control character': 'ein Steuerzeichen',
  'expected either a program or a recipe': 'erwartet wird entweder ein Programm oder ein Rezept',
  'the body is not JSON': 'Der Inhalt ist kein JSON',
  'no such file; load the studio\'s page again': 'Diese Datei gibt es nicht; laden Sie die Seite des Studios neu',
};
