/* The robot in parallel projection, turned by dragging. */

const drawing = document.getElementById("drawing");
const ARROW = { omega: "ω", omega_dot: "ω̇", v_dot: "v̇", v_dot_C: "v̇", F: "F", N: "N", f: "f", n: "n" };
const AT_COM = ["v_dot_C", "F", "N"];
const ROOM = 80; // half of what the robot may fill, in units of the drawing
const MOST_NUMBERED = 12; // links, whose numbers would else hide each other
let eye = ROBOT.view;
let frame = null; // middle (right, up) and half width of what is drawn, m

const place = (x) => {
  const seen = times(eye, x);
  return [0, 1].map((k) => ((k ? -1 : 1) * (seen[k] - frame.middle[k]) * ROOM) / frame.half);
};
const at = (x) => place(x).map((y) => y.toFixed(2));
const line = (a, b, kind) => {
  const [[x1, y1], [x2, y2]] = [at(a), at(b)];
  return `<line class="${kind}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>`;
};

/* Pose of every link in the world. */
function poses() {
  const X = [];
  ROBOT.links.forEach((link, i) => {
    const { R, p } = link.parent < 0 ? ROBOT.base : X[link.parent];
    X.push({ R: product(R, found.R[i]), p: plus(p, times(R, found.P[i])) });
  });
  return X;
}

/* Widen what is drawn so that all points fit; a new frame has room to move in. */
function widen(points) {
  const seen = points.map((x) => times(eye, x));
  const ends = [0, 1].map((k) => {
    const along = seen.map((x) => x[k]);
    const old = frame ? [frame.middle[k] - frame.half, frame.middle[k] + frame.half] : [];
    return [Math.min(...along, ...old), Math.max(...along, ...old)];
  });
  const half = Math.max(...ends.map(([low, high]) => (high - low) / 2)) || ROBOT.reach;
  const middle = ends.map(([low, high]) => (low + high) / 2);
  frame = { middle, half: frame ? half : half * 1.4 };
}

function draw() {
  const X = poses();
  const { row, link } = current().dataset;
  const world = (i, x) => plus(X[i].p, times(X[i].R, x));
  widen([ROBOT.base.p, ...X.map(({ p }) => p), ...ROBOT.links.map((one, i) => world(i, one.tip))]);
  const parts = ROBOT.links.map((one, i) => linkPicture(one, i, Number(link), X, world));
  const order = parts.map((_, i) => i).sort((a, b) => dot(eye[2], X[a].p) - dot(eye[2], X[b].p));
  const pieces = [ground(X), ...order.map((i) =>
    `<g data-part="${i}"${i === Number(link) ? ' class="here"' : ""}>${parts[i]}</g>`)];
  if (link >= 0) pieces.push(triad(X[link]));
  if (row in ARROW && !current().classList.contains("unknown")) pieces.push(arrow(row, Number(link), X, world));
  pieces.push(gravity());
  drawing.innerHTML = pieces.join("");
  const where = link >= 0 ? `link ${Number(link) + 1} is highlighted` : "the base is at hand";
  drawing.setAttribute("aria-label", `The robot with ${ROBOT.links.length} links: ${where}`);
}

/* A link reaches from its joint to the links that hang on it, or to its tip. */
function linkPicture(link, i, here, X, world) {
  const ends = ROBOT.links.flatMap((other, j) => (other.parent === i ? [X[j].p] : []));
  if (!ends.length) ends.push(world(i, link.tip));
  const out = [];
  if (link.kind === "prismatic") {
    const along = times(X[i].R, link.axis).map((x) => x * frame.half);
    out.push(line(plus(X[i].p, along, -0.25), plus(X[i].p, along, 0.25), "rail"));
  }
  ends.forEach((end) => out.push(line(X[i].p, end, "link")));
  out.push(jointPicture(link, X[i]));
  if (link.mass > 0) {
    const [x, y] = at(world(i, link.com));
    out.push(`<circle class="mass" cx="${x}" cy="${y}" r="1.7"/>`);
    const [left, top] = besides(X[i].p, world(i, link.com));
    if (ROBOT.links.length <= MOST_NUMBERED || i === here) {
      out.push(`<text class="quiet" x="${left}" y="${top}">${i + 1}</text>`);
    }
  }
  return out.join("");
}

/* Where the number of a link stands: beside its centre of mass. */
function besides(from, to) {
  const [[x1, y1], [x2, y2]] = [place(from), place(to)];
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  return [x2 - (7 * (y2 - y1)) / length, y2 + (7 * (x2 - x1)) / length - (length === 1 ? 7 : 0)]
    .map((x) => x.toFixed(2));
}

function jointPicture(link, { R, p }) {
  const [x, y] = at(p);
  if (link.kind === "prismatic") {
    return `<rect class="joint" x="${x - 3}" y="${y - 3}" width="6" height="6"/>`;
  }
  if (link.kind === "fixed") return `<circle class="joint" cx="${x}" cy="${y}" r="1.2"/>`;
  const along = times(R, link.axis).map((a) => (a * frame.half * 7) / ROOM);
  return `${line(plus(p, along, -1), plus(p, along), "thin")
  }<circle class="joint" cx="${x}" cy="${y}" r="3.2"/>`;
}

/* The ground, and what stands on it up to the first joints. */
function ground(X) {
  const [x, y] = place(ROBOT.base.p);
  const posts = ROBOT.links.map((link, i) =>
    (link.parent < 0 ? line(ROBOT.base.p, X[i].p, "post") : "")).join("");
  const hatch = [-8, -4, 0, 4, 8].map((k) => `M${x + k},${y + 6}l-3,4`).join("");
  return `${posts}<path class="ground" d="M${x - 9},${y + 6}h18${hatch}M${x},${y}v6"/>`;
}

function triad({ R, p }) {
  return transposed(R).map((axis, k) =>
    line(p, plus(p, axis, (frame.half * 13) / ROOM), `axis axis-${"xyz"[k]}`)).join("");
}

/* The vector of the row at hand, as long against the drawing as against its like in other links. */
function arrow(row, i, X, world) {
  const v = found[row][i];
  const most = Math.max(...found[row].map(size));
  const name = `${ARROW[row]}<tspan class="below" dy="2">${row === "v_dot_C" ? "C" : ""}${i + 1}</tspan>`;
  if (!(size(v) > 1e-9 * most)) return "";
  const from = AT_COM.includes(row) ? world(i, ROBOT.links[i].com) : X[i].p;
  const to = plus(from, times(X[i].R, v), (0.6 * frame.half) / most);
  const [[x1, y1], [x2, y2]] = [place(from), place(to)];
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length < 3) return endOn(x1, y1, dot(eye[2], plus(to, from, -1)), name);
  const [a, b] = [(x2 - x1) / length, (y2 - y1) / length];
  const wing = (side) => `L${x2 - 4.5 * a + side * 2.5 * b},${y2 - 4.5 * b - side * 2.5 * a}`;
  return `<path class="arrow" d="M${x1},${y1}L${x2},${y2}${wing(1)}M${x2},${y2}${wing(-1)}"/>` +
    `<text class="arrow-name" x="${x2 + 7 * a}" y="${y2 + 7 * b}">${name}</text>`;
}

/* A vector along the line of sight: a point if it comes towards the viewer, else a cross. */
function endOn(x, y, towards, name) {
  const inside = towards > 0
    ? `<circle class="arrow" cx="${x}" cy="${y}" r=".7"/>`
    : `<path class="arrow" d="M${x - 3.5},${y - 3.5}l7,7m0,-7l-7,7"/>`;
  return `<circle class="arrow" cx="${x}" cy="${y}" r="5"/>${inside}` +
    `<text class="arrow-name" x="${x}" y="${y - 11}">${name}</text>`;
}

function gravity() {
  if (!size(ROBOT.gravity)) return "";
  const [a, b] = times(eye, ROBOT.gravity).map((x) => x / size(ROBOT.gravity));
  const [x, y] = [-84, -78];
  return `<path class="thin" d="M${x - 7 * a},${y + 7 * b}l${14 * a},${-14 * b}` +
    `l${-4 * a - 2 * b},${4 * b - 2 * a}m${4 * a + 2 * b},${-4 * b + 2 * a}` +
    `l${-4 * a + 2 * b},${4 * b + 2 * a}"/><text class="quiet" x="${x + 9}" y="${y}">g</text>`;
}

/* Turn the view: about the line up for x, about the line to the right for y, in rad. */
function turn(x, y) {
  const up = size(ROBOT.gravity) ? ROBOT.gravity.map((g) => -g / size(ROBOT.gravity)) : [0, 0, 1];
  const about = (axis, angle) => (v) => plus(
    plus(v.map((e) => e * Math.cos(angle)), cross(axis, v), Math.sin(angle)),
    axis, dot(axis, v) * (1 - Math.cos(angle)));
  eye = eye.map(about(up, -x));
  eye = eye.map(about(eye[0], -y));
  draw();
}

drawing.addEventListener("pointerdown", (event) => drawing.setPointerCapture(event.pointerId));
drawing.addEventListener("pointermove", (event) => {
  if (drawing.hasPointerCapture(event.pointerId)) {
    turn(event.movementX / 120, event.movementY / 120);
  }
});
drawing.addEventListener("keydown", (event) => {
  const by = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] };
  if (!(event.key in by)) return;
  event.preventDefault();
  event.stopPropagation();
  turn(...by[event.key]);
});
document.getElementById("front").addEventListener("click", () => {
  eye = ROBOT.view;
  frame = null;
  draw();
});
