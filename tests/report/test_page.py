"""The page: each part is there, it needs nothing from outside, and thin or strange results give a page or a clear message, never a trace."""
import html.parser
import io
import json
import re
import unittest

import synthetic
from support import SCRATCH, page_of, results_file, run

from session import summary

SECTIONS = ("verdict", "run", "losses", "scaling", "sweeps", "overhead", "distribution", "primitives", "metrics", "policies", "task-bench", "papers", "missing", "tables")


class Parts(html.parser.HTMLParser):
    """Ids, tags and how deep the page is nested at its end (0: every element was closed)."""
    VOID = {"meta", "br", "img", "link", "input", "hr"}

    def __init__(self, page):
        super().__init__()
        self.ids, self.tags, self.open, self.addresses = [], [], [], []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value)
            if name in ("src", "href", "xlink:href"):
                self.addresses.append(value)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            raise AssertionError(f"</{tag}> closes nothing at {self.getpos()}")


class Joules(unittest.TestCase):
    def test_are_shown_where_the_machine_tells_them(self):
        lines = synthetic.results(threads=(2,), sizes=("small",), names=("fib",)).splitlines()
        told = [json.dumps({**entry, "joules": 42.0, "operations": 1000}) for entry in map(json.loads, lines) if entry["kind"] == "sample"]
        page = page_of("\n".join([lines[0], *told, ""]), "joules.jsonl")
        self.assertIn("its joules", page)
        self.assertIn(">0.042<", page)


class Whole(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.text = synthetic.results(threads=(1, 2), sizes=("small",), names=("fib", "uts", "strassen"))
        cls.page = page_of(cls.text)
        cls.parts = Parts(cls.page)

    def test_every_section_is_there(self):
        for name in SECTIONS:
            self.assertIn(name, self.parts.ids)

    def test_elements_are_closed_and_ids_are_unique(self):
        self.assertEqual([], self.parts.open)
        self.assertEqual(len(self.parts.ids), len(set(self.parts.ids)))

    def test_processor_time_stands_beside_wall_time(self):
        self.assertIn("its processor time", self.page)
        self.assertNotIn("its joules", self.page)

    def test_nothing_comes_from_outside(self):
        self.assertEqual([], [address for address in self.parts.addresses if not address.startswith("#")])
        self.assertNotIn("<script", self.page)
        self.assertNotIn("@import", self.page)
        self.assertNotRegex(self.page, r"url\((?!#)")

    def test_what_pictures_refer_to_exists(self):
        named = set(re.findall(r"url\(#([^)]*)\)", self.page)) | {address[1:] for address in self.parts.addresses}
        self.assertEqual(set(), named - set(self.parts.ids))

    def test_pictures_follow_the_page_and_have_words(self):
        self.assertGreater(self.page.count(' role="img" aria-label='), 15)
        self.assertNotIn("#d55e00;", self.page.replace("--xomp: #d55e00;", ""))

    def test_what_came_out(self):
        self.assertRegex(self.page, r"<p>With 2 threads it is behind in \d+ of \d+ cases")
        self.assertIn("fib", self.page)
        self.assertIn("stencil_1d", self.page)
        self.assertIn("sync, small, contended 1: median cycles", self.page)
        self.assertIn("xqueue-nowait:n=2", self.page)

    def test_the_headline_is_that_of_the_terminal(self):
        out = io.StringIO()
        summary.print_summary(list(map(json.loads, self.text.splitlines())), out)
        headline, = re.findall(r"^XOMP \(auto\) against .*$", out.getvalue(), re.MULTILINE)
        self.assertEqual(self.page.count(f"<p>{headline}</p>"), 1)
        self.assertEqual(len(re.findall(r"geometric mean [\d.]+ times", self.page)), 1)

    def test_escaped(self):
        self.assertIn("timed out after 30 s &lt;b&gt;", self.page)
        self.assertNotIn("30 s <b>", self.page)

    def test_skipped_peers_and_disturbed_runs_are_named(self):
        self.assertIn("apt-get install libtbb-dev", self.page)
        self.assertRegex(self.page, r"\d+ of \d+ runs were disturbed")


class Thin(unittest.TestCase):
    """Files that lack something."""

    def test_xomp_alone(self):
        page = page_of(synthetic.programs_only(peers=("xomp",)))
        self.assertIn("there is nothing to compare", page)

    def test_others_alone(self):
        self.assertIn("there is nothing to compare", page_of(synthetic.programs_only(peers=("libgomp",))))

    def test_one_policy(self):
        self.assertIn("fewer than two", page_of(synthetic.programs_only()))

    def test_one_number_of_threads(self):
        page = page_of(synthetic.programs_only(threads=(1,)))
        self.assertIn("only one number of threads was run", page)

    def test_one_sample(self):
        writer = synthetic.Writer()
        writer.sample(runs=1, suite="tasks", problem="fib", peer="xomp", compiler="gcc", threads=2, operations=100)
        self.assertEqual([], Parts(page_of(writer.text())).open)

    def test_several_processes_have_a_section_of_their_own(self):
        writer = synthetic.Writer()
        for peer, wall_s in (("mpi", 0.001), ("ttg", 0.0015)):
            writer.sample(suite="ranks", problem="ranks_fence", peer=peer, version=peer, compiler="gcc", threads=1, wall_s=wall_s, operations=1000,
                          ranks=2, mpi="mpich")
        page = page_of(writer.text())
        parts = Parts(page)
        self.assertEqual([], parts.open)
        self.assertIn("ranks", parts.ids)
        self.assertIn("2 all-reduces + 2 us", page)
        self.assertNotIn("Nothing was measured", page)

    def test_failures_alone(self):
        failure = {"kind": "failure", "problem": "uts", "peer": "libomp", "threads": 8, "reason": "timed out"}
        self.assertIn("Nothing was measured", page_of(json.dumps(failure) + "\n"))

    def test_wrong_results_count_as_failures(self):
        writer = synthetic.Writer()
        writer.sample(runs=1, suite="tasks", problem="fib", peer="xomp", compiler="gcc", threads=2, operations=100)
        writer.lines[-1]["ok"] = False
        self.assertIn("wrong result", page_of(writer.text()))

    def test_left_out_at_first_and_measured_after_a_resume(self):
        writer = synthetic.Writer()
        writer.lines += [synthetic.SKIPPED, writer.lines[0]]
        writer.sample(suite="tasks", problem="fib", peer="xomp", compiler="gcc", threads=2, operations=100)
        page = page_of(writer.text())
        self.assertIn("<dt>invocations</dt><dd>2</dd>", page)
        self.assertNotIn("libtbb-dev", page)

    def test_the_command(self):
        finished = run(results_file(synthetic.programs_only()), "--out", SCRATCH / "command")
        self.assertEqual((0, "", str(SCRATCH / "command/report.html")), (finished.returncode, finished.stderr, finished.stdout.strip()))

    def test_half_a_line(self):
        text = synthetic.programs_only()
        self.assertIn("unreadable lines", page_of(text + '{"kind": "sam'))

    def test_names_that_are_markup(self):
        writer = synthetic.Writer()
        for count in (1, 2):
            writer.sample(suite="tasks", problem='<i>"&', peer="xomp", compiler="gcc", threads=count, operations=100)
        page = page_of(writer.text())
        self.assertNotIn("<i>", page)
        self.assertEqual([], Parts(page).open)


class Refusals(unittest.TestCase):
    def refused(self, file, words):
        finished = run(file, "--out", SCRATCH / "out")
        self.assertEqual(1, finished.returncode)
        self.assertIn(words, finished.stderr)
        self.assertNotIn("Traceback", finished.stderr)

    def test_empty_file(self):
        self.refused(results_file("", "empty.jsonl"), "holds no samples")

    def test_machine_alone(self):
        self.refused(results_file('{"kind": "machine"}\n', "machine.jsonl"), "holds no samples")

    def test_no_results_file(self):
        self.refused(results_file("hello\n", "text.jsonl"), "1 lines cannot be read")

    def test_missing_file(self):
        self.refused(SCRATCH / "nowhere.jsonl", "No such file")


if __name__ == "__main__":
    unittest.main()
