"""use(): a library can be put before others only when a process starts. So the process starts once more, by `xomp run`."""
import multiprocessing
import os
import subprocess
import sys
import threading

from . import _installation, _process

# Holds the number of the process that was started again: what it starts itself may do so once, too.
_MARK = "XOMP_PYTHON_RESTARTED"


def _command_line():
    """Python's own options (-O, -X ...) among them. sys.orig_argv is there from Python 3.10 on."""
    words = getattr(sys, "orig_argv", None)
    if words is None:
        with open("/proc/self/cmdline", "rb") as file:
            words = [os.fsdecode(word) for word in file.read().split(b"\0")[:-1]]
    return words


def _kind_of_session():
    """Returns why the program that runs here cannot be started again, or None."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is not None and "ipykernel" in sys.modules:
        return "a notebook's kernel cannot be started again from inside: start the notebook by `xomp run -- jupyter lab`"
    if shell is not None or hasattr(sys, "ps1"):
        return "what was typed into an interactive session would be lost: start it by `xomp run -- python`"
    if "_pytest.config" in sys.modules:
        return "pytest has begun, and holds its output: start it by `xomp run -- python -m pytest`"
    if multiprocessing.parent_process() is not None or _is_forked():
        return "this process was made by fork or by multiprocessing: call xomp.use() in the program that makes it, before that"
    if _program() in ("", "-"):
        return "the program is read from standard input, and what was read is gone: put it into a file"
    return None


def _program():
    return sys.argv[0] if getattr(sys, "argv", None) else ""


def _is_forked():
    """A forked process would start the whole program once more, and that one would fork again."""
    try:
        with open(f"/proc/{os.getppid()}/cmdline", "rb") as parents, open("/proc/self/cmdline", "rb") as ours:
            return parents.read() == ours.read()
    except OSError:  # another user's, or gone
        return False


def _state_of_process():
    """Returns what would go wrong if this process were started again, or None."""
    others = [file for file in _process.loaded_runtimes() if not _process.is_ours(file)]
    if others:
        return f"{others[0]} is loaded already: call xomp.use() before the import that loads it"
    if threading.active_count() > 1:
        return f"{threading.active_count()} threads run already, which would end: call xomp.use() before they start"
    if not sys.executable or os.path.realpath(sys.executable) != os.path.realpath("/proc/self/exe"):
        return f"this Python is part of {os.path.realpath('/proc/self/exe')}: start that program by `xomp run`"
    program = _program()
    if program not in ("-c", "-m") and not os.path.isfile(program) and not os.path.isdir(program):
        return f"there is no file {program} below {os.getcwd()}: call xomp.use() before the working directory changes"
    return None


def use(threads=None, policy=None):
    """Makes this process run on XOMP, by starting it once more. Call it before anything else; it returns in the second start, and
    where the process was started by `xomp run`, without doing anything more.

    threads  threads of a parallel region; None: what OMP_NUM_THREADS says, else all processors
    policy   the scheduling policy of tasks, as `xomp info --policies` lists them; None: what XOMP_SCHEDULE_POLICY says, else auto

    The command line with Python's options, the environment and standard input stay the same; what the program did before is done again.
    Raises RuntimeError where the process cannot be started again, and ValueError for a wrong argument.
    """
    if threads is not None and (isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= 32768):
        raise ValueError(f"threads={threads!r}: None, or a whole number from 1 to 32768")
    was_restarted = os.environ.pop(_MARK, None) == str(os.getpid())
    if _process.is_active():
        return
    if was_restarted:
        raise RuntimeError(f"this process was started again by `xomp run`, but {_installation.library_path()} is not loaded")
    reason = _kind_of_session() or _state_of_process()
    if reason:
        raise RuntimeError(f"cannot start this process again on XOMP: {reason}")
    command = [_installation.command_path(), "run"]
    command += ["--threads", str(threads)] if threads is not None else []
    command += ["--policy", str(policy)] if policy is not None else []
    command += ["--", sys.executable]
    _try_out(command, policy)
    sys.stdout.flush()
    sys.stderr.flush()
    os.environ[_MARK] = str(os.getpid())
    os.execv(command[0], [*command, *_command_line()[1:]])


def _try_out(command, policy):
    """What `xomp run` has against these arguments or this program is an exception here, and no end of the process."""
    done = subprocess.run([*command, "-ISc", ""], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode != 0:
        sentence = done.stderr.decode(errors="replace").strip()
        raise (ValueError if policy is not None and str(policy) in sentence else RuntimeError)(sentence)
