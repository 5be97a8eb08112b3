"""Every name that libgomp 16, libomp 24 or libiomp5 exports is exported, in the same version nodes and in VERSION."""
import unittest

import library

REFERENCES = ("libgomp-16", "libomp-24", "libiomp5-2026")


class Exports(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.exports = library.exports()
        cls.not_host = library.patterns("not_host_entries.txt")
        cls.missing = set(library.patterns("missing.txt"))

    def wanted(self):
        for reference in REFERENCES:
            for name, node in library.reference(reference):
                if not library.matches(name, self.not_host):
                    yield reference, name, node

    def test_every_host_entry_is_exported(self):
        lost = sorted({f"{name} ({reference})" for reference, name, _ in self.wanted()
                       if name not in self.exports and name not in self.missing})
        self.assertEqual(lost, [], "neither exported nor in missing.txt")

    def test_later_entries_are_exported(self):
        lost = sorted({name for name, _ in library.version_table()
                       if name not in self.exports and name not in self.missing})
        self.assertEqual(lost, [], "in src/exports.txt, but neither exported nor in missing.txt")

    def test_default_node_is_version(self):
        odd = {name: export.default for name, export in self.exports.items() if export.default != ["VERSION"]}
        self.assertEqual(odd, {})

    def test_every_node_of_the_references(self):
        lost = sorted({f"{name}@{node}" for _, name, node in self.wanted()
                       if node != "VERSION" and name in self.exports and node not in self.exports[name].others})
        self.assertEqual(lost, [])

    def test_table_is_in_the_library(self):
        lost = sorted(f"{name}@{node}" for name, node in library.version_table()
                      if name in self.exports and node not in self.exports[name].others)
        self.assertEqual(lost, [])

    def test_exceptions_are_needed(self):
        """A line of not_host_entries.txt that matches nothing in the references is stale."""
        names = {name for reference in REFERENCES for name, _ in library.reference(reference)}
        stale = [pattern for pattern in self.not_host if not any(library.matches(n, [pattern]) for n in names)]
        self.assertEqual(stale, [])

    def test_missing_entries_are_missing(self):
        written = sorted(name for name in self.missing if name in self.exports)
        self.assertEqual(written, [], "exported: these lines of missing.txt can go")


if __name__ == "__main__":
    unittest.main()
