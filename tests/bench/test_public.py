"""`xomp bench public`: --with and --allocator, its tables, and the page that takes results in."""
import io
import shutil
import subprocess
import sys
import unittest

from command import BRIEF, ROOT, SCRATCH, bench, records

sys.path.insert(0, str(ROOT / "bench"))
from measure import public_figures, public_pages, runtimes  # noqa: E402
from session import allocators, libraries  # noqa: E402

FEW = [*BRIEF, "--compilers", "gcc", "--runs", "1"]

# What the program needs of citor, without any thread.
CITOR = """\
#pragma once
#include <cstddef>
namespace citor {
enum class Affinity { PerCpu, PerCpuSmtPair };
struct HintsDefaults {};
struct ThreadPool {
  ThreadPool(std::size_t, Affinity) {}
  template <class Hints, class... F> void forkJoin(F&&... f) { (f(), ...); }
  template <class Hints, class Body> void forkJoinAll(std::size_t n, Body body) { for (std::size_t i = 0; i < n; ++i) body(i); }
};
}
"""


def clone_of_citor(name, within="single_include"):
    folder = SCRATCH / name
    (folder / within).mkdir(parents=True, exist_ok=True)
    (folder / within / "citor.hpp").write_text(CITOR)
    return folder


class With(unittest.TestCase):
    def test_the_four_programs_by_headers_that_the_user_has(self):
        out = SCRATCH / "with"
        status, output, errors = bench("public", *FEW, "--peers", "citor,xomp,serial", "--with", f"citor={clone_of_citor('clone')}", "--out", out)
        self.assertEqual((status, records(out, "failure")), (0, []), output + errors)
        samples = records(out, "sample")
        self.assertEqual({s["problem"] for s in samples}, set(public_figures.TITLES))
        self.assertEqual({s["peer"] for s in samples}, {"citor", "xomp", "serial"})
        self.assertEqual({(s["untied"], s["problem"]) for s in samples if s["peer"] == "xomp"},
                         {(untied, name) for untied in (False, True) for name in public_figures.TITLES})
        self.assertEqual(set(records(out)[0]["with"]), {"citor"})
        self.assertRegex(output, r"nqueens\(10\) +interface +compiler +threads +time")
        self.assertRegex(output, r"2 threads +fib\(20\) +skynet\(10\^3\) +nqueens\(10\) +matmul\(128\)")

    def test_a_clone_and_the_folder_of_the_headers(self):
        clone = clone_of_citor("folders")
        self.assertEqual(libraries.folder_of_headers("citor", clone), clone / "single_include")
        self.assertEqual(libraries.folder_of_headers("citor", clone / "single_include"), clone / "single_include")
        self.assertIsNone(libraries.folder_of_headers("libfork", clone))

    def test_a_runtime_in_place_of_the_compilers_own(self):
        out, copy = SCRATCH / "runtime", SCRATCH / "runtimes"
        copy.mkdir(parents=True, exist_ok=True)
        shutil.copy(runtimes.libomp(), copy / "libomp.so.5")
        status, output, errors = bench("fib", *BRIEF, "--runs", "1", "--compilers", "clang", "--peers", "libomp,xomp", "--with", f"libomp={copy}", "--out", out)
        self.assertEqual(status, 0, output + errors)
        self.assertEqual(records(out)[0]["peers"]["libomp"]["path"], str(copy / "libomp.so.5"))
        self.assertIn("libomp", {r["peer"] for r in records(out) if r["kind"] == "sample"})

    def test_mistakes(self):
        for words, expected in ((("--with", "cilk=/"), "'cilk' is no library that has headers to be found; allowed: tbb, taskflow, libfork, citor, toomanycooks, libgomp, libomp"),
                                (("--with", "libfork"), "give libfork=DIR"),
                                (("--with", f"libfork={SCRATCH}"), f"'{SCRATCH}' has no libfork.hpp"),
                                (("--with", f"libomp={SCRATCH}"), f"'{SCRATCH}' is neither a library nor a folder with libomp.so.5"),
                                (("--with", f"libgomp={__file__}"), "cannot be loaded on this machine: "),
                                (("--allocator", "hoard"), "'hoard' is no allocator; give system, tcmalloc"),
                                (("--allocator", "/nonexistent.so"), "'/nonexistent.so' is no allocator"),
                                (("--allocator", __file__), "cannot be loaded")):
            with self.subTest(words=words):
                status, output, errors = bench("public", *words, "--out", SCRATCH / "mistakes")
                self.assertEqual(status, 125, output + errors)
                self.assertIn(expected, errors)


class Allocator(unittest.TestCase):
    def test_it_is_loaded_with_the_runtime(self):
        library, mark = SCRATCH / "liballocator.so", SCRATCH / "loaded"
        source = f'#include <stdio.h>\n__attribute__((constructor)) static void tell(void) {{ fclose(fopen("{mark}", "w")); }}\n'
        subprocess.run(["cc", "-shared", "-fPIC", "-x", "c", "-", "-o", str(library)], input=source, text=True, check=True)
        out = SCRATCH / "allocator"
        # Whether XOMP answered is part of the check of each run.
        status, output, errors = bench("public_fib", *FEW, "--peers", "xomp", "--allocator", library, "--out", out)
        self.assertEqual(status, 0, output + errors)
        self.assertTrue(mark.exists())
        self.assertEqual(records(out)[0]["allocator"], "liballocator.so")
        self.assertIn("All programs with liballocator.so.", output)

    def test_before_what_is_there(self):
        self.assertEqual(allocators.preload({"LD_PRELOAD": "b.so"}, "a.so"), {"LD_PRELOAD": "a.so:b.so"})
        self.assertEqual(allocators.preload({}, "a.so"), {"LD_PRELOAD": "a.so"})
        self.assertEqual(allocators.preload({"LD_PRELOAD": "b.so"}, ""), {"LD_PRELOAD": "b.so"})
        self.assertEqual(allocators.of_suite(None, "tasks"), "")


def sample(peer, wall_s, threads=2, **fields):
    kind = "serial" if peer == "serial" else "tasks"
    return {"kind": "sample", "key": f"public_fib/large/none/tied/{kind}/{threads}/gcc/{peer}", "suite": "public", "problem": "public_fib", "version": kind,
            "peer": peer, "policy": "auto" if peer == "xomp" else "", "compiler": "gcc", "threads": threads, "size": "large", "untied": False,
            "parameters": {"n": 39, "depth": 8}, "wall_s": wall_s, "cpu_s": wall_s * threads, "peak_kb": 2048, **fields}


def failure(peer, reason):
    return {**sample(peer, 1), "kind": "failure", "parameters": {}, "reason": reason}


SESSION = [sample("serial", 0.2, 1), sample("xomp", 0.4), sample("xomp", 0.6), sample("xomp", 9, others_share=0.5), sample("libfork", 0.25),
           failure("libgomp", "timed out after 60 s")]


def machine(model="EPYC", time="2026-11-29T12:00:00+00:00"):
    return {"kind": "machine", "time": time, "host": {"processors": 64, "model": model, "kernel": "6.1"}, "commit": "abc", "xomp": "0.1",
            "peers": {"libgomp": {"version": "12"}}, "with": {"libfork": "v3"}, "allocator": "libtcmalloc_minimal.so.4", "compilers": {"gcc": "12"}}


class Tables(unittest.TestCase):
    def test_a_line_a_runtime(self):
        (work,) = public_figures.works(SESSION)
        head, *lines = public_figures.rows(work)
        self.assertEqual(head[0], "fib(39)")
        self.assertEqual(lines, [["sequential program", "", "gcc", "-", "200 ms", "1.00", "0.2", "2", "", ""],
                                 ["libfork", "its own", "gcc", 2, "250 ms", "0.40", "0.5", "2", "1.00", ""],
                                 ["XOMP", "OpenMP, tied", "gcc", 2, "500 ms", "0.20", "1", "2", "2.00", "1.50"],
                                 ["libgomp", "OpenMP, tied", "gcc", 2, "timed out", "", "", "", "", ""]])

    def test_the_public_table(self):
        (table,) = public_figures.public_tables(public_figures.works(SESSION))
        self.assertEqual(table, [["2 threads", "fib(39)", "mean ratio to the best"], ["libfork", "250 ms", "1.00"], ["XOMP, OpenMP", "500 ms", "2.00"],
                                 ["libgomp, OpenMP", "timed out", "-"]])

    def test_losses_and_other_suites(self):
        self.assertEqual(list(public_figures.losses(public_figures.works(SESSION))), ["fib(39), 2 threads: XOMP, OpenMP 500 ms, libfork 250 ms (2.00 times)"])
        out = io.StringIO()
        public_figures.print_figures([{**r, "suite": "tasks"} for r in SESSION], out)
        self.assertEqual(out.getvalue(), "")


class Page(unittest.TestCase):
    def test_a_file_replaces_the_section_of_its_machine_only(self):
        first = public_pages.sections([[machine(), *SESSION], [machine("Xeon"), *SESSION]], "")
        self.assertEqual([line for line in first.splitlines() if line.startswith("#")], ["### 64 x EPYC", "### 64 x Xeon"])
        self.assertIn("Allocator: libtcmalloc_minimal.so.4. libgomp 12, libfork v3, gcc 12. 5 runs, 1 of them disturbed.", first)
        self.assertIn("- fib(39), 2 threads: XOMP, OpenMP 500 ms, libfork 250 ms (2.00 times)", first)
        second = public_pages.sections([[machine(time="2026-12-24T12:00:00+00:00"), sample("xomp", 0.1)]], first)
        self.assertEqual([line for line in second.splitlines() if line.startswith("#")], ["### 64 x EPYC", "### 64 x Xeon"])
        self.assertEqual((second.count("2026-12-24"), second.count("2026-11-29")), (1, 1))

    def test_a_file_of_another_suite_is_refused(self):
        with self.assertRaisesRegex(ValueError, "no run of the suite public"):
            public_pages.sections([[machine()]], "")


if __name__ == "__main__":
    unittest.main()
