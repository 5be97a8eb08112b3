"""Graph tasks in children of fork(): under each policy nothing of the parent's runs there, and what the child submits does."""
import pathlib
import unittest

from support import BUILD, ROOT, build, environment, run

POLICIES = ("auto", "deque", "llp", "hybrid", "local-first", "lfq", "xqueue")


class GraphForks(unittest.TestCase):
    def test_policies(self):
        library = BUILD / "lib"
        program = build(pathlib.Path(__file__).with_name("graph_forks.cpp"), "gcc", "-std=c++20", f"-I{ROOT / 'include'}", f"-L{library}",
                        "-lxomp", f"-Wl,-rpath,{library}")
        for policy in POLICIES:
            with self.subTest(policy=policy):
                done = run(ROOT / "ci/watched", "60", program, env=environment(XOMP_SCHEDULE_POLICY=policy))
                self.assertEqual(done.returncode, 0, done.stdout)


if __name__ == "__main__":
    unittest.main()
