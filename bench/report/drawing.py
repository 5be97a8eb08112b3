"""One look for all pictures: small panels that stand side by side on a screen and one below the other on a phone.

A picture is drawn once and becomes either part of a page, where its colours follow the page's (light or dark), or a file of its own.
"""
import io
import math
import re

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot, ticker  # noqa: E402

from . import peers  # noqa: E402

# Stand-ins for what the page decides.
TEXT, GRID, MUTED, GROUND = "#1f2933", "#d9dee4", "#5f6c7b", "#fffffe"
PAGE_COLOURS = {TEXT: "var(--text)", GRID: "var(--grid)", MUTED: "var(--muted)", GROUND: "var(--ground)"}
PAGE_COLOURS |= {look.colour: f"var(--{name}, {look.colour})" for name, look in peers.LOOKS.items()}

POINTS = 72  # figures are sized in points, which become the SVG's units
PANEL = (360, 270)

pyplot.rcParams.update({
    "svg.fonttype": "none", "font.size": 10, "text.color": TEXT, "axes.labelcolor": MUTED, "axes.edgecolor": GRID, "xtick.color": MUTED,
    "ytick.color": MUTED, "axes.grid": True, "grid.color": GRID, "grid.linewidth": 0.7, "axes.axisbelow": True, "axes.spines.top": False,
    "axes.spines.right": False, "axes.titlesize": 11, "axes.titleweight": "bold", "axes.titlelocation": "left", "lines.linewidth": 1.8,
    "lines.markersize": 5, "font.family": "sans-serif", "font.sans-serif": ["DejaVu Sans"], "axes.labelsize": 9, "xtick.labelsize": 9,
    "ytick.labelsize": 9, "figure.facecolor": "none", "axes.facecolor": "none", "legend.frameon": False})


def panel(title, x_label="", y_label="", size=PANEL):
    """A figure with one pair of axes."""
    figure, axes = pyplot.subplots(figsize=(size[0] / POINTS, size[1] / POINTS), layout="constrained")
    axes.set_title(title)
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label, rotation="horizontal", ha="left", y=1.0, va="bottom")
    axes.yaxis.set_label_coords(0, 1.01)
    if y_label:
        axes.set_title(title, pad=18)
    return figure, axes


def grid(count, columns=3):
    """A figure of `count` panels, and their axes."""
    rows = -(-count // columns)
    size = (columns * PANEL[0] * 0.8 / POINTS, rows * PANEL[1] * 0.75 / POINTS)
    figure, all_axes = pyplot.subplots(rows, columns, figsize=size, layout="constrained", squeeze=False)
    for axes in all_axes.flat[count:]:
        axes.set_visible(False)
    return figure, list(all_axes.flat[:count])


def svg(figure, name, description):
    """The figure as part of a page: ids of its own, colours from the page, no fixed size, a text for those who cannot see it."""
    text = plain_svg(figure, name)
    text = text[text.index("<svg"):]
    text = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", text, count=1)
    text = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", text, count=1)
    widest = 4 / 3 * figure.get_size_inches()[0] * POINTS
    text = text.replace("<svg ", f'<svg style="max-width:{widest:.0f}px" role="img" aria-label="{attribute(description)}" ', 1)
    for colour, variable in PAGE_COLOURS.items():
        text = text.replace(colour, variable)
    return re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)


def svg_file(figure, name, path):
    """The figure as a file on white ground, the same bytes for the same figures."""
    figure.set_facecolor("white")
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", plain_svg(figure, name), flags=re.DOTALL)
    path.write_text(re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE), encoding="utf-8")


def plain_svg(figure, name):
    out = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": name}):
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    pyplot.close(figure)
    text = out.getvalue()
    text = re.sub(r"font: ((?:[a-z0-9]+ )*?)([\d.]+)px [^;\"]*", r"font: \1\2px system-ui, 'DejaVu Sans', sans-serif", text)
    text = re.sub(r'\bid="', f'id="{name}-', text)
    return re.sub(r'(url\(#|href="#)', rf"\1{name}-", text)


def attribute(text):
    return str(text).replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;")


def threads_axis(axes, threads):
    axes.set_xscale("log", base=2)
    axes.set_xticks(sorted(set(threads)))
    axes.xaxis.set_major_formatter(ticker.FormatStrFormatter("%d"))
    axes.xaxis.set_minor_locator(ticker.NullLocator())


def log_axis(axis, formatter):
    """A logarithmic axis whose ticks are written as `formatter(value)` does, also where it spans less than a decade."""
    axis.set_major_formatter(ticker.FuncFormatter(lambda value, _: formatter(value)))
    low, high = axis.get_view_interval()
    span = high / max(low, 1e-300)
    if span >= 200:
        axis.set_major_locator(ticker.LogLocator(base=10, numticks=8))
    elif span >= 2.5:
        axis.set_major_locator(ticker.FixedLocator(steps(low, high, (1, 2, 5) if span >= 6 else (1, 1.5, 2, 3, 4, 5, 7))))
    else:
        axis.set_major_locator(ticker.MaxNLocator(5))
    axis.set_minor_locator(ticker.NullLocator())
    axis.set_minor_formatter(ticker.NullFormatter())


def steps(low, high, digits):
    """The round numbers between the ends of an axis."""
    exponents = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    return [digit * 10.0 ** exponent for exponent in exponents for digit in digits if low <= digit * 10.0 ** exponent <= high]


def seconds(value):
    """"1.5 us": three digits and a unit."""
    for unit, size in (("s", 1), ("ms", 1e-3), ("us", 1e-6), ("ns", 1e-9), ("ps", 1e-12)):
        if abs(value) >= size * 0.9995 or unit == "ps":
            return f"{value / size:.3g} {unit}".replace("us", "µs")
    return f"{value:g}"


def factor(value):
    return f"{value:.0f}" if value >= 9.995 else f"{value:.2g}" if value >= 0.01 else f"{value:.1e}"


def label_ends(axes, ends):
    """Writes each label beside its line's last point, pushed apart where they would overlap. ends: (x, y, text, colour)."""
    figure = axes.figure
    figure.canvas.draw()
    to_points = axes.transData.transform
    wanted = sorted(((to_points((x, y)), text, colour) for x, y, text, colour in ends), key=lambda end: end[0][1])
    step = 11 * figure.dpi / POINTS
    right = axes.transAxes.transform((1, 0))[0]
    low, high = axes.transAxes.transform((0, 0))[1], axes.transAxes.transform((0, 1))[1]
    places, last = [], low - step
    for (_, y), _, _ in wanted:
        last = max(y, last + step)
        places.append(last)
    ceiling = high
    for index in range(len(places) - 1, -1, -1):
        places[index] = min(places[index], ceiling)
        ceiling = places[index] - step
    from_points = axes.transAxes.inverted().transform
    for place, (_, text, colour) in zip(places, wanted):
        y = from_points((right, place))[1]
        axes.annotate(text, (1.0, y), xycoords="axes fraction", xytext=(5, 0), textcoords="offset points", va="center", fontsize=9,
                      color=colour, annotation_clip=False)
