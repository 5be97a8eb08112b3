"""xomp sim: the engine on described machines. Small runs; what the figures say is in docs/scaling.md."""
import json
import unittest
from xml.etree import ElementTree

from support import ROOT, SCRATCH, XOMP, run, xomp

MACHINE = "epyc-virtual-2"
SVG = "{http://www.w3.org/2000/svg}"


def simulate(*options):
    done = xomp("sim", "--json", *options)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout)


def without_host(answers):
    return [{name: value for name, value in answer.items() if name != "host_seconds"} for answer in answers]


class Sim(unittest.TestCase):
    def test_two_workers_share_the_work(self):
        one, two = simulate("-m", MACHINE, "-P", "fib", "--size", 16, "-w", "1,2")
        self.assertEqual(one["tasks"], 3193)
        self.assertEqual(two["tasks"], 3193)
        self.assertGreater(one["efficiency"], 0.95)
        self.assertGreater(two["efficiency"], 0.9)
        self.assertLess(two["time_ns"], 0.55 * one["time_ns"])

    def test_parallelism_is_that_of_the_tasks(self):
        for program, size, longest, tasks in (("fib", 12, 12, 465), ("chain", 200, 25, 200), ("producer", 300, 1, 300),
                                              ("cholesky", 8, None, 120)):
            answer, = simulate("-m", "epyc-2x64", "-P", program, "--size", size, "-w", 8, "--grain", 6000)
            # cholesky: a tile below the diagonal is updated (1) and solved for (1/2) in each column but the last, after the first
            # one's diagonal (1/6) and solution; the last diagonal tile is updated (1/2) and factorised.
            expected = longest * 6000 if longest else 1000 + 3000 + 6 * (6000 + 3000) + 3000 + 1000
            self.assertAlmostEqual(answer["longest_path_ns"], expected, delta=1, msg=program)
            if program != "cholesky":
                self.assertAlmostEqual(answer["parallelism"], tasks / longest, delta=0.01, msg=program)

    def test_bound_is_what_a_greedy_schedule_is_sure_of(self):
        one, eight = simulate("-m", "epyc-2x64", "-P", "fib", "--size", 12, "-w", "1,8", "--grain", 6000)
        self.assertEqual(one["bound"], 1)
        self.assertAlmostEqual(eight["bound"], 465 / (465 + 7 * 12), delta=0.001)

    def test_untied_tasks_all_run_and_have_the_same_path(self):
        options = ("-m", "skylake-8x24", "-P", "uts", "--size", 4000, "-w", 24, "--grain", 3000)
        (tied,), (untied,) = simulate(*options), simulate(*options, "--untied")
        self.assertEqual(untied["tasks"], tied["tasks"])
        self.assertEqual(untied["longest_path_ns"], tied["longest_path_ns"])

    def test_lines_are_named_by_the_code_that_waits(self):
        done = xomp("sim", "-m", MACHINE, "-P", "chain", "--size", 500, "-w", 2, "--lines")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("waited for lines", done.stdout)
        self.assertNotIn("atomic.h", done.stdout)

    def test_every_policy_runs_every_task(self):
        for program, size, tasks in (("fib", 12, 465), ("flat", 500, 500), ("producer", 300, 300), ("chain", 200, 200),
                                     ("cholesky", 8, 120)):
            answers = simulate("-m", "epyc-2x64", "-P", program, "--size", size, "-w", 12, "-p", "all")
            self.assertGreaterEqual(len(answers), 13)
            for answer in answers:
                self.assertEqual(answer["tasks"], tasks, (program, answer["policy"]))

    def test_a_seed_decides_everything(self):
        options = ("-m", "skylake-8x24", "-P", "uts", "--size", 3000, "-w", 30, "--seed", 7)
        self.assertEqual(without_host(simulate(*options)), without_host(simulate(*options)))

    def test_all_processors_of_the_largest_machine(self):
        answer, = simulate("-P", "flat", "--size", 4000, "-w", 384)
        self.assertEqual(answer["tasks"], 4000)
        self.assertEqual(len(answer["threads"]), 384)

    def test_table_and_picture(self):
        picture = SCRATCH / "sim.svg"
        for workers in ("2", "1,2"):
            done = xomp("sim", "-m", MACHINE, "-P", "flat", "--size", 500, "-w", workers, "--picture", picture)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("flat      auto", done.stdout)
            self.assertTrue(picture.read_text().startswith("<svg"))

    def test_picture_says_what_it_shows(self):
        picture = SCRATCH / "curves.svg"
        options = ("-m", "epyc-2x64", "-P", "fib,chain", "--size", 20, "-p", "auto deque", "-w", "1,2,8")
        self.assertEqual(xomp("sim", *options, "--picture", picture).returncode, 0)
        drawn = ElementTree.parse(picture)
        texts = [element.text for element in drawn.iter(SVG + "text")]
        for text in ("epyc-2x64", "worker threads", "efficiency: the tasks' own work / (workers x time)", "fib 20, 1000 ns, auto", "fib 20, 1000 ns, deque",
                     "chain 20, 10000 ns, deque", "bound of fib 20, 1000 ns", "bound of chain 20, 10000 ns", "1", "2", "8"):
            self.assertIn(text, texts)
        self.assertIn("bound: P / (P + W - 1), what any greedy", texts)
        self.assertEqual(len(list(drawn.iter(SVG + "path"))), 4 * 3 + 4)  # a mark for each run, and for each line of the legend that was measured
        # Each bound lies where the answers have it: from its place on the axis, whose top is 1 and whose bottom is 0.
        answers = simulate(*options)
        for line, program in zip((e for e in drawn.iter(SVG + "polyline") if e.get("stroke-dasharray") != "none"), ("fib", "chain")):
            heights = [(420 - float(point.split(",")[1])) / 380 for point in line.get("points").split()]
            bounds = [a["bound"] for a in answers if a["program"] == program and a["policy"] == "auto"]
            for height, bound in zip(heights, bounds, strict=True):
                self.assertAlmostEqual(height, bound, delta=0.001)

    def test_picture_of_one_run_fills_the_time_of_each_worker(self):
        picture = SCRATCH / "one.svg"
        self.assertEqual(xomp("sim", "-m", MACHINE, "-P", "flat", "--size", 500, "-w", 2, "--picture", picture).returncode, 0)
        drawn = ElementTree.parse(picture)
        parts = [float(e.get("height")) for e in drawn.iter(SVG + "rect") if e.get("width") != "100%"]
        self.assertAlmostEqual(sum(parts) - 5 * 12, 2 * 380, delta=0.1)  # of two workers; and five squares of the legend

    def test_a_description_of_ones_own(self):
        file = SCRATCH / "own.json"
        text = (ROOT / "models/machines" / f"{MACHINE}.json").read_text()
        file.write_text(text.replace('"cores_per_node": 2', '"cores_per_node": 3').replace('"cores_per_cache": 2', '"cores_per_cache": 3'))
        answer, = simulate("-m", file, "-P", "flat", "--size", 300, "-w", 3)
        self.assertEqual(answer["workers"], 3)

    def test_a_system_has_its_barrier_and_its_name(self):
        word, tree = simulate("-m", "epyc-2x64", "-P", "barriers", "--size", 20, "-w", 64, "--as", "xgomp xgomptb")
        self.assertEqual((word["policy"], tree["policy"]), ("xgomp", "xgomptb"))
        groups, = simulate("-m", "epyc-2x64", "-P", "barriers", "--size", 20, "-w", 64)
        chosen, = simulate("-m", "epyc-2x64", "-P", "barriers", "--size", 20, "-w", 64, "--barrier", "tree:fanout=2")
        self.assertEqual(len({word["time_ns"], tree["time_ns"], groups["time_ns"], chosen["time_ns"]}), 4)

    def test_wrong_values_are_named(self):
        for options, words in ((("-w", "385"), ("385", "from 1 to 384")), (("-w", "x"), ("'x'",)),
                               (("-m", MACHINE, "-w", "3"), ("--workers 3", "from 1 to 2")),
                               (("-p", "nix"), ("'nix'", "auto")), (("-P", "nix"), ("'nix'", "cholesky")),
                               (("-m", "nix"), ("--machine nix", "skylake-8x24")),
                               (("-P", "fib", "--size", "99", "-w", "2"), ("--size 99", "from 1 to 40")),
                               (("--as", "nix"), ("--as nix", "xgomptb")),
                               (("--barrier", "tree:fanout=1"), ("--barrier tree:fanout=1", "tree:fanout=N with N from 2 to 64")),
                               (("--grain", "2e9", "-w", "2"), ("--grain", "from 0"))):
            done = run(XOMP, "sim", *options)
            self.assertNotEqual(done.returncode, 0, options)
            for word in words:
                self.assertIn(word, done.stderr, options)


if __name__ == "__main__":
    unittest.main()
