// What was chosen: a task or slice with its facts and relatives, a marked area with its sums, and what a search finds.
const kShownRelatives = 24, kMostRelatives = 400, kLongestChain = 1000;
let latest = 0;  // choices so far: an older one that comes late is dropped

async function selectTask(run, index, slice, move) {
  const mine = ++latest, task = await run.task(index);
  if (!task) return;
  const chain = [task];
  while (chain.length < kLongestChain && chain[0].parent !== kNone) {
    const parent = await run.task(chain[0].parent);
    if (!parent) break;
    chain.unshift(parent);
  }
  const [children, related] = await Promise.all([run.childrenOf(task, kMostRelatives), run.dependencesOf(index)]);
  const tasks = list => Promise.all(list.slice(0, kMostRelatives).map(i => run.task(i))).then(found => found.filter(t => t));
  const [before, after] = await Promise.all([tasks(related.before), tasks(related.after)]);
  if (mine !== latest) return;
  view.selected = { run, task, slice, chain: chain.length > 1 ? chain : [], parent: chain.length > 1 ? chain[chain.length - 2] : null, children, before, after,
    beforeCount: related.before.length, afterCount: related.after.length };
  if (move && task.begin >= 0) showPlace(run, task.lane, task.begin, task.end >= 0 ? task.end : task.begin);
  tellSelection();
  redraw();
}

function selectSlice(run, slice) {
  if (slice.what !== kNone) return selectTask(run, slice.what, slice, false);
  ++latest;
  view.selected = { run, slice, task: null, chain: [], children: [], before: [], after: [] };
  tellSelection();
  redraw();
}

// Brings a piece of a lane into sight: unfolds and scrolls to its lane, and moves or zooms only if it is outside or too small to be seen.
function showPlace(run, lane, begin, end) {
  const picture = view.pictures[run.number], row = picture.rows.show(lane), span = view.to - view.from, length = Math.max(1, end - begin);
  if (row) {
    const top = picture.scroller.scrollTop;
    if (row.y < top || row.y + row.height > top + picture.height) picture.scroller.scrollTop = row.y - picture.height / 2;
  }
  if (length < span / picture.plot * 3 || length > span) show(begin - 4 * length, end + 4 * length);
  else if (begin < view.from || end > view.to) show((begin + end - span) / 2, (begin + end + span) / 2);
  redraw();
}

// A button that looks like a link: to a task.
function taskLink(run, task) {
  const name = run.siteText(task.site);
  const link = element("button", { className: "link", textContent: `${task.index} ${shortName(name)}`, title: name });
  link.addEventListener("click", () => selectTask(run, task.index, null, true));
  return link;
}

function addFact(list, name, ...values) { list.append(element("dt", { textContent: name }), element("dd", {}, ...values)); }
function addRelatives(list, run, name, tasks, all) {
  if (tasks.length === 0) return;
  const links = tasks.slice(0, kShownRelatives).flatMap(t => [taskLink(run, t), " "]);
  if (all > kShownRelatives) links.push(`and ${(all - kShownRelatives).toLocaleString("en")} more`);
  addFact(list, `${name} (${all.toLocaleString("en")})`, ...links);
}

function placeText(site) { return site.file ? ` ${site.file}:${site.line}` : ""; }

function tellSelection() {
  const out = byId("detail"), chosen = view.selected;
  out.replaceChildren();
  if (!chosen) return;
  const { run, task, slice } = chosen, list = element("dl");
  const step = Math.min(1000, Math.max(1, view.pictures[run.number].pixelNs())), moment = t => t < 0 ? "unknown" : momentText(t, step, run.end);
  if (slice && !task) {
    addFact(list, "lane", run.lanes[slice.lane].name);
    addFact(list, "state", run.states[slice.state]);
    addFact(list, "from", `${moment(slice.begin)} for ${timeText(slice.end - slice.begin)}`);
    if (slice.site !== kNoSite) addFact(list, "place", run.siteText(slice.site), placeText(run.sites[slice.site]));
    out.append(element("h3", { textContent: "The selected slice" }), list);
    return;
  }
  addFact(list, "function", run.siteText(task.site), placeText(run.sites[task.site] || {}));
  if (slice) addFact(list, "slice", `${run.states[slice.state]} from ${moment(slice.begin)} for ${timeText(slice.end - slice.begin)}`);
  if (task.created >= 0) addFact(list, "made", `by ${(run.lanes[task.creator] || { name: "?" }).name} at ${moment(task.created)}`);
  addFact(list, "began", `on ${(run.lanes[task.lane] || { name: "?" }).name} at ${moment(task.begin)}` + (task.wait >= 0 ? `, ${timeText(task.wait)} after it was made` : "") +
    (task.created >= 0 && task.creator !== task.lane ? "; it moved" : ""));
  addFact(list, "took", task.length >= 0 ? `${timeText(task.length)}, ${timeText(task.own)} of it in its own body` : "it did not end");
  if (chosen.parent) addFact(list, "parent", taskLink(run, chosen.parent));
  if (chosen.chain.length > 2) addRelatives(list, run, "chain of creators, from the root", chosen.chain.slice(0, -1), chosen.chain.length - 1);
  addRelatives(list, run, "children", chosen.children, task.children);
  addRelatives(list, run, "waited for", chosen.before, chosen.beforeCount);
  addRelatives(list, run, "is waited for by", chosen.after, chosen.afterCount);
  out.append(element("h3", { textContent: `Task ${task.index}` }), list);
}

// ---- a marked area ----

async function markArea(run, lanes, from, to) {
  const area = { run, lanes, from: Math.max(0, Math.min(from, to)), to: Math.min(run.end, Math.max(from, to)), states: null };
  view.area = area;
  redraw();
  const states = new Float64Array(run.states.length), sites = new Map();
  for (const lane of lanes) {
    for (const block of (run.blocks[lane] || []).filter(b => b.end > area.from && b.begin < area.to)) {
      const data = await run.slicesLater(block), unit = 2 ** block.shift;
      if (view.area !== area) return;
      for (let i = run.firstAt(block, data, area.from); i < block.count; ++i) {
        const begin = block.begin + data.begin[i] * unit, ns = Math.min(area.to, begin + data.length[i] * unit) - Math.max(area.from, begin);
        if (begin > area.to) break;
        if (ns <= 0) continue;
        states[data.state[i] & kStateBits] += ns;
        if ((data.state[i] & kStateBits) !== run.workState) continue;
        const sum = sites.get(data.site[i]) || { ns: 0, count: 0 };
        sum.ns += ns;
        sites.set(data.site[i], sum);
      }
    }
  }
  const inside = new Set(lanes);
  await run.eachTask(() => true, task => {
    if (task.begin < area.from || task.begin > area.to || !inside.has(task.lane)) return view.area === area;
    if (!sites.has(task.site)) sites.set(task.site, { ns: 0, count: 0 });
    ++sites.get(task.site).count;
    return true;
  });
  if (view.area !== area) return;
  area.states = states;
  area.sites = sites;
  tellArea();
}

function tellArea() {
  const out = byId("area"), area = view.area;
  out.replaceChildren();
  if (!area || !area.states) return;
  const run = area.run, all = area.states.reduce((sum, ns, s) => sum + (s === run.outside ? 0 : ns), 0), step = (area.to - area.from) / 100;
  out.append(element("h3", { textContent: `The marked area: ${timeText(area.to - area.from)}, ${area.lanes.length} ${area.lanes.length === 1 ? "lane" : "lanes"}` }),
    element("p", { className: "hint", textContent: `from ${momentText(area.from, step, area.to)} to ${momentText(area.to, step, area.to)}` }));
  const byTime = (a, b) => b[1] - a[1], stateRows = run.states.map((name, s) => [name, area.states[s]]).filter(([name, ns]) => ns > 0 && name !== "outside").sort(byTime);
  const siteRows = [...area.sites].map(([site, sum]) => [run.siteText(site) || "work", sum.ns, sum.count]).sort(byTime);
  out.append(element("div", { className: "side" }, table(["state", "time", "share"], stateRows.map(([name, ns]) => [name, time(ns), share(ns / Math.max(1, all))]), 1, "the area's states"),
    table(["function", "time", "share", "tasks begun"], siteRows.slice(0, 100).map(([text, ns, n]) => [name(text), time(ns), share(ns / Math.max(1, all)), count(n)]), 1, "the area's functions")));
}

// ---- search ----

const search = { hits: [], at: -1, all: 0, pieces: 0, run: 0, done: false };
const kMostHits = 200000;

// Finds tasks, and slices that are no kept task's, by their function or file, in all runs; "#12" is task 12 of the first run.
async function runSearch(text) {
  const mine = ++search.run;
  view.search = text.startsWith("#") ? "" : text.toLowerCase();
  Object.assign(search, { hits: [], at: -1, all: 0, pieces: 0, done: false });
  view.hit = null;
  redraw();
  tellSearch();
  if (text.startsWith("#")) { if (/^#\d+$/.test(text)) await selectTask(runs[0], Number(text.slice(1)), null, true); return; }
  if (!view.search) return;
  for (const run of runs) {
    const wanted = new Set(run.sites.map((site, i) => i).filter(i => (run.sites[i].text + " " + (run.sites[i].file || "")).toLowerCase().includes(view.search)));
    if (wanted.size === 0) continue;
    const add = hit => { ++search.all; if (search.hits.length < kMostHits) search.hits.push(hit); };
    await run.eachTask(site => wanted.has(site), task => {
      if (mine !== search.run) return false; // the hits are another search's by now
      if (task.begin >= 0) add({ run, task, lane: task.lane, begin: task.begin, end: task.end >= 0 ? task.end : run.end });
      return true;
    });
    for (const lane of run.shown) {
      for (const block of run.blocks[lane] || []) {
        const data = await run.slicesLater(block);
        if (mine !== search.run) return;
        for (let i = 0; i < block.count; ++i) {
          if (wanted.has(data.site[i]) && (data.what[i] === kNone || data.what[i] >= run.taskCount)) { ++search.pieces; add({ ...run.slice(lane, block, data, i), run }); }
        }
      }
    }
  }
  search.hits.sort((a, b) => a.begin - b.begin);
  search.done = true;
  tellSearch();
}

function tellSearch() {
  // A region, a wait, or a task beyond those that the page knows one by one has a place for each of its slices.
  const all = search.all.toLocaleString("en"), what = search.pieces > 0 ? "places" : search.all === 1 ? "hit" : "hits";
  byId("hits").textContent = view.search === "" ? "" : search.at >= 0 ? `${search.at + 1} of ${all}` : `${all} ${what}`;
  byId("next").disabled = byId("previous").disabled = search.hits.length === 0;
}

// The first step leads to the first hit that begins in the window, or after it.
function stepSearch(by) {
  const n = search.hits.length;
  if (n === 0) return;
  if (search.at < 0) {
    const first = search.hits.findIndex(hit => hit.begin >= view.from);
    search.at = by > 0 ? Math.max(0, first) : ((first < 0 ? n : first) - 1 + n) % n;
  } else {
    search.at = (search.at + by + n) % n;
  }
  view.hit = search.hits[search.at];
  showPlace(view.hit.run, view.hit.lane, view.hit.begin, view.hit.end);
  tellSearch();
  redraw();
}
