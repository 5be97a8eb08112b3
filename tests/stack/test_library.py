"""What debuggers and profilers find in the library itself: probes, and unwind tables for every instruction."""
import re
import subprocess
import unittest

from support import LIBRARY, ROOT

PROBES = re.findall(r"DTRACE_PROBE\d\(xomp, (\w+),", (ROOT / "src/platform/probe.h").read_text())


def said(*command):
    return subprocess.run([*command, str(LIBRARY)], check=True, capture_output=True, text=True).stdout


class Probes(unittest.TestCase):
    def test_each_is_in_the_file(self):
        notes = said("readelf", "--notes", "--wide")
        if "stapsdt" not in notes:
            self.skipTest("built without <sys/sdt.h>")
        names = set(re.findall(r"Provider: xomp\s+Name: (\w+)", notes))
        self.assertEqual(names, set(PROBES))
        self.assertTrue(8 <= len(names) <= 10)

    def test_each_is_described(self):
        text = (ROOT / "docs/tools.md").read_text()
        for name in PROBES:
            self.assertIn(f"`{name}`", text)


class UnwindTables(unittest.TestCase):
    def test_they_cover_every_function(self):
        """Asynchronous ones say for each instruction in their range where the caller is; here that there is no gap."""
        ranges = sorted((int(first, 16), int(last, 16))
                        for first, last in re.findall(r"pc=([0-9a-f]+)\.\.([0-9a-f]+)", said("readelf", "--debug-dump=frames", "--wide")))
        self.assertGreater(len(ranges), 100)
        missing = []
        for line in said("readelf", "--syms", "--wide").splitlines():
            fields = line.split()
            if len(fields) != 8 or fields[3] != "FUNC" or fields[6] == "UND" or not fields[2].isdigit() or fields[2] == "0":
                continue
            first = int(fields[1], 16)
            last = first + int(fields[2])
            if fields[7].startswith(("_init", "_fini")):
                continue
            if not any(low <= first and last <= high for low, high in ranges):
                missing.append(fields[7])
        self.assertEqual(missing, [])

    def test_each_push_is_followed_by_a_rule(self):
        """Of the functions in assembler: every change of the stack pointer has a row of its own."""
        rows = said("readelf", "--debug-dump=frames-interp", "--wide")
        for name, least in (("xomp_switch_stack", 8), ("xomp_invoke_microtask", 3), ("xomp_call_on_stack", 3)):
            symbol = re.search(rf"([0-9a-f]{{16}})\s+\d+ FUNC\s+\w+\s+\w+\s+\d+ {name}\n", said("readelf", "--syms", "--wide"))
            entry = re.search(rf"pc={symbol[1]}\.\.[0-9a-f]+\n((?:.+\n)+)", rows)
            self.assertGreaterEqual(len(entry[1].splitlines()) - 1, least, name)


if __name__ == "__main__":
    unittest.main()
