"""`xomp bench --compare`: a planted regression is found, noise is not."""
import json
import random
import unittest

from command import SCRATCH, bench

CASES, RUNS, NOISE = 20, 12, 0.03


def results(name, seed, slower=(), runs=RUNS):
    """A file of invented samples: `slower` maps cases to how many times as long they take."""
    dice = random.Random(seed)
    path = SCRATCH / f"{name}.jsonl"
    with open(path, "w", encoding="ascii") as file:
        for run in range(runs):
            for case in range(CASES):
                seconds = (1 + case) * 1e-3 * dict(slower).get(case, 1) * (1 + abs(dice.gauss(0, NOISE)))
                record = {"kind": "sample", "key": f"invented-{case}/small", "run": run, "operations": 1000, "wall_s": seconds, "ok": True}
                print(json.dumps(record), file=file)
    return path


class Compare(unittest.TestCase):
    def test_a_regression_and_an_improvement(self):
        status, output, errors = bench("--compare", results("before", 1), results("after", 2, {7: 1.15, 3: 0.8}))
        self.assertEqual(status, 1, output + errors)
        slower, _, rest = output.partition("became faster")
        self.assertIn("invented-7/", slower)
        self.assertIn("invented-3/", rest)
        self.assertIn("1 slower, 1 faster, 18 same", output)

    def test_noise(self):
        for seed in range(10, 14):
            status, output, errors = bench("--compare", results("one", seed), results("other", seed + 100))
            self.assertEqual(status, 0, output + errors)
            self.assertIn("0 slower, 0 faster", output)

    def test_too_few_runs_are_told(self):
        _, output, errors = bench("--compare", results("few", 1, runs=3), results("too few", 2, {7: 2}, runs=3))
        self.assertIn("only from", output)


if __name__ == "__main__":
    unittest.main()
