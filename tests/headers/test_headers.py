"""Compiles headers alone: what one needs, it includes."""
import concurrent.futures
import os
import pathlib
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TTG = ROOT / "front/ttg/include"
TASKFLOW = ROOT / "front/taskflow/include"
# One of each family; the others differ in the algorithm only.
OF_TASKFLOW = ["taskflow.hpp", "core/taskflow.hpp", "core/flow_builder.hpp", "core/executor.hpp", "core/observer.hpp", "core/tsq.hpp",
               "observer/interface.hpp", "utility/iterator.hpp", "utility/mpmc.hpp", "utility/latch.hpp", "algorithm/data_pipeline.hpp",
               "algorithm/algorithm.hpp", "algorithm/module.hpp"]


class Headers(unittest.TestCase):
    def compile_alone(self, folder, headers, standard):
        def look(header):
            command = ["g++", f"-std={standard}", "-Wall", "-Wextra", f"-I{folder}", f"-I{ROOT / 'include'}", "-fsyntax-only", "-x", "c++", "-"]
            return subprocess.run(command, input=f"#include <{header}>\n", capture_output=True, text=True)

        self.assertTrue(headers)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for header, done in zip(headers, pool.map(look, headers)):
                with self.subTest(header=header, standard=standard):
                    self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_ttg(self):
        headers = sorted(h for h in TTG.rglob("*.h") if not h.stem.startswith("mpi"))  # those need MPI
        self.compile_alone(TTG, [h.relative_to(TTG) for h in headers], "c++20")

    def test_taskflow(self):
        for standard in ("c++17", "c++20"):
            self.compile_alone(TASKFLOW, [f"taskflow/{header}" for header in OF_TASKFLOW], standard)


if __name__ == "__main__":
    unittest.main()
