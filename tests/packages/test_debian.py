"""`make deb`: the packages please lintian; from a local repository they install, run a program of Debian, and go without a trace."""
import re
import shutil
import subprocess
import unittest

from roots import BUILD, DIST, built, empty_folder, run_in, sections

REPOSITORY = BUILD / "deb-repository"
PACKAGES = ("libxomp1", "libxomp-dev", "xomp", "xomp-sim", "xomp-as-default", "xomp-doc")

SCRIPT = """
apt_get install primecount-bin
files >/tmp/before
echo "deb [trusted=yes] file:/packages ./" >/etc/apt/sources.list.d/xomp.list
apt_get update
apt_get install --no-install-recommends xomp xomp-sim xomp-doc libxomp-dev
echo "== version"; xomp --version
echo "== alone"; primecount 1e10
echo "== run"; xomp run --threads 2 --stats -- primecount 1e10 2>&1
echo "== doctor"; xomp doctor "$(command -v primecount)"
echo "== sim"; xomp sim -P fib -w 4 --size 16
echo "== not default"; XOMP_STATS=1 primecount 1e10 2>&1
apt_get install xomp-as-default
echo "== default"; XOMP_STATS=1 primecount 1e10 2>&1
echo "== default doctor"; xomp doctor "$(command -v primecount)" || true
apt_get install --reinstall libgomp1
echo "== default after an upgrade"; XOMP_STATS=1 primecount 1e10 2>&1
apt_get remove xomp-as-default
echo "== removed"; XOMP_STATS=1 primecount 1e10 2>&1; xomp --version
apt_get purge xomp xomp-sim xomp-doc libxomp-dev xomp-as-default
apt_get autoremove --purge
rm /etc/apt/sources.list.d/xomp.list
echo "== purged"; primecount 1e10; ! dpkg -l | grep -i xomp
files >/tmp/after
echo "== left"; diff /tmp/before /tmp/after || true
"""


class Debian(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        files = built("deb", "*xomp*_*")
        empty_folder(REPOSITORY)
        for file in files:
            if file.suffix == ".deb" and "-dbgsym" not in file.name:
                shutil.copy(file, REPOSITORY)
        index = subprocess.run(["dpkg-scanpackages", "--multiversion", "."], cwd=REPOSITORY, text=True, capture_output=True, check=True).stdout
        (REPOSITORY / "Packages").write_text(index)

    def test_all_are_there(self):
        names = sorted(path.name.split("_")[0] for path in REPOSITORY.glob("*.deb"))
        self.assertEqual(names, sorted(PACKAGES))

    def test_lintian(self):
        changes, = DIST.glob("xomp_*.changes")
        done = subprocess.run(["lintian", "--fail-on", "error,warning", "--allow-root", "--tag-display-limit", "0", changes], text=True,
                              capture_output=True, timeout=1200)
        self.assertEqual((done.returncode, done.stdout.strip()), (0, ""), done.stdout + done.stderr)

    def test_contents(self):
        text = {name: subprocess.run(["dpkg-deb", "--contents", path], text=True, capture_output=True, check=True).stdout
                for path in REPOSITORY.glob("*.deb") for name in [path.name.split("_")[0]]}
        for package, pattern in (("libxomp1", r"/libgomp-xomp\.so$"), ("libxomp1", r"/libxomp\.so\.1 -> libgomp-xomp\.so$"),
                                 ("libxomp1", r"/xomp/compat/libomp\.so\.5 -> "), ("libxomp-dev", r"/include/xomp\.h$"),
                                 ("libxomp-dev", r"/cmake/xomp/xomp-config\.cmake$"), ("xomp", r"/usr/bin/xomp$"),
                                 ("xomp", r"/man1/xomp\.1\.gz$"), ("xomp-sim", r"/xomp/xomp-sim$"), ("xomp-doc", r"/docs/"),
                                 ("xomp-as-default", r"/xomp/default/libgomp\.so\.1$")):
            self.assertRegex(text[package], re.compile(pattern, re.M), package)
        # No package but the one for that has a runtime's name where the dynamic linker looks.
        for package in set(PACKAGES) - {"xomp-as-default"}:
            self.assertNotRegex(text[package], re.compile(r"/usr/lib/[^/]+/lib(gomp|omp|iomp5)\.so", re.M), package)

    def check(self, suite):
        said = sections(run_in(suite, SCRIPT, REPOSITORY))
        result = said["alone"]
        self.assertEqual(result, ["455052511"])
        self.assertIn("xomp 1.", said["version"][0])
        regions = [int(match[1]) for match in re.finditer(r"xomp: regions +(\d+)", "\n".join(said["run"]))]
        self.assertTrue(regions and regions[0] > 0, said["run"])
        self.assertIn("455052511", said["run"])
        self.assertIn("taken over", "\n".join(said["doctor"]))
        self.assertTrue(any("fib" in line for line in said["sim"]), said["sim"])
        self.assertEqual(said["not default"], result)
        for name in ("default", "default after an upgrade"):
            self.assertIn("xomp: statistics of primecount", "\n".join(said[name]), name)
        self.assertIn("it is XOMP already", "\n".join(said["default doctor"]))
        self.assertEqual(said["removed"], [*result, *said["version"]])
        self.assertEqual(said["purged"], result)
        self.assertEqual(said["left"], [])

    def test_bookworm(self):
        self.check("bookworm")

    def test_trixie(self):
        self.check("trixie")


if __name__ == "__main__":
    unittest.main()
