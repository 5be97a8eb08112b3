"""Pieces of HTML. Everything that comes from a results file goes through `text`."""
import html

from . import drawing


def text(value):
    return html.escape(str(value), quote=True)


class Raw(str):
    """A cell that is HTML already."""


def section(identifier, title, *parts):
    return f'<section id="{identifier}">\n<h2>{text(title)}</h2>\n' + "\n".join(part for part in parts if part) + "\n</section>"


class Nothing(str):
    """Why a section is empty."""


def paragraph(words, kind=""):
    return f"<p{f' class={kind}' if kind else ''}>{text(words)}</p>"


def table(caption, columns, rows, row_kinds=None):
    """columns: (title, "text" or "number"); the first column's cells are row headers. row_kinds: a CSS class for each row."""
    head = "".join(f'<th scope="col" class="{kind}">{text(title)}</th>' for title, kind in columns)
    body = []
    for index, row in enumerate(rows):
        cells = [cell(value, kind, first=position == 0) for position, (value, (_, kind)) in enumerate(zip(row, columns))]
        kind = f' class="{row_kinds[index]}"' if row_kinds and row_kinds[index] else ""
        body.append(f"<tr{kind}>{''.join(cells)}</tr>")
    return (f'<div class="scroll" role="region" aria-label="{text(caption)}" tabindex="0"><table><caption>{text(caption)}</caption><thead><tr>{head}</tr></thead>\n<tbody>'
            + "\n".join(body) + "</tbody></table></div>")


def cell(value, kind, first):
    inside = value if isinstance(value, Raw) else text(value)
    return f'<th scope="row" class="{kind}">{inside}</th>' if first else f'<td class="{kind}">{inside}</td>'


def details(summary, inside, opened=False):
    return f"<details{' open' if opened else ''}><summary>{text(summary)}</summary>\n{inside}\n</details>"


def picture(figure, name, caption, wide=False):
    """A drawn figure with its caption. `wide` ones scroll sideways on a phone rather than shrink until they cannot be read."""
    kind = ' class="wide"' if wide else ""
    drawn = drawing.svg(figure, name, caption)
    return f'<figure{kind}><div class="scroll">{drawn}</div><figcaption>{text(caption)}</figcaption></figure>'


def panels(figures, kind=""):
    """Side by side as many as fit; kind "pairs": two."""
    return f'<div class="panels {kind}">\n' + "\n".join(figures) + "\n</div>" if figures else ""


def identifier(name):
    """A name as an id: letters, digits and dashes."""
    return "".join(character if character.isascii() and character.isalnum() else "-" for character in name)
