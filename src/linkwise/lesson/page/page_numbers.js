/* The state, what follows from it, and the cells that show it. */

const rows = [...document.querySelectorAll("[data-row]")];
const state = { q: [], qd: [], qdd: [], mass: ROBOT.links.map((link) => link.mass) };
let found = null;
let waiting = false;

const dot = (a, b) => a.reduce((sum, x, k) => sum + x * b[k], 0);
const times = (R, x) => R.map((line) => dot(line, x));
const transposed = (R) => R[0].map((_, k) => R.map((line) => line[k]));
const product = (A, B) => A.map((line) => transposed(B).map((column) => dot(line, column)));
const plus = (a, b, factor = 1) => a.map((x, k) => x + factor * b[k]);
const cross = (a, b) => [0, 1, 2].map((k) =>
  a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
const size = (a) => Math.hypot(...a);

/* A number with four decimals; one too large or too small for that with its power of ten. */
function shown(x) {
  if (x === 0) return "0";
  const much = Math.abs(x);
  if (!Number.isFinite(x)) return "–";
  const wide = much >= 1e5 || (much < 1e-3 && much > 1e-9);
  const text = wide ? x.toExponential(2) : x.toFixed(4);
  return (text === "-0.0000" ? "0.0000" : text).replaceAll("-", "−");
}

/* The numbers of a row of the tables, line by line. */
function valuesOf(row) {
  const { row: name, link } = row.dataset;
  if (name === "start") return times(transposed(ROBOT.base.R), ROBOT.gravity.map((x) => -x));
  if (name === "P_C") return ROBOT.links[link].com;
  if (name === "m") return [state.mass[link]];
  return [(name === "tau" ? found.tau_link : found[name])[link]].flat(Infinity);
}

function fill(cell, x) {
  const text = shown(x);
  if (cell.textContent !== text) cell.textContent = text;
  cell.title = String(x);
  cell.classList.toggle("zero", x === 0);
}

function showRow(row) {
  const cells = row.querySelectorAll("td:not(.unit)");
  if (row.classList.contains("unknown")) {
    cells.forEach((cell) => { cell.textContent = ""; cell.title = ""; });
  } else {
    valuesOf(row).forEach((x, k) => fill(cells[k], x));
  }
}

function showEquations() {
  const { M, C, g, tau, kinetic, potential } = found;
  const inertial = times(M, state.qdd);
  const velocity = times(C, state.qd);
  const rest = tau.map((x, k) => x - inertial[k] - velocity[k] - g[k]);
  const sums = { inertial, velocity, g, rest, tau };
  document.querySelectorAll("[data-sum]").forEach((cell) =>
    fill(cell, sums[cell.dataset.sum][cell.dataset.k]));
  for (const [name, matrix] of Object.entries({ M, C })) {
    const cells = document.querySelectorAll(`#${name} td`);
    matrix.flat().forEach((x, k) => fill(cells[k], x));
  }
  const energies = { kinetic, potential, total: kinetic + potential };
  for (const [name, x] of Object.entries(energies)) fill(document.getElementById(name), x);
}

/* The cells of M and C, which are as many as the joints squared. */
function buildMatrices() {
  const n = state.q.length;
  const cells = `<tr>${"<td></td>".repeat(n)}</tr>`.repeat(n);
  document.getElementById("matrices").innerHTML = ["M", "C"].map((name) =>
    `<div class="matrix"><math><mi>${name}</mi><mo>=</mo></math>` +
    `<div><table id="${name}" aria-label="${name}">${cells}</table></div></div>`).join("");
}

/* Compute and show everything, at most once a frame. */
function changed() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    refresh();
  });
}

function refresh() {
  found = dynamics(state.q, state.qd, state.qdd, state.mass);
  rows.forEach(showRow);
  showEquations();
  if (quizzing) ask(); // another state, another answer
  draw();
}
