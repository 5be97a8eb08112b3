"""The last lines of `xomp bench`: what they say of a machine on which others worked, too."""
import io
import sys
import unittest

from command import ROOT

sys.path.insert(0, str(ROOT / "bench"))
from session import summary  # noqa: E402


def samples(others_shares):
    for number, share in enumerate(others_shares):
        for peer, wall_s in (("xomp", 0.1), ("libgomp", 0.2)):
            yield {"kind": "sample", "key": f"fib/small/tasks/2/gcc/{peer}", "peer": peer, "version": "tasks", "threads": 2, "compiler": "gcc",
                   "policy": "", "run": number, "wall_s": wall_s, "others_share": share}


def printed(others_shares):
    out = io.StringIO()
    summary.print_summary(list(samples(others_shares)), out)
    return out.getvalue()


class Disturbed(unittest.TestCase):
    def test_the_headline_says_that_most_runs_were(self):
        text = printed([0.5, 0.5, 0.0])
        self.assertIn("\nOn a disturbed machine (4 of 6 runs), so these figures say little: XOMP (auto) against", text)

    def test_a_few_are_named_below_it(self):
        text = printed([0.5, 0.0, 0.0])
        self.assertIn("\nXOMP (auto) against", text)
        self.assertIn("2 of 6 runs were disturbed", text)


if __name__ == "__main__":
    unittest.main()
