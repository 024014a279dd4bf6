"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const all = (selector, root) => Array.from((root || document).querySelectorAll(selector));
const one = (selector, root) => (root || document).querySelector(selector);
const filter = { off: new Set(), set: "", text: "", status: "" };
let shown = 200;

function visible(element) {
  const who = element.dataset.who, set = element.dataset.set, name = element.dataset.name;
  const system = who === undefined ? null : data.boards[board(element)].labels[who];
  return !(system !== null && filter.off.has(system))
    && !(filter.set !== "" && set !== undefined && set !== filter.set)
    && !(filter.text !== "" && name !== undefined && !name.includes(filter.text));
}

function board(element) {
  return element.closest("[data-board]").dataset.board;
}

function apply() {
  for (const element of all("[data-board] [data-who], [data-board] [data-set]")) {
    element.classList.toggle("hidden", !visible(element));
  }
  for (const view of all("[data-view]")) {
    view.classList.toggle("hidden", view.dataset.view !== filter.set);
  }
  one("#partial").classList.toggle("hidden", filter.text === "" && filter.off.size === 0);
  shown = 200;
  fillRuns();
}

function movePoints(section) {
  const mine = data.boards[section.dataset.board], [left, bottom, width, height] = data.inset;
  const [x, y] = all("select.axis", section).map((select) => Number(select.value));
  for (const point of all("svg.points circle", section)) {
    const a = mine.times[x][point.dataset.puzzle], b = mine.times[y][point.dataset.puzzle];
    const there = a !== null && b !== null;
    point.setAttribute("cx", there ? 100 * (left + width * a[0]) : -9);
    point.setAttribute("cy", there ? 100 * (1 - bottom - height * b[0]) : -9);
    if (there) one("title", point).textContent = `${point.dataset.name}: ${a[1]}, ${b[1]}`;
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
  for (const select of all("select.axis", section)) {
    select.addEventListener("change", () => movePoints(section));
  }
}
apply();
