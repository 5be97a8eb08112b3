"""Builds and runs the programs of docs/from-*.md: the first one, whose output the page shows, and ten pairs; and those of
docs/ttg-recipes.md, ten by themselves."""
import concurrent.futures
import functools
import os
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(os.environ.get("XOMP_BUILD", ROOT / "build"))
MADE = BUILD / "tests" / "pages"
WATCHED = [ROOT / "ci/watched", "120"]  # says where a program hangs, and ends it
PAGES = ("from-taskflow", "from-onetbb", "from-openmp")
RECIPES = "ttg-recipes"
PAIRS = 10
FLAGS = ["-O0", "-Wall", "-Wextra", "-Werror", *(f"-I{ROOT / folder}" for folder in ("front/taskflow/include", "front/ttg/include", "include")), "-fopenmp"]
LINK = [f"-L{BUILD / 'lib'}", "-lxomp", f"-Wl,-rpath,{BUILD / 'lib'}", "-pthread"]
TASKFLOW = "#include <taskflow/taskflow.hpp>\n"


def text_of(page):
    return (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")


def programs_of(page):
    """{name: source} of the page's C++ blocks: `first`, then `1-before`, `1-after` or `1` and so on by their headings."""
    found = {}
    heading = "0"
    for title, block in re.findall(r"^### (\d+)\.|^```cpp\n(.*?)^```$", text_of(page), re.M | re.S):
        heading = title or heading
        if not block:
            continue
        side = re.match(r"// (before|after)\n", block)
        name = f"{heading}-{side[1]}" if side else heading if heading != "0" else "first"
        assert name not in found, f"{page}: {name} is there twice"
        found[name] = block
    return found


@functools.cache
def compile_header():
    """taskflow.hpp, compiled once; returns the options that take it."""
    MADE.mkdir(parents=True, exist_ok=True)
    header = MADE / "all.hpp"
    header.write_text(TASKFLOW)
    subprocess.run(["g++", "-std=c++20", *FLAGS, "-x", "c++-header", str(header), "-o", f"{header}.gch"], check=True)
    return ["-include", str(header)]


def compile_program(page, name, source):
    """Returns the program. It is linked with oneTBB only where it includes that."""
    path = MADE / f"{page}-{name}.cpp"
    path.write_text(source)
    header = compile_header() if TASKFLOW in source else []
    options = [f"-std=c++{20 if header or '<ttg.h>' in source else 17}", *FLAGS, *header]
    program = path.with_suffix("")
    # In two steps: -fopenmp would link the compiler's own runtime as well.
    for command in ([*options, "-c", path, "-o", path.with_suffix(".o")],
                    [path.with_suffix(".o"), "-o", program, *LINK, *(["-ltbb"] if "<tbb/" in source else [])]):
        done = subprocess.run(["g++", *map(str, command)], capture_output=True, text=True)
        assert done.returncode == 0, f"{page}: {name}\n{done.stderr}"
    return program


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        compile_header()  # before programs ask for it in parallel
        sources = [(page, *item) for page in (*PAGES, RECIPES) for item in programs_of(page).items()]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            cls.programs = dict(zip(((page, name) for page, name, _ in sources), pool.map(lambda s: compile_program(*s), sources)))

    def run_program(self, page, name, *before):
        done = subprocess.run([*WATCHED, *before, self.programs[page, name]], capture_output=True, text=True,
                              env=dict(os.environ, OMP_CANCELLATION="true"))
        self.assertEqual(done.returncode, 0, f"{page}: {name}\n{done.stdout}{done.stderr}")
        if not name.endswith("before"):  # others' libraries may warn
            self.assertEqual(done.stderr, "", f"{page}: {name}")
        return done.stdout

    def test_pairs(self):
        wanted = {"first", *(f"{n}-{side}" for n in range(1, PAIRS + 1) for side in ("before", "after"))}
        for page in PAGES:
            self.assertEqual(set(programs_of(page)), wanted, page)
            for name in wanted:
                with self.subTest(page=page, program=name):
                    self.run_program(page, name)
                    self.run_program(page, name, "taskset", "-c", str(min(os.sched_getaffinity(0))))

    def test_recipes(self):
        wanted = {"first", *map(str, range(1, PAIRS + 1))}
        self.assertEqual(set(programs_of(RECIPES)), wanted)
        for name in wanted:
            with self.subTest(program=name):
                self.run_program(RECIPES, name)
                self.run_program(RECIPES, name, "taskset", "-c", str(min(os.sched_getaffinity(0))))

    def test_first_programs(self):
        for page in (*PAGES, RECIPES):
            blocks = re.findall(r"(?:^    .+\n)+", text_of(page), re.M)
            self.assertIn("g++", blocks[0], page)
            self.assertEqual(self.run_program(page, "first"), re.sub("^    ", "", blocks[1], flags=re.M), page)


if __name__ == "__main__":
    unittest.main()
