// The data of the page: unpacked block by block, when a picture needs them.
const runs = JSON.parse(document.getElementById("meta").textContent);
const kNone = 0xffffffff, kNoSite = 0xffff, kArrives = 0x80, kStateBits = 0x3f;

// Columns follow one another, each padded to eight bytes.
class Columns {
  constructor(buffer) { this.buffer = buffer; this.at = 0; }
  next(Type, count) {
    const column = new Type(this.buffer, this.at, count);
    this.at = (this.at + count * Type.BYTES_PER_ELEMENT + 7) & ~7;
    return column;
  }
}

// Unpacked blocks, each unpacked once while it is here. The oldest ones go when there are too many bytes, but never one that the
// picture on the screen is made of: it would be unpacked again for each picture.
class BlockCache {
  constructor(limit) { this.limit = limit; this.bytes = 0; this.entries = new Map(); this.picture = 0; this.unpackings = 0; }
  async unpack(id) {
    ++this.unpackings;
    const text = atob(byId("b" + id).textContent), bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer();
  }
  // Returns a promise of what `read` makes of the block.
  get(id, read) {
    let entry = this.entries.get(id);
    if (entry) {
      this.entries.delete(id);
    } else {
      entry = { value: null, bytes: 0 };
      entry.promise = this.unpack(id).then(buffer => {
        entry.value = read(new Columns(buffer));
        entry.bytes = buffer.byteLength;
        this.bytes += entry.bytes;
        this.shrink();
        return entry.value;
      });
    }
    entry.picture = this.picture;
    this.entries.set(id, entry);
    return entry.promise;
  }
  // Returns it if it is here. Else it is fetched, and `then` is called.
  peek(id, read, then) {
    const entry = this.entries.get(id);
    if (entry && entry.value) { entry.picture = this.picture; return entry.value; }
    if (!entry || then) this.get(id, read).then(then || (() => {}));
    return null;
  }
  shrink() {
    for (const [id, entry] of this.entries) {
      if (this.bytes <= this.limit) return;
      if (!entry.value || entry.picture === this.picture) continue;
      this.entries.delete(id);
      this.bytes -= entry.bytes;
    }
  }
}
const cache = new BlockCache(128 << 20);

class Run {
  constructor(meta, number) {
    Object.assign(this, meta);
    this.number = number;
    for (const name of ["functions", "regions", "loops", "mutexes", "findings", "sites", "lanes", "flows", "caveats"]) this[name] = this[name] || [];
    this.blocks = (this.blocks || []).map(lane => (lane || []).map(b => ({ begin: b[0], end: b[1], count: b[2], shift: b[3], id: b[4] })));
    this.taskBlocks = (this.taskBlocks || []).map(b => ({ count: b[0], id: b[1] }));
    this.taskCount = this.taskBlocks.reduce((sum, b) => sum + b.count, 0);
    // Lanes without a record are not shown.
    this.shown = this.lanes.map((lane, i) => i).filter(i => this.lanes[i].used);
    this.siteRank = new Map(this.functions.map((f, i) => [f.site, i]));
    this.regions.forEach(r => { if (!this.siteRank.has(r.site)) this.siteRank.set(r.site, this.siteRank.size); });
    this.workState = this.states.indexOf("work");
    this.outside = this.states.indexOf("outside");
  }
  rankOfSite(site) { return this.siteRank.has(site) ? this.siteRank.get(site) : site + this.siteRank.size; }
  siteText(site) { return site === kNoSite || !this.sites[site] ? "" : this.sites[site].text; }
  // The time that the lane has spent in states of one kind.
  timeOf(lane, kind) { return this.lanes[lane].time.reduce((sum, ns, s) => sum + (kindOfState(this.states[s]) === kind ? ns : 0), 0); }
  async loadCells() {
    const states = this.states.length;
    this.cellData = await cache.get(this.cells, c => this.lanes.map(() => ({ shares: c.next(Uint8Array, this.bins * states), sites: c.next(Uint16Array, this.bins) })));
  }
  // Messages between processes, in the order in which they came.
  async loadMessages() {
    if (!this.messages) return;
    const n = this.messages[0];
    this.messageData = await cache.get(this.messages[1], c => ({ received: c.next(Float64Array, n), took: c.next(Float32Array, n),
      bytes: c.next(Float32Array, n), from: c.next(Uint16Array, n), to: c.next(Uint16Array, n) }));
  }
  readSlices(block) {
    const n = block.count;
    return c => ({ begin: c.next(Uint32Array, n), length: c.next(Uint32Array, n), what: c.next(Uint32Array, n), site: c.next(Uint16Array, n),
      state: c.next(Uint8Array, n), depth: c.next(Uint8Array, n) });
  }
  // The slices of a block: now, if it is here (`then` is called when it has come); or a promise.
  slices(block, then) { return cache.peek(block.id, this.readSlices(block), then); }
  slicesLater(block) { return cache.get(block.id, this.readSlices(block)); }
  slice(lane, block, data, i) {
    const unit = 2 ** block.shift, begin = block.begin + data.begin[i] * unit;
    return { lane, begin, end: begin + data.length[i] * unit, state: data.state[i] & kStateBits, flags: data.state[i], site: data.site[i],
      what: data.what[i], depth: data.depth[i] };
  }
  // The first slice of the block that ends at `t` or later.
  firstAt(block, data, t) {
    const wanted = (t - block.begin) / 2 ** block.shift;
    let lo = 0, hi = block.count;
    while (lo < hi) { const m = (lo + hi) >> 1; if (data.begin[m] + data.length[m] < wanted) lo = m + 1; else hi = m; }
    return lo;
  }
  // The slice of a lane at a moment. undefined: its block has to come first, and `then` will be called. null: there is none.
  sliceAt(lane, t, then) {
    const block = (this.blocks[lane] || []).find(b => b.begin <= t && b.end >= t);
    if (!block) return null;
    const data = this.slices(block, then);
    if (!data) return undefined;
    let i = this.firstAt(block, data, t);
    if (i + 1 < block.count && this.slice(lane, block, data, i).end <= t) ++i;
    if (i >= block.count) return null;
    const slice = this.slice(lane, block, data, i);
    return slice.begin <= t ? slice : null;
  }
  // The first slice of a lane that begins at `t` or later (by = 1), or the last one that begins before (by = -1); as sliceAt().
  sliceBeside(lane, t, by, then) {
    const blocks = this.blocks[lane] || [], block = by > 0 ? blocks.find(b => b.end > t) : blocks.filter(b => b.begin < t).pop();
    if (!block) return null;
    const data = this.slices(block, then);
    if (!data) return undefined;
    let i = Math.min(block.count - 1, this.firstAt(block, data, t));
    while (by > 0 && i + 1 < block.count && this.slice(lane, block, data, i).begin < t) ++i;
    while (by < 0 && i > 0 && this.slice(lane, block, data, i).begin >= t) --i;
    return this.slice(lane, block, data, i);
  }
  readTasks(n) {
    return c => ({ created: c.next(Float64Array, n), wait: c.next(Float32Array, n), length: c.next(Float32Array, n),
      own: c.next(Float32Array, n), parent: c.next(Uint32Array, n), creator: c.next(Uint16Array, n), lane: c.next(Uint16Array, n),
      site: c.next(Uint16Array, n), children: c.next(Uint16Array, n) });
  }
  taskOf(data, index) {
    const i = index % this.taskBlock, t = { index };
    for (const name of Object.keys(data)) t[name] = data[name][i];
    t.begin = t.wait >= 0 ? t.created + t.wait : -1;
    t.end = t.begin >= 0 && t.length >= 0 ? t.begin + t.length : -1;
    return t;
  }
  taskNow(index, then) {
    const block = this.taskBlocks[Math.floor(index / this.taskBlock)];
    const data = block && cache.peek(block.id, this.readTasks(block.count), then);
    return data ? this.taskOf(data, index) : null;
  }
  async task(index) {
    const block = this.taskBlocks[Math.floor(index / this.taskBlock)];
    return block ? this.taskOf(await cache.get(block.id, this.readTasks(block.count)), index) : null;
  }
  // Calls `take` for each task whose site is wanted, in the order of creation, until it returns false.
  async eachTask(wanted, take) {
    for (let b = 0; b < this.taskBlocks.length; ++b) {
      const block = this.taskBlocks[b], data = await cache.get(block.id, this.readTasks(block.count));
      for (let i = 0; i < block.count; ++i) {
        if (wanted(data.site[i]) && take(this.taskOf(data, b * this.taskBlock + i)) === false) return;
      }
    }
  }
  // A task's children are made after it, so they have higher numbers.
  async childrenOf(task, most) {
    const found = [];
    const wanted = Math.min(most, task.children);
    for (let b = Math.floor(task.index / this.taskBlock); b < this.taskBlocks.length && found.length < wanted; ++b) {
      const block = this.taskBlocks[b], data = await cache.get(block.id, this.readTasks(block.count));
      for (let i = 0; i < block.count && found.length < wanted; ++i) {
        if (data.parent[i] === task.index) found.push(this.taskOf(data, b * this.taskBlock + i));
      }
    }
    return found;
  }
  // The tasks that a task waited for, and those that waited for it.
  async dependencesOf(index) {
    if (!this.dependences) return { before: [], after: [] };
    const [n, id] = this.dependences;
    const d = await cache.get(id, c => ({ later: c.next(Uint32Array, n), earlier: c.next(Uint32Array, n), byEarlier: c.next(Uint32Array, n) }));
    const range = (key, other) => {
      let lo = 0, hi = n;
      while (lo < hi) { const m = (lo + hi) >> 1; if (key(m) < index) lo = m + 1; else hi = m; }
      const list = [];
      for (; lo < n && key(lo) === index; ++lo) list.push(other(lo));
      return list;
    };
    return { before: range(i => d.later[i], i => d.earlier[i]), after: range(i => d.earlier[d.byEarlier[i]], i => d.later[d.byEarlier[i]]) };
  }
}
