"""xomp info: what the library sees here."""
import unittest

from support import LIBRARY, environment, xomp


class Info(unittest.TestCase):
    def test_names_the_library(self):
        done = xomp("info")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(str(LIBRARY.resolve()), done.stdout)

    def test_version(self):
        self.assertRegex(xomp("--version").stdout, r"^xomp \d+\.\d+\.\d+\n$")


if __name__ == "__main__":
    unittest.main()
