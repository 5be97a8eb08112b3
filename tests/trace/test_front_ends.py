"""Programs without directives: Taskflow's tasks are shown by their names, those of xomp.h by the function that spawns them."""
import unittest

import support


class FrontEnds(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        source = support.ROOT / "tests/trace/front_ends.cpp"
        cls.programs = [support.compiled_cpp(source, compiler, f"-I{support.ROOT}/front/taskflow/include") for compiler in ("g++", "clang++-19")]

    def counts(self, program, what, level):
        done, page = support.trace(program, "--level", level, "--format", "html", arguments=(what,))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(page.first["tasks"]["begun"], page.first["tasks"]["ended"])
        return {page.first["sites"][row["site"]]["text"]: row["count"] for row in page.first["functions"]}

    def test_taskflow_by_name(self):
        for program in self.programs:
            for level in ("tasks", "all"):
                with self.subTest(program=program.name, level=level):
                    self.assertEqual(self.counts(program, "taskflow", level), {"load": 5, "split": 5, "piece": 20})

    def test_names_in_a_child(self):
        for program in self.programs:
            done, _ = support.trace(program, "--level", "all", "--format", "html", arguments=("forked",))
            self.assertEqual(done.returncode, 0, done.stderr)
            pages = sorted(support.WORK.glob(f"{program.name}-page*.html"))
            counts = []
            for path in pages:
                first = support.Page(path).first
                counts += [(first["sites"][row["site"]]["text"], row["count"]) for row in first["functions"]]
                path.unlink()
            self.assertEqual(sorted(counts), [("two lines", 20), ("two lines", 40)])

    def test_native_tasks_that_moved(self):
        for program in self.programs:
            with self.subTest(program=program.name):
                counts = self.counts(program, "native", "tasks")
                self.assertGreaterEqual(sum(counts.values()), 1)
                self.assertTrue(all("run_native" in text for text in counts), counts)


if __name__ == "__main__":
    unittest.main()
