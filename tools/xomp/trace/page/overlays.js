// What lies over the lanes: tasks that moved, messages, the selected task with its relatives, marks of a finding, a marked area, a hit.
function drawOverlays(picture, g) {
  if (view.arrows) drawMoves(picture, g);
  if (view.messages) drawMessages(picture, g);
  drawMarks(picture, g);
  drawSelection(picture, g);
  drawHit(picture, g);
  drawArea(picture, g);
}

function middleOf(picture, lane) {
  const row = picture.rows.byLane.get(lane);
  return row ? row.y + Math.min(row.height, view.nested ? row.unit : row.height) / 2 : null;
}

// A line from where the task was made to where it began, where a dot is.
function drawMoves(picture, g) {
  if (picture.arriving.length > kMostArrows) return;
  g.strokeStyle = g.fillStyle = theme.ink.arrow;
  g.lineWidth = 1;
  for (const [index, x1, y1] of picture.arriving) {
    const task = picture.run.taskNow(index, redraw), y0 = task && middleOf(picture, task.creator);
    if (!task || y0 === null || x1 < picture.left) continue;
    g.beginPath(); g.moveTo(picture.x(task.created), y0); g.lineTo(x1, y1); g.stroke();
    g.beginPath(); g.arc(x1, y1, 2.2, 0, 7); g.fill();
  }
}

function drawArrow(g, x0, y0, x1, y1) {
  g.beginPath(); g.moveTo(x0, y0); g.lineTo(x1, y1); g.stroke();
  const angle = Math.atan2(y1 - y0, x1 - x0);
  g.beginPath(); g.moveTo(x1, y1); g.lineTo(x1 - 6 * Math.cos(angle - 0.4), y1 - 6 * Math.sin(angle - 0.4));
  g.lineTo(x1 - 6 * Math.cos(angle + 0.4), y1 - 6 * Math.sin(angle + 0.4)); g.fill();
}

// From where a message was sent to where it was there. Not more of them than can be told apart.
function drawMessages(picture, g) {
  const d = picture.run.messageData, kMost = 2000;
  if (!d) return;
  let lo = 0, hi = d.received.length;
  while (lo < hi) { const m = (lo + hi) >> 1; if (d.received[m] < view.from) lo = m + 1; else hi = m; }
  let end = lo;
  while (end < d.received.length && d.received[end] <= view.to && end - lo <= kMost) ++end;
  if (end - lo > kMost) return;
  g.strokeStyle = g.fillStyle = theme.ink.message;
  g.globalAlpha = 0.65;
  for (let i = lo; i < end; ++i) {
    const y0 = middleOf(picture, d.from[i]), y1 = middleOf(picture, d.to[i]);
    if (y0 !== null && y1 !== null) drawArrow(g, picture.x(d.received[i] - d.took[i]), y0, picture.x(d.received[i]), y1);
  }
  g.globalAlpha = 1;
}

// A frame around a piece of a lane, in the depth in which it stands.
function frame(picture, g, lane, from, to, depth, width) {
  const row = picture.rows.byLane.get(lane);
  if (!row || to < view.from || from > view.to) return null;
  const x0 = picture.x(from), x1 = Math.max(x0 + 2, picture.x(to));
  const y = row.y + (view.nested && !row.group ? Math.min(kDeepest, depth) * row.unit : 0), height = view.nested && !row.group ? row.unit : row.height;
  g.lineWidth = width;
  g.strokeRect(x0 - width / 2, y - width / 2 + 0.5, x1 - x0 + width, height + width - 1);
  return { x0, x1, y: y + height / 2 };
}

function drawMarks(picture, g) {
  if (!view.marks || view.marks.run !== picture.run) return;
  g.strokeStyle = g.fillStyle = theme.ink.mark;
  for (const [from, to, lane] of view.marks.spans) {
    const at = frame(picture, g, lane, from, to, 0, 2);
    if (!at) continue;
    g.globalAlpha = 0.18;
    const row = picture.rows.byLane.get(lane);
    g.fillRect(at.x0, row.y, at.x1 - at.x0, row.height);
    g.globalAlpha = 1;
  }
}

// The depth in which the task's first slice stands.
function depthOf(picture, task) {
  if (!view.nested) return 0;
  const slice = picture.run.sliceAt(task.lane, task.begin + 1, redraw);
  return slice ? slice.depth : 0;
}
function middleOfTask(picture, task) {
  const row = picture.rows.byLane.get(task.lane), y = middleOf(picture, task.lane);
  return y === null || row.group ? y : y + Math.min(kDeepest, depthOf(picture, task)) * (view.nested ? row.unit : 0);
}
function frameTask(picture, g, task, colour, width) {
  g.strokeStyle = g.fillStyle = colour;
  return task.begin < 0 ? null : frame(picture, g, task.lane, task.begin, task.end >= 0 ? task.end : picture.run.end, depthOf(picture, task), width);
}

function drawSelection(picture, g) {
  const chosen = view.selected;
  if (!chosen || chosen.run !== picture.run) return;
  // From a moment of a task, or of a lane, to a moment of another task.
  const ink = theme.ink, arrow = (t0, from, t1, task) => {
    const y0 = typeof from === "number" ? middleOf(picture, from) : middleOfTask(picture, from), y1 = middleOfTask(picture, task);
    if (y0 === null || y1 === null || t0 < 0 || t1 < 0) return;
    g.lineWidth = 1.4;
    drawArrow(g, picture.x(t0), y0, picture.x(t1), y1);
  };
  if (!chosen.task) {
    g.strokeStyle = ink.select;
    frame(picture, g, chosen.slice.lane, chosen.slice.begin, chosen.slice.end, chosen.slice.depth, 2.5);
    return;
  }
  for (const child of chosen.children) {
    frameTask(picture, g, child, ink.relative, 1.2);
    arrow(child.created, child.creator === chosen.task.lane ? chosen.task : child.creator, child.begin, child);
  }
  if (chosen.parent) {
    frameTask(picture, g, chosen.parent, ink.relative, 2);
    arrow(chosen.task.created, chosen.task.creator === chosen.parent.lane ? chosen.parent : chosen.task.creator, chosen.task.begin, chosen.task);
  }
  g.setLineDash([5, 3]);
  for (const task of chosen.before) { frameTask(picture, g, task, ink.dependence, 1.6); arrow(task.end, task, chosen.task.begin, chosen.task); }
  for (const task of chosen.after) { frameTask(picture, g, task, ink.dependence, 1.6); arrow(chosen.task.end, chosen.task, task.begin, task); }
  g.setLineDash([]);
  frameTask(picture, g, chosen.task, ink.select, 2.5);
}

function drawHit(picture, g) {
  if (!view.hit || view.hit.run !== picture.run) return;
  g.strokeStyle = theme.ink.mark;
  frame(picture, g, view.hit.lane, view.hit.begin, view.hit.end, view.hit.task ? depthOf(picture, view.hit.task) : view.hit.depth, 2);
}

function drawArea(picture, g) {
  const area = view.area;
  if (!area || area.run !== picture.run) return;
  const rows = area.lanes.map(lane => picture.rows.byLane.get(lane)).filter(row => row);
  if (rows.length === 0) return;
  const top = Math.min(...rows.map(row => row.y)), bottom = Math.max(...rows.map(row => row.y + row.height));
  const x0 = picture.x(area.from), x1 = picture.x(area.to);
  g.fillStyle = theme.ink.shade;
  g.fillRect(x0, top, x1 - x0, bottom - top);
  g.strokeStyle = theme.ink.select;
  g.lineWidth = 1;
  g.strokeRect(x0 + 0.5, top + 0.5, x1 - x0, bottom - top);
}

// The chain of the selected task in a lane of its own: each task from its begin until it made the next one, and before each how long
// it waited to begin.
function drawChain(picture) {
  const chosen = view.selected, tasks = chosen && chosen.run === picture.run ? chosen.chain : [];
  picture.chain.hidden = tasks.length === 0;
  picture.chainSlices = [];
  if (tasks.length === 0) return;
  const height = 22, g = picture.prepare(picture.chain, height);
  g.fillStyle = theme.ink.dim;
  picture.drawText(g, `chain: ${tasks.length}`, 2, 15, picture.left - 6);
  g.beginPath(); g.rect(picture.left, 0, picture.plot, height); g.clip();
  tasks.forEach((task, i) => {
    if (task.begin < 0) return;
    const next = tasks[i + 1], to = next ? next.created : task.end >= 0 ? task.end : picture.run.end;
    picture.chainSlices.push({ from: task.begin, to, task });
    const x0 = picture.x(task.begin), x1 = Math.max(x0 + 1, picture.x(to)), waited = picture.x(task.created);
    if (i > 0) { g.fillStyle = theme.ink.nest; g.fillRect(waited, 9, x0 - waited, 4); }
    g.fillStyle = colourOfSite(picture.run, task.site);
    g.fillRect(x0, 2, x1 - x0, height - 4);
    if (x1 - x0 > 50) { g.fillStyle = theme.name === "dark" ? "#0c1016" : "#fff"; picture.drawText(g, shortName(picture.run.siteText(task.site)), Math.max(x0, picture.left) + 3, 15, x1 - Math.max(x0, picture.left) - 6); }
    if (!next) { g.strokeStyle = theme.ink.select; g.lineWidth = 2.5; g.strokeRect(x0, 2, x1 - x0, height - 4); }
  });
}
