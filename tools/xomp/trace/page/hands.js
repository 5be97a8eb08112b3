// Mouse and keys.
const kKeys = [
  ["← → or A D", "move by a fifth of the window"],
  ["↑ ↓, Page up, Page down", "scroll the lanes"],
  ["W S or + -", "zoom in and out"],
  ["Home", "show the whole run"],
  [", .", "select the slice before or after the selected one"],
  ["P", "select the parent of the selected task"],
  ["Z", "zoom to the selected task or the marked area"],
  ["M", "mark what the window shows, with sums"],
  ["/", "search; then Enter for the next hit, Shift+Enter for the one before"],
  ["N, Shift+N", "next hit, hit before"],
  ["Escape", "take away the last of: help, area, selection, marks, search"],
  ["?", "this help"],
  ["drag, wheel", "move, zoom"],
  ["Shift+drag", "mark an area, with sums"],
  ["Shift+wheel, or wheel over the names", "scroll the lanes"],
  ["click", "select a task or slice; on a folded group's name: open it"],
];

const zoom = (t, by) => show(t - (t - view.from) * by, t + (view.to - t) * by);
const move = by => { const span = view.to - view.from; show(view.from + by * span, view.to + by * span); };
const scrollLanes = by => view.pictures.forEach(p => { p.scroller.scrollTop += by; });

// What each key does when no text field has the focus. Those with a capital letter need Shift.
const actions = {
  ArrowLeft: () => move(-0.2), a: () => move(-0.2), ArrowRight: () => move(0.2), d: () => move(0.2),
  w: () => zoom((view.from + view.to) / 2, 0.7), "+": () => zoom((view.from + view.to) / 2, 0.7), "=": () => zoom((view.from + view.to) / 2, 0.7),
  s: () => zoom((view.from + view.to) / 2, 1 / 0.7), "-": () => zoom((view.from + view.to) / 2, 1 / 0.7),
  Home: () => show(0, view.end),
  ",": () => selectNeighbour(-1), ".": () => selectNeighbour(1),
  p: () => { const s = view.selected; if (s && s.parent) selectTask(s.run, s.parent.index, null, true); },
  z: () => zoomToChosen(),
  m: () => { const p = view.pictures[0]; markArea(p.run, p.rows.list.flatMap(row => row.group && row.isOpen ? [] : row.lanes), view.from, view.to); },
  "/": () => byId("search").focus(),
  n: () => stepSearch(1), N: () => stepSearch(-1),
  "?": () => byId("help").showModal(),
  Escape: () => takeAway(),
};
// These move the page itself unless the lanes have the focus.
const laneActions = { ArrowUp: () => scrollLanes(-60), ArrowDown: () => scrollLanes(60), PageUp: () => scrollLanes(-500), PageDown: () => scrollLanes(500), Enter: () => selectNeighbour(1) };

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || byId("help").open) return;
  const field = event.target.closest("input, select, textarea");
  if (field && event.key !== "Escape") {
    if (field.id !== "search" || event.key !== "Enter") return;
    event.preventDefault();
    return stepSearch(event.shiftKey ? -1 : 1);
  }
  if (field) field.blur();
  const key = event.key.length === 1 && !event.shiftKey ? event.key.toLowerCase() : event.key;
  const isOnLanes = event.target.classList.contains("scroller");
  const isScrolled = event.target.closest(".table") && key.startsWith("Arrow");  // a wide table under the focus keeps its arrows
  const action = isScrolled ? null : (isOnLanes && laneActions[key]) || actions[key];
  if (!action) return;
  event.preventDefault();
  action();
}

function takeAway() {
  if (view.area) { view.area = null; tellArea(); }
  else if (view.selected) { ++latest; view.selected = null; tellSelection(); }
  else if (view.marks) showFinding(null);
  else if (view.search || byId("search").value) { byId("search").value = ""; runSearch(""); }
  redraw();
}

function zoomToChosen() {
  const chosen = view.selected, piece = view.area ? [view.area.from, view.area.to] : !chosen ? null : chosen.task && chosen.task.begin >= 0
    ? [chosen.task.begin, chosen.task.end >= 0 ? chosen.task.end : chosen.run.end] : chosen.slice ? [chosen.slice.begin, chosen.slice.end] : null;
  if (piece) show(piece[0] - 0.1 * (piece[1] - piece[0]), piece[1] + 0.1 * (piece[1] - piece[0]));
}

// The slice beside the selected one on its lane; without a selection the first one of the window on the first lane.
function selectNeighbour(by) {
  const chosen = view.selected, picture = view.pictures[chosen ? chosen.run.number : 0], run = picture.run;
  if (picture.rows.list.length === 0) return;
  const from = chosen && (chosen.slice || chosen.task), lane = from ? from.lane : picture.rows.list[0].lanes[0];
  const slice = run.sliceBeside(lane, !from ? view.from : by > 0 ? from.begin + 1 : from.begin, by, () => selectNeighbour(by));
  if (!slice) return;
  selectSlice(run, slice);
  if (slice.begin < view.from || slice.end > view.to) showPlace(run, lane, slice.begin, slice.end);
}

// ---- the mouse ----

function listen(picture) {
  const { canvas, scroller, run } = picture;
  canvas.addEventListener("wheel", event => {
    event.preventDefault();
    const by = event.deltaY || event.deltaX;
    if (event.shiftKey || event.offsetX < picture.left) { scroller.scrollTop += by; return; }
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) return move(event.deltaX / picture.plot);
    zoom(picture.timeAt(event.offsetX), Math.exp(event.deltaY * 0.0016));
  }, { passive: false });
  let drag = null;
  canvas.addEventListener("mousedown", event => {
    if (event.button !== 0) return;
    drag = { x: event.clientX, offset: event.offsetX, y: event.offsetY + scroller.scrollTop, from: view.from, to: view.to, moved: false, marks: event.shiftKey };
    if (event.shiftKey) event.preventDefault();  // no text is selected
  });
  window.addEventListener("mousemove", event => {
    if (!drag) return;
    if (Math.abs(drag.x - event.clientX) > 3) drag.moved = true;
    if (!drag.moved) return;
    if (drag.marks) return markDragged(picture, drag, event, false);
    const by = (drag.x - event.clientX) / picture.plot * (drag.to - drag.from);
    show(drag.from + by, drag.to + by);
  });
  window.addEventListener("mouseup", event => {
    if (drag && drag.moved && drag.marks) markDragged(picture, drag, event, true);
    else if (drag && !drag.moved && event.target === canvas) click(picture, event.offsetX, event.offsetY + scroller.scrollTop);
    drag = null;
  });
  canvas.addEventListener("mousemove", event => drag ? hideTip() : hover(picture, event));
  canvas.addEventListener("mouseleave", hideTip);
  picture.chain.addEventListener("click", event => {
    const t = picture.timeAt(event.offsetX), slice = picture.chainSlices.find(s => s.from <= t && t <= s.to);
    if (slice) selectTask(run, slice.task.index, null, false);
  });
  let begin = null;
  const whole = x => (x - picture.left) / picture.plot * view.end;
  picture.strip.addEventListener("mousedown", event => { begin = event.offsetX; });
  picture.strip.addEventListener("mouseup", event => {
    if (begin !== null && Math.abs(event.offsetX - begin) > 3) show(whole(Math.min(begin, event.offsetX)), whole(Math.max(begin, event.offsetX)));
    else if (begin !== null) { const span = view.to - view.from, t = whole(event.offsetX); show(t - span / 2, t + span / 2); }
    begin = null;
  });
}

function markDragged(picture, drag, event, isDone) {
  const box = picture.canvas.getBoundingClientRect(), y = event.clientY - box.top + picture.scroller.scrollTop, [top, bottom] = [Math.min(y, drag.y), Math.max(y, drag.y)];
  const rows = picture.rows.list.filter(row => row.y + row.height >= top && row.y <= bottom && !(row.group && row.isOpen));
  const from = picture.timeAt(Math.max(picture.left, Math.min(drag.offset, event.clientX - box.left))), to = picture.timeAt(Math.max(drag.offset, event.clientX - box.left));
  const lanes = [...new Set(rows.flatMap(row => row.lanes))];
  if (isDone) { if (lanes.length && to > from) markArea(picture.run, lanes, from, Math.min(to, view.to)); return; }
  view.area = { run: picture.run, lanes, from, to };
  redraw();
}

function click(picture, x, y) {
  const row = picture.rows.at(y);
  if (!row) return;
  if (row.group && (x < picture.left || !row.isOpen)) { picture.rows.toggle(row.group); hideTip(); return redraw(); }
  if (x < picture.left) return;
  const lane = row.lanes[0], slice = picture.run.sliceAt(lane, picture.timeAt(x), () => click(picture, x, y));
  if (slice) selectSlice(picture.run, slice);
}

// ---- the text beside the mouse ----

function hideTip() { byId("tip").hidden = true; }

function hoverText(picture, x, y) {
  const run = picture.run, row = picture.rows.at(y), t = picture.timeAt(x);
  if (!row) return "";
  if (x < picture.left) return row.group ? `${row.group}: ${row.lanes.length} lanes; click to ${row.isOpen ? "fold" : "open"}` : laneText(run, row.lanes[0]);
  if (t > run.end) return "after the end of this run";
  if (row.group) return `${row.group}: ${row.lanes.length} lanes; click to ${row.isOpen ? "fold" : "open"}`;
  const slice = run.sliceAt(row.lanes[0], t, () => { if (picture.hovered && !byId("tip").hidden) hover(picture, picture.hovered); });
  if (slice === undefined) return "…";
  if (!slice) return "";
  const parts = [`${run.lanes[slice.lane].name}: ${run.states[slice.state]}, ${timeText(slice.end - slice.begin)}`];
  if (slice.site !== kNoSite) parts.push(run.siteText(slice.site));
  if (slice.what !== kNone) parts.push(`task ${slice.what}`);
  parts.push("at " + momentText(t, Math.max(1, picture.pixelNs()), view.to));
  return parts.join("\n");
}
function laneText(run, lane) {
  const l = run.lanes[lane];
  return `${l.name}: ${l.tasks.toLocaleString("en")} tasks\n` + run.states.map((name, s) => [name, l.time[s]]).filter(([name, ns]) => ns > 0 && name !== "outside")
    .map(([name, ns]) => `${name} ${timeText(ns)}`).join("\n");
}
function hover(picture, event) {
  const { offsetX, offsetY, clientX, clientY } = event, tip = byId("tip");
  picture.hovered = { offsetX, offsetY, clientX, clientY };
  const text = hoverText(picture, offsetX, offsetY + picture.scroller.scrollTop);
  tip.hidden = text === "";
  tip.textContent = text;
  const room = document.documentElement.clientWidth - tip.offsetWidth - 8;
  tip.style.left = Math.max(4, Math.min(room, clientX + 14)) + "px";
  tip.style.top = Math.min(window.innerHeight - tip.offsetHeight - 4, clientY + 16) + "px";
}
