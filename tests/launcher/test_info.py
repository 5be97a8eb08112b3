"""xomp info: what the library sees here, asked of the library itself."""
import os
import pathlib
import re
import tempfile
import unittest

from support import COMPAT, LIBRARY, TEAM, compiled, environment, xomp


def info(**changes):
    done = xomp("info", env=environment(**changes))
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    return done


def setting(output, name):
    """The value and origin of a line `  name  value  origin`."""
    found = re.search(rf"^  {re.escape(name)} {{2,}}(.*?)(?: {{2,}}(.*))?$", output, re.MULTILINE)
    return (found[1].strip(), (found[2] or "").strip()) if found else None


class Info(unittest.TestCase):
    def test_names_the_library(self):
        output = info().stdout
        self.assertIn(f"library: {LIBRARY.resolve()}\n", output)
        self.assertIn(f"{COMPAT}/\n", output)

    def test_version(self):
        self.assertRegex(xomp("--version").stdout, r"^xomp \d+\.\d+\.\d+ \(.*\)\n$")

    def test_processors_of_the_mask(self):
        allowed = os.sched_getaffinity(0)
        one = min(allowed)
        try:
            os.sched_setaffinity(0, {one})
            output = info().stdout
        finally:
            os.sched_setaffinity(0, allowed)
        self.assertEqual(setting(output, "processors in the affinity mask")[0], f"1 ({one})")
        self.assertEqual(setting(output, "processors used (omp_get_num_procs)")[0], "1")
        self.assertEqual(setting(output, "OMP_NUM_THREADS")[0], "1")

    def test_numa_nodes(self):
        output = info().stdout
        nodes = int(setting(output, "NUMA nodes")[0])
        self.assertEqual(len(re.findall(r"^  NUMA node \d+ ", output, re.MULTILINE)), nodes)

    def test_where_values_come_from(self):
        output = info(OMP_NUM_THREADS=3, OMP_SCHEDULE="guided,4", KMP_BLOCKTIME=None).stdout
        self.assertEqual(setting(output, "OMP_NUM_THREADS"), ("3", "OMP_NUM_THREADS"))
        self.assertEqual(setting(output, "OMP_SCHEDULE")[1], "OMP_SCHEDULE")
        self.assertEqual(setting(output, "OMP_CANCELLATION"), ("FALSE", "default"))

    def test_agrees_with_what_programs_get(self):
        output = info().stdout
        program = xomp("run", compiled(TEAM, "-fopenmp")).stdout
        self.assertIn(f"threads {setting(output, 'OMP_NUM_THREADS')[0]}\n", program)

    def test_policies(self):
        output = xomp("info", "--policies").stdout
        self.assertRegex(output, r"(?m)^auto\n    \S")

    def test_wrong_value_is_named(self):
        self.assertIn("OMP_NUM_THREADS", info(OMP_NUM_THREADS="abc").stderr)


def table(count, time_of):
    lines = ["nanoseconds:", "", "  ".join([""] + [str(number) for number in range(count)])]
    for i in range(count):
        lines.append("  ".join([str(i)] + ["-" if i == j else str(time_of(i, j)) for j in range(count)]))
    return "\n".join(lines) + "\n"


class Probe(unittest.TestCase):
    """How far the processors are from one another, and the groups that a table of times shows."""

    def grouped(self, text):
        with tempfile.TemporaryDirectory() as directory:
            file = pathlib.Path(directory) / "times"
            file.write_text(text)
            return xomp("info", "--probe", "--times", str(file))

    def test_measures_the_processors_of_the_mask(self):
        allowed = sorted(os.sched_getaffinity(0))
        try:
            os.sched_setaffinity(0, set(allowed[:2]))
            done = xomp("info", "--probe")
        finally:
            os.sched_setaffinity(0, set(allowed))
        self.assertEqual(done.returncode, 0, done.stderr)
        count = min(len(allowed), 2)
        self.assertIn(f"no shape is visible on {count} processor", done.stdout)
        if count == 2:
            first, second = re.findall(rf"^ +({allowed[0]}|{allowed[1]}) +.*?(\d+)(?: +-)?$", done.stdout, re.MULTILINE)[-2:]
            self.assertEqual(first[1], second[1])
            self.assertGreater(int(first[1]), 0)

    def test_its_own_table_can_be_read_again(self):
        done = xomp("info", "--probe")
        if "nanoseconds" in done.stdout:
            self.assertEqual(self.grouped(done.stdout).stdout, done.stdout)

    def test_two_levels(self):
        done = self.grouped(table(8, lambda i, j: 20 + (i + j) % 3 if i // 2 == j // 2 else 50 if i // 4 == j // 4 else 134))
        self.assertIn("within 22 ns: {0,1} {2,3} {4,5} {6,7}\nwithin 50 ns: {0,1,2,3} {4,5,6,7}\n", done.stdout)

    def test_interleaved_numbers(self):
        done = self.grouped(table(6, lambda i, j: 40 if i % 2 == j % 2 else 100))
        self.assertIn("within 40 ns: {0,2,4} {1,3,5}\n", done.stdout)

    def test_all_equally_far(self):
        self.assertIn("no groups", self.grouped(table(4, lambda i, j: 40 + i + j)).stdout)

    def test_times_that_do_not_fit_together(self):
        ring = lambda i, j: 40 if (i - j) % 4 in (1, 3) else 100
        self.assertIn("no groups", self.grouped(table(4, ring)).stdout)

    def test_what_is_no_table_is_refused(self):
        whole = table(3, lambda i, j: 40)
        for text in ("", "nothing here\n", whole.rsplit("\n", 2)[0], whole.replace("0  -  40", "0  -  41", 1), whole.replace("40", "0")):
            with self.subTest(text=text):
                done = self.grouped(text)
                self.assertEqual(done.returncode, 125)
                self.assertRegex(done.stderr, r"^xomp: .*\n$")


if __name__ == "__main__":
    unittest.main()
