// The worker of a studio without a server. It does one job at a time; the page ends it to cancel one.

import { OptimizationError, ProgramError, answered, hosted, optionsFor, unpacked } from '../../../page/static/clingo.js';
import { factsOf } from '../../../page/static/facts.js';
import { RefusedError } from './contents.js';
import { gradeExercise } from './exercise.js';
import { Grading } from './grading.js';
import { sizesOf } from './sizes.js';
import { Solving, answerOf, posed } from './solving.js';

let run = null; // what runs a program, once it was needed

/** Starts clingo from the file beside the worker. */
async function start() {
  importScripts('clingo.js');
  const { javascript, wasm } = globalThis.clingoWasm;
  const url = URL.createObjectURL(await unpacked(javascript));
  importScripts(url);
  URL.revokeObjectURL(url);
  return hosted(globalThis.Module, await (await unpacked(wasm)).arrayBuffer());
}

const asked = (program, { models, projected, constants = [], costs = false }) =>
  answered(run(program, `${optionsFor(models, projected)} ${constants.map((one) => `-c ${one}`).join(' ')}`.trim()), costs);

const grading = new Grading(asked);

/** The grade for nonograms, or for an exercise with instances of its own. */
const graded = (body) => (body.exercise?.instances ? gradeExercise(asked, body) : grading.grade(body));

/** The lines of a ground program in clingo's format. */
function ground(program) {
  const { out, errors } = run(program, '--mode=gringo');
  if (/error:/.test(errors) || !out.startsWith('asp ')) throw new ProgramError(errors);
  return out.split('\n');
}

/** A program of one's own, or the files of a recipe: its answer sets, and the sizes of its rules. */
function* running({ puzzle, program, parts = [{ file: null, text: program }], facts, most, sizes }) {
  const other = typeof facts === 'string'; // than a nonogram
  const options = { models: most, projected: true, costs: other };
  asked(program, { ...options, models: 1 }); // by itself first: nobody should look for a mistake in what is added to it
  const question = posed(puzzle);
  const begun = performance.now();
  const given = facts ?? factsOf(question.work, question.clues);
  const { sets, more, rules, atoms } = asked(`${program}\n${given}`, options);
  const end = { rules, atoms, grounding: 0, solving: (performance.now() - begun) / 1000, exhausted: !more, warnings: [] };
  for (const set of sets) yield { event: 'progress', stage: 'answer', answer: other ? { picture: null, right: null, atoms: set, total: set.length, cells: {} } : answerOf(set, question) };
  if (sizes) {
    yield { event: 'progress', stage: 'measuring', ...end }; // a fault or the limit may come before the sizes
    yield { event: 'progress', stage: 'sizes', sizes: sizesOf(ground, parts, given) };
  }
  return end;
}

onmessage = async ({ data: { kind, body, encodings } }) => {
  try {
    run ??= await start();
    const solving = new Solving((program, models, costs) => asked(program, { models, projected: true, costs }), encodings);
    const job = kind === 'run' ? running(body) : kind === 'grade' ? graded(body) : solving[kind](body);
    if (!job.next) {
      postMessage({ event: 'result', ...job });
      return;
    }
    let step = job.next();
    for (; !step.done; step = job.next()) postMessage(step.value);
    postMessage({ event: 'result', ...step.value });
  } catch (error) {
    const fault = error instanceof OptimizationError ? 'optimization' : error instanceof RefusedError ? error.fault : null;
    const line = error.line && Math.min(error.line, body.program.split('\n').length); // the end is no line
    postMessage({ event: 'error', reason: error.message, line, ...(fault && { fault }) });
  }
};
