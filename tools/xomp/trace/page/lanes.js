// The lanes of a run in a canvas, the strip above it, and the curves below. All runs show the same part of the time.
const view = { from: 0, to: 1, mode: "function", arrows: true, messages: true, search: "", pictures: [] };
const kLeft = runs.some(r => r.processes > 1) ? 92 : 64;

class Picture {
  constructor(run) {
    this.run = run;
    this.box = element("div");
    if (runs.length > 1) this.box.append(element("h3", { textContent: run.title }));
    this.strip = element("canvas", { className: "strip", height: 34 });
    this.canvas = element("canvas");
    this.curves = element("canvas", { height: 96 });
    this.box.append(this.strip, this.canvas, this.curves);
    this.lane = Math.max(8, Math.min(26, Math.floor(520 / Math.max(1, run.shown.length))));
    this.listen();
  }
  scale(canvas, height) {
    const ratio = window.devicePixelRatio || 1, width = this.box.clientWidth || 1200;
    canvas.style.height = height + "px";
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    const g = canvas.getContext("2d");
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    return [g, width, height];
  }
  colour(state, site) {
    if (view.mode === "plain") return plainColours[state];
    if (view.mode === "state" || state !== 1) return stateColours[state];
    return this.run.colourOfSite(site);
  }
  fades(site) { return view.search !== "" && !this.run.siteText(site).toLowerCase().includes(view.search); }
  draw() {
    this.drawLanes();
    this.drawStrip();
    this.drawCurves();
  }
  drawLanes() {
    const run = this.run, height = run.shown.length * (this.lane + 2) + 20;
    const [g, width] = this.scale(this.canvas, height);
    g.clearRect(0, 0, width, height);
    g.font = "11px system-ui";
    this.arrows = [];
    run.shown.forEach((lane, row) => {
      const y = row * (this.lane + 2) + 1;
      g.fillStyle = "#5a6577";
      g.fillText(run.lanes[lane].name, 2, y + Math.min(this.lane, 16) - 3);
      this.drawLane(g, lane, y, width);
    });
    if (view.arrows) this.drawArrows(g);
    if (view.messages) this.drawMessages(g, width);
    this.drawTimes(g, width, height);
  }
  // Whether blocks are fine enough to be drawn one by one: else the cells serve.
  visible(lane) {
    const blocks = this.run.blocks[lane] || [];
    const inside = blocks.filter(b => b.end >= view.from && b.begin <= view.to);
    const slices = inside.reduce((n, b) => n + b.count * Math.min(1, (Math.min(b.end, view.to) - Math.max(b.begin, view.from)) / Math.max(1, b.end - b.begin)), 0);
    return slices < 30000 && inside.length < 12 ? inside : null;
  }
  drawLane(g, lane, y, width) {
    const inside = this.visible(lane), cellNs = this.run.end / this.run.bins;
    const pixelNs = (view.to - view.from) / (width - kLeft);
    let missing = inside === null;
    if (!missing && (pixelNs < cellNs || inside.length < 3)) {
      for (const block of inside) {
        if (!block.data) { missing = true; this.run.load(block, redraw); }
      }
    } else { missing = true; }
    if (missing) return this.drawCells(g, lane, y, width);
    for (const block of inside) this.drawBlock(g, block, lane, y, width);
  }
  drawBlock(g, block, lane, y, width) {
    const d = block.data, unit = 2 ** block.shift, perNs = (width - kLeft) / (view.to - view.from);
    let lo = 0, hi = block.count;
    const first = (view.from - block.begin) / unit;
    while (lo < hi) { const m = (lo + hi) >> 1; if (d.begin[m] + d.length[m] < first) lo = m + 1; else hi = m; }
    for (let i = lo; i < block.count; ++i) {
      const t = block.begin + d.begin[i] * unit;
      if (t > view.to) break;
      const x = kLeft + (t - view.from) * perNs, w = d.length[i] * unit * perNs, state = d.state[i] & 7;
      const x0 = Math.max(kLeft, x), x1 = Math.min(width, x + w);
      if (x1 < x0 || state === 6) continue;
      g.globalAlpha = this.fades(d.site[i]) ? 0.15 : 1;
      g.fillStyle = this.colour(state, d.site[i]);
      g.fillRect(x0, y, Math.max(x1 - x0 - (w > 4 ? 0.5 : 0), 0.6), this.lane);
      if (w > 70 && state === 1 && view.mode === "function") {
        g.fillStyle = "#fff";
        g.save(); g.beginPath(); g.rect(x0, y, x1 - x0, this.lane); g.clip();
        g.fillText(this.run.siteText(d.site[i]), x0 + 3, y + this.lane / 2 + 4); g.restore();
      }
      if (d.state[i] & 0x80 && this.arrows.length < 600) this.arrows.push([d.what[i], x, y]);
    }
    g.globalAlpha = 1;
  }
  drawCells(g, lane, y, width) {
    const run = this.run, cells = run.cellData[lane], states = run.states.length, columns = Math.floor(width - kLeft);
    for (let x = 0; x < columns; ++x) {
      const from = (view.from + (view.to - view.from) * x / columns) / run.end * run.bins;
      const to = (view.from + (view.to - view.from) * (x + 1) / columns) / run.end * run.bins;
      const first = Math.max(0, Math.floor(from)), last = Math.min(run.bins - 1, Math.max(first, Math.ceil(to) - 1));
      const sum = new Float64Array(states);
      let site = 0xffff, most = -1;
      for (let b = first; b <= last; ++b) {
        for (let s = 0; s < states; ++s) sum[s] += cells.shares[b * states + s];
        if (cells.shares[b * states + 1] > most) { most = cells.shares[b * states + 1]; site = cells.sites[b]; }
      }
      const all = 255 * (last - first + 1);
      let at = y + this.lane;
      g.globalAlpha = this.fades(site) ? 0.15 : 1;
      for (const s of [1, 5, 0, 2, 4, 3]) {
        const h = this.lane * sum[s] / all;
        if (h <= 0) continue;
        g.fillStyle = this.colour(s, site);
        at -= h;
        g.fillRect(kLeft + x, at, 1.2, h);
      }
    }
    g.globalAlpha = 1;
  }
  // From where the task was made to where it began.
  drawArrows(g) {
    const arrows = this.arrows, run = this.run;
    if (arrows.length >= 600) return;
    Promise.all(arrows.map(a => run.task(a[0]))).then(tasks => {
      g.strokeStyle = "rgba(20,20,30,0.55)";
      tasks.forEach((t, i) => {
        if (!t) return;
        const row = run.shown.indexOf(t.creator);
        if (row < 0) return;
        const width = this.box.clientWidth, x0 = kLeft + (t.created - view.from) / (view.to - view.from) * (width - kLeft);
        const y0 = row * (this.lane + 2) + 1 + this.lane / 2, [, x1, y1] = arrows[i];
        if (x1 < kLeft) return;
        g.beginPath(); g.moveTo(Math.max(kLeft, x0), y0); g.lineTo(x1, y1 + this.lane / 2); g.stroke();
        g.beginPath(); g.arc(x1, y1 + this.lane / 2, 2.2, 0, 7); g.fillStyle = "#14141e"; g.fill();
      });
    });
  }
  // From where a message was sent to where it was there. Not more of them than can be told apart.
  drawMessages(g, width) {
    const d = this.run.messageData, perNs = (width - kLeft) / (view.to - view.from);
    if (!d) return;
    let lo = 0, hi = d.received.length;
    while (lo < hi) { const m = (lo + hi) >> 1; if (d.received[m] < view.from) lo = m + 1; else hi = m; }
    let end = lo;
    while (end < d.received.length && d.received[end] <= view.to && end - lo <= 2000) ++end;
    if (end - lo > 2000) return;
    const row = new Map(this.run.shown.map((lane, i) => [lane, i])), middle = lane => row.get(lane) * (this.lane + 2) + 1 + this.lane / 2;
    g.strokeStyle = "rgba(160,40,120,0.65)";
    g.fillStyle = "rgb(160,40,120)";
    for (let i = lo; i < end; ++i) {
      const x1 = kLeft + (d.received[i] - view.from) * perNs, x0 = Math.max(kLeft, x1 - d.took[i] * perNs);
      const y0 = middle(d.from[i]), y1 = middle(d.to[i]);
      g.beginPath(); g.moveTo(x0, y0); g.lineTo(x1, y1); g.stroke();
      const angle = Math.atan2(y1 - y0, x1 - x0);
      g.beginPath(); g.moveTo(x1, y1); g.lineTo(x1 - 6 * Math.cos(angle - 0.4), y1 - 6 * Math.sin(angle - 0.4));
      g.lineTo(x1 - 6 * Math.cos(angle + 0.4), y1 - 6 * Math.sin(angle + 0.4)); g.fill();
    }
  }
  drawTimes(g, width, height) {
    const span = view.to - view.from, step = 10 ** Math.floor(Math.log10(span / 6));
    const each = span / step > 30 ? step * 5 : span / step > 12 ? step * 2 : step;
    g.fillStyle = "#5a6577";
    for (let t = Math.ceil(view.from / each) * each; t <= view.to; t += each) {
      const x = kLeft + (t - view.from) / span * (width - kLeft);
      g.fillRect(x, height - 18, 1, 4);
      if (x + 3 + g.measureText(timeText(t)).width <= width) g.fillText(timeText(t), x + 3, height - 6);
    }
  }
  drawStrip() {
    const [g, width, height] = this.scale(this.strip, 34), run = this.run;
    const columns = Math.floor(width - kLeft), most = Math.max(1, run.shown.length);
    for (let x = 0; x < columns; ++x) {
      const bin = Math.min(run.running.length - 1, Math.floor(x / columns * run.running.length));
      g.fillStyle = "#2e9e4f";
      const h = height * Math.min(1, run.running[bin] / most);
      g.fillRect(kLeft + x, height - h, 1.2, h);
    }
    g.fillStyle = "rgba(40,60,110,0.16)";
    const x0 = kLeft + view.from / run.end * columns, x1 = kLeft + view.to / run.end * columns;
    g.fillRect(x0, 0, Math.max(2, x1 - x0), height);
  }
  drawCurves() {
    const [g, width, height] = this.scale(this.curves, 96), run = this.run, n = run.running.length;
    const columns = Math.floor(width - kLeft), most = Math.max(1, run.shown.length), readyMost = Math.max(1, ...run.ready);
    const at = (curve, x) => curve[Math.min(n - 1, Math.max(0, Math.floor((view.from + (view.to - view.from) * x / columns) / run.end * n)))];
    const line = (curve, colour, scale) => {
      g.strokeStyle = colour; g.lineWidth = 1.4; g.beginPath();
      for (let x = 0; x < columns; ++x) g.lineTo(kLeft + x, height - 4 - (height - 12) * Math.min(1, at(curve, x) / scale));
      g.stroke();
    };
    line(run.running, "#2e9e4f", most);
    line(run.idle, "#101418", most);
    line(run.ready, "#c0392b", readyMost);
    g.font = "11px system-ui";
    [["running", "#2e9e4f"], ["idle", "#101418"], ["ready (to " + readyMost.toFixed(0) + ")", "#c0392b"]].forEach(([text, colour], i) => {
      g.fillStyle = colour; g.fillText(text, 2, 14 + 15 * i);
    });
  }
  timeAt(x) { return view.from + (x - kLeft) / (this.box.clientWidth - kLeft) * (view.to - view.from); }
  listen() {
    this.canvas.addEventListener("wheel", e => {
      e.preventDefault();
      const t = this.timeAt(e.offsetX), by = Math.exp(e.deltaY * 0.0016);
      show(t - (t - view.from) * by, t + (view.to - t) * by);
    }, { passive: false });
    let drag = null;
    this.canvas.addEventListener("mousedown", e => { drag = { x: e.clientX, from: view.from, to: view.to, moved: false }; });
    window.addEventListener("mousemove", e => {
      if (!drag) return;
      const by = (drag.x - e.clientX) / (this.box.clientWidth - kLeft) * (drag.to - drag.from);
      if (Math.abs(drag.x - e.clientX) > 3) drag.moved = true;
      if (drag.moved) show(drag.from + by, drag.to + by);
    });
    window.addEventListener("mouseup", e => {
      if (drag && !drag.moved && e.target === this.canvas) this.tell(e.offsetX, e.offsetY);
      drag = null;
    });
    let begin = null;
    const whole = x => (x - kLeft) / (this.box.clientWidth - kLeft) * this.run.end;
    this.strip.addEventListener("mousedown", e => { begin = e.offsetX; });
    this.strip.addEventListener("mouseup", e => {
      if (begin !== null && Math.abs(e.offsetX - begin) > 3) show(whole(Math.min(begin, e.offsetX)), whole(Math.max(begin, e.offsetX)));
      begin = null;
    });
  }
  async tell(x, y) {
    const run = this.run, lane = run.shown[Math.floor(y / (this.lane + 2))], t = this.timeAt(x), out = document.getElementById("detail");
    const block = (run.blocks[lane] || []).find(b => b.begin <= t && b.end >= t);
    if (!block) return;
    if (!block.data) return run.load(block, () => this.tell(x, y));
    const d = block.data, unit = 2 ** block.shift;
    let i = 0;
    while (i < block.count && block.begin + (d.begin[i] + d.length[i]) * unit < t) ++i;
    if (i === block.count) return;
    let text = `${run.lanes[lane].name}, from ${timeText(block.begin + d.begin[i] * unit)} for ${timeText(d.length[i] * unit)}: ${run.states[d.state[i] & 7]}`;
    if (d.site[i] !== 0xffff) {
      const site = run.sites[d.site[i]];
      text += `  ${site.text}${site.file ? "\n" + site.file + ":" + site.line : ""}`;
    }
    const task = d.what[i] !== 0xffffffff ? await run.task(d.what[i]) : null;
    if (task) {
      text += `\ntask ${task.index}: made by ${run.lanes[task.creator].name} at ${timeText(task.created)}, waited ${timeText(task.wait)}, took ${timeText(task.length)}` +
        `, ${timeText(task.own)} of it in its own body; ${task.children} children` +
        (task.creator !== task.lane ? `; it moved from ${run.lanes[task.creator].name} to ${run.lanes[task.lane].name}` : "");
      if (task.parent !== 0xffffffff) { const p = await run.task(task.parent); text += `; parent: task ${task.parent}${p ? ", " + run.siteText(p.site) : ""}`; }
    }
    out.textContent = text;
  }
  // The lanes as they are in the window, in 900 columns.
  svg(top) {
    const run = this.run, columns = 900, states = run.states.length, parts = [];
    run.shown.forEach((lane, row) => {
      const y = top + row * 14, cells = run.cellData[lane];
      parts.push(`<text x="0" y="${y + 10}" font-size="10" font-family="sans-serif">${run.processes > 1 ? run.lanes[lane].name : lane}</text>`);
      let last = null, begin = 0;
      for (let x = 0; x <= columns; ++x) {
        let colour = null;
        if (x < columns) {
          const bin = Math.min(run.bins - 1, Math.floor((view.from + (view.to - view.from) * x / columns) / run.end * run.bins));
          let state = 0;
          for (let s = 1; s < states; ++s) if (cells.shares[bin * states + s] > cells.shares[bin * states + state]) state = s;
          if (cells.shares[bin * states + state] > 0) colour = this.colour(state, cells.sites[bin]);
        }
        if (colour === last && x < columns) continue;
        if (last !== null) parts.push(`<rect x="${40 + begin}" y="${y}" width="${x - begin}" height="12" fill="${last}"/>`);
        last = colour; begin = x;
      }
    });
    return parts.join("\n");
  }
}

let pending = false;
function redraw() {
  if (pending) return;
  pending = true;
  requestAnimationFrame(() => { pending = false; view.pictures.forEach(p => p.draw()); tellWindow(); });
}
function show(from, to) {
  const end = Math.max(...runs.map(r => r.end)), length = Math.min(end, Math.max(50, to - from));
  view.from = Math.min(Math.max(0, from), end - length);
  view.to = view.from + length;
  redraw();
}
function tellWindow() { document.getElementById("window").textContent = timeText(view.from) + " to " + timeText(view.to); }
