"use strict";
// The figures of `analyze.py` and `statistics.py` again, for a part of the runs; tests compare both.
// A row is a system: { label, cells: Map(puzzle number -> cell) }.
const median = (values) => {
  const some = [...values].sort((a, b) => a - b), half = some.length >> 1;
  return some.length % 2 ? some[half] : (some[half - 1] + some[half]) / 2;
};
const sum = (values) => values.reduce((a, b) => a + b, 0);
const mean = (values) => sum(values) / values.length;
const LEAST_PAIRS = 20, LEVEL = 0.05, TINY = 1e-4, EXACT = 50, PERMUTED = 13;

function makeCell(runs, limit, peak) { // a run is [repetition, seconds, status]
  const solved = runs.every((run) => data.solved.includes(run[2]));
  const time = median(runs.map((run) => run[1]));
  return { runs, limit, peak, solved, time };
}

const faster = (a, b) => a.solved === b.solved ? a.time < b.time : a.solved;
const fastest = (cells) => cells.reduce((a, b) => faster(b, a) ? b : a);
const cellsOf = (row) => [...row.cells.values()];
const solvedBy = (row) => cellsOf(row).filter((cell) => cell.solved);

function par(row, factor) {
  const limits = cellsOf(row).map((cell) => cell.limit).filter((limit) => limit !== null);
  if (!limits.length && solvedBy(row).length < row.cells.size) return null;
  const penalty = factor * Math.max(0, ...limits);
  return mean(cellsOf(row).map((cell) => cell.solved ? cell.time : penalty));
}

function total(row) {
  const some = cellsOf(row);
  if (some.some((cell) => !cell.solved && cell.limit === null)) return null;
  return sum(some.map((cell) => cell.solved ? cell.time : Math.max(cell.time, cell.limit)));
}

function ranked(rows) {
  return [...rows].sort((a, b) => solvedBy(b).length - solvedBy(a).length
    || (par(a, 2) || 0) - (par(b, 2) || 0) || (a.label < b.label ? -1 : 1));
}

function virtualBest(rows, puzzles) {
  const found = new Map();
  for (const puzzle of puzzles) {
    const cells = [...rows].sort((a, b) => a.label < b.label ? -1 : 1)
      .map((row) => row.cells.get(puzzle)).filter(Boolean);
    const shared = cells[0].runs.map((run) => run[0])
      .filter((number) => cells.every((cell) => cell.runs.some((run) => run[0] === number)));
    if (new Set(shared).size < 2) return null;
    const chosen = [...new Set(shared)].flatMap((number) => {
      const others = cells.map((cell) =>
        Object.assign(makeCell(cell.runs.filter((run) => run[0] !== number)),
          { all: cell.runs }));
      return fastest(others).all.filter((run) => run[0] === number);
    });
    found.set(puzzle, makeCell(chosen, cells[0].limit));
  }
  return { label: "virtual best", cells: found };
}

function interval(logs) { // by the expansion of t's quantile, Abramowitz and Stegun 26.7.5
  if (logs.length < LEAST_PAIRS) return null;
  const z = 1.959963984540054, free = logs.length - 1, middle = mean(logs);
  const t = z + (z ** 3 + z) / (4 * free) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * free ** 2)
    + (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * free ** 3);
  const reach = t * Math.sqrt(sum(logs.map((one) => (one - middle) ** 2)) / free / logs.length);
  return [Math.exp(middle - reach), Math.exp(middle + reach)];
}

function normalTails(z) { // both; Abramowitz and Stegun 7.1.26
  const x = Math.abs(z) / Math.SQRT2, t = 1 / (1 + 0.3275911 * x);
  const poly = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592];
  return t * poly.reduce((value, factor) => value * t + factor, 0) * Math.exp(-x * x);
}

function signedRank(logs) {
  if (logs.length < LEAST_PAIRS) return null;
  const values = logs.filter((one) => one !== 0);
  if (!values.length) return 1;
  const sizes = values.map(Math.abs).sort((a, b) => a - b), ranks = new Map();
  sizes.forEach((size) => {
    if (!ranks.has(size)) ranks.set(size, sizes.indexOf(size) + sizes.lastIndexOf(size) + 2);
  }); // twice the mean rank, a whole number
  const up = sum(values.map((one) => one > 0 ? ranks.get(one) : 0));
  const twice = sizes.map((size) => ranks.get(size)), n = sizes.length;
  if (n <= PERMUTED || (n <= EXACT && ranks.size === n)) return exactTails(twice, up);
  const error = Math.sqrt(sum(twice.map((rank) => (rank / 2) ** 2)) / 4);
  return normalTails((up / 2 - n * (n + 1) / 4) / error);
}

function exactTails(ranks, up) { // over all signs
  let ways = [1];
  for (const rank of ranks) {
    const more = ways.concat(Array(rank).fill(0));
    ways.forEach((number, place) => { more[place + rank] += number; });
    ways = more;
  }
  const low = sum(ways.slice(0, up + 1)), high = sum(ways.slice(up));
  return Math.min(1, 2 * Math.min(low, high) / sum(ways));
}

function ratio(first, second) {
  const common = [...first.cells.keys()].filter((puzzle) => second.cells.has(puzzle));
  const logs = common.map((puzzle) => {
    const [a, b] = [first, second].map((row) => row.cells.get(puzzle));
    if (!a.solved || !b.solved) return a.solved ? -Infinity : b.solved ? Infinity : NaN;
    return Math.log(Math.max(a.time, TINY) / Math.max(b.time, TINY));
  });
  const both = logs.filter(Number.isFinite), tested = logs.filter((one) => !Number.isNaN(one));
  const better = logs.map((one) => one < 0 ? 1 : one > 0 ? 0 : 0.5);
  return {
    pairs: both.length, mean: both.length ? Math.exp(mean(both)) : null, between: interval(both),
    better: logs.length ? mean(better) : null, p: signedRank(tested),
    onlyFirst: logs.filter((one) => one === -Infinity).length,
    onlySecond: logs.filter((one) => one === Infinity).length,
    neither: logs.length - tested.length,
  };
}

function holm(values) {
  const known = values.map((p, place) => [p, place]).filter(([p]) => p !== null);
  let before = 0;
  known.sort((a, b) => a[0] - b[0]).forEach(([p, place], number) => {
    before = Math.max(before, Math.min(1, (known.length - number) * p));
    values[place] = before;
  });
  return values;
}

function conclusion(found, p) {
  if (p === null || found.better === null) return "too few puzzles";
  if (p >= LEVEL || found.better === 0.5) return "no difference shown";
  return found.better > 0.5 ? "better" : "worse";
}

const seconds = (value) => value === null ? "-"
  : value.toFixed([100, 10, 1, 0.1].filter((least) => value < least).length);

function summaryRows(rows, puzzles) {
  const least = new Map(puzzles.map((puzzle) => [puzzle,
    fastest(rows.map((row) => row.cells.get(puzzle)).filter(Boolean)).time]));
  const found = ranked(rows).map((row) => {
    const some = solvedBy(row), times = some.map((cell) => cell.time);
    const count = (status) => cellsOf(row)
      .filter((cell) => cell.runs.some((run) => run[2] === status)).length;
    const wins = [...row.cells].filter(([puzzle, cell]) =>
      cell.solved && cell.time <= least.get(puzzle)).length;
    return [row.label, `${some.length}/${row.cells.size}`,
      ...["time-out", "memory-out", "error", "wrong"].map(count),
      seconds(par(row, 2)), seconds(par(row, 10)), seconds(times.length ? median(times) : null),
      seconds(total(row)), wins, Math.max(...cellsOf(row).map((cell) => cell.peak)).toFixed(0)];
  });
  const best = puzzles.length ? virtualBest(rows, puzzles) : null;
  if (best) {
    found.push([best.label, `${solvedBy(best).length}/${puzzles.length}`, "-", "-", "-", "-",
      seconds(par(best, 2)), seconds(par(best, 10)), "-", seconds(total(best)), "-", "-"]);
  }
  return found;
}

function ratioRows(rows) {
  const [best, ...others] = ranked(rows), found = others.map((row) => ratio(row, best));
  const p = holm(found.map((one) => one.p));
  return found.map((one, place) => [others[place].label, one.pairs, seconds(one.mean),
    one.between ? one.between.map(seconds).join(" to ") : "-",
    one.better === null ? "-" : one.better.toFixed(2),
    p[place] === null ? "-" : p[place] < 0.001 ? "<.001" : p[place].toFixed(3),
    conclusion(one, p[place]), one.onlyFirst, one.onlySecond, one.neither]);
}
