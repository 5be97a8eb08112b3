"""threadpoolctl recognises XOMP under scikit-learn, whose wheel brings a libgomp of its own, and limits it."""
import json
import unittest

from environment import BUILD, XOMP, python_with, run

PROGRAM = r"""
import ctypes, json
import numpy as np
from sklearn.ensemble import HistGradientBoostingRegressor
import threadpoolctl
random = np.random.default_rng(7)
samples = random.normal(size=(4000, 8))
target = samples @ np.arange(8) + np.sin(samples[:, 0])
def score():
    return HistGradientBoostingRegressor(max_iter=20, random_state=1).fit(samples, target).score(samples, target)
max_threads = ctypes.CDLL(None).omp_get_max_threads if {preloaded} else None
result = {"score": score()}
result["openmp"] = [pool for pool in threadpoolctl.threadpool_info() if pool["user_api"] == "openmp"]
if max_threads:
    result["before"] = max_threads()
    with threadpoolctl.threadpool_limits(1, user_api="openmp"):
        result["limited"] = max_threads()
        result["limited_score"] = score()
    result["after"] = max_threads()
print(json.dumps(result))
"""


def result_of(preloaded, *launcher):
    python = python_with("scikit-learn", "scikit-learn", "threadpoolctl", options=["--only-binary=:all:"])
    done = run(*launcher, python, "-c", PROGRAM.replace("{preloaded}", str(preloaded)), OMP_NUM_THREADS=3)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout.splitlines()[-1])


class ScikitLearn(unittest.TestCase):
    def test_limits(self):
        own = result_of(False)
        result = result_of(True, XOMP, "run", "--")
        ours = [pool for pool in result["openmp"] if pool["filepath"] == str(BUILD / "lib/libgomp-xomp.so")]
        self.assertEqual(len(ours), 1, result["openmp"])
        self.assertEqual(ours[0]["num_threads"], 3)
        self.assertEqual((result["before"], result["limited"], result["after"]), (3, 1, 3))
        self.assertAlmostEqual(result["score"], own["score"], places=6)
        self.assertAlmostEqual(result["limited_score"], own["score"], places=6)


if __name__ == "__main__":
    unittest.main()
