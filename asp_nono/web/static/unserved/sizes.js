// How large each rule of a program is once it is ground, as asp_nono/asp/ground_profile.py measures
// it: the whole is ground once, then each rule alone over the atoms of the whole, with its heads
// renamed so that they feed no other rule. Clingo writes ground programs in its format aspif.

import { atomsOf, contentsOf, statements } from './contents.js';

const ATOM = /^4 \d+ (.*?) (\d+)(?: -?\d+)*$/; // shown under a condition of some literals; a fact under none

const RULE = /^(?!#|:~)|^#(false|true|count|sum\+?|min|max)$/; // how rules begin

/** @typedef {{line: number, file: ?string, text: string, instances: number, literals: number, time_instantiate: null}} RuleSize */

/**
 * The rules of a program, the largest first.
 *
 * @param {(program: string) => string[]} ground gives the lines of a ground program
 * @param {{file: ?string, text: string}[]} parts of the program
 * @returns {RuleSize[]}
 * @throws {RefusedError} naming a statement with which the rules cannot be ground alone
 */
export function sizesOf(ground, parts, facts) {
  const whole = ground([...parts.map(({ text }) => contentsOf(text, {}, true).text), facts].join('\n'));
  const atoms = whole.map((line) => ATOM.exec(line)).filter(Boolean).map(([, atom, literals]) => ({ atom, known: literals === '0' }));
  const constants = [...parts.map(({ text }) => text), facts].flatMap((text) => [...statements(text)].filter(({ tokens }) => tokens[0] === '#const').map(({ start, end }) => text.slice(start, end)));
  const sizeOf = (file, text, rule) => {
    const read = atoms.filter(({ atom }) => rule.tokens.includes(/[\w']+/.exec(atom)[0]));
    const given = [...constants, ...read.map((one) => (one.known ? `${one.atom}.` : `#external ${one.atom}.`))].join('\n');
    const [before, after] = [sizeOfGround(ground(given)), sizeOfGround(ground(`${given}\n${alone(text, rule)}`))];
    const line = text.slice(0, rule.start).split('\n').length;
    return { file, line, text: text.slice(rule.start, rule.end).replaceAll(/\s+/g, ' '), instances: after.instances - before.instances, literals: after.literals - before.literals, time_instantiate: null };
  };
  const rulesOf = ({ file, text }) => [...statements(text)].filter(({ tokens }) => RULE.test(tokens[0])).map((rule) => sizeOf(file, text, rule));
  return parts.flatMap(rulesOf).sort((one, two) => two.instances - one.instances);
}

/** A rule whose head has other predicates. */
function alone(text, { tokens, places, start, end }) {
  const split = tokens.indexOf(':-');
  const head = split < 0 ? tokens : tokens.slice(0, split);
  const [open, close] = [head.indexOf('{'), head.lastIndexOf('}')]; // outside of braces there are bounds
  let [found, after] = ['', start];
  for (const { conditional, at } of atomsOf(head)) {
    if (conditional || (open >= 0 && (at < open || at > close))) continue;
    found += `${text.slice(after, places[at])}alone_`;
    after = places[at];
  }
  return found + text.slice(after, end);
}

/** How many ground rules there are, and their literals together. */
function sizeOfGround(lines) {
  const rules = lines.filter((line) => line.startsWith('1 '));
  return { instances: rules.length, literals: rules.reduce((sum, one) => sum + literalsOf(one), 0) };
}

/** The number of literals of a ground rule, head and body together. */
function literalsOf(rule) {
  const [, , heads, ...rest] = rule.split(' ').map(Number);
  const [kind, ...body] = rest.slice(heads);
  return heads + (kind === 1 ? body[1] : body[0]);
}
