// The lanes of a run in a canvas, the strip above them, the axis and the curves below. All runs show the same part of the time.
const view = { from: 0, to: 1, end: 1, mode: "function", arrows: true, messages: true, nested: false, sort: "number", fold: "none",
  search: "", pictures: [], selected: null, marks: null, area: null, hit: null };
const kMostHeight = 620, kMostArrows = 600, kDeepest = 11;

class Picture {
  constructor(run) {
    this.run = run;
    this.rows = new Rows(run);
    this.box = element("div", { className: "run" });
    if (runs.length > 1) this.box.append(element("h3", { textContent: `${run.title}, ${timeText(run.end)}` }));
    this.strip = element("canvas", { className: "strip", role: "img", "aria-label": `threads at work over the whole run of ${run.title}` });
    this.canvas = element("canvas", { className: "lanes" });
    this.content = element("div", { className: "content" }, this.canvas);
    this.scroller = element("div", { className: "scroller", tabIndex: 0, role: "application" }, this.content);
    this.chain = element("canvas", { className: "chain", hidden: true, role: "img", "aria-label": "the selected task, and who made it" });
    this.axis = element("canvas", { className: "axis", role: "img", "aria-label": "time" });
    this.curves = element("canvas", { role: "img", "aria-label": "threads at work, idle threads and ready tasks over the time" });
    this.box.append(this.strip, this.scroller, this.chain, this.axis, this.curves);
    this.scroller.addEventListener("scroll", redraw);
  }
  // Names stand left of the lanes, in the width that they need, but not in more than a fourth of a small window.
  arrange() {
    this.rows.arrange();
    this.width = Math.max(120, this.scroller.clientWidth || 1200);
    const g = this.canvas.getContext("2d");
    g.font = "11px system-ui";
    const longest = this.rows.list.reduce((most, row) => Math.max(most, g.measureText(row.label).width), 56);
    this.left = Math.round(Math.min(longest + 10, Math.max(56, this.width / 4)));
    this.plot = this.width - this.left;
    this.content.style.height = this.rows.height + "px";
    this.height = Math.min(this.rows.height, kMostHeight);
    this.scroller.style.maxHeight = kMostHeight + "px";
    this.scroller.setAttribute("aria-label", `lanes of ${this.run.title}: ${this.run.shown.length} threads in ${this.rows.list.length} rows; keys: ? for help`);
  }
  prepare(canvas, height) {
    const ratio = window.devicePixelRatio || 1;
    canvas.style.height = height + "px";
    canvas.style.width = this.width + "px";
    canvas.width = Math.round(this.width * ratio);
    canvas.height = Math.round(height * ratio);
    const g = canvas.getContext("2d");
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    g.font = "11px system-ui";
    return g;
  }
  x(t) { return this.left + (t - view.from) / (view.to - view.from) * this.plot; }
  timeAt(x) { return view.from + (x - this.left) / this.plot * (view.to - view.from); }
  pixelNs() { return (view.to - view.from) / this.plot; }
  fades(site) { return view.search !== "" && !this.run.siteText(site).toLowerCase().includes(view.search); }
  draw() {
    this.arrange();
    this.sites = new Map();  // what has been drawn, for the legend
    this.states = new Set();
    this.arriving = [];
    this.drawLanes();
    drawChain(this);
    this.drawAxis();
    this.drawStrip();
    this.drawCurves();
  }
  drawLanes() {
    const g = this.prepare(this.canvas, this.height), top = this.scroller.scrollTop;
    g.clearRect(0, 0, this.width, this.height);
    g.translate(0, -top);
    const end = Math.min(this.width, Math.max(this.left, this.x(this.run.end)));
    if (end < this.width) { g.fillStyle = theme.ink.end; g.fillRect(end, top, this.width - end, this.height); }
    for (const row of this.rows.list) {
      if (row.y + row.height < top || row.y > top + this.height) continue;
      g.fillStyle = theme.ink.dim;
      this.drawText(g, row.label, 2, row.y + Math.min(row.height, 16) - 3, this.left - 6);
      this.drawRow(g, row);
    }
    g.save();
    g.beginPath(); g.rect(this.left, top, this.plot, this.height); g.clip();
    drawOverlays(this, g);
    g.restore();
  }
  // Cut, with three dots, where it needs more than the width.
  drawText(g, text, x, y, width) {
    if (g.measureText(text).width > width) {
      while (text.length > 1 && g.measureText(text + "…").width > width) text = text.slice(0, -1);
      text += "…";
    }
    g.fillText(text, x, y);
  }
  // The blocks of a lane that the window shows, and about how many slices of them are inside.
  inside(lane) {
    const blocks = (this.run.blocks[lane] || []).filter(b => b.end >= view.from && b.begin <= view.to);
    const slices = blocks.reduce((n, b) => n + b.count * Math.min(1, (Math.min(b.end, view.to) - Math.max(b.begin, view.from)) / Math.max(1, b.end - b.begin)), 0);
    return [blocks, slices];
  }
  // The same with their data; null where they are too many, or not here yet.
  loaded(lane) {
    const [blocks, slices] = this.inside(lane);
    if (blocks.length > 11 || (slices > 60000 && this.pixelNs() >= this.run.end / this.run.bins)) return null;
    const data = blocks.map(b => this.run.slices(b, redraw));
    return data.every(d => d) ? { blocks, data, slices } : null;
  }
  drawRow(g, row) {
    if (row.lanes.length === 1 && !row.group) {
      const found = this.loaded(row.lanes[0]);
      if (found && found.slices < 3 * this.plot + 200) {
        found.blocks.forEach((block, i) => this.drawBlock(g, row, block, found.data[i]));
        return;
      }
    }
    this.drawColumns(g, row);
  }
  drawBlock(g, row, block, data) {
    const run = this.run, unit = 2 ** block.shift, perNs = this.plot / (view.to - view.from), height = view.nested ? row.unit : row.height;
    for (let i = run.firstAt(block, data, view.from); i < block.count; ++i) {
      const t = block.begin + data.begin[i] * unit;
      if (t > view.to) break;
      const x = this.left + (t - view.from) * perNs, w = data.length[i] * unit * perNs, state = data.state[i] & kStateBits, site = data.site[i];
      const x0 = Math.max(this.left, x), x1 = Math.min(this.width, x + w), depth = view.nested ? Math.min(kDeepest, data.depth[i]) : 0;
      if (x1 < x0 || state === run.outside) continue;
      const y = row.y + depth * row.unit, shown = Math.max(x1 - x0 - (w > 4 ? 0.5 : 0), 0.6);
      if (depth > 0) { g.fillStyle = theme.ink.nest; g.fillRect(x0, row.y, shown, y - row.y - 1); }
      this.note(state, site, x1 - x0);
      g.globalAlpha = this.fades(site) ? 0.15 : 1;
      g.fillStyle = colourOf(run, state, site);
      g.fillRect(x0, y, shown, height);
      if (w > 50 && height > 11 && state === run.workState && view.mode === "function") {
        g.fillStyle = theme.name === "dark" ? "#0c1016" : "#fff";
        this.drawText(g, shortName(run.siteText(site)), x0 + 3, y + height / 2 + 4, x1 - x0 - 6);
      }
      if (data.state[i] & kArrives && this.arriving.length <= kMostArrows) this.arriving.push([data.what[i], x, y + height / 2]);
    }
    g.globalAlpha = 1;
  }
  note(state, site, width) {
    this.states.add(state);
    if (state === this.run.workState) this.sites.set(site, (this.sites.get(site) || 0) + width);
  }
  // How much of each state there is in each of the columns, of all lanes together, and the function with most of the work.
  columnsOf(lanes, columns) {
    const run = this.run, states = run.states.length, sums = new Float64Array(columns * states), sites = new Uint16Array(columns).fill(kNoSite);
    const most = new Float64Array(columns), add = (column, state, site, part) => {
      sums[column * states + state] += part;
      if (state === run.workState && part > most[column]) { most[column] = part; sites[column] = site; }
    };
    for (const lane of lanes) {
      const found = this.pixelNs() < run.end / run.bins ? this.loaded(lane) : null;
      if (found) found.blocks.forEach((block, i) => this.addSlices(block, found.data[i], columns, add));
      else this.addCells(run.cellData[lane], columns, add);
    }
    return { sums, sites, whole: lanes.length };
  }
  addSlices(block, data, columns, add) {
    const run = this.run, perNs = columns / (view.to - view.from), unit = 2 ** block.shift;
    for (let i = run.firstAt(block, data, view.from); i < block.count; ++i) {
      const from = (block.begin + data.begin[i] * unit - view.from) * perNs, to = from + data.length[i] * unit * perNs;
      if (from > columns) break;
      const state = data.state[i] & kStateBits;
      for (let c = Math.max(0, Math.floor(from)); c < columns && c < to; ++c) add(c, state, data.site[i], Math.min(c + 1, to) - Math.max(c, from));
    }
  }
  addCells(cells, columns, add) {
    const run = this.run, states = run.states.length, each = run.bins / run.end, ns = (view.to - view.from) / columns;
    for (let c = 0; c < columns; ++c) {
      const from = (view.from + ns * c) * each, to = (view.from + ns * (c + 1)) * each;
      const first = Math.max(0, Math.floor(from)), last = Math.min(run.bins - 1, Math.max(first, Math.ceil(to) - 1)), part = 1 / (255 * (last - first + 1));
      for (let b = first; b <= last; ++b) {
        for (let s = 0; s < states; ++s) if (cells.shares[b * states + s] > 0) add(c, s, cells.sites[b], cells.shares[b * states + s] * part);
      }
    }
  }
  drawColumns(g, row) {
    const run = this.run, columns = Math.floor(this.plot), states = run.states.length, { sums, sites, whole } = this.columnsOf(row.lanes, columns);
    const order = run.states.map((name, s) => s).filter(s => s !== run.outside)
      .sort((a, b) => ["work", "runtime", "wait", "away"].indexOf(kindOfState(run.states[a])) - ["work", "runtime", "wait", "away"].indexOf(kindOfState(run.states[b])));
    for (let x = 0; x < columns; ++x) {
      let at = row.y + row.height;
      g.globalAlpha = this.fades(sites[x]) ? 0.15 : 1;
      for (const s of order) {
        const h = Math.min(at - row.y, row.height * sums[x * states + s] / whole);
        if (h <= 0) continue;
        this.note(s, sites[x], h / row.height);
        g.fillStyle = colourOf(run, s, sites[x]);
        at -= h;
        g.fillRect(this.left + x, at, 1.2, h);
      }
    }
    g.globalAlpha = 1;
  }
  // Marks as near to one another as their texts allow, with the digits that tell them apart.
  marks(g) {
    const span = view.to - view.from;
    let step = roundStep(span / Math.max(1, this.plot / 60));
    for (let tries = 0; tries < 6; ++tries) {
      const room = g.measureText(momentText(view.to, step, view.to)).width + 16;
      if (step / span * this.plot >= room) break;
      step = roundStep(step * 1.5);
    }
    const list = [];
    for (let i = Math.ceil(view.from / step); i * step <= view.to; ++i) list.push({ t: i * step, text: momentText(i * step, step, view.to) });
    return list;
  }
  drawAxis() {
    const g = this.prepare(this.axis, 20);
    g.fillStyle = theme.ink.dim;
    this.axisTexts = [];
    for (const { t, text } of this.marks(g)) {
      const x = this.x(t);
      g.fillRect(x, 0, 1, 5);
      if (x + 3 + g.measureText(text).width > this.width) continue;
      g.fillText(text, x + 3, 14);
      this.axisTexts.push(text);
    }
  }
  drawStrip() {
    const height = 34, g = this.prepare(this.strip, height), run = this.run, columns = Math.floor(this.plot), most = Math.max(1, run.shown.length);
    g.fillStyle = theme.ink.running;
    for (let x = 0; x < columns * run.end / view.end; ++x) {
      const bin = Math.min(run.running.length - 1, Math.floor(x / columns * view.end / run.end * run.running.length));
      const h = height * Math.min(1, run.running[bin] / most);
      g.fillRect(this.left + x, height - h, 1.2, h);
    }
    g.fillStyle = theme.ink.shade;
    const x0 = this.left + view.from / view.end * this.plot, x1 = this.left + view.to / view.end * this.plot;
    g.fillRect(x0, 0, Math.max(2, x1 - x0), height);
    g.fillStyle = theme.ink.dim;
    this.drawText(g, "whole run", 2, 14, this.left - 6);
  }
  drawCurves() {
    const height = 96, g = this.prepare(this.curves, height), run = this.run, n = run.running.length, columns = Math.floor(this.plot);
    const most = Math.max(1, run.shown.length), readyMost = Math.max(1, ...run.ready);
    const line = (curve, colour, scale) => {
      g.strokeStyle = colour; g.lineWidth = 1.4; g.beginPath();
      for (let x = 0; x < columns; ++x) {
        const t = view.from + (view.to - view.from) * x / columns;
        if (t > run.end) break;
        g.lineTo(this.left + x, height - 4 - (height - 12) * Math.min(1, curve[Math.min(n - 1, Math.floor(t / run.end * n))] / scale));
      }
      g.stroke();
    };
    line(run.running, theme.ink.running, most);
    line(run.idle, theme.ink.idle, most);
    line(run.ready, theme.ink.ready, readyMost);
    [["running", theme.ink.running], ["idle", theme.ink.idle], [`ready, to ${readyMost.toFixed(0)}`, theme.ink.ready]].forEach(([text, colour], i) => {
      g.fillStyle = colour;
      this.drawText(g, text, 2, 14 + 15 * i, this.left - 4);
    });
  }
}

let pending = false;
function redraw() {
  if (pending) return;
  pending = true;
  requestAnimationFrame(() => {
    pending = false;
    drawAll();
  });
}
function drawAll() {
  ++cache.picture;
  view.pictures.forEach(p => p.draw());
  const step = Math.max(1, view.pictures[0].pixelNs());
  byId("window").textContent = `${momentText(view.from, step, view.to)} to ${momentText(view.to, step, view.to)} (${timeText(view.to - view.from)})`;
  addLegend();
}
// Shows this part of the time. Less than 50 ns is never shown, and nothing before the beginning or after the end.
function show(from, to) {
  const length = Math.min(view.end, Math.max(50, to - from));
  view.from = Math.min(Math.max(0, from), view.end - length);
  view.to = view.from + length;
  redraw();
}
