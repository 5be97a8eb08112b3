"""Wrong values in the environment: each is reported once in a tree of processes, and what is shown is what holds."""
import re
import unittest

from support import TEAM, compiled, environment, run, xomp


def wrong_lines(text):
    return [line for line in text.splitlines() if line.startswith("xomp: warning: ")]


class Trees(unittest.TestCase):
    def shell(self, script, **changes):
        return wrong_lines(xomp("run", "--", "sh", "-c", script, env=environment(**changes)).stderr)

    def test_one_line_for_all_children(self):
        program = compiled(TEAM, "-fopenmp")
        for changes in ({"OMP_NUM_THREADS": "abc"}, {"OMP_PLACES": "nonsense"}, {"KMP_DISP_NUM_BUFFERS": "0"}, {"OMP_NUM_THREDS": "2"}):
            lines = self.shell(f"{program}; sh -c {program}; {program} | cat", **changes)
            self.assertEqual(len(lines), 1, lines)
            (name, value), = changes.items()
            self.assertIn(name, lines[0])

    def test_another_value_is_reported(self):
        program = compiled(TEAM, "-fopenmp")
        lines = self.shell(f"{program}; OMP_NUM_THREADS=def {program}; OMP_NUM_THREADS=abc {program}", OMP_NUM_THREADS="abc")
        self.assertEqual([re.search("'(.*?)'", line)[1] for line in lines], ["abc", "def"])

    def test_nothing_is_set_where_nothing_is_wrong(self):
        done = xomp("run", compiled(TEAM, "-fopenmp"), "XOMP_REPORTED")
        self.assertIn("XOMP_REPORTED=(not set)", done.stdout)


class Shown(unittest.TestCase):
    def shown(self, **changes):
        done = run(compiled(TEAM, "-fopenmp"), env=environment(OMP_DISPLAY_ENV="verbose", LD_LIBRARY_PATH=self.compat(), **changes))
        return done.stderr, dict(re.findall(r"\[host\] (\w+)='(.*)'", done.stderr))

    def compat(self):
        from support import COMPAT
        return COMPAT

    def test_places_that_are_refused(self):
        for wrong in ("nonsense", "{99999}", "{9999}"):
            text, values = self.shown(OMP_PLACES=wrong)
            self.assertEqual((values["OMP_PLACES"], values["OMP_PROC_BIND"]), ("", "FALSE"), text)
            self.assertIn("; using no places\n", text)
        text, values = self.shown(OMP_PLACES="nonsense", OMP_PROC_BIND="close")
        self.assertEqual((values["OMP_PLACES"], values["OMP_PROC_BIND"]), ("", "CLOSE"), text)
        self.assertIn("; using a place for each core\n", text)

    def test_the_next_variable_holds(self):
        text, values = self.shown(OMP_PLACES="nonsense", GOMP_CPU_AFFINITY="0")
        self.assertEqual((values["OMP_PLACES"], values["OMP_PROC_BIND"]), ("", "TRUE"), text)
        self.assertIn("; using GOMP_CPU_AFFINITY\n", text)

    def test_other_texts(self):
        for name in ("GOMP_CPU_AFFINITY", "KMP_AFFINITY", "KMP_HW_SUBSET"):
            text, values = self.shown(**{name: "nonsense"})
            self.assertEqual((values[name], values["OMP_PROC_BIND"]), ("", "FALSE"), text)
            self.assertEqual(len(wrong_lines(text)), 1, text)
        text, values = self.shown(OMP_ALLOCATOR="omp_high_bw_mem_space:fallback=null_fb")
        if wrong_lines(text):
            self.assertEqual(values["OMP_ALLOCATOR"], "omp_default_mem_alloc")


if __name__ == "__main__":
    unittest.main()
