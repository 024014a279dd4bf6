// The words of an ASP program told apart, for colours in the editor.

const KINDS = [
  ['comment', /%\*[^]*?(?:\*%|$)|%[^\n]*/],
  ['string', /"(?:\\.|[^"\\\n])*"?/],
  ['directive', /#[a-z]+/],
  ['keyword', /\bnot\b/],
  ['variable', /\b_*[A-Z][A-Za-z0-9_']*|\b_\b/],
  ['number', /\b\d+\b/],
  ['predicate', /\b_*[a-z][A-Za-z0-9_']*(?=\s*\()/],
  ['name', /\b_*[a-z][A-Za-z0-9_']*/],
  ['operator', /:-|:~|\.\.|[<>=!]=?|[{}|;]/],
];

const ALL = new RegExp(KINDS.map(([kind, pattern]) => `(?<${kind}>${pattern.source})`).join('|'), 'g');

/** The parts of a program in order, as [kind or null, text]; together they are the program. */
export function parts(program) {
  const found = [];
  let end = 0;
  for (const match of program.matchAll(ALL)) {
    if (match.index > end) found.push([null, program.slice(end, match.index)]);
    const [kind] = Object.entries(match.groups).find(([, text]) => text !== undefined);
    found.push([kind, match[0]]);
    end = match.index + match[0].length;
  }
  if (end < program.length) found.push([null, program.slice(end)]);
  return found;
}
