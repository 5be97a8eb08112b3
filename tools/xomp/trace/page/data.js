// The data of the page: unpacked block by block, when a picture needs them.
const runs = JSON.parse(document.getElementById("meta").textContent);
const stateColours = ["#8fa3bf", "#2e9e4f", "#e08a1e", "#d9dde3", "#c0392b", "#9ccfa8", "#ffffff"];
const plainColours = ["#2e9e4f", "#2e9e4f", "#101418", "#101418", "#101418", "#2e9e4f", "#ffffff"];
const palette = ["#3b76af", "#4aa564", "#c85c54", "#8e6bb0", "#c79a3a", "#3fa7a3", "#b75a93", "#7d8a3c", "#6f7f95", "#a8643a",
  "#5b5ea6", "#2f8f5b", "#d07f2f", "#99476b", "#4d8fc9", "#86a63b"];

async function unpack(id) {
  const element = document.getElementById("b" + id);
  const text = atob(element.textContent);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return await new Response(stream).arrayBuffer();
}

// Columns follow one another, each padded to eight bytes.
class Columns {
  constructor(buffer) { this.buffer = buffer; this.at = 0; }
  next(Type, count) {
    const column = new Type(this.buffer, this.at, count);
    this.at = (this.at + count * Type.BYTES_PER_ELEMENT + 7) & ~7;
    return column;
  }
}

class Run {
  constructor(meta) {
    Object.assign(this, meta);
    for (const name of ["functions", "regions", "loops", "mutexes", "findings", "sites", "lanes", "flows"]) this[name] = this[name] || [];
    this.blocks = (this.blocks || []).map(lane => (lane || []).map(b => ({ begin: b[0], end: b[1], count: b[2], shift: b[3], id: b[4], data: null })));
    this.taskBlocks = (this.taskBlocks || []).map(b => ({ count: b[0], id: b[1], data: null }));
    // Lanes without a record are not shown.
    this.shown = this.lanes.map((lane, i) => i).filter(i => this.lanes[i].used);
    const order = this.functions.map(f => f.site);
    this.siteRank = new Map(order.map((site, i) => [site, i]));
  }
  colourOfSite(site) {
    if (site === 0xffff) return "#2e9e4f";
    const rank = this.siteRank.has(site) ? this.siteRank.get(site) : site + this.siteRank.size;
    return palette[rank % palette.length];
  }
  siteText(site) { return site === 0xffff || !this.sites[site] ? "" : this.sites[site].text; }
  async loadCells() {
    const columns = new Columns(await unpack(this.cells));
    const states = this.states.length;
    this.cellData = this.lanes.map(() => ({ shares: columns.next(Uint8Array, this.bins * states), sites: columns.next(Uint16Array, this.bins) }));
  }
  // Messages between processes, in the order in which they came.
  async loadMessages() {
    if (!this.messages) return;
    const n = this.messages[0], c = new Columns(await unpack(this.messages[1]));
    this.messageData = { received: c.next(Float64Array, n), took: c.next(Float32Array, n), bytes: c.next(Float32Array, n),
      from: c.next(Uint16Array, n), to: c.next(Uint16Array, n) };
  }
  // Asks for a block; `then` is called when it has come.
  load(block, then) {
    if (block.data || block.loading) return;
    block.loading = true;
    unpack(block.id).then(buffer => {
      const c = new Columns(buffer), n = block.count;
      block.data = { begin: c.next(Uint32Array, n), length: c.next(Uint32Array, n), what: c.next(Uint32Array, n),
        site: c.next(Uint16Array, n), state: c.next(Uint8Array, n) };
      then();
    });
  }
  async task(index) {
    const block = this.taskBlocks[Math.floor(index / this.taskBlock)];
    if (!block) return null;
    if (!block.data) {
      const c = new Columns(await unpack(block.id)), n = block.count;
      block.data = { created: c.next(Float64Array, n), wait: c.next(Float32Array, n), length: c.next(Float32Array, n),
        own: c.next(Float32Array, n), parent: c.next(Uint32Array, n), creator: c.next(Uint16Array, n), lane: c.next(Uint16Array, n),
        site: c.next(Uint16Array, n), children: c.next(Uint16Array, n) };
    }
    const i = index % this.taskBlock, d = block.data, t = { index };
    for (const name of Object.keys(d)) t[name] = d[name][i];
    return t;
  }
}

function timeText(ns) {
  if (!(ns >= 0)) return "-";
  if (ns < 1e3) return ns.toFixed(0) + " ns";
  if (ns < 1e6) return (ns / 1e3).toFixed(1) + " us";
  if (ns < 1e9) return (ns / 1e6).toFixed(2) + " ms";
  return (ns / 1e9).toFixed(3) + " s";
}
const percent = x => (100 * x).toFixed(x < 0.0995 ? 1 : 0) + " %";
const element = (name, attributes, ...children) => {
  const e = Object.assign(document.createElement(name), attributes || {});
  for (const child of children) e.append(child);
  return e;
};
