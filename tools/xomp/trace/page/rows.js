// Which lanes stand in which row: in what order, and folded together or not.
const kBusiest = 32;  // lanes that stay when the others are folded

class Rows {
  constructor(run) {
    this.run = run;
    this.open = new Set();  // names of groups that are folded out
    this.list = [];
    this.height = 0;
  }
  // Groups of lanes in the order in which they are shown; a group without a name is never folded.
  groups() {
    const run = this.run, work = lane => run.timeOf(lane, "work"), idle = lane => run.timeOf(lane, "wait");
    const order = { number: (a, b) => a - b, work: (a, b) => work(b) - work(a), idle: (a, b) => idle(b) - idle(a) }[view.sort];
    const sorted = [...run.shown].sort(order);
    if (view.fold === "processes" && run.processes > 1) {
      const groups = new Map();
      for (const lane of sorted) {
        const process = run.lanes[lane].process || 0;
        if (!groups.has(process)) groups.set(process, { name: "process " + process, lanes: [] });
        groups.get(process).lanes.push(lane);
      }
      return [...groups.values()];
    }
    if (view.fold === "others" && sorted.length > kBusiest + 1) {
      const busiest = new Set([...run.shown].sort((a, b) => work(b) - work(a)).slice(0, kBusiest));
      return [{ name: "", lanes: sorted.filter(lane => busiest.has(lane)) }, { name: "others", lanes: sorted.filter(lane => !busiest.has(lane)) }];
    }
    return [{ name: "", lanes: sorted }];
  }
  arrange() {
    const groups = this.groups(), many = groups.reduce((n, g) => n + (g.name && !this.open.has(g.name) ? 1 : g.lanes.length), 0);
    const depthOf = lane => view.nested ? Math.min(kDeepest, this.run.lanes[lane].depth || 0) : 0;
    const lines = groups.reduce((n, g) => n + (g.name && !this.open.has(g.name) ? 1 : g.lanes.reduce((m, lane) => m + depthOf(lane) + 1, 0)), 0);
    const unit = Math.max(view.nested ? 8 : 10, Math.min(view.nested ? 16 : 26, Math.floor(520 / Math.max(1, view.nested ? lines : many))));
    this.list = [];
    this.byLane = new Map();
    let y = 1;
    const add = row => {
      row.y = y;
      row.unit = unit;
      y += row.height + 2;
      for (const lane of row.lanes) this.byLane.set(lane, row);
      this.list.push(row);
    };
    for (const group of groups) {
      const isOpen = this.open.has(group.name);
      if (group.name) add({ group: group.name, label: (isOpen ? "▾ " : "▸ ") + group.name + ` (${group.lanes.length})`, lanes: group.lanes, height: Math.max(12, unit), isOpen });
      if (group.name && !isOpen) continue;
      for (const lane of group.lanes) add({ label: this.run.lanes[lane].name, lanes: [lane], height: unit * (depthOf(lane) + 1) });
    }
    this.height = y;
  }
  at(y) { return this.list.find(row => y >= row.y && y < row.y + row.height + 2) || null; }
  toggle(group) {
    if (!this.open.delete(group)) this.open.add(group);
    this.arrange();
  }
  // Folds the lane's group out, if it is folded.
  show(lane) {
    const row = this.byLane.get(lane);
    if (row && row.group && !row.isOpen) this.toggle(row.group);
    return this.byLane.get(lane);
  }
}
