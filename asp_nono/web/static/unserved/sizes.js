// How large each rule of a program is once it is ground, as asp_nono/asp/ground_profile.py measures
// it: the whole is ground once, then each rule alone over the atoms of the whole, with its heads
// renamed so that they feed no other rule. Clingo writes ground programs in its format aspif.

import { atomsOf, contentsOf, statements } from './contents.js';

const ATOM = /^4 \d+ (.*?) (\d+)(?: -?\d+)*$/; // shown under a condition of some literals; a fact under none

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
    const known = read.filter((one) => one.known).length; // each a rule of one literal
    const given = [...constants, ...read.map((one) => (one.known ? `${one.atom}.` : `#external ${one.atom}.`))].join('\n');
    const ruled = ground(`${given}\n${alone(text, rule)}`).filter((line) => line.startsWith('1 '));
    const literals = ruled.reduce((sum, one) => sum + literalsOf(one), 0);
    const line = text.slice(0, rule.start).split('\n').length;
    return { file, line, text: text.slice(rule.start, rule.end).replaceAll(/\s+/g, ' '), instances: ruled.length - known, literals: literals - known, time_instantiate: null };
  };
  const rulesOf = ({ file, text }) => [...statements(text)].filter(({ tokens }) => !/^(#|:~)/.test(tokens[0])).map((rule) => sizeOf(file, text, rule));
  return parts.flatMap(rulesOf).sort((one, two) => two.instances - one.instances);
}

/** A rule whose head has other predicates. */
function alone(text, { tokens, places, start, end }) {
  const split = tokens.indexOf(':-');
  let [found, after] = ['', start];
  for (const { conditional, at } of atomsOf(split < 0 ? tokens : tokens.slice(0, split))) {
    if (conditional) continue;
    found += `${text.slice(after, places[at])}alone_`;
    after = places[at];
  }
  return found + text.slice(after, end);
}

/** The number of literals of a ground rule, head and body together. */
function literalsOf(rule) {
  const [, , heads, ...rest] = rule.split(' ').map(Number);
  const [kind, ...body] = rest.slice(heads);
  return heads + (kind === 1 ? body[1] : body[0]);
}
