"""The section of bench/results/programs.md: tables in Markdown and pictures beside it, the same bytes from the same results."""
import re
import unittest

import synthetic
from support import ROOT, SCRATCH, results_file

from report import document, searches


class Section(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.file = results_file(synthetic.results(threads=(1, 2), sizes=("small",), names=("fib", "uts")), "document.jsonl")
        cls.folder = SCRATCH / "pictures"
        cls.text = document.section(cls.file, cls.folder)

    def test_pictures_are_there(self):
        named = re.findall(r"!\[[^\]]+\]\([^)]*/pictures/([a-z-]+\.svg)\)", self.text)
        self.assertEqual(5, len(named))
        for name in named:
            self.assertIn("<svg", (self.folder / name).read_text(encoding="utf-8"))

    def test_tables_are_regular(self):
        for table in re.findall(r"(?:^\|.*\n?)+", self.text, flags=re.MULTILINE):
            self.assertEqual(1, len({re.sub(r"\\\|", "", line).count("|") for line in table.strip().split("\n")}), table)

    def test_programs_and_ratios(self):
        self.assertRegex(self.text, r"\| fib small, 2 threads \|.*\| [\d.]+ \| [\d.]+ \|")
        self.assertIn("METG(50 %)", self.text)
        self.assertIn("oneTBB: tbb/task_group.h is missing", self.text)

    def test_same_results_same_bytes(self):
        before = {file.name: file.read_bytes() for file in self.folder.iterdir()}
        self.assertEqual(self.text, document.section(self.file, self.folder))
        self.assertEqual(before, {file.name: file.read_bytes() for file in self.folder.iterdir()})

    def test_searches(self):
        text = searches.section(self.file)
        self.assertRegex(text, r"\| uts small, 2 threads \| XOMP \(gcc\) \|(.*\|){6}\n")
        self.assertRegex(text, r"\| uts small, 1 thread \| serial")
        self.assertNotIn("| fib small", text)

    def test_numbers_are_in_order(self):
        names = [("cholesky", "tile 128"), ("cholesky", "tile 64")]
        self.assertEqual(names[::-1], sorted(names, key=document.numbers_in_order))

    def test_thin_results(self):
        text = document.section(results_file(synthetic.programs_only(peers=("xomp",), threads=(1,)), "thin.jsonl"), SCRATCH / "none")
        self.assertIn("there is nothing to compare", text)


class Pages(unittest.TestCase):
    """bench/figures writes each table to the one page of bench/results/ that has a place for it."""

    def test_every_table_has_one_place(self):
        pages = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "bench/results").glob("*.md"))
        places = re.findall(r"^<!-- figures: ([a-z0-9-]+) -->$", pages, re.MULTILINE)
        tables = re.findall(r'^    "([a-z0-9-]+)": \["', (ROOT / "bench/figures").read_text(encoding="utf-8"), re.MULTILINE)
        self.assertEqual(sorted([*tables, "bench", "micro", "searches"]), sorted(places))
        for name in places:
            self.assertEqual(1, pages.count(f"<!-- end of {name} -->"), name)


if __name__ == "__main__":
    unittest.main()
