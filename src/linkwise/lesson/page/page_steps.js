/* One step of the iterations after the other: outward from the base, then inward from the tips. */

let step = 0;
const current = () => rows[step];
const pass = (row) => row.closest("section").querySelector("h2").textContent.toLowerCase();

function go(to, follow = true) {
  current().classList.remove("here");
  step = Math.min(Math.max(to, 0), rows.length - 1);
  const row = current();
  row.classList.add("here");
  const unit = row.querySelector(".unit").textContent;
  const where = `Step ${step + 1} of ${rows.length}, ${pass(row)}`;
  document.getElementById("place").textContent = unit ? `${where}, in ${unit}` : where;
  document.getElementById("says").textContent = row.dataset.says;
  document.getElementById("previous").disabled = step === 0;
  document.getElementById("next").disabled = step === rows.length - 1;
  ask();
  const bar = document.querySelector("footer").offsetHeight;
  document.documentElement.style.scrollPaddingBottom = `${bar + 16}px`; // it may cover no row
  if (follow) row.scrollIntoView({ block: "nearest" });
  draw();
}

document.getElementById("previous").addEventListener("click", () => go(step - 1));
document.getElementById("next").addEventListener("click", () => go(step + 1));
rows.forEach((row, k) => row.addEventListener("click", () => go(k, false)));
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, summary") || event.altKey || event.ctrlKey || event.metaKey) return;
  const to = { ArrowRight: step + 1, ArrowLeft: step - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  go(to);
});
