// The next step by line logic, with the rule that finds it and the reason, from the easiest rule on.
//
// The rules and their names are those of `asp_nono.logic.rules`, where a line alone is enough; tests
// hold the two against each other. A finding is {rule, cells, reason, blocks}: cells [position,
// color] of the line, and the blocks, from 0, that the reason names.

import { colorNamed, lineNamed, put, t } from '../texts.js';
import { UNKNOWN } from '../model.js';
import { leastCells } from '../clues.js';
import { colorAt, colorsAt, domainOf, knownIn, lineOf, linesOf, nameOf, only, places, solveLine, span, sweep } from '../lines.js';

export const RULES = ['blank', 'fit', 'overlap', 'done', 'rest', 'unreachable', 'squeeze', 'exhaustive'];

/** Cells of a line as people count them, from 1: "cells 1, 3-5". */
export function cellsNamed(positions) {
  const runs = [];
  for (const at of positions) {
    if (runs.at(-1)?.[1] === at) runs.at(-1)[1] = at + 1;
    else runs.push([at, at + 1]);
  }
  const numbers = runs.map(([first, end]) => (end - first === 1 ? `${end}` : `${first + 1}-${end}`));
  return put(t.hints.cells[positions.length === 1 ? 'one' : 'several'], { numbers });
}

/** How far each block reaches: where it begins and ends, pushed to both ends. */
const ranges = (clue, may) => places(clue, may).map((found, number) => {
  const [starts, ends] = [found.map(([start]) => start), found.map(([start, length]) => start + length)];
  return { number, first: Math.min(...starts), firstEnd: Math.min(...ends), lastStart: Math.max(...starts), end: Math.max(...ends) };
});

/** What the rules find on a line that can be filled, known or not, the easiest first. */
export function* findings(clue, may, { axis = 'row', colors = [] } = {}) {
  const size = may[0].length;
  const plain = ranges(clue, [new Uint8Array(size).fill(1), ...may.slice(1)]);
  const tight = ranges(clue, may);
  const line = { clue, may, size, axis, colors };
  if (!clue.length) yield { rule: 'blank', cells: span(0, size).map((at) => [at, 0]), reason: t.hints.reasons.blank, blocks: [] };
  if (clue.length && leastCells(clue) === size) yield fit(line, plain);
  yield* covered(line, plain, 'overlap');
  yield* counted(line);
  yield* outside(line, plain, 'unreachable');
  yield* covered(line, tight, 'squeeze');
  yield* outside(line, tight, 'squeeze');
  const cells = knownIn(solveLine(clue, may)).filter(([at]) => colorAt(may, at) === UNKNOWN);
  yield { rule: 'exhaustive', cells, reason: put(t.hints.reasons.exhaustive, { cells: cellsNamed(cells.map(([at]) => at)) }), blocks: [] };
}

function fit({ clue, size }, blocks) {
  const cells = span(0, size).map((at) => [at, 0]);
  for (const { number, first, end } of blocks) for (const at of span(first, end)) cells[at][1] = clue[number].color;
  return { rule: 'fit', cells, reason: put(t.hints.reasons.fit, { length: size }), blocks: blocks.map(({ number }) => number) };
}

function blockNamed({ clue, colors }, number) {
  const { length, color } = clue[number];
  const about = [put(t.hints.length, { count: length ?? '?' }), colors.length > 2 ? colorNamed(colors[color].name) : ''].filter(Boolean);
  return put(t.hints.block[clue.length === 1 ? 'one' : 'several'], { number: number + 1, about });
}

/** What a block covers wherever it lies. */
function* covered(line, blocks, rule) {
  for (const { number, first, firstEnd, lastStart, end } of blocks) {
    const cells = span(lastStart, firstEnd).map((at) => [at, line.clue[number].color]);
    const block = blockNamed(line, number);
    const [one, other] = [cellsNamed(span(first, firstEnd)), cellsNamed(span(lastStart, end))];
    const reason = one === other ? put(t.hints.reasons.onePlace, { block, cells: one }) : put(t.hints.reasons.covered[line.axis], { block, first: one, last: other });
    if (cells.length) yield { rule, cells, reason: worded(rule, reason), blocks: [number] };
  }
}

const worded = (rule, reason) => (rule === 'squeeze' ? put(t.hints.reasons.squeeze, { reason }) : reason);

/** What no block reaches. */
function* outside({ clue, size }, blocks, rule) {
  if (!clue.length) return;
  const free = span(0, size).filter((at) => !blocks.some(({ first, end }) => first <= at && at < end));
  if (!free.length) return;
  const reason = put(t.hints.reasons.unreachable, { cells: cellsNamed(free) });
  yield { rule, cells: free.map((at) => [at, 0]), reason: worded(rule, reason), blocks: [] };
}

/** What follows from how many cells of each color there are. */
function* counted({ clue, may, colors }) {
  if (!clue.length || clue.some(({ length }) => length === null)) return;
  const totals = new Map();
  for (const { length, color } of clue) totals.set(color, (totals.get(color) ?? 0) + length);
  const sure = knownIn(may);
  const missing = [...totals].filter(([color, total]) => sure.filter(([, other]) => other === color).length < total);
  const free = span(0, may[0].length).filter((at) => !sure.some(([one, color]) => one === at && color));
  if (!missing.length) yield { rule: 'done', cells: free.map((at) => [at, 0]), reason: t.hints.reasons.done, blocks: [] };
  for (const [color, total] of totals) {
    const cells = span(0, may[0].length).filter((at) => may[color][at]);
    const name = colors.length > 2 ? colorNamed(colors[color].name) : t.hints.color[1];
    if (cells.length === total) yield { rule: 'rest', cells: cells.map((at) => [at, color]), reason: put(t.hints.reasons.rest, { count: total, color: name }), blocks: [] };
  }
}

/** What the rules find on a line; with a memo, for the same cells only once. */
function findingsOf(line, may, colors, memo) {
  const found = findings(line.clue, may, { axis: line.side === 'rows' ? 'row' : 'column', colors });
  if (!memo) return found;
  const key = `${nameOf(line)}: ${may.join(';')}`;
  if (!memo.has(key)) memo.set(key, [...found]);
  return memo.get(key);
}

/** The easiest finding of a line that is new, as {line, rule, cells, reason, blocks}; of equally easy ones the largest. */
function best(domain, lines, { width, colors }, memo) {
  /** @type {any} */
  let found = null;
  const rank = (one) => RULES.indexOf(one.rule);
  for (const line of lines) {
    const may = lineOf(domain, line);
    for (const finding of findingsOf(line, may, colors, memo)) {
      if (found && rank(finding) > rank(found)) break;
      const cells = finding.cells.filter(([at]) => colorAt(may, at) === UNKNOWN).map(([at, color]) => [line.start + at * (line.side === 'rows' ? 1 : width), color]);
      if (cells.length > (found && rank(finding) === rank(found) ? found.cells.length : 0)) found = { ...finding, line, cells };
    }
  }
  return found;
}

/**
 * The next step from some marks: {line, rule, cells, reason, blocks} where one line is enough;
 * {rule, cells, reason} where several are; with {trial} where a color in a cell leaves a line
 * without an arrangement; {clash} where a line has none already; or null if nothing was found
 * before the time was up. Cells are [cell, color]. Who takes many steps keeps a memo, a Map.
 */
export function nextStep(work, clues, marks, until = Infinity, memo = null) {
  const lines = linesOf(work, clues);
  const domain = domainOf(work, marks);
  const clash = lines.find((line) => !solveLine(line.clue, lineOf(domain, line)));
  if (clash) return { clash };
  const step = best(domain, lines, work, memo);
  if (step) return step;
  const far = sweep(domain, lines, work);
  if (far) return { clash: far };
  const cells = knownIn(domain).filter(([at]) => marks[at] === UNKNOWN);
  return cells.length ? { rule: 'several', cells: cells.slice(0, 1), reason: t.hints.reasons.several } : trial(work, lines, domain, until);
}

/** A cell where a color leads to a contradiction. */
function trial({ width, height, colors }, lines, domain, until) {
  for (let at = 0; at < width * height; at += 1) {
    const left = colorsAt(domain, at);
    for (const color of left.length > 1 ? left : []) {
      if (performance.now() > until) return null;
      const clash = sweep(only(domain, at, color), lines, { width, height }, [Math.floor(at / width), height + (at % width)]);
      const rest = left.filter((other) => other !== color);
      if (clash && rest.length === 1) return { rule: 'contradiction', trial: at, cells: [[at, rest[0]]], reason: put(t.hints.reasons.contradiction, { color: stateNamed(colors, color), line: lineNamed(nameOf(clash)) }) };
    }
  }
  return null;
}

/** What a cell of a color is called: filled or crossed out where there is one color. */
export const stateNamed = (colors, color) => (colors.length > 2 ? colorNamed(colors[color].name) : t.hints.color[color]);
