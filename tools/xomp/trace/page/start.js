// The start of it all, and what the controls do.
function readTheme() { try { return localStorage.getItem("xomp-theme") || "auto"; } catch { return "auto"; } }
function keepTheme(chosen) { try { localStorage.setItem("xomp-theme", chosen); } catch { /* a page from a file may have no memory */ } }

function paintAgain() {
  redraw();
  document.querySelectorAll("canvas.histogram").forEach(canvas => canvas.draw());
}

function addControls() {
  const onChange = (id, take) => byId(id).addEventListener("change", e => { take(e.target); redraw(); });
  onChange("colour", e => { view.mode = e.value; });
  onChange("arrows", e => { view.arrows = e.checked; });
  onChange("messages", e => { view.messages = e.checked; });
  onChange("nested", e => { view.nested = e.checked; });
  onChange("sort", e => { view.sort = e.value; });
  onChange("fold", e => { view.fold = e.value; view.pictures.forEach(p => p.rows.open.clear()); });
  onChange("theme", e => { keepTheme(e.value); applyTheme(e.value); paintAgain(); });
  byId("theme").value = theme.chosen;
  byId("fold").value = view.fold;
  byId("messages").parentElement.hidden = !runs.some(r => r.messages);
  byId("nested").parentElement.hidden = !runs.some(r => r.lanes.some(lane => lane.depth > 0));
  byId("fold").querySelector("[value=processes]").hidden = !runs.some(r => r.processes > 1);
  byId("fold").querySelector("[value=others]").hidden = !runs.some(r => r.shown.length > kBusiest + 1);
  byId("fold").parentElement.hidden = [...byId("fold").options].every(option => option.hidden || option.value === "none");
  byId("search").addEventListener("input", e => runSearch(e.target.value.trim()));
  byId("next").addEventListener("click", () => stepSearch(1));
  byId("previous").addEventListener("click", () => stepSearch(-1));
  byId("whole").addEventListener("click", () => show(0, view.end));
  byId("svg").addEventListener("click", saveSvg);
  byId("keys").addEventListener("click", () => byId("help").showModal());
  byId("help").querySelector("tbody").append(...kKeys.map(([key, text]) => element("tr", {}, element("th", { scope: "row", textContent: key }), element("td", { textContent: text }))));
  window.addEventListener("keydown", onKey);
  window.addEventListener("resize", paintAgain);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { applyTheme(theme.chosen); paintAgain(); });
}

async function start() {
  applyTheme(readTheme());
  for (let i = 0; i < runs.length; ++i) runs[i] = new Run(runs[i], i);
  const titles = runs.map(r => r.title).join(" and ");
  document.title = titles + " - xomp trace";
  byId("title").textContent = titles;
  byId("subtitle").textContent = runs.map(r => `${timeText(r.end)}, ${r.threads} threads, policy ${r.policy}, level ${r.level}`).join("; ");
  runs.forEach(r => r.caveats.forEach(c => byId("caveats").append(element("li", { textContent: c }))));
  runs.forEach(addFindings);
  await Promise.all(runs.flatMap(r => [r.loadCells(), r.loadMessages()]));
  view.end = view.to = Math.max(1, ...runs.map(r => r.end));
  if (runs.some(r => r.processes > 8)) view.fold = "processes";
  else if (runs.some(r => r.shown.length > 2 * kBusiest)) view.fold = "others";
  view.pictures = runs.map(r => new Picture(r));
  byId("pictures").append(...view.pictures.map(p => p.box));
  view.pictures.forEach(listen);
  addControls();
  drawAll();
  tellSearch();
  document.documentElement.dataset.drawn = Math.round(performance.now());
  const panels = byId("panels");
  addComparison(panels);
  for (const run of runs) {
    panels.append(element("h2", { textContent: runs.length > 1 ? run.title : "In numbers" }));
    addNumbers(run, panels);
    addHistogram(run, panels);
    addTables(run, panels);
  }
  redraw();  // the tables may have brought a scroll bar
  document.documentElement.dataset.ready = "yes";
}
start();
