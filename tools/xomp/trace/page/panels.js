// Findings, tables, curves and the legend beside the lanes.
function addFindings(run) {
  const box = byId("findings");
  if (runs.length > 1) box.append(element("h3", { textContent: run.title }));
  if (run.findings.length === 0) box.append(element("p", { textContent: "Nothing stands out: the threads are at work nearly all the time." }));
  run.findings.forEach(f => {
    const item = element("div", { className: "finding" + (f.share < 0.1 ? " small" : "") });
    item.append(element("b", { className: "share", textContent: percent(f.share), title: "of the threads' time" }),
      element("b", { textContent: f.title }), element("p", { textContent: f.evidence }));
    if (f.place) item.append(element("p", { className: "place", textContent: shortName(f.place), title: f.place }));
    item.append(element("p", { textContent: f.remedy }));
    if (f.where && f.where.length) {
      Object.assign(item, { tabIndex: 0, title: "click: show where on the lanes" });
      item.setAttribute("role", "button");
      item.setAttribute("aria-pressed", "false");
      const toggle = () => showFinding(view.marks && view.marks.item === item ? null : { run, spans: f.where, item });
      item.addEventListener("click", toggle);
      item.addEventListener("keydown", e => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); e.stopPropagation(); toggle(); } });
    }
    box.append(item);
  });
}

// Marks where a finding shows, and brings it into sight; null takes the marks away.
function showFinding(marks) {
  if (view.marks) view.marks.item.setAttribute("aria-pressed", "false");
  view.marks = marks;
  if (marks) {
    marks.item.setAttribute("aria-pressed", "true");
    const from = Math.min(...marks.spans.map(s => s[0])), to = Math.max(...marks.spans.map(s => s[1]));
    [...marks.spans].reverse().forEach(s => view.pictures[marks.run.number].rows.show(s[2]));
    show(from - 0.05 * (to - from), to + 0.05 * (to - from));
    showPlace(marks.run, marks.spans[0][2], from, to);
    byId("pictures").scrollIntoView({ block: "nearest" });
  }
  redraw();
}

// ---- tables ----

// `sorted`: the column by which the rows come. The heads say which that is, and which way.
function table(heads, rows, sorted, caption) {
  const t = element("table"), head = element("tr"), body = element("tbody");
  let column = sorted, sign = -1;
  const cellOf = c => element("td", { textContent: c.text ?? c, title: c.title ?? "" });
  const fill = list => body.replaceChildren(...list.map(r => element("tr", {}, ...r.map(cellOf))));
  const compare = (a, b) => a.value !== undefined ? a.value - b.value : String(a.title || (a.text ?? a)).localeCompare(b.title || (b.text ?? b));
  const cells = heads.map((h, i) => {
    const button = element("button", { textContent: h }), cell = element("th", { scope: "col" }, button);
    button.addEventListener("click", () => {
      const isText = rows.length > 0 && rows[0][i].value === undefined;
      sign = column === i ? -sign : isText ? 1 : -1;
      column = i;
      fill([...rows].sort((a, b) => sign * compare(a[i], b[i])));
      mark();
    });
    return cell;
  });
  const mark = () => cells.forEach((cell, i) => i === column ? cell.setAttribute("aria-sort", sign < 0 ? "descending" : "ascending") : cell.removeAttribute("aria-sort"));
  head.append(...cells);
  t.append(element("caption", { textContent: caption || "" }), element("thead", {}, head), body);
  fill(rows);
  mark();
  return element("div", { className: "table", tabIndex: 0, role: "region", "aria-label": caption || "table" }, t);
}
const time = ns => ({ text: timeText(ns), value: ns });
const count = n => ({ text: n.toLocaleString("en"), value: n });
const share = x => ({ text: percent(x), value: x });
const name = (text, file) => ({ text: shortName(text), title: text + (file ? "\n" + file : "") });
const nameOfSite = (run, site) => name(run.siteText(site), (run.sites[site] || {}).file);

function addNumbers(run, box) {
  const sum = kind => run.states.reduce((all, name, s) => all + (kindOfState(name) === kind ? run.time[s] : 0), 0);
  const all = Math.max(1, run.threadTime), numbers = element("div", { className: "numbers" });
  const add = (name, value) => numbers.append(element("div", {}, element("b", { textContent: value }), name));
  add("wall time", timeText(run.end));
  add("threads / processors", run.threads + " / " + run.processors);
  add("work", timeText(run.work));
  if (run.span > 0) {
    add("longest chain (span)", timeText(run.span));
    add("parallelism", run.parallelism.toFixed(1));
    add("with tasks' cost", run.burdened.toFixed(1));
  }
  add("tasks recorded", run.tasks.begun.toLocaleString("en"));
  if (run.taskCost > 0) add("a task costs here", timeText(run.taskCost));
  // These add up: the base is that of the findings, too.
  const stateTime = name => run.time[run.states.indexOf(name)] || 0;
  const parts = { "at work": sum("work"), "in the runtime": sum("runtime"), "idle or waiting": sum("wait"), "in system calls": stateTime("blocked"),
    "without a processor": stateTime("no processor") };
  parts["of threads not in use"] = run.threadTime - Object.values(parts).reduce((a, b) => a + b, 0);
  for (const [name, ns] of Object.entries(parts)) if (ns > 0.001 * all) add(name + ", of the threads' time", percent(ns / all));
  box.append(numbers);
}

function addHistogram(run, box) {
  if (!run.histogram || run.histogram.length < 2) return;
  const canvas = element("canvas", { className: "histogram", role: "img", "aria-label": "how many tasks there are of each length" });
  box.append(element("h3", { textContent: "Lengths of tasks" }), canvas);
  canvas.draw = () => {
    const width = Math.min(900, box.clientWidth || 900), ratio = window.devicePixelRatio || 1, g = canvas.getContext("2d");
    Object.assign(canvas, { width: width * ratio, height: 150 * ratio });
    canvas.style.width = width + "px";
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    const n = run.histogram.length, most = Math.max(...run.histogram), w = (width - 40) / n;
    g.font = "11px system-ui";
    g.fillStyle = palettes[theme.name][0];
    run.histogram.forEach((h, i) => { const y = h ? 6 + 104 * Math.log1p(h) / Math.log1p(most) : 0; g.fillRect(20 + i * w, 120 - y, Math.max(1, w - 1), y); });
    g.fillStyle = theme.ink.dim;
    let free = 0;
    for (let p = 0; p < n / 4 / 3.32; ++p) {
      const x = 20 + p * 4 * 3.3219 * w, text = timeText(10 ** p).replace(/\.0+ /, " ");
      if (x < free || x + g.measureText(text).width > width) continue;
      g.fillText(text, x, 138);
      free = x + g.measureText(text).width + 8;
    }
    if (run.taskCost > 1) {
      const x = 20 + Math.log2(run.taskCost) * 4 * w, text = "a task costs " + timeText(run.taskCost), length = g.measureText(text).width;
      g.fillStyle = theme.ink.ready;
      g.fillRect(x, 4, 2, 116);
      g.fillText(text, x + 5 + length > width ? x - 5 - length : x + 5, 14);
    }
  };
  canvas.draw();
}

function addTables(run, box) {
  const add = (title, heads, rows, sorted) => { if (rows.length) box.append(element("h3", { textContent: title }), table(heads, rows, sorted, title)); };
  add("Tasks by function", ["task", "count", "work", "mean", "median", "99 %", "on the longest chain", "moved", "waits to begin"], run.functions.slice(0, 200).map(f => [
    nameOfSite(run, f.site), count(f.count), time(f.total), time(f.mean), time(f.median), time(f.p99),
    share(run.span > 0 ? f.path / run.span : 0), share(f.moved / Math.max(1, f.count)), time(f.waited)]), 2);
  const stateRank = run.states.map((name, s) => s).filter(s => kindOfState(run.states[s]) !== "outside");
  const inRegions = stateRank.filter(s => run.regions.some(r => r.time[s] > 0));
  add("Parallel regions", ["region", "times", "wall", "threads", ...inRegions.map(s => run.states[s]), "slowest / mean"], run.regions.slice(0, 200).map(r => [
    nameOfSite(run, r.site), count(r.count), time(r.ns), count(r.threads), ...inRegions.map(s => time(r.time[s])), { text: r.imbalance.toFixed(2), value: r.imbalance }]), 2);
  const kinds = { 1: "static or unknown", 2: "sections", 10: "static", 11: "dynamic", 12: "guided", 13: "other" };
  add("Loops and sections", ["loop", "kind", "iterations", "work"], run.loops.map(l => [nameOfSite(run, l.site), kinds[l.kind] || "work", count(l.iterations), time(l.work)])
    .sort((a, b) => b[3].value - a[3].value), 3);
  add("Locks, critical, ordered", ["place", "waits", "waited", "held (of those over 1 us)"], [...run.mutexes].sort((a, b) => b.waited - a.waited).map(m => [
    nameOfSite(run, m.site), count(m.waits), time(m.waited), time(m.held)]), 2);
  add("Messages between processes", ["from process", "to process", "messages", "bytes", "mean on its way", "longest"], run.flows.map(f => [count(f.from), count(f.to),
    count(f.count), count(f.bytes), time(f.mean), time(f.most)]).sort((a, b) => b[3].value - a[3].value), 3);
  const inLanes = stateRank.filter(s => run.shown.some(i => run.lanes[i].time[s] > 0));
  add("Threads", ["thread", "tasks", "moved here", ...inLanes.map(s => run.states[s])], run.shown.map(i => [run.lanes[i].name, count(run.lanes[i].tasks),
    count(run.lanes[i].moved), ...inLanes.map(s => time(run.lanes[i].time[s]))]), -1);
}

function addComparison(box) {
  if (runs.length < 2) return;
  const [a, b] = runs, rows = new Map();
  a.functions.forEach(f => rows.set(a.siteText(f.site), [f, null]));
  b.functions.forEach(f => { const t = b.siteText(f.site); rows.set(t, [(rows.get(t) || [null])[0], f]); });
  const work = ([, [x, y]]) => Math.max(x ? x.total : 0, y ? y.total : 0), title = "The two runs by function";
  box.append(element("h2", { textContent: title }));
  box.append(element("p", { textContent: `${a.title} took ${timeText(a.end)}, ${b.title} ${timeText(b.end)}: ${(b.end / Math.max(1, a.end)).toFixed(2)} of it.` }));
  box.append(table(["task", a.title + ": count", "work", "mean", b.title + ": count", "work", "mean", "mean, second / first"], [...rows].sort((p, q) => work(q) - work(p)).map(([text, [x, y]]) => [
    name(text), count(x ? x.count : 0), time(x ? x.total : 0), time(x ? x.mean : 0), count(y ? y.count : 0), time(y ? y.total : 0), time(y ? y.mean : 0),
    { text: x && y && x.mean > 0 ? (y.mean / x.mean).toFixed(2) : "-", value: x && y && x.mean > 0 ? y.mean / x.mean : 0 }]), -1, title));
}

// ---- the legend: of what the last picture shows ----

const kNamedSites = 14;
// [colour, text, full text, shape] of each thing. A shape is box, frame, dashes or line.
function legendEntries() {
  const entries = new Map(), widths = new Map(), add = (colour, text, title, shape) => entries.set(colour + text, [colour, text, title || text, shape || "box"]);
  for (const { run, sites } of view.pictures) for (const [site, width] of sites) widths.set(run.number + ":" + site, { run, site, width });
  const named = [...widths.values()].sort((a, b) => b.width - a.width);
  if (view.mode === "function") {
    named.slice(0, kNamedSites).forEach(({ run, site }) => add(colourOfSite(run, site), shortName(run.siteText(site) || "work"), run.siteText(site)));
    if (named.length > kNamedSites) add("transparent", `and ${named.length - kNamedSites} more functions`);
  }
  for (const { run, states } of view.pictures) {
    [...states].sort((a, b) => a - b).forEach(s => {
      const work = kindOfState(run.states[s]) === "work";
      if (view.mode === "plain") add(colourOf(run, s, kNoSite), work ? "work" : "all else");
      else if (view.mode === "state" || s !== run.workState) add(colourOfState(run, s), run.states[s]);
    });
  }
  const ink = theme.ink;
  if (view.nested) add(ink.nest, "waits for what runs inside");
  if (view.arrows && view.pictures.some(p => p.arriving.length > 0 && p.arriving.length <= kMostArrows)) add(ink.arrow, "a task that moved, from where it was made", "", "line");
  if (view.messages && runs.some(r => r.messageData)) add(ink.message, "message", "", "line");
  if (view.selected) add(ink.select, "selected", "", "frame");
  if (view.selected && (view.selected.parent || view.selected.children.length)) add(ink.relative, "parent, children", "", "frame");
  if (view.selected && (view.selected.before.length || view.selected.after.length)) add(ink.dependence, "dependence", "", "dashes");
  if (view.marks || view.hit) add(ink.mark, view.marks ? "where the finding shows" : "search", "", "frame");
  return [...entries.values()];
}

let shownLegend = "";
function addLegend() {
  const entries = legendEntries(), text = JSON.stringify(entries);
  if (text === shownLegend) return;
  shownLegend = text;
  byId("legend").replaceChildren(...entries.map(([colour, label, title, shape]) => {
    const sign = element("i", { className: shape });
    sign.style.setProperty("--colour", colour);
    return element("li", { title }, sign, label);
  }));
}
