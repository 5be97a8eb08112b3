"""`xomp run` starts programs of every sanitizer of both compilers, and LD_PRELOAD without the command does, too."""
import subprocess
import unittest

from support import COMPAT, SCRATCH, TEAM, compiled, environment, run, xomp

# The kernel's addresses may not suit a sanitizer; then setarch -R asks for the usual ones.
USUAL = ("setarch", "-R")
SANITIZERS = {"gcc": ("address", "thread", "undefined", "leak"), "clang-19": ("address", "thread", "undefined", "leak", "memory")}


def runs_here(compiler, kind):
    """Whether such a program without OpenMP can be made and run at all."""
    source = SCRATCH / "sane.c"
    source.write_text("int main(void) { return 0; }\n")
    program = SCRATCH / f"sane-{compiler}-{kind}"
    made = subprocess.run([compiler, f"-fsanitize={kind}", source, "-o", program], capture_output=True, text=True)
    return made.returncode == 0 and run(*USUAL, program).returncode == 0


class Sanitizers(unittest.TestCase):
    def check(self, compiler, kind, *flags):
        if not runs_here(compiler, kind):
            self.skipTest(f"{compiler} -fsanitize={kind} makes no program that runs here")
        program = compiled(TEAM, "-fopenmp", f"-fsanitize={kind}", *flags, compiler=compiler)
        # A clean program; what a sanitizer says of a runtime that it has not compiled is another matter.
        quiet = {"TSAN_OPTIONS": "report_bugs=0", "ASAN_OPTIONS": "detect_leaks=0", "LSAN_OPTIONS": "exitcode=0"}
        for done in (xomp("run", "-t", "3", "--", *USUAL, program, env=environment(**quiet)),
                     run(*USUAL, program, env=environment(LD_PRELOAD=COMPAT / "libgomp.so.1", OMP_NUM_THREADS=3, **quiet))):
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertIn("threads 3\n", done.stdout, done.stderr)
            self.assertIn(str(COMPAT.parent), done.stdout)


for each_compiler, kinds in SANITIZERS.items():
    for each_kind in kinds:
        def test(self, compiler=each_compiler, kind=each_kind):
            self.check(compiler, kind)
        setattr(Sanitizers, f"test_{each_compiler.replace('-', '_')}_{each_kind}", test)


if __name__ == "__main__":
    unittest.main()
