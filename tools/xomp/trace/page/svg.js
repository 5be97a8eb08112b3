// What the window shows as a picture of its own, with title, axis and legend.
const kSvgWidth = 960, kSvgLeft = 92;

function svgText(x, y, text, size, weight) {
  return `<text x="${x}" y="${y}" font-size="${size}" font-family="sans-serif" fill="${theme.ink.text}"${weight ? ` font-weight="${weight}"` : ""}>${escaped(text)}</text>`;
}

// The rows, each column in the colour of the state with most of its time.
function svgRows(picture, top) {
  const run = picture.run, columns = kSvgWidth - kSvgLeft, states = run.states.length, parts = [];
  picture.rows.list.forEach((row, number) => {
    const y = top + number * 14, { sums, sites } = picture.columnsOf(row.lanes, columns);
    parts.push(svgText(2, y + 10, row.label.length > 15 ? row.label.slice(0, 14) + "…" : row.label, 10));
    let last = null, begin = 0;
    for (let x = 0; x <= columns; ++x) {
      let colour = null;
      if (x < columns) {
        let state = -1;
        for (let s = 0; s < states; ++s) if (s !== run.outside && sums[x * states + s] > (state < 0 ? 0 : sums[x * states + state])) state = s;
        if (state >= 0) colour = colourOf(run, state, sites[x]);
      }
      if (colour === last && x < columns) continue;
      if (last !== null) parts.push(`<rect x="${kSvgLeft + begin}" y="${y}" width="${x - begin}" height="12" fill="${last}"/>`);
      last = colour;
      begin = x;
    }
  });
  return parts;
}

function svgAxis(y) {
  const span = view.to - view.from, step = roundStep(span / 7), parts = [];
  for (let i = Math.ceil(view.from / step); i * step <= view.to; ++i) {
    const x = kSvgLeft + (i * step - view.from) / span * (kSvgWidth - kSvgLeft), text = momentText(i * step, step, view.to);
    parts.push(`<rect x="${x.toFixed(1)}" y="${y}" width="1" height="4" fill="${theme.ink.dim}"/>`);
    if (x + text.length * 6 < kSvgWidth) parts.push(svgText((x + 2).toFixed(1), y + 12, text, 10));
  }
  return parts;
}

// Only boxes: lines and frames of the page are not in the picture.
function svgLegend(top) {
  const parts = [];
  let x = kSvgLeft, y = top;
  for (const [colour, text, , shape] of legendEntries()) {
    const width = 26 + text.length * 6;
    if (shape !== "box") continue;
    if (x + width > kSvgWidth && x > kSvgLeft) { x = kSvgLeft; y += 16; }
    if (colour !== "transparent") parts.push(`<rect x="${x}" y="${y}" width="10" height="10" fill="${colour}"/>`);
    parts.push(svgText(x + 14, y + 9, text, 10));
    x += width;
  }
  return [parts, y + 20];
}

function makeSvg() {
  const title = `${runs.map(r => r.title).join(" and ")}: ${byId("window").textContent}`, parts = [svgText(2, 16, title, 14, "bold")];
  let y = 28;
  for (const picture of view.pictures) {
    if (runs.length > 1) { parts.push(svgText(2, y + 9, `${picture.run.title}, ${timeText(picture.run.end)}`, 11, "bold")); y += 14; }
    parts.push(...svgRows(picture, y));
    y += picture.rows.list.length * 14;
    parts.push(...svgAxis(y));
    y += 24;
  }
  const [legend, bottom] = svgLegend(y);
  parts.push(...legend);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${kSvgWidth}" height="${bottom}" viewBox="0 0 ${kSvgWidth} ${bottom}" role="img">\n<title>${escaped(title)}</title>\n` +
    `<rect width="100%" height="100%" fill="${theme.ink.back}"/>\n${parts.join("\n")}\n</svg>\n`;
}

function saveSvg() {
  const address = URL.createObjectURL(new Blob([makeSvg()], { type: "image/svg+xml" }));
  element("a", { href: address, download: runs[0].title + ".svg" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
