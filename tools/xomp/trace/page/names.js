// Texts: times with as many digits as a picture shows, and names short enough for a table.
function timeText(ns) {
  if (!(ns >= 0)) return "-";
  if (ns < 1e3) return ns.toFixed(0) + " ns";
  if (ns < 1e6) return (ns / 1e3).toFixed(1) + " us";
  if (ns < 1e9) return (ns / 1e6).toFixed(2) + " ms";
  return (ns / 1e9).toFixed(3) + " s";
}

// A moment of the run. Two moments that are `step` apart have different texts. `most`: the latest moment of the picture, whose
// unit all its texts have.
function momentText(ns, step, most) {
  const [unit, name] = most >= 1e9 ? [1e9, "s"] : most >= 1e6 ? [1e6, "ms"] : most >= 1e3 ? [1e3, "us"] : [1, "ns"];
  const digits = Math.ceil(-Math.log10(Math.max(1, step) / unit) - 1e-9);
  return (ns / unit).toFixed(Math.min(9, Math.max(0, digits))) + " " + name;
}

// The distance of an axis's marks: 1, 2 or 5 times a power of ten, at least `least`.
function roundStep(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return power * [1, 2, 5, 10].find(digit => digit * power >= least);
}

const percent = x => (100 * x).toFixed(x < 0.0995 ? 1 : 0) + " %";

// "task in f<std::vector<int> > (f.cpp:3)" becomes "task in f<…> (f.cpp:3)". What compares or shifts is no bracket.
function withoutArguments(text) {
  let out = "", depth = 0;
  for (let i = 0; i < text.length; ++i) {
    const named = /^operator(<=>|<<=|>>=|<<|>>|<=|>=|->\*|->|<|>|\(\))/.exec(text.slice(i, i + 13));
    if (depth === 0 && named) { out += named[0]; i += named[0].length - 1; continue; }
    const c = text[i];
    if (c === "<" && /[\w~]/.test(text[i - 1] || "")) { if (depth++ === 0) out += "<…>"; }
    else if (c === "<" && depth > 0) ++depth;
    else if (c === ">" && depth > 0) --depth;
    else if (depth === 0) out += c;
  }
  return depth === 0 ? out : text;
}

// Arguments of functions, but not the place in brackets at the end.
function withoutParameters(text) {
  const place = /( \([^()]*\))?$/.exec(text)[0], body = text.slice(0, text.length - place.length);
  let out = "", depth = 0;
  for (let i = 0; i < body.length; ++i) {
    if (body[i] === "(" && depth === 0 && /[\w>…)<=*+-]/.test(body[i - 1] || "") && body[i + 1] !== ")") out += "(…)";
    if (body[i] === "(") ++depth;
    const kept = depth === 0 || (depth === 1 && "()".includes(body[i]) && body[i + (body[i] === "(" ? 1 : -1)] === (body[i] === "(" ? ")" : "("));
    if (kept) out += body[i];
    if (body[i] === ")") --depth;
  }
  return (depth === 0 ? out : body) + place;
}

// Cython writes each part of a name with its length in front: __pyx_pw_7sklearn_5utils_1fib is sklearn.utils.fib.
function cythonName(symbol) {
  let rest = symbol.replace(/^(__pyx_fuse_[0-9_]*?(?=__pyx))?__pyx_[a-z]+_/, "");
  const parts = [];
  for (let match; (match = /^(\d+)/.exec(rest));) {
    const length = Number(match[1]), after = rest.slice(match[1].length);
    if (after.length >= length && length > 0 && (after.length === length || after[length] === "_")) {
      parts.push(after.slice(0, length));
      rest = after.slice(length + 1);
    } else { rest = after; break; }
  }
  if (rest) parts.push(rest);
  return parts.join(".");
}

const shortNames = new Map(), kLongestName = 64;
function shortName(text) {
  if (!shortNames.has(text)) {
    let short = text.replace(/__pyx_[a-z]+_\w+/g, cythonName).replace(/\.(_omp_fn|constprop|isra|part|cold)(\.\d+)*/g, "").replace(/\(anonymous namespace\)::/g, "");
    short = withoutParameters(withoutArguments(short));
    const place = /( \([^()]*\))?$/.exec(short)[0];
    if (short.length > kLongestName) short = short.slice(0, Math.max(16, kLongestName - place.length - 1)) + "…" + place;
    shortNames.set(text, short);
  }
  return shortNames.get(text);
}
const escaped = text => text.replace(/[&<>"]/g, c => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

const element = (name, attributes, ...children) => {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key in e) e[key] = value; else e.setAttribute(key, value);
  }
  for (const child of children) e.append(child);
  return e;
};
const byId = id => document.getElementById(id);
