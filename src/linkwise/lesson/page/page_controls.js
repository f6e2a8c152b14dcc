/* Sliders, and the number beside each, which takes more digits than the slider has steps. */

const sliders = [...document.querySelectorAll(".slider")].map((box) => {
  const [range, number] = box.querySelectorAll("input");
  return { range, number, quantity: box.dataset.quantity, k: Number(box.dataset.k), first: number.value };
});

function set(slider, text) {
  slider.number.value = text;
  slider.range.value = text;
  slider.number.removeAttribute("aria-invalid");
  state[slider.quantity][slider.k] = Number(text);
}

for (const slider of sliders) {
  set(slider, slider.first);
  slider.range.addEventListener("input", () => {
    set(slider, slider.range.value);
    changed();
  });
  slider.number.addEventListener("input", () => {
    const { value, validity } = slider.number;
    if (value === "" || !validity.valid || !Number.isFinite(Number(value))) {
      slider.number.setAttribute("aria-invalid", "true");
    } else {
      set(slider, value);
      changed();
    }
  });
  slider.number.addEventListener("change", () =>
    set(slider, String(state[slider.quantity][slider.k])));
}

document.getElementById("reset").addEventListener("click", () => {
  sliders.forEach((slider) => set(slider, slider.first));
  changed();
});
document.getElementById("rest").addEventListener("click", () => {
  const moving = sliders.filter(({ quantity }) => quantity === "qd" || quantity === "qdd");
  moving.forEach((slider) => set(slider, "0"));
  changed();
});
if (matchMedia("(max-width: 56rem)").matches) {
  document.querySelectorAll("details").forEach((group) => { group.open = false; });
}
