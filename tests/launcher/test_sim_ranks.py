"""xomp sim ranks: programs with ttg.h on clusters that are described. Small runs; what the figures say is in docs/scaling.md."""
import json
import unittest

from support import ROOT, SCRATCH, xomp


def simulate(*options):
    done = xomp("sim", "ranks", "--json", *options)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout)


class SimRanks(unittest.TestCase):
    def test_every_program_runs_on_every_cluster(self):
        answers = simulate("-P", "all", "-r", "2,5", "-c", "infiniband-100,ethernet-25,epyc-virtual-2")
        self.assertEqual(len(answers), 3 * 7 * 2)
        for answer in answers:
            self.assertGreater(answer["time_ns"], 0)
            self.assertLessEqual(answer["efficiency"], 1)

    def test_one_seed_is_one_run(self):
        options = ("-P", "cholesky", "-r", 6)
        first, again, other = simulate(*options), simulate(*options), simulate(*options, "--seed", 2)
        for answers in first, again, other:
            for name in "host_seconds", "memory_after_open", "memory_at_end":
                del answers[0][name]
        self.assertEqual(first, again)
        self.assertNotEqual(first[0]["time_ns"], other[0]["time_ns"])

    def test_a_thousand_ranks(self):
        small, large = simulate("-P", "fence", "-r", "32,1024")
        self.assertLess(large["time_ns"], 2.5 * small["time_ns"])
        self.assertLess(large["memory_at_end"], 30_000)

    def test_table_picture_and_list(self):
        picture = SCRATCH / "ranks.svg"
        done = xomp("sim", "ranks", "-P", "stencil", "-r", "2,4", "--picture", picture)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("most MiB", done.stdout)
        drawn = picture.read_text()
        for text in "stencil, size 2, steps 20, bytes 2048,", ">infiniband-100<", "efficiency: the tasks' own work / (all ranks' threads x time)":
            self.assertIn(text, drawn)
        listed = xomp("sim", "ranks", "--list").stdout
        for name in "ethernet-25", "cholesky", "alltoall":
            self.assertIn(name, listed)

    def test_mistakes_are_named(self):
        for options, words in ((("-r", "1"), ("--ranks 1", "from 2 to 4096")),
                               (("-r", "2,x"), ("'x'", "from 2 to 4096")),
                               (("-P", "sort"), ("'sort'", "cholesky")),
                               (("-c", "nowhere"), ("--cluster nowhere", "infiniband-100")),
                               (("-P", "fence", "--bytes", 8), ("--bytes", "fence", "no use")),
                               (("-P", "hop", "--steps", 0), ("--steps: '0'", "from 1")),
                               (("-P", "stencil", "--grain", 1e12), ("--grain", "from 0.0 to")),
                               (("-t", 0), ("--threads 0", "from 1 to 64"))):
            done = xomp("sim", "ranks", *options)
            self.assertEqual(done.returncode, 125, (options, done.stderr))
            for word in words:
                self.assertIn(word, done.stderr)

    def test_own_cluster(self):
        text = json.loads((ROOT / "models/clusters/infiniband-100.json").read_text())
        text["network"]["latency_ns"]["value"] = 100_000
        text["node"]["latency_ns"]["value"] = 100_000
        own = SCRATCH / "slow.json"
        own.write_text(json.dumps(text))
        slow, = simulate("-c", own, "-P", "hop", "-r", 2, "--steps", 100)
        self.assertGreater(slow["time_ns"], 100 * 100_000)
        del text["network"]["gap_ns"]
        own.write_text(json.dumps(text))
        done = xomp("sim", "ranks", "-c", own)
        self.assertIn('"gap_ns" is missing', done.stderr)


if __name__ == "__main__":
    unittest.main()
