"""xomp info: what the library sees here, asked of the library itself."""
import os
import re
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
        self.assertRegex(xomp("--version").stdout, r"^xomp \d+\.\d+\.\d+\n$")

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


if __name__ == "__main__":
    unittest.main()
