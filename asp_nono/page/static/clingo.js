// Clingo compiled to WebAssembly, in a worker. What is here runs in workers, too.

/**
 * Starts clingo.
 *
 * @param Module the function that its script defines
 * @param {ArrayBuffer} wasm
 * @returns {Promise<(program: string, options: string) => {out: string, errors: string}>} what runs a
 *   program; it throws an error for a long program, and where clingo broke down and must be started again
 */
export async function hosted(Module, wasm) {
  let [out, errors] = [[], []];
  const module = await Module({
    instantiateWasm: (imports, done) => {
      WebAssembly.instantiate(wasm, imports).then(({ instance, module: code }) => done(instance, code));
      return {};
    },
    print: (line) => out.push(line),
    printErr: (line) => errors.push(line),
  });
  const longest = 900_000; // it traps on little more, since it copies the program to its stack
  return (program, options) => {
    if (new TextEncoder().encode(program).length > longest) throw new Error(`the program has more than ${longest} bytes with its facts, too many for clingo in a page`);
    [out, errors] = [[], []];
    try {
      module.ccall('run', 'number', ['string', 'string'], [program, options]);
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw error; // it cannot run anything after that
      if (!errors.length) errors.push(String(error));
    }
    return { out: out.join('\n'), errors: errors.join(' ') };
  };
}

/** Options for at most `models` answer sets; projected, those that show the same are one; of costs the least. */
export const optionsFor = (models, projected = true) => `--outf=2 --stats --opt-mode=optN --opt-strategy=usc,oll --project=${projected ? 'show' : 'no'} ${models}`;

const PLACE = /^-:(\d+):[\d:-]+: error: (.*?)(?:\s*\*\*\* ERROR.*)?$/s;

/** Clingo refuses a program: why, and the line, if it names one. */
export class ProgramError extends Error {
  constructor(said) {
    const [, line, reason] = PLACE.exec(said) ?? [];
    super(reason ?? said);
    this.line = line ? Number(line) : null;
  }
}

/** A program has costs, so that clingo would leave out answers. */
export class OptimizationError extends Error {}

/**
 * What clingo has said, as its answer sets; with `costs` the cheapest ones.
 *
 * @throws {ProgramError} with clingo's words where it has none
 */
export function answered({ out, errors }, costs = false) {
  const answer = out ? JSON.parse(out) : { Result: 'ERROR' };
  const optimized = answer.Result === 'OPTIMUM FOUND' || answer.Models?.Optimum;
  if (optimized && !costs) throw new OptimizationError(errors || answer.Result);
  if (!optimized && !['SATISFIABLE', 'UNSATISFIABLE'].includes(answer.Result)) throw new ProgramError(errors || answer.Result);
  const { Rules: rules, Atoms: atoms } = answer.Stats?.LP ?? {};
  const witnesses = answer.Call?.at(-1)?.Witnesses ?? [];
  const optimal = optimized ? answer.Models.Optimal : witnesses.length; // the last ones; the first of them came before, too
  return { sets: witnesses.slice(witnesses.length - optimal).map(({ Value }) => Value), more: answer.Models.More === 'yes', rules: rules?.Final ?? rules, atoms: atoms?.Final ?? atoms };
}

/** Bytes that a script holds in base64, compressed by gzip. */
export const unpacked = (base64) =>
  new Response(new Blob([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))]).stream().pipeThrough(new DecompressionStream('gzip'))).blob();
