"""What bash, zsh and fish complete, by the scripts that `make install` puts into place; each shell itself is asked."""
import os
import pty
import re
import select
import subprocess
import time
import unittest

from support import LIMIT_S, SCRATCH, environment, run, xomp

# The words up to the cursor, and what is offered: these at least, and none of the others.
CASES = [
    (["xomp", "tr"], {"trace"}, {"run"}),
    (["xomp", ""], {"run", "info", "doctor", "sim", "bench", "trace", "tune", "stack"}, {"completion"}),
    (["xomp", "sim", "ra"], {"ranks"}, {"run"}),
    (["xomp", "sim", "ranks", "--cl"], {"--cluster"}, {"--workers"}),
    (["xomp", "sim", "-m", "epyc-v"], {"epyc-virtual-2"}, {"epyc-2x64"}),
    (["xomp", "run", "--po"], {"--policy"}, {"--level"}),
    (["xomp", "run", "--policy", "ll"], {"ll", "llp"}, {"lfq"}),
    (["xomp", "trace", "--policy", "ll"], {"ll", "llp"}, {"lfq"}),
    (["xomp", "run", "--as", "omp"], {"ompi"}, {"xgomp"}),
    (["xomp", "trace", "--level", ""], {"states", "tasks", "all"}, {"run"}),
    (["xomp", "bench", "nque"], {"nqueens"}, {"fib"}),
    (["xomp", "bench", "--size", "tiny,sm"], {"tiny,small"}, {"tiny,medium"}),
    (["xomp", "tune", "--me"], {"--metric"}, {"--maximise"}),
    (["xomp", "doctor", "note"], {"notes.txt"}, {"other.txt"}),
    (["xomp", "trace", "--from", "note"], {"notes.txt"}, {"other.txt"}),
    (["xomp", "run", "--threads", "2", "xarg"], {"xargs"}, {"trace"}),
    (["xomp", "run", "cat", "note"], {"notes.txt"}, {"--policy"}),
    (["xomp", "tune", "--budget", "9", "--", "xarg"], {"xargs"}, {"trace"}),
]
BASH = r"""
source "$1"; shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_xomp
printf '%s\n' "${COMPREPLY[@]}"
((${#COMPREPLY[@]})) || compgen -f -- "${COMP_WORDS[COMP_CWORD]}" # as readline does after `compopt -o default`
"""
FOLDER = SCRATCH / "completion"


def setUpModule():
    FOLDER.mkdir()
    for name in ("notes.txt", "other.txt"):
        (FOLDER / name).write_text("")
    for shell, name in (("bash", "xomp"), ("zsh", "_xomp"), ("fish", "xomp.fish")):
        made = xomp("completion", shell)
        if made.returncode or made.stderr:
            raise RuntimeError(made.stderr)
        (FOLDER / shell).mkdir()
        (FOLDER / shell / name).write_text(made.stdout)


class Completion(unittest.TestCase):
    def check(self, offered):
        for words, wanted, others in CASES:
            with self.subTest(" ".join(words)):
                found = offered(words)
                self.assertEqual(wanted - found, set())
                self.assertEqual(others & found, set())

    def test_bash(self):
        def offered(words):
            done = run("bash", "--norc", "-c", BASH, "bash", FOLDER / "bash/xomp", *words, cwd=FOLDER)
            self.assertEqual(done.stderr.replace("bash: line 4: compopt: not currently executing completion function\n", ""), "")
            return set(done.stdout.split())
        self.check(offered)
        self.assertIn("deque", offered(["xomp", "run", "--policy", "=", "de"]))  # as bash cuts --policy=de

    def test_fish(self):
        def offered(words):
            line = " ".join(words)
            done = run("fish", "--no-config", "-c", f"source {FOLDER}/fish/xomp.fish; complete -C {line!r}", cwd=FOLDER,
                       env=environment(HOME=FOLDER, XDG_CONFIG_HOME=FOLDER))
            self.assertEqual(done.stderr, "")
            return {re.split(r"\t", text)[0] for text in done.stdout.splitlines()}
        self.check(offered)

    def test_zsh(self):
        with Zsh() as zsh:
            for typed, line in (("xomp tra\t", "trace"), ("xomp sim ra\t--cl\t", "sim ranks --cluster"), ("xomp sim -m epyc-v\t", "sim -m epyc-virtual-2"),
                                ("xomp run --pol\tllp\t", "run --policy=llp"), ("xomp run --as omp\t", "run --as ompi"),
                                ("xomp trace --level ta\t", "trace --level tasks"), ("xomp bench nque\t", "bench nqueens"),
                                ("xomp bench --size tiny,sm\t", "bench --size tiny,small"), ("xomp doctor note\t", "doctor notes.txt"),
                                ("xomp tune --budget 9 --metr\t", "tune --budget 9 --metric"), ("xomp run --threads 2 cat note\t", "run --threads 2 cat notes.txt")):
                with self.subTest(typed):
                    self.assertEqual(zsh.line_after(typed), line)

    def test_unknown_shell(self):
        done = xomp("completion", "tcsh")
        self.assertEqual(done.returncode, 125)
        self.assertIn("tcsh not in {bash,zsh,fish}", done.stderr)


class Zsh:
    """A zsh on a terminal, in which `xomp` prints its words: what they are after the completion of what was typed."""
    START = """
PS1=; unsetopt PROMPT_SP ZLE_BRACKETED_PASTE 2>/dev/null; unset zle_bracketed_paste
fpath=({folder}/zsh $fpath); autoload -U compinit; compinit -u -D
xomp() {{ print -r -- "<<$*>>" }}
print -r -- "<<"ready">>"
"""

    def __enter__(self):
        self._master, slave = pty.openpty()
        self._zsh = subprocess.Popen(["zsh", "-f", "-i"], stdin=slave, stdout=slave, stderr=slave, cwd=FOLDER, start_new_session=True,
                                     env=environment(TERM="dumb", HOME=str(FOLDER)))
        os.close(slave)
        self._seen = ""
        self.line_after(self.START.format(folder=FOLDER).replace("\n", "\r")[1:-1])
        return self

    def __exit__(self, *_):
        self._zsh.kill()
        self._zsh.wait()
        os.close(self._master)

    def line_after(self, typed):
        os.write(self._master, (typed + "\r").encode())
        end = time.monotonic() + LIMIT_S
        while not (found := re.search(r"<<(?!\$)([^\"\r\n]*?)>>", self._seen)):
            if time.monotonic() > end or not select.select([self._master], [], [], 60)[0]:
                raise AssertionError(f"zsh said {self._seen!r}")
            self._seen += os.read(self._master, 4096).decode(errors="replace")
        self._seen = self._seen[found.end():]
        return found[1].strip()


if __name__ == "__main__":
    unittest.main()
