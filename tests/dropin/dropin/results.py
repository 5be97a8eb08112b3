"""Is a result the same as another: the same words, and numbers that differ by no more than the program's own tolerance."""
import re

TOKEN = re.compile(rb"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[A-Za-z_]+|\S")
NUMBER = re.compile(rb"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$")


def kept_lines(text, pattern):
    if not pattern:
        return text
    return b"\n".join(line for line in text.splitlines() if re.search(pattern.encode(), line))


def result_of(program, place, printed):
    """All that counts of a finished run, in one piece."""
    parts = [printed.encode()] if program.printed else []
    for name in program.results:
        path = place / name
        parts.append(path.read_bytes() if path.exists() else b"<no file " + name.encode() + b">")
    return b"\n".join(kept_lines(part, program.keep) for part in parts)


def near(a, b, relative):
    x, y = float(a), float(b)
    # Numbers that are noise around zero have no digits to compare.
    return abs(x - y) <= relative * max(abs(x), abs(y)) or max(abs(x), abs(y)) < 1e-12


def difference(ours, theirs, relative):
    """None when the results agree, else a short sentence."""
    if ours == theirs:
        return None
    if not ours.strip():
        return "no result"
    if relative == 0:
        return "another result"
    left, right = TOKEN.findall(ours), TOKEN.findall(theirs)
    if len(left) != len(right):
        return "a result of another length"
    for a, b in zip(left, right):
        if a == b:
            continue
        if not (NUMBER.match(a) and NUMBER.match(b)) or not near(a, b, relative):
            return f"{a.decode(errors='replace')} instead of {b.decode(errors='replace')}"
    return None
