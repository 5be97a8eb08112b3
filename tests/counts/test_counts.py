"""How many atomic read-modify-writes and fences tasks cost: what docs/statistics.md promises."""
import unittest

from counting import COMPILERS, ROOT, BUILD, compiled, run

KINDS = ("fib", "producer", "waits", "groups", "depend", "depend3", "loop")
POLICIES = ("xqueue", "xqueue-nowait", "xqueue-wait", "na-rp", "na-ws", "hybrid", "local-first")
SMALL, LARGE = 10_000, 100_000


def setUpModule():
    global programs, native
    programs = [compiled("tasks.c", compiler, "-fopenmp", "-L/usr/lib/llvm-19/lib") for compiler in COMPILERS]
    native = compiled("native.cpp", "g++", "-std=c++20", f"-I{ROOT}/src", f"-I{ROOT}/include", f"-L{BUILD}/lib", "-lxomp",
                      '-DXOMP_ATOMICS="platform/counting_atomics.h"')


class OneThread(unittest.TestCase):
    """A team of one: whatever the tasks are, what is counted belongs to the start, the region and the end."""
    MOST_RMWS, MOST_FENCES = 200, 20

    def test_nothing_a_task(self):
        for program in programs:
            for kind in KINDS:
                with self.subTest(program=program.name, kind=kind):
                    _, few = run(program, kind, SMALL, threads=1)
                    _, many = run(program, kind, LARGE, threads=1)
                    self.assertGreaterEqual(many["created"], LARGE)
                    self.assertEqual((many["rmws"], many["fences"]), (few["rmws"], few["fences"]))
                    self.assertLessEqual(many["rmws"], self.MOST_RMWS)
                    self.assertLessEqual(many["fences"], self.MOST_FENCES)


class TwoThreads(unittest.TestCase):
    """Who steals, asks or sleeps pays; a task that nobody steals does not."""

    def assert_paid_by_thieves(self, found, a_steal):
        events = found["stolen"] + found["sent"] + 100
        self.assertLessEqual(found["rmws"], a_steal * events, found)
        self.assertLessEqual(found["fences"], a_steal * events, found)

    def test_fib(self):
        for program in programs:
            with self.subTest(program=program.name):
                _, found = run(program, "fib", 2_000_000, threads=2)
                self.assert_paid_by_thieves(found, 10)
                self.assertLess(found["rmws"], found["created"] / 20, found)

    def test_unstolen_under_policies_of_requests(self):
        for policy in POLICIES:
            with self.subTest(policy=policy):
                _, found = run(programs[0], "fib", 500_000, threads=2, policy=policy)
                self.assertLess(found["rmws"], found["created"] / 5, found)


class Native(unittest.TestCase):
    def test_the_programs_own_part_has_none(self):
        for threads in (1, 2):
            output, _ = run(native, 25, threads=threads)
            self.assertEqual(output.split(), ["75025", "0", "0"])

    def test_the_librarys_part_does_not_grow(self):
        few, many = (run(native, n, threads=1)[1] for n in (15, 28))
        self.assertEqual((few["rmws"], few["fences"]), (many["rmws"], many["fences"]))


if __name__ == "__main__":
    unittest.main()
