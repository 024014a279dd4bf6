const data = JSON.parse(document.getElementById("data").textContent);
const all = (selector, root) => Array.from((root || document).querySelectorAll(selector));
const one = (selector, root) => (root || document).querySelector(selector);
const filter = { off: new Set(), set: "", text: "", status: "" };
let shown = 200;

function off(who, element) {
  return filter.off.has(data.boards[board(element)].labels[who]);
}

function chosen(puzzle) {
  return (filter.set === "" || puzzle[0] === filter.set) && puzzle.join("/").includes(filter.text);
}

function board(element) {
  return element.closest("[data-board]").dataset.board;
}

function apply() {
  for (const element of all("[data-board] [data-who]")) {
    element.classList.toggle("hidden", off(element.dataset.who, element));
  }
  for (const element of all("[data-board] [data-puzzle]")) {
    const mine = data.boards[board(element)];
    element.classList.toggle("hidden", !chosen(mine.puzzles[element.dataset.puzzle]));
  }
  all("[data-board]").forEach(compute);
  one("#partial").classList.toggle("hidden",
    filter.text === "" && filter.set === "" && filter.off.size === 0);
  shown = 200;
  fillRuns();
}

function compute(section) {
  const mine = data.boards[section.dataset.board];
  const puzzles = [...mine.puzzles.keys()].filter((number) => chosen(mine.puzzles[number])
    && mine.cells.some((cells, who) => cells[number] && !filter.off.has(mine.labels[who])));
  const rows = mine.labels.map((label, who) => {
    const cells = new Map();
    for (const number of filter.off.has(label) ? [] : puzzles) {
      const one = mine.cells[who][number];
      if (one) cells.set(number, makeCell(one.runs, one.limit, one.peak));
    }
    return { who, label, cells };
  }).filter((row) => row.cells.size);
  const runs = sum(rows.map((row) => sum(cellsOf(row).map((cell) => cell.runs.length))));
  const many = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
  const size = one(".size", section);
  size.textContent = size.textContent.replace(/: \d+ puzzles?, \d+ runs?; (?=[^;]*$)/,
    `: ${many(puzzles.length, "puzzle")}, ${many(runs, "run")}; `);
  fill(one(".summary tbody", section), rows, summaryRows(rows, puzzles));
  fill(one(".ratios tbody", section), rows, rows.length ? ratioRows(rows) : []);
  one(".reference", section).textContent = rows.length ? ranked(rows)[0].label : "none";
  drawCurves(section, rows, puzzles);
}

function fill(body, rows, found) {
  body.replaceChildren();
  for (const cells of found) {
    const row = body.insertRow(), system = rows.find((one) => one.label === cells[0]);
    if (system) row.dataset.who = system.who; else row.className = "best";
    for (const text of cells) cell(row, text);
  }
}

function share(value, [low, high]) {
  return Math.log(Math.min(Math.max(value, low), high) / low) / Math.log(high / low);
}

function drawCurves(section, rows, puzzles) {
  const least = (puzzle) => Math.max(0.001,
    fastest(rows.map((row) => row.cells.get(puzzle)).filter(Boolean)).time);
  for (const [kind, points] of [["survival", survival], ["profile", profile]]) {
    const plot = one(`[data-plot=${kind}]`, section), [, , width, height] =
      one("svg", plot).getAttribute("viewBox").split(" ").map(Number);
    const [left, bottom, wide, high] = data.frame, ends = JSON.parse(plot.dataset.ends);
    const curve = (who) => one(`g[data-who="${who}"]:not([id^=legend] *) path`, plot);
    for (const row of rows) {
      const steps = points(row, ends), path = curve(row.who);
      if (!path) continue; // it has solved nothing
      const at = ([x, y]) => [width * (left + wide * x), height * (1 - bottom - high * y)];
      path.setAttribute("d", steps.map(at).map(([x, y], n) => n ? `H${x}V${y}` : `M${x} ${y}`).join(""));
    }
  }
  data.boards[section.dataset.board].cells.forEach((cells, who) => {
    const drawn = [...cells.keys()].filter((number) => cells[number] && cells[number].rules);
    all(`[data-plot=growth] g[data-who="${who}"]:not([id^=legend] *) use`, section)
      .forEach((point, n) => point.classList.toggle("hidden", !puzzles.includes(drawn[n])));
  });

  function survival(row, [[, most], times]) {
    const some = solvedBy(row).map((cell) => cell.time).sort((a, b) => a - b);
    return some.length ? [some[0], ...some].map((time, n) => [n / most, share(time, times)]) : [];
  }

  function profile(row, [factors, [, top]]) {
    const some = [...row.cells].filter(([, cell]) => cell.solved)
      .map(([puzzle, cell]) => Math.max(1, cell.time / least(puzzle))).sort((a, b) => a - b);
    const steps = [1, ...some].map((factor, n) => [share(factor, factors), n / puzzles.length / top]);
    return some.length ? [...steps, [1, steps.at(-1)[1]]] : [];
  }
}

function described(cell) {
  const bad = cell.runs.find((run) => !data.solved.includes(run[2]));
  return bad ? `${bad[2]} after ${seconds(cell.time)} s` : `${seconds(cell.time)} s`;
}

function movePoints(section) {
  const mine = data.boards[section.dataset.board], [left, bottom, width, height] = data.inset;
  const [x, y] = all("select.axis", section).map((select) => Number(select.value));
  const ends = JSON.parse(one(".pair", section).dataset.ends)[0];
  const place = (cell) => cell.solved ? share(cell.time, ends) : 1;
  for (const point of all("svg.points circle", section)) {
    const both = [x, y].map((who) => mine.cells[who][point.dataset.puzzle]);
    const there = both.every(Boolean), [a, b] = there ? both.map((one) => makeCell(one.runs)) : [];
    point.setAttribute("cx", there ? 100 * (left + width * place(a)) : -9);
    point.setAttribute("cy", there ? 100 * (1 - bottom - height * place(b)) : -9);
    const name = mine.puzzles[point.dataset.puzzle].join("/");
    one("title", point).textContent = there ? `${name}: ${described(a)}, ${described(b)}` : name;
  }
}

function cell(row, text, kind) {
  const element = row.insertCell();
  element.textContent = text === null ? "-" : text;
  if (kind) element.className = kind;
}

function fillRuns() {
  const body = one("#runs tbody");
  body.replaceChildren();
  const kept = data.runs.filter((run) => !filter.off.has(run[1])
    && (filter.set === "" || run[0].startsWith(filter.set + "/"))
    && run[0].includes(filter.text) && (filter.status === "" || run[4] === filter.status));
  for (const run of kept.slice(0, shown)) {
    const row = body.insertRow();
    row.className = run[4] === "wrong" ? "wrong" : data.solved.includes(run[4]) ? "" : "bad";
    run.forEach((value, column) => cell(row, value,
      column === run.length - 1 ? "message" : column < 3 || column === 4 ? "text" : ""));
  }
  one("#number").textContent = `${Math.min(shown, kept.length)} of ${kept.length} runs shown`;
  one("#more").classList.toggle("hidden", kept.length <= shown);
}

function value(row, column) {
  const text = row.cells[column] ? row.cells[column].textContent : "";
  const number = parseFloat(text);
  return Number.isNaN(number) ? text : number;
}

function compare(a, b) {
  if (typeof a === typeof b) return a < b ? -1 : a > b ? 1 : 0;
  return typeof a === "number" ? -1 : 1;
}

function sortRuns(column, up) {
  const number = (cell) => (cell === null ? Infinity : cell);
  data.runs.sort((a, b) => up * compare(number(a[column]), number(b[column])));
  fillRuns();
}

for (const table of all("table:not(.heat)")) {
  all("th", table).forEach((head, column) => head.addEventListener("click", () => {
    const up = head.dataset.up === "1" ? -1 : 1;
    head.dataset.up = up;
    if (table.id === "runs") return sortRuns(column, up);
    const body = table.tBodies[0];
    const rows = Array.from(body.rows).filter((row) => !row.classList.contains("best"));
    rows.sort((a, b) => up * compare(value(a, column), value(b, column)));
    body.prepend(...rows);
  }));
}
for (const box of all("input.who")) {
  box.addEventListener("change", () => {
    if (box.checked) filter.off.delete(box.value); else filter.off.add(box.value);
    apply();
  });
}
one("#all").addEventListener("click", () => {
  const boxes = all("input.who"), none = boxes.every((box) => box.checked);
  for (const box of boxes) { box.checked = !none; }
  filter.off = new Set(none ? boxes.map((box) => box.value) : []);
  apply();
});
one("#set").addEventListener("change", (event) => { filter.set = event.target.value; apply(); });
one("#text").addEventListener("input", (event) => { filter.text = event.target.value; apply(); });
one("#status").addEventListener("change", (event) => { filter.status = event.target.value; fillRuns(); });
one("#columns").addEventListener("change", (event) => one("#runs").classList.toggle("all", event.target.checked));
one("#more").addEventListener("click", () => { shown += 1000; fillRuns(); });
for (const section of all("[data-board]")) {
  movePoints(section);
  for (const select of all("select.axis", section)) {
    select.addEventListener("change", () => movePoints(section));
  }
}
fillRuns();
