"""How libxomp.so is linked: what it needs, its thread-local storage, and that it can be loaded anywhere."""
import pathlib
import re
import subprocess
import tempfile
import unittest

import library

# The name by which each processor's loader is needed.
LOADER = re.compile(r"ld-linux.*\.so\.\d+")
LIBC = {"libc.so.6", "libm.so.6"}
# The C library's heap, and its functions that return memory from there.
HEAP = re.compile(r"malloc|calloc|realloc|reallocarray|free|aligned_alloc|posix_memalign|memalign|valloc|strn?dup|v?asprintf"
                  r"|getline|getdelim|open_memstream|fopen(64)?|fdopen|opendir|scandir(64)?|realpath|qsort|_Zn[aw]m.*|_Zd[al]Pv.*")
# Calls by which a program asks for memory: it may expect that the C library's heap gives it.
FOR_THE_PROGRAM = {
    "abi_gnu/openacc.cpp", "abi_llvm/allocator.cpp", "abi_omp/device_memory.cpp", "core/memory/allocator.cpp",
    "core/memory/block.cpp", "core/memory/memory_kind.cpp"}
# Only where AddressSanitizer or valgrind's memcheck watches the process: its malloc makes the blocks that it checks.
FOR_A_CHECKER = {"platform/memory_checker.cpp"}


@unittest.skipIf(library.is_instrumented(), "built with a sanitizer")
class Object(unittest.TestCase):
    def test_needs_libc_libm_and_the_loader_only(self):
        others = [name for name in library.needed_libraries() if name not in LIBC and not LOADER.fullmatch(name)]
        self.assertEqual(others, [])

    def test_thread_local_storage_is_small_and_initial_exec(self):
        sizes = [int(fields[5], 16) for fields in self.segments("TLS")]
        self.assertLessEqual(sum(sizes), 128)  # the room for libraries that are loaded late is small; libgomp.so.1 takes 136
        dynamic = [line for line in library.readelf("-r").splitlines() if re.search(r"DTPMOD|DTPOFF|TLSDESC", line)]
        self.assertEqual(dynamic, [])
        self.assertNotIn("__tls_get_addr", " ".join(library.undefined_symbols()))

    def test_no_text_relocations(self):
        self.assertNotIn("TEXTREL", library.readelf("-d"))

    def test_stack_is_not_executable(self):
        flags = [fields[6] for fields in self.segments("GNU_STACK")]
        self.assertEqual(flags, ["RW"])

    def test_no_segment_is_writable_and_executable(self):
        odd = [fields for fields in self.segments("LOAD") if "W" in fields[6:-1] and "E" in fields[6:-1]]
        self.assertEqual(odd, [])

    def test_is_never_unloaded(self):
        self.assertIn("NODELETE", library.readelf("-d"))

    def test_has_no_c_plus_plus_library(self):
        # __cxa_get_globals, a weak reference: which exceptions the code on a stack handles, in a program that has any.
        names = [n for n in library.undefined_symbols() if n != "__cxa_get_globals"] + list(library.exports())
        odd = [n for n in names if n.startswith(("_Z", "_Unwind_", "__gxx_", "__cxa_"))
               and not n.startswith(("__cxa_finalize", "__cxa_atexit", "__cxa_thread_atexit_impl"))]
        self.assertEqual(odd, [])
        self.assertNotIn("__cxa_get_globals", library.needed_symbols())

    def test_asks_nobody_else_for_openmp(self):
        odd = [n for n in library.undefined_symbols() if re.match(r"_*(omp|kmp|GOMP|GOACC|acc_|tgt)", n)]
        self.assertEqual(odd, [])

    def test_the_librarys_own_memory_is_not_mallocs(self):
        """OpenMP may be used inside an allocator, and after fork() while another thread was in malloc."""
        folder = library.BUILD / "CMakeFiles" / "xomp_objects.dir" / "src"
        objects = sorted(folder.rglob("*.o"))
        self.assertGreater(len(objects), 50)
        users = set()
        for path in objects:
            symbols = subprocess.run(["readelf", "-sW", path], capture_output=True, text=True, check=True).stdout
            undefined = re.findall(r" UND (\S+)$", symbols, re.MULTILINE)
            if any(HEAP.fullmatch(name) for name in undefined):
                users.add(str(path.relative_to(folder)).removesuffix(".o"))
        self.assertEqual(users, FOR_THE_PROGRAM | FOR_A_CHECKER)

    def test_calls_among_our_entries_stay_inside(self):
        """Another runtime that was loaded first must not get them."""
        entries = library.exports()
        names = re.findall(r"R_\S+_(?:JUMP_SLOT?|GLOB_DAT)\s+[0-9a-f]+\s+(\S+?)@", library.readelf("-r"))
        functions = {fields[7].partition("@")[0] for fields in library.dynamic_symbols() if fields[3] == "FUNC"}
        self.assertEqual(sorted(n for n in names if n in entries and n in functions), [])

    def test_every_name_is_the_one_file(self):
        inode = library.LIBRARY.stat().st_ino
        lib = library.BUILD / "lib"
        names = [lib / "libxomp.so", lib / "libxomp.so.1"] + [lib / "compat" / name for name in (
            "libgomp.so.1", "libgomp.so.1.0.0", "libomp.so", "libomp.so.5", "libiomp5.so", "libxomp.so", "libxomp.so.1")]
        self.assertEqual([str(n) for n in names if n.stat().st_ino != inode], [])

    def test_a_program_that_is_linked_against_one_of_the_names(self):
        """It looks for the soname in the folder of that name."""
        compat = library.BUILD / "lib/compat"
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "program"
            source = b"int omp_get_max_threads(void); int main(void) { return omp_get_max_threads() == 3 ? 0 : 1; }"
            subprocess.run(["gcc", "-x", "c", "-", "-o", program, f"-L{compat}", "-lomp", f"-Wl,-rpath,{compat}"], input=source, check=True)
            self.assertEqual(subprocess.run([program], env={"OMP_NUM_THREADS": "3"}, check=False).returncode, 0)

    def test_soname_has_a_number(self):
        self.assertIn("soname: [libxomp.so.1]", library.readelf("-d"))

    def test_a_program_from_before_the_soname_had_a_number(self):
        """It looks for libxomp.so. Preloaded under another name, the library is the same one, loaded once."""
        lib = library.BUILD / "lib"
        with tempfile.TemporaryDirectory() as folder:
            old, program = pathlib.Path(folder) / "libxomp.so", pathlib.Path(folder) / "program"
            subprocess.run(["gcc", "-x", "c", "-", "-shared", "-fPIC", "-Wl,-soname,libxomp.so", "-o", old], check=True,
                           input=b"int omp_get_max_threads(void) { return 0; }")
            source = b"""#include <stdio.h>
                #include <string.h>
                int omp_get_max_threads(void);
                int main(void) {
                  FILE* maps = fopen("/proc/self/maps", "r");
                  char line[4096];
                  int starts = 0;
                  while (fgets(line, sizeof line, maps)) starts += strstr(line, "libgomp-xomp.so") && strstr(line, " 00000000 ");
                  return omp_get_max_threads() == 3 && starts == 1 ? 0 : 1;
                }"""
            subprocess.run(["gcc", "-x", "c", "-", "-o", program, f"-L{folder}", "-lxomp"], input=source, check=True)
            needed = subprocess.run(["readelf", "-d", program], capture_output=True, text=True, check=True).stdout
            self.assertIn("[libxomp.so]", needed)
            for place in (lib, lib / "compat"):
                for preload in ("", lib / "compat/libgomp.so.1"):
                    with self.subTest(place=place, preload=preload):
                        environment = {"OMP_NUM_THREADS": "3", "LD_LIBRARY_PATH": str(place), "LD_PRELOAD": str(preload)}
                        self.assertEqual(subprocess.run([program], env=environment, check=False).returncode, 0)

    def segments(self, kind):
        """Program headers as readelf's fields: type, offset, two addresses, two sizes, flags (joined), alignment."""
        found = []
        for line in library.readelf("-l").splitlines():
            fields = line.split()
            if fields and fields[0] == kind:
                found.append(fields[:6] + ["".join(fields[6:-1]), fields[-1]])
        self.assertTrue(found, kind)
        return found


if __name__ == "__main__":
    unittest.main()
