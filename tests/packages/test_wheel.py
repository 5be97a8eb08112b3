"""`make wheel`: one wheel for every Python and every glibc from 2.28 on; in a root without a compiler it installs, works and goes again."""
import re
import shutil
import subprocess
import unittest

from roots import BUILD, built, empty_folder, run_in, sections

INDEX = BUILD / "wheel-index"
TOOLS = BUILD / "wheel-tools"

SCRIPT = """
if apt-cache show primecount-bin >/dev/null 2>&1; then  # not in bullseye
  apt_get install --no-install-recommends python3-venv primecount-bin
  program="primecount 1e10"
else
  apt_get install --no-install-recommends python3-venv graphicsmagick
  program="gm convert -size 400x400 plasma:fractal -blur 0x3 -format %wx%h info:-"
fi
export program
! command -v cc gcc g++ clang cmake
python3 -m venv /opt/venv
(cd /opt/venv && find . -name __pycache__ -prune -o ! -type d -print | sort) >/tmp/before
PATH=/opt/venv/bin:$PATH
pip install --quiet --no-index --find-links /packages xomp
echo "== version"; xomp --version; ldd --version | head -n 1
echo "== run"; python -m xomp run --threads 2 --stats -- $program 2>&1
echo "== doctor"; xomp doctor "$(command -v ${program%% *})"
cat >/tmp/program.py <<END
import xomp
xomp.use(threads=2)
import os, subprocess, sys
print(xomp.info()["active"], xomp.info()["threads"], len(xomp.info()["runtimes"]), sys.argv[1:])
sys.stdout.flush()
subprocess.run(os.environ["program"].split(), env={**os.environ, "XOMP_STATS": "1"}, check=True)
END
echo "== use"; python /tmp/program.py one 2>&1
echo "== preloaded"
for name in libgomp.so.1 libomp.so.5 libiomp5.so; do
  LD_PRELOAD=/opt/venv/lib/xomp/compat/$name XOMP_STATS=1 $program 2>&1 | grep -c 'xomp: statistics of'
done
pip uninstall --quiet --yes xomp
(cd /opt/venv && find . -name __pycache__ -prune -o ! -type d -print | sort) >/tmp/after
echo "== left"; diff /tmp/before /tmp/after || true
"""


class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.wheel, = built("wheel", "xomp-*.whl")
        empty_folder(INDEX)
        shutil.copy(cls.wheel, INDEX)

    def test_name_and_auditwheel(self):
        self.assertRegex(self.wheel.name, r"^xomp-[\d.]+-py3-none-manylinux_2_28_x86_64\.whl$")
        done = subprocess.run([TOOLS / "bin/auditwheel", "show", self.wheel], text=True, capture_output=True, check=True)
        said = " ".join(done.stdout.split())
        # What the symbols alone would allow may be older still.
        oldest = re.search(r'is consistent with the following platform tag: "manylinux_2_(\d+)_x86_64"', said)
        self.assertTrue(oldest and int(oldest[1]) <= 28, done.stdout)

    def test_versions_of_symbols(self):
        folder = BUILD / "wheel-unpacked"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.unpack_archive(self.wheel, folder, "zip")
        files = [path for path in folder.rglob("*") if path.is_file() and path.read_bytes()[:4] == b"\x7fELF"]
        self.assertGreater(len(files), 8)
        for path in files:
            text = subprocess.run(["readelf", "-W", "-V", path], text=True, capture_output=True, check=True).stdout
            newest = max(((int(a), int(b)) for a, b in re.findall(r"Name: GLIBC_(\d+)\.(\d+)", text)), default=(2, 0))
            self.assertLessEqual(newest, (2, 28), path)
            self.assertNotIn("GLIBCXX", text, path)

    def test_size(self):
        self.assertLess(self.wheel.stat().st_size, 12e6)

    def check(self, suite, glibc):
        said = sections(run_in(suite, SCRIPT, INDEX))
        self.assertIn(f" {glibc}", said["version"][1])
        for name in ("run", "use"):
            self.assertTrue({"455052511", "400x400"} & set(said[name]), said[name])
            regions = re.search(r"statistics of (?:primecount|gm).*?xomp: regions +(\d+)", "\n".join(said[name]), re.S)
            self.assertTrue(regions and int(regions[1]) > 0, said[name])
        self.assertEqual(said["use"][0], "True 2 1 ['one']")
        self.assertIn("taken over", "\n".join(said["doctor"]))
        self.assertEqual(said["preloaded"], ["1", "1", "1"])
        self.assertEqual(said["left"], [])

    def test_bullseye(self):
        self.check("bullseye", "2.31")

    def test_bookworm(self):
        self.check("bookworm", "2.36")

    def test_trixie(self):
        self.check("trixie", "2.41")


if __name__ == "__main__":
    unittest.main()
