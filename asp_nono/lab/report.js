"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const all = (selector, root) => Array.from((root || document).querySelectorAll(selector));
const one = (selector, root) => (root || document).querySelector(selector);
const show = (element, shown) => element.classList.toggle("hidden", !shown);
const filter = { off: new Set(), set: "", text: "", status: "" };
let most = 200; // single runs that are shown

function chosen(puzzle) {
  return (filter.set === "" || puzzle[0] === filter.set) && puzzle.join("/").includes(filter.text);
}

function apply() {
  for (const section of all("[data-task]")) {
    const mine = data.tasks[section.dataset.task], parts = all("[data-part]", section);
    parts.forEach((part) => show(part, part.dataset.part === filter.set));
    show(section, parts.some((part) => part.dataset.part === filter.set));
    const puzzles = mine.puzzles.map(chosen);
    for (const element of all("[data-who]", section)) {
      show(element, !filter.off.has(mine.labels[element.dataset.who]));
    }
    for (const element of all("[data-puzzle]", section)) {
      show(element, puzzles[element.dataset.puzzle]);
    }
    mine.grounded.forEach((numbers, who) => {
      all(`[data-plot=growth] g[data-who="${who}"]:not([id^=legend] *) use`, section)
        .forEach((point, place) => show(point, puzzles[numbers[place]]));
    });
  }
  show(one("#hidden"), filter.off.size > 0);
  show(one("#named"), filter.text !== "");
  most = 200;
  fillRuns();
}

function movePoints(section) {
  const mine = data.tasks[section.dataset.task], [left, bottom, width, height] = data.inset;
  const axes = all("select.axis", section).map((select) => mine.places[select.value]);
  for (const point of all("svg.points circle", section)) {
    const number = point.dataset.puzzle, name = mine.puzzles[number].join("/");
    const [across, up] = axes.map((places) => places[number]), there = across && up;
    point.setAttribute("cx", there ? 100 * (left + width * across[0]) : -9);
    point.setAttribute("cy", there ? 100 * (1 - bottom - height * up[0]) : -9);
    one("title", point).textContent = there ? `${name}: ${across[1]}, ${up[1]}` : name;
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
  for (const run of kept.slice(0, most)) {
    const row = body.insertRow();
    row.className = run[4] === "wrong" ? "wrong" : data.solved.includes(run[4]) ? "" : "bad";
    run.forEach((value, column) => cell(row, value,
      column === run.length - 1 ? "message" : column < 3 || column === 4 ? "text" : ""));
  }
  one("#number").textContent = `${Math.min(most, kept.length)} of ${kept.length} runs shown`;
  show(one("#more"), kept.length > most);
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
one("#more").addEventListener("click", () => { most += 1000; fillRuns(); });
for (const section of all("[data-task]")) {
  movePoints(section);
  for (const select of all("select.axis", section)) {
    select.addEventListener("change", () => movePoints(section));
  }
}
fillRuns();
