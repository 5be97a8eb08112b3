"""The repository's sources, without their comments and the insides of strings, and the functions and names that they declare."""
import ast
import functools
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDERS = {"include": "src"}  # whose figures a folder's sources count in; else its own
TREES = ("src", "front", "tools", "bench", "models", "tests")
HEADERS = {".h", ".hpp"}
C_SUFFIXES = HEADERS | {".c", ".cpp", ".cc"}

APART = re.compile(r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*.*?\*/', re.S)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\.)*(?:\\\n(?:[^\n\\]|\\.)*)*", re.M)
ATTRIBUTES = re.compile(r"\[\[.*?\]\]|\b(?:alignas|__attribute__|noexcept|requires|explicit|decltype)\s*(?=\()|\b(?:public|private|protected)\s*:(?!:)", re.S)
TEMPLATE = re.compile(r"\btemplate\s*<")
SCOPE = re.compile(r'(?:(?:inline|static|typedef|friend)\s+)*(namespace|class|struct|union|extern(?=\s*""))\b')
ASSIGNS = re.compile(r"(?<![=!<>+\-*/|&^%])=(?!=)")


def blank(text):
    return re.sub(r"[^\n]", " ", text)


class Function:
    def __init__(self, name, first, last):
        self.name, self.first, self.last = name, first, last
        self.length = last - first + 1


class Source:
    def __init__(self, path):
        self.path = path
        self.tree = FOLDERS.get(path.parts[0], path.parts[0])
        self.text = (ROOT / path).read_text(errors="replace")
        self.lines = self.text.splitlines()
        self.is_c = path.suffix in C_SUFFIXES

    @functools.cached_property
    def code(self):
        """The text with comments blanked and strings emptied, line by line as it was."""
        return APART.sub(lambda m: blank(m[0]) if m[0].startswith("/") else '""' + "\n" * m[0].count("\n"), self.text)

    @functools.cached_property
    def comments(self):
        """(line number, text) of each // comment."""
        return [(self.text.count("\n", 0, m.start()) + 1, m[0][2:].strip()) for m in APART.finditer(self.text) if m[0].startswith("//")]

    @functools.cached_property
    def functions(self):
        return self.heads[0] if self.is_c else [
            Function(n.name, n.lineno, n.end_lineno) for n in ast.walk(ast.parse(self.text)) if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))]

    @functools.cached_property
    def declared(self):
        """(name, line number) of what is declared or defined outside of functions."""
        return self.heads[1]

    @functools.cached_property
    def heads(self):
        return read_heads(DIRECTIVE.sub(lambda m: blank(m[0]), self.code))


def read_heads(code):
    """A walk through namespaces and classes, past the bodies of functions: the functions, and all names that are declared."""
    functions, declared = [], []
    closes = closing_braces(code)
    start, past, depth = 0, 0, 0
    for m in re.finditer(r"[{};()]", code):
        at, sign = m.start(), m[0]
        if at < past:
            continue
        if sign in "()":
            depth = max(0, depth + (1 if sign == "(" else -1))
        elif depth > 0:
            past = closes.get(at, at) + 1 if sign == "{" else past
        elif sign == "{":
            kind, name = kind_of(code[start:at])
            end = closes.get(at, len(code) - 1)
            begin = start + len(code[start:at]) - len(code[start:at].lstrip())
            line = code.count("\n", 0, begin) + 1
            if kind == "values":
                past = end + 1
                continue
            if name:
                declared.append((name, code.count("\n", 0, at) + 1))
            if kind == "function":
                functions.append(Function(name, line, code.count("\n", 0, end) + 1))
                past = end + 1
            start = end + 1 if kind == "function" else at + 1
        else:
            if sign == ";" and (name := name_in(code[start:at])):
                declared.append((name, code.count("\n", 0, at) + 1))
            start = at + 1
    return functions, declared


def closing_braces(code):
    closes, opened = {}, []
    for m in re.finditer(r"[{}]", code):
        if m[0] == "{":
            opened.append(m.start())
        elif opened:
            closes[opened.pop()] = m.start()
    return closes


def flat(head):
    """The head without what is inside of parentheses, braces and template parameters, nor attributes."""
    head = ATTRIBUTES.sub(" ", head)
    for inside in (r"\([^()]*[^()\s][^()]*\)|\(\s+\)", r"\{[^{}]*[^{}\s][^{}]*\}"):
        before = None
        while before != head:
            before, head = head, re.sub(inside, lambda m: m[0][0] + m[0][-1], head)
    while m := TEMPLATE.search(head):
        depth, end = 1, m.end()
        while depth and end < len(head):
            depth += {"<": 1, ">": -1}.get(head[end], 0)
            end += 1
        head = head[:m.start()] + head[end:]
    return re.sub(r"^[\s()]+|\boperator\s*[^\w\s(]+", " ", head).strip()


def kind_of(head):
    """What a brace after this head opens: a scope, a function, or values (of enumerators, an initializer)."""
    head = flat(head)
    if m := SCOPE.match(head):
        if m[1] == "namespace" or m[1].startswith("extern") or not re.search(r"\)\s*(?:const|override|final)?$", head):
            names = re.findall(r"[A-Za-z_]\w*", re.split(r"(?<!:):(?!:)|<", head)[0])
            return "scope", names[-1] if m[1] in ("class", "struct", "union") and len(names) > 1 and names[-1] != "final" else None
    if head.startswith("enum") or ASSIGNS.search(head) or "(" not in head:
        return "values", None
    if re.search(r"\)\s*(?:const\s*)?:(?!:)", head) and head[-1] not in ")}":
        return "values", None  # of a member
    return "function", name_before_parentheses(head)


def name_before_parentheses(head):
    m = re.search(r"(~?[A-Za-z_]\w*)\s*\(", head)
    return m[1] if m else None


def name_in(head):
    """The name that a declaration without a body declares."""
    head = re.sub(r"=\s*(?:0|default|delete)\s*(?:\(\))?$", "", flat(head)).strip()
    if m := re.match(r"(?:using|concept)\s+(\w+)\s*=", head):
        return m[1]
    if re.match(r"(?:using|typedef|friend|static_assert|return|goto|case)\b", head) or "operator" in head:
        return None
    before = ASSIGNS.split(head)[0]
    if "(" in before:
        return name_before_parentheses(before) if re.search(r"[\w>&*\]]\s+\S*\w\s*\(|^\w+\s*\(", before) else None
    m = re.search(r"([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*|\{\}\s*|:\s*\d+\s*)*$", before)
    return m[1] if m and len(re.findall(r"\w+", before)) > 1 else None


@functools.cache
def all_sources():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    paths = [pathlib.PurePosixPath(name) for name in sorted(set(listed.split("\n"))) if name]
    return [Source(p) for p in paths if p.suffix in C_SUFFIXES | {".py"} and (ROOT / p).is_file()]
