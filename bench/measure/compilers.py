"""The compilers that build the measuring programs: the versions that the figures of docs/ are from, or what the machine has."""
import functools
import re
import shutil
import subprocess

# In the order in which they are looked for. Figures of docs/ are from the first.
COMMANDS = {"gcc": ["gcc-12", "gcc"], "clang": ["clang-19", "clang"]}
NEWEST, OLDEST = 30, 9
INSTALL = {"gcc": "apt-get install gcc-12 g++-12", "clang": "apt-get install clang-19 libomp-19-dev"}


@functools.lru_cache(maxsize=None)
def command_of(compiler):
    """What to call for "gcc" or "clang"; if none is there, the first that was looked for."""
    others = [f"{compiler}-{version}" for version in range(NEWEST, OLDEST - 1, -1)]
    return next((name for name in COMMANDS[compiler] + others if shutil.which(name)), COMMANDS[compiler][0])


def is_there(compiler):
    return shutil.which(command_of(compiler)) is not None


def cxx_command_of(compiler):
    """The same compiler for C++."""
    command = command_of(compiler)
    return command.replace("clang", "clang++") if compiler == "clang" else command.replace("gcc", "g++")


@functools.lru_cache(maxsize=None)
def version_of(compiler):
    said = subprocess.run([command_of(compiler), "--version"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"\d+\.\d+(\.\d+)?", said.splitlines()[0].rpartition(")")[2] or said) if said else None
    return found[0] if found else "unknown"
