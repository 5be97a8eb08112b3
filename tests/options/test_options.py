"""What the build does without: each option and each missing tool of docs/building.md, built once, with its effect. No network: each build
runs in a namespace without one. Each folder of the library is compiled as one file, which is quicker."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LIMIT_S = 900
_directory = tempfile.TemporaryDirectory(prefix="xomp-options-")
SCRATCH = pathlib.Path(_directory.name)
TEAM = ROOT / "tests/consumers/team.c"
OFFLINE = ["unshare", "--net"] if os.geteuid() == 0 else ["unshare", "--user", "--map-root-user", "--net"]


def execute(*command, **changes):
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "LD_", "XOMP_"))}
    return subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LIMIT_S,
                          env=dict(environment, **changes), check=False)


def run(*command, **changes):
    done = execute(*command, **changes)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout}")
    return done.stdout


def path_without(names):
    """A PATH with all programs of this one but those that have such a name."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=SCRATCH))
    for place in map(pathlib.Path, os.environ["PATH"].split(":")):
        for program in place.iterdir() if place.is_dir() else ():
            link = folder / program.name
            if not re.fullmatch(names, program.name) and not link.exists():
                link.symlink_to(program)
    return str(folder)


class Options(unittest.TestCase):
    def build(self, name, *options, **changes):
        """Configures, builds and installs, without a network; returns the prefix, and what CMake said."""
        if execute(*OFFLINE, "true").returncode != 0:
            self.skipTest("this machine allows no namespace without a network")
        folder = SCRATCH / name
        said = run(*OFFLINE, "cmake", "-G", "Ninja", "-S", ROOT, "-B", folder / "build", "-DXOMP_BY_FOLDER=ON", *options, **changes)
        run(*OFFLINE, "cmake", "--build", folder / "build", **changes)
        run(*OFFLINE, "cmake", "--install", folder / "build", "--prefix", folder / "prefix", **changes)
        return folder / "prefix", said

    def check_runs_on(self, prefix):
        program = SCRATCH / "team"
        run("gcc", "-fopenmp", TEAM, "-o", program, "-ldl")
        preload = {"LD_PRELOAD": str(prefix / "lib/xomp/compat/libgomp.so.1"), "LD_LIBRARY_PATH": str(prefix / "lib/xomp/compat")}
        self.assertIn(f"3 threads on {prefix}/lib/", run(program, **preload))

    def test_library_alone_without_hwloc(self):
        prefix, _ = self.build("library", "-DXOMP_COMMAND=OFF", "-DXOMP_SIMULATORS=OFF", "-DXOMP_HWLOC=OFF")
        self.check_runs_on(prefix)
        self.assertFalse((prefix / "bin").exists())
        self.assertEqual(sorted(path.name for path in (prefix / "lib").iterdir()),
                         ["cmake", "libgomp-xomp.so", "libxomp.so", "libxomp.so.1", "pkgconfig", "xomp"])
        self.assertNotIn(b"libhwloc.so", (prefix / "lib/libgomp-xomp.so").read_bytes())

    def test_by_clang_without_gcc_and_python(self):
        clang = next((name for name in ("clang-19", "clang") if shutil.which(name)), None)
        if clang is None:
            self.skipTest("no clang")
        changes = {"PATH": path_without(r"python.*|(.*-linux-gnu-)?(gcc|g\+\+|cpp)(-.*)?|cc|c\+\+|c[89]9(-gcc)?")}
        for tool in ("gcc", "g++", "cc", "python3"):
            self.assertIsNone(shutil.which(tool, path=changes["PATH"]))
        prefix, said = self.build("clang", f"-DCMAKE_C_COMPILER={clang}", f"-DCMAKE_CXX_COMPILER={clang.replace('clang', 'clang++')}",
                                  "-DXOMP_SIMULATORS=OFF", **changes)
        self.assertIn("Clang", said)
        self.check_runs_on(prefix)
        self.assertIn("clang", run(prefix / "bin/xomp", "--version", **changes))
        for name in ("xomp.1", "xomp-run.1", "xomp-bench.1"):
            self.assertIn(".SH OPTIONS", (prefix / "share/man/man1" / name).read_text())
        self.assertIn("needs Python 3.9", execute(prefix / "bin/xomp", "bench", "--list", **changes).stdout)

    def test_presets(self):
        """Each configures; what it is named for is in the cache."""
        presets = json.loads((ROOT / "CMakePresets.json").read_text())
        names = [preset["name"] for preset in presets["configurePresets"] if not preset.get("hidden")]
        self.assertEqual(names, ["release", "debug", "asan", "tsan", "clang", "library"])
        for name in names:
            folder = SCRATCH / "presets" / name
            run("cmake", "--preset", name, "-S", ROOT, "-B", folder)
            cache = (folder / "CMakeCache.txt").read_text()
            for setting in {"debug": ("XOMP_TESTS:BOOL=ON", "CMAKE_BUILD_TYPE:STRING=Debug"), "asan": ("XOMP_SANITIZE:STRING=address,undefined",),
                            "tsan": ("XOMP_SANITIZE:STRING=thread",), "library": ("XOMP_COMMAND:BOOL=OFF",)}.get(name, ("XOMP_COMMAND:BOOL=ON",)):
                self.assertIn(setting, cache, name)


if __name__ == "__main__":
    unittest.main()
