// The grade of a program for an exercise of its own, in the worker. The right answers to its small
// instances come with it, so that no reference is run.

import { RefusedError, contentsOf } from './contents.js';
import { graded } from './score.js';

const MOST = 2000; // answer sets of an instance that are looked at

/** Refuses a program that lacks what an exercise asks for, or has what it does without. */
export function requireLawful({ derived, constructs }, { requires = [], forbids = [] }) {
  const has = (one) => constructs.has(one) || derived.has(one);
  const lacking = requires.find((one) => !has(one));
  if (lacking) throw new RefusedError(lacking, 'lacking');
  const unwanted = forbids.find(has);
  if (unwanted) throw new RefusedError(unwanted, 'unwanted');
}

/**
 * Grades a program on all instances.
 *
 * @param {(program: string, options: {models: number, projected: boolean, costs: boolean}) => {sets: string[][], more: boolean}} clingo
 */
export function gradeExercise(clingo, { program, exercise, facts }) {
  const { instances, shown, given, costs, rubric } = exercise;
  const contents = contentsOf(program, facts.colored, costs);
  requireLawful(contents, exercise);
  clingo(program, { models: 1, projected: true, costs }); // a mistake is in its own lines
  const kept = shown.filter((one) => contents.derived.has(one) && (!contents.shown.size || contents.shown.has(one)));
  const layer = [contents.text, '#show.', ...kept.map((one) => `#show ${one}.`), ...given.map((one) => `#defined ${one}.`)].join('\n');
  const tried = instances.map((one) => compared(one, (projected) => clingo(`${layer}\n${one.facts}`, { models: MOST, projected, costs })));
  const { fault, ...grade } = graded(tried, ({ answers }) => answers, rubric);
  return { ...grade, counterexample: fault ?? null };
}

/** The answers to an instance, each a list of atoms, beside the right ones. */
function compared({ facts, right }, answers) {
  let { sets, more } = answers(false);
  const wanted = new Set(right.map(keyOf));
  const times = [...Map.groupBy(sets, keyOf).values()];
  const repeated = times.filter((all) => all.length > 1 && wanted.has(keyOf(all[0]))).map((all) => ({ atoms: all[0], times: all.length }));
  if (more) ({ sets, more } = answers(true));
  const found = new Set(sets.map(keyOf));
  const missing = more ? [] : right.filter((one) => !found.has(keyOf(one)));
  const wrong = [...found].filter((key) => !wanted.has(key)).map((key) => key.split(' ').filter(Boolean));
  return { facts, answers: right.length, missing, wrong, repeated, faulty: more || missing.length + wrong.length > 0 };
}

const keyOf = (atoms) => atoms.toSorted().join(' ');
