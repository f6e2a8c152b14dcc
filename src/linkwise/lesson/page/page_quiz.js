/* The quiz: the row at hand and all after it are hidden, and the reader fills the row in. */

const GIVEN = ["start", "P_C", "m", "I_C"]; // rows that no one has to work out
const question = document.getElementById("question");
let quizzing = false;
let solved = 0; // rows before this one are known

/* What an answer may be off by: half a per cent of the row's largest entry, at least 0.001. */
const tolerance = (right) => Math.max(0.001, 0.005 * Math.max(...right.map(Math.abs)));
const read = (text) => (text.trim() === "" ? NaN : Number(text.trim().replace(",", ".").replace("−", "-")));

/* Hide what is not known yet, and put the question for the row at hand. */
function ask() {
  while (quizzing && solved < rows.length && GIVEN.includes(rows[solved].dataset.row)) solved += 1;
  rows.forEach((row, k) => row.classList.toggle("unknown", quizzing && k >= solved));
  document.body.classList.toggle("quizzing", quizzing && solved < rows.length);
  if (found) rows.forEach(showRow);
  const hidden = quizzing && current().classList.contains("unknown");
  question.hidden = !hidden;
  if (!hidden) return;
  const matrix = current().dataset.row === "R";
  const names = current().dataset.row === "tau" ? ["τ"] : matrix
    ? ["xx", "xy", "xz", "yx", "yy", "yz", "zx", "zy", "zz"] : ["x", "y", "z"];
  const inputs = names.map((name) =>
    `<input inputmode="decimal" autocomplete="off" aria-label="${name}" placeholder="${name}">`);
  question.innerHTML = `<div class="entries">${inputs.join("")}</div>` +
    '<button type="submit">Check</button><button type="button" id="reveal">Show</button>' +
    '<p id="verdict" role="status"></p>';
  tell(`Right is what is off by at most ${shown(tolerance(valuesOf(current())))}` +
    " (0.5 % of the largest entry, at least 0.001).");
  document.getElementById("reveal").addEventListener("click", () => answer("Here it is."));
}

function tell(text, kind = "") {
  const verdict = document.getElementById("verdict");
  verdict.textContent = text;
  verdict.className = kind;
}

/* Show the rows up to the one at hand. */
function answer(text) {
  solved = Math.max(solved, step + 1);
  ask();
  question.hidden = false;
  question.innerHTML = '<p id="verdict" role="status"></p>';
  tell(`${text} The next step is one arrow to the right.`, "right");
}

function check() {
  const right = valuesOf(current());
  const allowed = tolerance(right);
  const inputs = [...question.querySelectorAll("input")];
  const off = inputs.filter((input, k) => {
    const wrong = !(Math.abs(read(input.value) - right[k]) <= allowed);
    input.className = wrong ? "wrong" : "right";
    return wrong;
  });
  if (!off.length) return answer("All right.");
  const names = off.map((input) => input.placeholder).join(", ");
  const signs = off.every((input) =>
    Math.abs(read(input.value) + right[inputs.indexOf(input)]) <= allowed);
  return tell(signs ? `Only the sign is not right: ${names}.` : `Not right yet: ${names}.`, "wrong");
}

question.addEventListener("submit", (event) => {
  event.preventDefault();
  if (question.querySelector("input")) check();
});
document.getElementById("quiz").addEventListener("click", (event) => {
  quizzing = !quizzing;
  event.target.setAttribute("aria-pressed", String(quizzing));
  solved = step;
  go(step);
});

found = dynamics(state.q, state.qd, state.qdd, state.mass);
buildMatrices();
go(0, false);
refresh();
