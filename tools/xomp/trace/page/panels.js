// Findings, tables and curves beside the lanes; and the start of it all.
function addFindings(run) {
  const box = document.getElementById("findings");
  if (runs.length > 1) box.append(element("h3", { textContent: run.title }));
  if (run.findings.length === 0) box.append(element("p", { textContent: "Nothing stands out: the threads are at work nearly all the time." }));
  run.findings.forEach(f => {
    const item = element("div", { className: "finding" + (f.share < 0.1 ? " small" : "") });
    item.append(element("b", { className: "share", textContent: percent(f.share), title: "of the threads' time" }),
      element("b", { textContent: f.title }), element("p", { textContent: f.evidence }));
    if (f.place) item.append(element("p", { className: "place", textContent: f.place }));
    item.append(element("p", { textContent: f.remedy }));
    box.append(item);
  });
}

function table(heads, rows) {
  const t = element("table"), head = element("tr"), body = element("tbody");
  let sorted = -1;
  const fill = list => { body.replaceChildren(...list.map(r => element("tr", {}, ...r.map(c => element("td", { textContent: c.text ?? c, title: c.title ?? "" }))))); };
  heads.forEach((h, i) => {
    const cell = element("th", { textContent: h });
    cell.addEventListener("click", () => {
      const sign = sorted === i ? -1 : 1;
      sorted = sorted === i ? -1 : i;
      fill([...rows].sort((a, b) => sign * ((b[i].value ?? 0) - (a[i].value ?? 0))));
    });
    head.append(cell);
  });
  t.append(element("thead", {}, head), body);
  fill(rows);
  return t;
}
const time = ns => ({ text: timeText(ns), value: ns });
const count = n => ({ text: n.toLocaleString("en"), value: n });
const share = x => ({ text: percent(x), value: x });

function addNumbers(run, box) {
  const all = run.time.reduce((a, b) => a + b, 0) - run.time[6];
  const numbers = element("div", { className: "numbers" });
  const add = (name, value) => numbers.append(element("div", {}, element("b", { textContent: value }), name));
  add("wall time", timeText(run.end));
  add("threads / processors", run.threads + " / " + run.processors);
  add("work", timeText(run.work));
  const robbed = run.lanes.reduce((sum, lane) => sum + lane.robbed, 0);
  if (robbed > 0.02 * run.work) add("of it on a processor, about", timeText(Math.max(0, run.work - robbed)));
  if (run.span > 0) {
    add("longest chain (span)", timeText(run.span));
    add("parallelism", run.parallelism.toFixed(1));
    add("with tasks' cost", run.burdened.toFixed(1));
  }
  add("tasks recorded", run.tasks.begun.toLocaleString("en"));
  if (run.taskCost > 0) add("a task costs here", timeText(run.taskCost));
  add("working", percent((run.time[0] + run.time[1] + run.time[5]) / Math.max(1, all)));
  add("in the runtime", percent(run.time[2] / Math.max(1, all)));
  add("idle", percent((run.time[3] + run.time[4]) / Math.max(1, all)));
  box.append(numbers);
}

function addHistogram(run, box) {
  if (!run.histogram || run.histogram.length < 2) return;
  box.append(element("h3", { textContent: "Lengths of tasks" }));
  const canvas = element("canvas", { width: 900, height: 150 });
  canvas.style.width = "900px";
  const g = canvas.getContext("2d"), n = run.histogram.length, most = Math.max(...run.histogram), w = 860 / n;
  g.font = "11px system-ui";
  run.histogram.forEach((h, i) => { g.fillStyle = "#3b76af"; const y = h ? 6 + 104 * Math.log1p(h) / Math.log1p(most) : 0; g.fillRect(20 + i * w, 120 - y, Math.max(1, w - 1), y); });
  g.fillStyle = "#5a6577";
  for (let p = 0; p < n / 4 / 3.32; ++p) g.fillText(timeText(10 ** p), 20 + p * 4 * 3.3219 * w, 138);
  if (run.taskCost > 1) {
    const x = 20 + Math.log2(run.taskCost) * 4 * w;
    g.fillStyle = "#c0392b"; g.fillRect(x, 4, 2, 116); g.fillText("a task costs " + timeText(run.taskCost), x + 5, 14);
  }
  box.append(canvas);
}

function addTables(run, box) {
  if (run.functions.length) {
    box.append(element("h3", { textContent: "Tasks by function" }));
    box.append(table(["task", "count", "work", "mean", "median", "99 %", "on the longest chain", "moved", "waits to begin"], run.functions.slice(0, 200).map(f => [
      { text: run.siteText(f.site), title: (run.sites[f.site] || {}).file || "" }, count(f.count), time(f.total), time(f.mean), time(f.median), time(f.p99),
      share(run.span > 0 ? f.path / run.span : 0), share(f.moved / Math.max(1, f.count)), time(f.waited)])));
  }
  if (run.regions.length) {
    box.append(element("h3", { textContent: "Parallel regions" }));
    box.append(table(["region", "times", "wall", "threads", "work", "runtime", "idle", "lock wait", "slowest / mean"], run.regions.slice(0, 200).map(r => [
      run.siteText(r.site), count(r.count), time(r.ns), count(r.threads), time(r.time[1] + r.time[5]), time(r.time[2]), time(r.time[3]), time(r.time[4]),
      { text: r.imbalance.toFixed(2), value: r.imbalance }])));
  }
  if (run.loops.length) {
    const kinds = { 1: "static or unknown", 2: "sections", 10: "static", 11: "dynamic", 12: "guided", 13: "other" };
    box.append(element("h3", { textContent: "Loops and sections" }));
    box.append(table(["loop", "kind", "iterations", "work"], run.loops.map(l => [run.siteText(l.site), kinds[l.kind] || "work", count(l.iterations), time(l.work)])));
  }
  if (run.mutexes.length) {
    box.append(element("h3", { textContent: "Locks, critical, ordered" }));
    box.append(table(["place", "waits", "waited", "held (of those over 1 us)"], run.mutexes.sort((a, b) => b.waited - a.waited).map(m => [run.siteText(m.site), count(m.waits), time(m.waited), time(m.held)])));
  }
  if (run.flows.length) {
    box.append(element("h3", { textContent: "Messages between processes" }));
    box.append(table(["from process", "to process", "messages", "bytes", "mean on its way", "longest"], run.flows.map(f => [count(f.from), count(f.to), count(f.count),
      count(f.bytes), time(f.mean), time(f.most)])));
  }
  box.append(element("h3", { textContent: "Threads" }));
  box.append(table(["thread", "tasks", "moved here", ...run.states], run.shown.slice(0, 256).map(i => [run.lanes[i].name, count(run.lanes[i].tasks),
    count(run.lanes[i].moved), ...run.lanes[i].time.map(time)])));
}

function addComparison(box) {
  if (runs.length < 2) return;
  const [a, b] = runs, rows = new Map();
  a.functions.forEach(f => rows.set(a.siteText(f.site), [f, null]));
  b.functions.forEach(f => { const t = b.siteText(f.site); rows.set(t, [(rows.get(t) || [null])[0], f]); });
  box.append(element("h2", { textContent: "The two runs by function" }));
  box.append(table(["task", a.title + ": count", "work", "mean", b.title + ": count", "work", "mean", "mean, second / first"], [...rows].map(([text, [x, y]]) => [
    text, count(x ? x.count : 0), time(x ? x.total : 0), time(x ? x.mean : 0), count(y ? y.count : 0), time(y ? y.total : 0), time(y ? y.mean : 0),
    { text: x && y && x.mean > 0 ? (y.mean / x.mean).toFixed(2) : "-", value: x && y && x.mean > 0 ? y.mean / x.mean : 0 }])));
}

function addLegend() {
  const box = document.getElementById("legend");
  box.replaceChildren();
  const add = (colour, text) => box.append(element("span", {}, Object.assign(element("i"), { style: "background:" + colour }), text));
  if (view.mode === "function") runs[0].functions.slice(0, 10).forEach(f => add(runs[0].colourOfSite(f.site), runs[0].siteText(f.site)));
  const colours = view.mode === "plain" ? plainColours : stateColours;
  runs[0].states.forEach((name, i) => { if (i !== 6 && !(view.mode === "function" && i === 1)) add(colours[i], name); });
}

function saveSvg() {
  let top = 4;
  const parts = view.pictures.map(p => { const s = p.svg(top); top += p.run.shown.length * 14 + 20; return s; });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="${top + 16}">\n<rect width="100%" height="100%" fill="#fff"/>\n${parts.join("\n")}\n` +
    `<text x="40" y="${top + 8}" font-size="10" font-family="sans-serif">${timeText(view.from)} to ${timeText(view.to)}</text>\n</svg>\n`;
  const link = element("a", { href: URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })), download: runs[0].title + ".svg" });
  link.click();
  return svg;
}

async function start() {
  for (let i = 0; i < runs.length; ++i) runs[i] = new Run(runs[i]);
  document.title = runs.map(r => r.title).join(" and ") + " - xomp trace";
  document.getElementById("title").textContent = runs.map(r => r.title).join(" and ");
  document.getElementById("subtitle").textContent = runs.map(r => `${timeText(r.end)}, ${r.threads} threads, policy ${r.policy}, level ${r.level}`).join("; ");
  runs.forEach(r => r.caveats.forEach(c => document.getElementById("caveats").append(element("li", { textContent: c }))));
  runs.forEach(addFindings);
  await Promise.all(runs.flatMap(r => [r.loadCells(), r.loadMessages()]));
  view.to = Math.max(...runs.map(r => r.end));
  view.pictures = runs.map(r => new Picture(r));
  document.getElementById("pictures").append(...view.pictures.map(p => p.box));
  view.pictures.forEach(p => p.draw());
  tellWindow();
  addLegend();
  document.documentElement.dataset.drawn = Math.round(performance.now());
  const panels = document.getElementById("panels");
  addComparison(panels);
  for (const run of runs) {
    panels.append(element("h2", { textContent: runs.length > 1 ? run.title : "In numbers" }));
    addNumbers(run, panels);
    addHistogram(run, panels);
    addTables(run, panels);
  }
  document.getElementById("colour").addEventListener("change", e => { view.mode = e.target.value; addLegend(); redraw(); });
  document.getElementById("arrows").addEventListener("change", e => { view.arrows = e.target.checked; redraw(); });
  document.getElementById("messages").addEventListener("change", e => { view.messages = e.target.checked; redraw(); });
  document.getElementById("messages").parentElement.hidden = !runs.some(r => r.messages);
  document.getElementById("search").addEventListener("input", e => { view.search = e.target.value.toLowerCase(); redraw(); });
  document.getElementById("whole").addEventListener("click", () => show(0, Infinity));
  document.getElementById("svg").addEventListener("click", saveSvg);
  window.addEventListener("resize", redraw);
}
start();
