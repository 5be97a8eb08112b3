"""The figures behind the page: medians, ratios, losses, METG, and what the papers' claims are answered with."""
import json
import unittest

import synthetic
from support import results_file

from report import comparison, goals, medians, metg, papers, samples


def read(writer):
    return samples.read(results_file(writer.text()))


def exact(writer, peer, wall_s, runs=3, **fields):
    """Samples without noise."""
    before = len(writer.lines)
    writer.sample(runs=runs, wall_s=wall_s, **{"suite": "tasks", "problem": "fib", "peer": peer, "compiler": "gcc", "threads": 2, "operations": 1000,
                                              **fields})
    for line in writer.lines[before:]:
        line.update(wall_s=wall_s, others_share=0.0)


class Cases(unittest.TestCase):
    def test_median_of_an_operation(self):
        writer = synthetic.Writer()
        for wall_s in (0.1, 0.2, 0.6):
            exact(writer, "xomp", wall_s, runs=1)
            writer.lines[-1]["run"] = int(wall_s * 10)
        case, = medians.cases(read(writer).samples).to_dict("records")
        self.assertEqual((3, 0.2 / 1000, 0.1 / 1000, 0.6 / 1000), (case["runs"], case["median"], case["least"], case["most"]))

    def test_disturbed_runs_count_only_where_there_are_no_others(self):
        writer = synthetic.Writer()
        exact(writer, "xomp", 0.1, runs=1)
        exact(writer, "xomp", 0.9, runs=2)
        writer.lines[-2].update(others_share=0.5, run=1)
        writer.lines[-1].update(others_share=0.5, run=2)
        exact(writer, "libgomp", 0.5, runs=1)
        writer.lines[-1]["others_share"] = 0.5
        table = medians.cases(read(writer).samples).set_index("peer")
        self.assertAlmostEqual(0.1 / 1000, table.loc["xomp", "median"])
        self.assertEqual(2, table.loc["xomp", "disturbed"])
        self.assertAlmostEqual(0.5 / 1000, table.loc["libgomp", "median"])

    def test_no_goal_is_reached_from_disturbed_runs(self):
        def goal_of_fine_tasks(*others_shares):
            writer = synthetic.Writer()
            exact(writer, "xomp", 0.1)
            exact(writer, "libgomp", 0.9)
            for problem, share in zip(("nqueens", "health"), others_shares):
                exact(writer, "xomp", 0.1, problem=problem)
                for line in writer.lines[-3:]:
                    line["others_share"] = share
                exact(writer, "libgomp", 0.9, problem=problem)
            results = read(writer)
            return goals.all_goals(results, medians.cases(results.samples))[0]

        quiet, part = goal_of_fine_tasks(0.0), goal_of_fine_tasks(0.0, 0.5)
        self.assertEqual((quiet.reached, quiet.is_undecided), (True, False))
        self.assertEqual((part.reached, part.is_undecided), (None, True))
        self.assertIn("in part from disturbed runs", part.seen)

    def test_a_goal_that_is_missed_by_undisturbed_runs_is_missed(self):
        writer = synthetic.Writer()
        exact(writer, "xomp", 0.3)
        exact(writer, "libgomp", 0.1)
        exact(writer, "xomp", 0.1, problem="nqueens")
        exact(writer, "libgomp", 0.9, problem="nqueens")
        writer.lines[-1]["others_share"] = writer.lines[-2]["others_share"] = writer.lines[-3]["others_share"] = 0.5
        results = read(writer)
        self.assertIs(goals.all_goals(results, medians.cases(results.samples))[1].reached, False)

    def test_a_repeated_run_counts_once(self):
        writer = synthetic.Writer()
        exact(writer, "xomp", 0.1, runs=1)
        exact(writer, "xomp", 0.3, runs=1)
        case, = medians.cases(read(writer).samples).to_dict("records")
        self.assertEqual((1, 0.3 / 1000), (case["runs"], case["median"]))


class Ratios(unittest.TestCase):
    def test_the_best_peer_of_the_same_binary(self):
        writer = synthetic.Writer()
        exact(writer, "xomp", 0.2)
        exact(writer, "libgomp", 0.5)
        exact(writer, "libiomp5", 0.4)
        exact(writer, "libomp", 0.1, compiler="clang")
        row, = comparison.against_peers(medians.cases(read(writer).samples)).to_dict("records")
        self.assertEqual("libiomp5", row["best_peer"])
        self.assertAlmostEqual(2, row["ratio"])

    def test_another_amount_of_work_is_no_other_speed(self):
        writer = synthetic.Writer()
        exact(writer, "xomp", 0.2, operations=2000)
        exact(writer, "libgomp", 0.1, operations=1000)
        row, = comparison.against_peers(medians.cases(read(writer).samples)).to_dict("records")
        self.assertAlmostEqual(1, row["ratio"])

    def test_losses_worst_first(self):
        writer = synthetic.Writer()
        for problem, wall_s in (("fib", 0.11), ("uts", 0.5), ("fft", 0.101), ("health", 0.05)):
            exact(writer, "xomp", wall_s, problem=problem)
            exact(writer, "libgomp", 0.1, problem=problem)
        lost = comparison.losses(comparison.against_peers(medians.cases(read(writer).samples)))
        self.assertEqual(["uts", "fib"], list(lost["problem"]))

    def test_a_loss_within_the_spread_is_not_clear(self):
        writer = synthetic.Writer()
        for problem, times in (("fib", (0.11, 0.12, 0.13)), ("uts", (0.07, 0.12, 0.13))):
            for peer, walls in (("xomp", times), ("libgomp", (0.09, 0.1, 0.101))):
                for run, wall_s in enumerate(walls):
                    exact(writer, peer, wall_s, runs=1, problem=problem)
                    writer.lines[-1]["run"] = run
        lost = comparison.losses(comparison.against_peers(medians.cases(read(writer).samples)))
        self.assertEqual({"fib", "uts"}, set(lost["problem"]))
        self.assertEqual(["fib"], list(comparison.clear(lost)["problem"]))

    def test_serial_program(self):
        writer = synthetic.Writer()
        exact(writer, "serial", 0.1, version="serial", threads=1)
        exact(writer, "xomp", 0.05)
        table = comparison.speed_ups(medians.cases(read(writer).samples)).set_index("peer")
        self.assertAlmostEqual(2, table.loc["xomp", "speed_up"])


class TaskBench(unittest.TestCase):
    def test_crossing_of_one_half(self):
        writer = synthetic.Writer()
        for length, efficiency in ((10, 0.9), (1, 0.75), (0.1, 0.25)):
            exact(writer, "xomp", 0.1, suite="taskbench", problem="stencil_1d", parameters={"work": length}, task_us=length, efficiency=efficiency)
        row, = metg.metg(read(writer).samples).to_dict("records")
        self.assertAlmostEqual(10 ** -0.5, row["metg_us"])
        self.assertFalse(row["at_most"])

    def test_a_curve_that_stays_above_one_half(self):
        writer = synthetic.Writer()
        for length, efficiency in ((10, 0.9), (1, 0.75)):
            exact(writer, "xomp", 0.1, suite="taskbench", problem="stencil_1d", parameters={"work": length}, task_us=length, efficiency=efficiency)
        row, = metg.metg(read(writer).samples).to_dict("records")
        self.assertEqual((1, True), (row["metg_us"], row["at_most"]))

    def test_a_search_by_the_program(self):
        writer = synthetic.Writer()
        exact(writer, "xomp", 0.1, suite="taskbench", problem="stencil_1d", metg_us=0.7)
        results = read(writer)
        row, = metg.metg(results.samples).to_dict("records")
        self.assertAlmostEqual(0.7, row["metg_us"])
        self.assertEqual("700 ns … 700 ns", metg.spread(row))
        case, = medians.cases(results.samples).to_dict("records")
        self.assertAlmostEqual(0.7e-6, case["median"])  # compared is METG, not the time of the search


class Papers(unittest.TestCase):
    def answer(self, writer, claim):
        results = read(writer)
        return papers.answer(claim, results.samples, medians.cases(results.samples), 2)

    def test_claims_are_complete(self):
        for claim in json.loads(papers.CLAIMS.read_text())["claims"]:
            self.assertEqual(set(), {"claim", "paper", "where", "machine", "reported", "here"} - set(claim), claim)
            if "faster" in claim["here"] or "metric" in claim["here"]:
                self.assertIn("value", claim)
                self.assertIn("because", claim)

    def test_ratio(self):
        claim = {"value": 4, "here": {"faster": {"peer": "xomp", "policy": "xqueue"}, "slower": {"peer": "libgomp"}, "both": {"problem": "fib"}}}
        for wall_s, verdict in ((0.3, "agrees"), (0.15, "agrees in direction"), (0.09, "differs")):
            writer = synthetic.Writer()
            exact(writer, "xomp", 0.1, policy="xqueue")
            exact(writer, "libgomp", wall_s)
            self.assertEqual(verdict, self.answer(writer, claim).verdict)

    def test_more_threads_than_processors_say_nothing(self):
        claim = {"value": 4, "here": {"faster": {"peer": "xomp"}, "slower": {"peer": "libgomp"}}}
        writer = synthetic.Writer()
        exact(writer, "xomp", 0.1, threads=8)
        exact(writer, "libgomp", 0.4, threads=8)
        self.assertEqual("not measured here", self.answer(writer, claim).verdict)

    def test_best_policy(self):
        claim = {"here": {"best_policy": ["xqueue-nowait"], "against": ["xqueue"], "of": {"problem": "fib"}}}
        writer = synthetic.Writer()
        for policy, wall_s in (("xqueue", 0.2), ("xqueue-nowait:n=2", 0.1), ("auto", 0.05)):
            exact(writer, "xomp", wall_s, policy=policy)
        self.assertEqual("agrees", self.answer(writer, claim).verdict)

    def test_a_policy_that_was_not_run(self):
        claim = {"here": {"best_policy": ["xqueue-nowait"], "against": ["xqueue"], "of": {"problem": "fib"}}}
        writer = synthetic.Writer()
        for policy in ("xqueue", "deque"):
            exact(writer, "xomp", 0.1, policy=policy)
        self.assertEqual("not measured here", self.answer(writer, claim).verdict)

    def test_without_samples(self):
        claim = {"value": 4, "here": {"faster": {"peer": "xomp"}, "slower": {"peer": "tbb"}}}
        writer = synthetic.Writer()
        exact(writer, "xomp", 0.1)
        self.assertEqual("not measured here", self.answer(writer, claim).verdict)


if __name__ == "__main__":
    unittest.main()
