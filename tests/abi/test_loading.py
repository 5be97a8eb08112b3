"""Programs that gcc and clang link with their own runtimes run on XOMP: without a word from the loader, and every name that
they may look up at run time is XOMP's."""
import os
import pathlib
import subprocess
import unittest

import library

COMPAT = library.LIBRARY.parent / "compat"
COMPILERS = ("gcc", "clang-19")


def build(compiler):
    folder = library.BUILD / "tests" / "abi"
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / f"openmp-{compiler}"
    subprocess.run([compiler, "-fopenmp", "-O1", str(library.HERE / "programs/openmp.c"), "-o", str(program)], check=True)
    return program


def ways():
    """The environments that put XOMP in place."""
    path = {"LD_LIBRARY_PATH": str(COMPAT)}
    return {"library path": path, "preload": dict(path, LD_PRELOAD=str(library.LIBRARY.parent / "libxomp.so"))}


@unittest.skipIf(library.is_instrumented(), "built with a sanitizer")
class Loading(unittest.TestCase):
    def run_program(self, program, environment, *names):
        result = subprocess.run([str(program), *names], env=dict(os.environ, **environment), capture_output=True,
                                text=True, timeout=300)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return dict(line.split(maxsplit=1) for line in result.stdout.splitlines())

    def for_each_way(self):
        for compiler in COMPILERS:
            program = build(compiler)
            for way, environment in ways().items():
                with self.subTest(compiler=compiler, way=way):
                    yield program, environment

    def test_nothing_is_said(self):
        for program, environment in self.for_each_way():
            self.run_program(program, environment)

    def test_names_looked_up_at_run_time_are_ours(self):
        names = sorted(library.exports().keys() - library.thread_locals())
        for program, environment in self.for_each_way():
            answers = self.run_program(program, environment, *names)
            others = {name: path for name, path in answers.items() if pathlib.Path(path).resolve() != library.LIBRARY.resolve()}
            self.assertEqual(others, {})

    def test_devices_of_llvms_offload_library_are_seen(self):
        folder = library.BUILD / "tests" / "abi"
        folder.mkdir(parents=True, exist_ok=True)
        programs = library.HERE / "programs"
        nodes = folder / "offload.map"
        nodes.write_text("VERS1.0 { global: *; };\n")
        subprocess.run(["gcc", "-shared", "-fPIC", str(programs / "offload_library.c"), f"-Wl,--version-script={nodes}",
                        "-o", str(folder / "liboffload.so")], check=True)
        subprocess.run(["gcc", str(programs / "devices.c"), "-o", str(folder / "devices"), f"-L{library.LIBRARY.parent}",
                        "-lxomp", f"-L{folder}", "-Wl,--no-as-needed", "-loffload"], check=True)
        environment = dict(os.environ, LD_LIBRARY_PATH=f"{library.LIBRARY.parent}:{folder}")
        result = subprocess.run([str(folder / "devices")], env=environment, capture_output=True, text=True, timeout=300)
        self.assertEqual((result.returncode, result.stdout), (0, "4 4 4 -47\n"), result.stderr)


if __name__ == "__main__":
    unittest.main()
