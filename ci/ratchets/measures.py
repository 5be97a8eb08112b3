"""What ci/check-ratchets counts: each measure gives its places, as "file:line: what" with a value."""
import collections
import re

from sources import HEADERS, ROOT, all_sources

SHORT_FILE, LONG_FILE = 30, 450  # lines
USUAL_FUNCTION = 25
DUPLICATE = 8  # lines in a row

# What the language or the standard library looks for by its name.
BY_NAME = set("""main begin end cbegin cend rbegin rend size data value_type iterator_category difference_type pointer reference result_type
initial_suspend final_suspend unhandled_exception return_void return_value get_return_object await_ready await_suspend await_resume
yield_value promise_type hash tuple_size tuple_element get type value swap""".split())
EMPTY_WORDS = set("a an and are as at by for from has have in is it its of on or that the their these this those to was were which with".split())
LABEL = re.compile(r"\[[A-Z-]+[0-9]\]")
NAME = re.compile(r"[A-Za-z_0-9]+")
CODE_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


class Place:
    def __init__(self, source, line, text, value=1):
        self.file, self.value, self.text = str(source.path), value, f"{source.path}:{line}: {text}"


def longest_function(sources):
    return [Place(s, f.first, f"{f.name}() has {f.length} lines", f.length) for s in sources for f in s.functions]


def functions_over_25(sources):
    return [place for place in longest_function(sources) if place.value > USUAL_FUNCTION]


def files_under_30(sources):
    return [Place(s, 1, f"{len(s.lines)} lines; a thought of so few belongs to its neighbour's file") for s in sources if s.is_c and len(s.lines) < SHORT_FILE]


def files_over_450(sources):
    return [Place(s, 1, f"{len(s.lines)} lines") for s in sources if len(s.lines) > LONG_FILE]


def normalised(source):
    """(line number, text) of the lines that say something: no comments, includes, or braces alone."""
    lines = source.code.splitlines() if source.is_c else [re.sub(r"#.*", "", line) for line in source.lines]
    for number, line in enumerate(lines, 1):
        line = re.sub(r"\s+", " ", line).strip()
        if re.search(r"\w", line) and not re.match(r"#\s*(include|pragma|ifndef|endif)|import |from \w+ import|using namespace|namespace ", line):
            yield number, line


def shape_of(line):
    """The line with one sign for all names, strings and numbers; and these, in order."""
    return NAME.sub("_", line), NAME.findall(line)


def same_but_for_names(lines, others):
    """Whether one turns into the other by renaming: each name into one other, everywhere."""
    there, back = {}, {}
    for (shape, names), (other_shape, other_names) in zip(lines, others):
        if shape != other_shape:
            return False
        for name, other in zip(names, other_names):
            if there.setdefault(name, other) != other or back.setdefault(other, name) != name:
                return False
    return True


def duplicate_blocks(sources):
    """Blocks that stand earlier, too, with other names at most. Lists are none: lines that are all alike in shape."""
    seen, places = collections.defaultdict(list), []
    for source in sources:
        numbered = list(normalised(source))
        lines = [shape_of(text) for _, text in numbered]
        i = 0
        while i + DUPLICATE <= len(lines):
            window = tuple(shape for shape, _ in lines[i:i + DUPLICATE])
            match = None
            if len(set(window)) > DUPLICATE // 2:
                match = next(((s, at, n, ls) for s, at, n, ls in seen[window] if (s is not source or at + DUPLICATE <= i)
                              and same_but_for_names(lines[i:i + DUPLICATE], ls[at:at + DUPLICATE])), None)
                seen[window].append((source, i, numbered[i][0], lines))
            if match is None:
                i += 1
                continue
            other, at, number, there = match
            length = DUPLICATE
            while length < min(len(there) - at, len(lines) - i) and same_but_for_names(lines[i:i + length + 1], there[at:at + length + 1]):
                length += 1
            places.append(Place(source, numbered[i][0], f"{length} lines that {other.path}:{number} has, too", length))
            i += length
    return places


def stem(word):
    return re.sub(r"(?:ing|ed|es|s|e|d)$", "", word.lower())


def restating_comments(sources):
    places = []
    for source in sources:
        comments = {number: LABEL.sub("", comment) for number, comment in source.comments}
        code = source.code.splitlines()
        for number, comment in comments.items():
            trailing = code[number - 1].strip()
            if not trailing and (number - 1 in comments or number + 1 in comments):
                continue  # one line of several
            named = {stem(word) for word in CODE_WORD.findall(trailing or (code[number] if number < len(code) else ""))}
            said = {stem(word) for word in re.findall(r"[A-Za-z]+", comment) if word.lower() not in EMPTY_WORDS}
            if len(said) > 1 and said <= named and not re.search(r"[`\"()/=]", comment):
                places.append(Place(source, number, f'"// {comment}" only repeats the code\'s words'))
    return places


def bare_orders(sources):
    """Memory orders without a comment in their line or the one before, which should say why it is enough."""
    places = []
    for source in sources:
        commented = {number for number, _ in source.comments}
        for number, line in enumerate(source.code.splitlines(), 1):
            if number not in commented and number - 1 not in commented:
                places += [Place(source, number, f"{order} without a reason") for order in re.findall(r"std::memory_order_\w+", line)]
    return places


def dead_declarations(sources):
    uses, declarations = collections.Counter(), collections.Counter()
    for source in all_sources():
        if source.is_c:
            uses.update(re.findall(r"[A-Za-z_]\w*", source.code))
            declarations.update(name for name, _ in source.declared)
    return [Place(source, line, f"{name} is used nowhere") for source in sources if source.path.suffix in HEADERS and source.path.parts[0] != "include"
            for name, line in source.declared
            if uses[name] <= declarations[name] and name.lstrip("~") not in BY_NAME and not name.startswith(("~", "XOMP_"))]


def exported_names(sources):
    """The names of src/exports.txt, with each node, and the patterns of src/exports.map."""
    places = []
    for source in ("src/exports.txt", "src/exports.map"):
        for number, line in enumerate((ROOT / source).read_text().splitlines(), 1):
            line = line.split("#")[0].split("}")[0].strip()  # behind a brace stands the node that a node continues, no name
            names = line.split() if source.endswith("txt") and not line.startswith("[") else re.findall(r"[\w*]+(?=;)", line) if source.endswith("map") else []
            places += [Named(source, number, name) for name in names if name != "*"]
    return places


class Named:
    def __init__(self, file, line, name):
        self.file, self.value, self.text = file, 1, f"{file}:{line}: {name} is exported"
