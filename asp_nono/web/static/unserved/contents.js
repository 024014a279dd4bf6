// What a program reads, derives and shows, as far as grading in the page needs it. Clingo parses the
// program when it runs it; what this reader does not know is left to clingo.

const TOKENS = /%.*|"(?:\\.|[^"\\])*"|\.\.|:-|:~|#[a-z]+\+?|@?[_']*[a-z][\w']*|[_']*[A-Z][\w']*|\S/g;
const REFUSED = ['#minimize', '#maximize', '#script', '#include', '#project', '#program', '#theory', '#edge'];

/** A program that cannot be graded in the page, or that is not what an exercise asks for. */
export class RefusedError extends Error {
  constructor(name, fault = 'statement') {
    super(name);
    this.fault = fault;
  }
}

/** A program of the same length with blanks in place of block comments, which may hold others. */
function withoutBlocks(text) {
  const marks = /%\*|\*%|%.*|"(?:\\.|[^"\\])*"/g;
  const blank = (part) => part.replaceAll(/[^\n]/g, ' ');
  let [found, depth, last] = ['', 0, 0];
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    if (mark[0] === '%*') {
      if (!depth) {
        found += text.slice(last, mark.index);
        last = mark.index;
      }
      depth += 1;
    } else if (mark[0] === '*%' && depth) {
      depth -= 1;
      if (!depth) {
        found += blank(text.slice(last, marks.lastIndex));
        last = marks.lastIndex;
      }
    } else if (depth) marks.lastIndex = mark.index + 1; // within a block the rest of a line is no comment
  }
  return found + (depth ? blank(text.slice(last)) : text.slice(last));
}

/** The statements of a program: tokens, where each begins, and where the whole begins and ends. */
export function* statements(text) {
  let tokens = [];
  let places = [];
  let weighed = false; // within what may stand in brackets behind the dot of a statement
  for (const { 0: token, index } of withoutBlocks(text).matchAll(TOKENS)) {
    if (token.startsWith('%')) continue;
    if (!tokens.length && (weighed || token === '[')) {
      weighed = token !== ']';
      continue;
    }
    tokens.push(token);
    places.push(index);
    if (token !== '.') continue;
    yield { tokens, places, start: places[0], end: index + 1 };
    [tokens, places] = [[], []];
  }
}

/** The arguments in parentheses, of a pool the first, and the place of the last token. */
function argumentsAt(tokens, open) {
  const found = [[]];
  let depth = 1;
  let pooled = false;
  let at = open + 1;
  for (; at < tokens.length; at += 1) {
    if (tokens[at] === '(') depth += 1;
    if (tokens[at] === ')') depth -= 1;
    if (!depth) break;
    pooled ||= depth === 1 && tokens[at] === ';';
    if (depth === 1 && tokens[at] === ',' && !pooled) found.push([]);
    else if (!pooled) found.at(-1).push(tokens[at]);
  }
  return { found, at };
}

/** Whether a bar begins an absolute value, and does not stand between the atoms of a disjunction. */
const beginsValue = (tokens, at) => tokens[at] === '|' && !/[\w')"]$/.test(tokens[at - 1] ?? '');

/** The atoms among tokens, `at` one each; `conditional` of those behind a colon, in an aggregate behind the second. */
export function* atomsOf(tokens) {
  let colons = 0;
  let needed = 1; // colons before a condition
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === ':') colons += 1;
    else if (beginsValue(tokens, at)) at = tokens.indexOf('|', at + 1);
    else if ([';', '}', '|'].includes(token)) colons = 0;
    else if (/^#(count|sum|min|max)/.test(token)) needed = 2;
    else if (token === '(') ({ at } = argumentsAt(tokens, at));
    else if (/^[_']*[a-z]/.test(token) && token !== 'not') {
      const called = tokens[at + 1] === '(';
      const { found, at: end } = called ? argumentsAt(tokens, at + 1) : { found: [], at };
      if (colons >= needed - 1) yield { signature: `${token}/${found.length}`, terms: found, conditional: colons >= needed, at };
      at = end;
    }
    if (token === '}') needed = 1;
  }
}

/** Whether a rule does something with the color of a fact: it names it twice. */
function readsColor(tokens, atoms, colored) {
  return atoms.some(({ signature, terms }) => {
    const [name, ...more] = terms[colored[signature]] ?? [];
    return !more.length && /^[_']*[A-Z]/.test(name) && tokens.filter((token) => token === name).length > 1;
  });
}

/** What a statement adds to the contents. */
function take(contents, tokens, colored) {
  const split = tokens.indexOf(':-');
  const [head, body] = split < 0 ? [tokens, []] : [tokens.slice(0, split), tokens.slice(split + 1)];
  const [heads, bodies] = [[...atomsOf(head)], [...atomsOf(body)]];
  const derives = !['#heuristic', '#minimize', '#maximize'].includes(head[0]);
  for (const { signature, conditional } of heads) contents[derives && !conditional ? 'derived' : 'used'].add(signature);
  for (const { signature } of bodies) contents.used.add(signature);
  contents.colored ||= readsColor(tokens, [...heads, ...bodies], colored);
  for (const construct of constructsOf(head, body)) contents.constructs.add(construct);
}

/** What a rule uses of the language, as an exercise may ask for it (docs/exercises.md). */
function* constructsOf(head, body) {
  yield* [...head, ...body].filter((token) => token === 'not' || token === '..' || /^#(count|sum|min|max|heuristic)/.test(token));
  if (head.includes('{')) yield 'choice';
  else if (!head[0]?.startsWith('#') && (head.includes(':') || [...atomsOf(head)].length > 1)) yield 'disjunction';
  if (body.some((token, at) => token === '{' && !body[at - 1]?.startsWith('#'))) yield '#count';
}

/** The signature that a statement shows, "" for `#show.` */
function shownBy(tokens) {
  const signature = /^#show(.*)\.$/.exec(tokens.join(''))[1];
  if (!/^(-?[_']*[a-z][\w']*\/\d+)?$/.test(signature)) throw new RefusedError('#show');
  return signature;
}

/**
 * {derived, used, shown, constructs, colored, text}: sets of signatures and of what rules use of the
 * language, whether they read the colors of blocks, and the program without what it shows. `colored`
 * has the facts that name a color, and the place of the color; with `costs` it may have costs.
 *
 * @throws {RefusedError} naming the statement for which the page has no grade
 */
export function contentsOf(program, colored, costs = false) {
  const contents = { derived: new Set(), used: new Set(), shown: new Set(), constructs: new Set(), colored: false, text: '' };
  const allowed = costs ? [':~', '#minimize', '#maximize'] : [];
  let after = 0;
  for (const { tokens, start, end } of statements(program)) {
    const refused = tokens.find((token) => !allowed.includes(token) && (token === ':~' || /^(@.|asp_nono_)/.test(token) || REFUSED.includes(token)));
    if (refused) throw new RefusedError(refused === ':~' ? '#minimize' : refused);
    if (tokens[0] === '#show') {
      contents.shown.add(shownBy(tokens));
      contents.text += program.slice(after, start);
      after = end;
    } else if (!['#const', '#defined'].includes(tokens[0])) take(contents, tokens, colored);
  }
  contents.text += program.slice(after);
  return contents;
}
