// Colours of states and functions, on a light and on a dark page. States are known by their names, so that the page shows one that
// it has never heard of.
const stateStyles = {
  "serial": { kind: "work", light: "#8fa3bf", dark: "#7189ad" },
  "work": { kind: "work", light: "#2e9e4f", dark: "#3fb863" },
  "tasks not recorded": { kind: "work", light: "#9ccfa8", dark: "#5f8f6c" },
  "runtime": { kind: "runtime", light: "#e08a1e", dark: "#e59a3c" },
  "idle": { kind: "wait", light: "#d9dde3", dark: "#39404c" },
  "barrier": { kind: "wait", light: "#c3cad6", dark: "#48536a" },
  "end of region": { kind: "wait", light: "#e6dccb", dark: "#57503f" },
  "taskwait": { kind: "wait", light: "#c9d8e6", dark: "#3f5568" },
  "taskgroup": { kind: "wait", light: "#bcd9d3", dark: "#3a5c56" },
  "lock wait": { kind: "wait", light: "#c0392b", dark: "#e0604f" },
  "critical wait": { kind: "wait", light: "#d35f4f", dark: "#e98575" },
  "ordered wait": { kind: "wait", light: "#d98a6a", dark: "#c77a5b" },
  "wait for tasks": { kind: "wait", light: "#d8d2e6", dark: "#4b4463" },
  "MPI": { kind: "wait", light: "#a0287a", dark: "#c65aa6" },
  "no processor": { kind: "away", light: "#5a5048", dark: "#a89a8c" },
  "blocked": { kind: "away", light: "#b9a3d3", dark: "#7a63a0" },
  "outside": { kind: "outside", light: "#ffffff", dark: "#12161c" },
};
const otherStates = { light: ["#c9b458", "#a9b8c9", "#d39aa9", "#8fc0c4", "#b8a58c", "#c4a1d6"], dark: ["#9c8a34", "#5d7088", "#a05f72", "#4d8b90", "#7f6d54", "#835f99"] };
const palettes = {
  light: ["#3b76af", "#4aa564", "#c85c54", "#8e6bb0", "#c79a3a", "#3fa7a3", "#b75a93", "#7d8a3c", "#6f7f95", "#a8643a", "#5b5ea6",
    "#2f8f5b", "#d07f2f", "#99476b", "#4d8fc9", "#86a63b"],
  dark: ["#5b97d3", "#5cbb77", "#dd7a72", "#a98bcc", "#d8b055", "#57c0bb", "#cf78ad", "#9aa953", "#8c9cb3", "#c27e53", "#8084cf",
    "#4bb07a", "#e39a4f", "#bb678c", "#6fabdf", "#a2c257"],
};

// work, runtime, wait, away or outside: what a state counts for in sums. One of an unknown name is a wait.
function kindOfState(name) { return (stateStyles[name] || { kind: "wait" }).kind; }

// The page's own colours; the style sheet has them, too.
const inks = {
  light: { text: "#1c2330", dim: "#5a6577", back: "#ffffff", line: "#d6dbe3", mark: "#d81b60", select: "#0b57d0", relative: "#7b3fb5", dependence: "#b3541e",
    arrow: "rgba(20,20,30,0.55)", message: "#a0287a", running: "#2e9e4f", idle: "#101418", ready: "#c0392b", shade: "rgba(40,60,110,0.16)", nest: "rgba(90,101,119,0.22)", end: "rgba(90,101,119,0.10)", plain: "#101418" },
  dark: { text: "#dde3ec", dim: "#9aa6b8", back: "#12161c", line: "#313945", mark: "#ff6fa5", select: "#8ab4ff", relative: "#c9a2f2", dependence: "#f0a06c",
    arrow: "rgba(220,225,240,0.55)", message: "#e67cc3", running: "#3fb863", idle: "#c8d0dc", ready: "#e0604f", shade: "rgba(150,180,250,0.20)", nest: "rgba(160,175,200,0.22)", end: "rgba(160,175,200,0.10)", plain: "#000000" },
};
const theme = { name: "light", chosen: "auto", ink: inks.light };

function applyTheme(chosen) {
  theme.chosen = chosen;
  theme.name = chosen === "auto" ? (window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light") : chosen;
  theme.ink = inks[theme.name];
  document.documentElement.dataset.theme = theme.name;
}

function colourOfState(run, state) {
  const name = run.states[state], style = stateStyles[name];
  if (style) return style[theme.name];
  const unknown = run.states.filter(n => !stateStyles[n]).indexOf(name);
  return otherStates[theme.name][unknown % otherStates.light.length];
}

function colourOfSite(run, site) {
  if (site === kNoSite) return stateStyles.work[theme.name];
  const palette = palettes[theme.name];
  return palette[run.rankOfSite(site) % palette.length];
}

// What one slice is painted with.
function colourOf(run, state, site) {
  if (view.mode === "plain") return kindOfState(run.states[state]) === "work" ? stateStyles.work[theme.name] : theme.ink.plain;
  return view.mode === "function" && state === run.workState ? colourOfSite(run, site) : colourOfState(run, state);
}
