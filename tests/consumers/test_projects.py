"""Projects that use XOMP in each way that README names: each is configured, built and run as its author would. An installed XOMP is that of
the build; XOMP's sources are built with the project, without the command, not optimised and each folder as one file, which is quicker."""
import os
import pathlib
import shutil
import subprocess
import tarfile
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = pathlib.Path(os.environ.get("XOMP_BUILD", ROOT / "build")).resolve()
QUICKLY = ("-DXOMP_BY_FOLDER=ON", "-DCMAKE_BUILD_TYPE=Debug")
LIMIT_S = 560
_directory = tempfile.TemporaryDirectory(prefix="xomp-consumers-")
SCRATCH = pathlib.Path(_directory.name)
PREFIX = SCRATCH / "prefix"


def run(*command, **options):
    """What the command prints. Fails where it does."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "LD_", "XOMP_"))}
    environment.update({"PKG_CONFIG_PATH": str(PREFIX / "lib/pkgconfig"), "CCACHE_BASEDIR": "/"}, **options.pop("env", {}))
    done = subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LIMIT_S,
                          env=environment, check=False, **options)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout}")
    return done.stdout


def setUpModule():
    run("cmake", "--install", BUILD, "--prefix", PREFIX)


class Project(unittest.TestCase):
    def build(self, source, *options, name=None):
        """The folder in which a copy of the project is built: nothing of ours lies above it."""
        folder = SCRATCH / (name or source.name)
        shutil.copytree(source, folder / "project")
        for file in ("programs.cmake", "team.c", "native.cpp"):
            shutil.copy(HERE / file, folder)
        run("cmake", "-G", "Ninja", "-S", folder / "project", "-B", folder / "build", f"-DXOMP_CLONE={ROOT}", *options)
        run("cmake", "--build", folder / "build")
        return folder / "build"

    def check_programs(self, programs, library):
        said = run(programs / "team")
        self.assertEqual(said.split(" on ")[0], "3 threads")
        self.assertEqual(pathlib.Path(said.split(" on ")[1].strip()).resolve(), library.resolve())
        self.assertEqual(run(programs / "native"), "100 native tasks\n")
        for name in ("graph", "flow"):
            self.assertNotEqual(run(programs / name), "")
        self.assertIn("[libxomp.so.1]", run("readelf", "-d", programs / "team"))
        self.assertNotIn("[libgomp.so.1]", run("readelf", "-d", programs / "team"))


class Installed(Project):
    def test_find_package(self):
        self.check_programs(self.build(HERE / "find_package", f"-DCMAKE_PREFIX_PATH={PREFIX}"), PREFIX / "lib/libxomp.so")

    def test_pkg_config(self):
        folder = SCRATCH / "pkg_config"
        shutil.copytree(HERE / "pkg_config", folder / "project")
        shutil.copy(HERE / "team.c", folder)
        run("make", "-C", folder / "project")
        self.assertIn(f"3 threads on {PREFIX}/lib/", run(folder / "project/team"))

    def test_ttg(self):
        self.check_ttg(self.build(HERE / "ttg", f"-DCMAKE_PREFIX_PATH={PREFIX}", name="ttg installed"))
        self.check_ttg(self.build(HERE / "ttg", f"-DFETCHCONTENT_SOURCE_DIR_TTG={PREFIX}/lib/cmake/ttg", name="ttg fetched"))

    def check_ttg(self, build):
        for name in ("hello-parsec", "both-parsec", "both-mad", "first"):
            self.assertNotEqual(run(build / name), "")
        listed = run("ctest", "--test-dir", build, "--no-tests=error", "-N")
        self.assertIn("ttg/test/hello-parsec/run-np-1", listed)


class Sources(Project):
    def test_add_subdirectory(self):
        build = self.build(HERE / "add_subdirectory", *QUICKLY, name="a folder with blanks")
        self.check_programs(build / "programs", build / "xomp/lib/libxomp.so")
        self.assertEqual(sorted(path.name for path in (build / "programs").iterdir()), ["flow", "graph", "native", "team"])
        self.assertFalse((build / "libraries").exists())
        run("cmake", "--install", build, "--prefix", SCRATCH / "only team")
        self.assertEqual([path.name for path in (SCRATCH / "only team").rglob("*") if path.is_file()], ["team"])
        self.assertIn("No tests were found", run("ctest", "--test-dir", build))

    def test_fetch_content(self):
        archive = SCRATCH / "xomp-1.0.0.tar.gz"
        kept = ("CMakeLists.txt", "LICENSE", "cmake", "front", "include", "src")
        with tarfile.open(archive, "w:gz", compresslevel=1) as file:
            for name in kept:
                file.add(ROOT / name, f"xomp-1.0.0/{name}")
        build = self.build(HERE / "fetch_content", *QUICKLY, f"-DXOMP_ARCHIVE={archive}")
        self.check_programs(build, build / "_deps/xomp-build/lib/libxomp.so")

    def test_cpm(self):
        build = self.build(HERE / "cpm", *QUICKLY)
        self.check_programs(build, build / "_deps/xomp-build/lib/libxomp.so")
        self.assertIn("XOMP_HWLOC:INTERNAL=OFF", (build / "CMakeCache.txt").read_text())

    def test_ttg_and_taskflow(self):
        """The clone's front ends stand in for checkouts of the two."""
        build = self.build(HERE / "ttg", *QUICKLY, f"-DFETCHCONTENT_SOURCE_DIR_TTG={ROOT}/front/ttg", name="ttg of a clone")
        Installed.check_ttg(self, build)
        projects = ROOT / "tests/taskflow/projects"
        build = self.build(projects / "fetch_content", *QUICKLY, f"-DPROGRAM={ROOT}/examples/taskflow/hello.cpp",
                           f"-DFETCHCONTENT_SOURCE_DIR_TASKFLOW={ROOT}/front/taskflow", name="taskflow of a clone")
        self.assertIn("A ran 1.", run(build / "program"))


if __name__ == "__main__":
    unittest.main()
