"""What the programs are built for and how they start: this machine, or another processor by Debian's cross compilers and qemu-user.

A cross build has no Fortran compiler, and no libomp for clang: clang's programs are linked with ours.
"""
import contextlib
import os
import pathlib

HERE = pathlib.Path(__file__).resolve().parents[1]
ROOT = HERE.parents[1]

FOR_THE_PROGRAM = ("LD_PRELOAD", "LD_LIBRARY_PATH")  # never for the emulator


def build_folder():
    return pathlib.Path(os.environ.get("XOMP_BUILD") or ROOT / "build")


class Native:
    failures = None  # the file of cases that are known to fail for this target
    clang = "19"
    compilers = {
        ("gcc", ".c"): "gcc-12", ("gcc", ".cpp"): "g++-12", ("gcc", ".f90"): "gfortran",
        ("clang", ".c"): "clang-19", ("clang", ".cpp"): "clang++-19",
    }

    def flags(self, compiler):
        return []

    def start(self, program, env):
        """The command line and the environment that run the program with `env`."""
        return [program], env

    def folder_of_libomp(self):
        """A folder with clang's runtime alone: newer ones of LLVM hold it as libgomp.so.1, too, which is not gcc's own."""
        folder = build_folder() / f"conformance-libomp-{self.clang}"
        folder.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            (folder / "libomp.so.5").symlink_to(f"/usr/lib/llvm-{self.clang}/lib/libomp.so.5")
        return folder


class OtherVersions(Native):
    """This machine with the named versions of the compilers, and no others."""
    commands = {
        "gcc": {("gcc", ".c"): "gcc", ("gcc", ".cpp"): "g++"}, "gfortran": {("gcc", ".f90"): "gfortran"},
        "clang": {("clang", ".c"): "clang", ("clang", ".cpp"): "clang++"}, "flang": {("clang", ".f90"): "flang"},
    }

    def __init__(self, versions):
        self.compilers = {key: f"{command}-{version}" for name, version in versions.items()
                          for key, command in self.commands[name].items()}
        self.clang = versions.get("clang") or versions.get("flang") or Native.clang


class Emulated(Native):
    failures = HERE / "emulator_failures.txt"

    def __init__(self, processor, triple):
        self.triple = triple
        self.compilers = {
            ("gcc", ".c"): f"{triple}-gcc", ("gcc", ".cpp"): f"{triple}-g++",
            ("clang", ".c"): "clang-19", ("clang", ".cpp"): "clang++-19",
        }
        self.emulator = [f"qemu-{processor}", "-L", f"/usr/{triple}"]

    def flags(self, compiler):
        if compiler != "clang":
            return []
        # The linker of binutils 2.40 crashes on what clang 19 writes for debuggers of riscv64.
        return [f"--target={self.triple}", f"-L{build_folder() / 'lib/compat'}", *(["-gdwarf-4"] if "riscv" in self.triple else [])]

    def start(self, program, env):
        settings = [word for name in FOR_THE_PROGRAM if name in env for word in ("-E", f"{name}={env[name]}")]
        outside = {name: value for name, value in env.items() if name not in FOR_THE_PROGRAM}
        return [*self.emulator, *settings, program], outside


class Musl(Native):
    """C programs of gcc for musl on a glibc machine. gcc's own libgomp needs glibc, so they are linked with ours."""
    failures = HERE / "musl_failures.txt"
    compilers = {("gcc", ".c"): "musl-gcc"}

    def flags(self, compiler):
        folder = build_folder() / "conformance-libgomp"
        folder.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            (folder / "libgomp.so").symlink_to("../lib/compat/libgomp.so.1")
        return [f"-L{folder}", f"-idirafter{build_folder() / 'kernel-headers'}"]

    def start(self, program, env):
        # This process's own environment is glibc's: the preloaded library must not get into anything else.
        inside = {name: value for name, value in env.items() if name in FOR_THE_PROGRAM}
        outside = {name: value for name, value in env.items() if name not in FOR_THE_PROGRAM}
        return ["env", *(f"{name}={value}" for name, value in inside.items()), program], outside


TRIPLES = {"aarch64": "aarch64-linux-gnu", "riscv64": "riscv64-linux-gnu", "ppc64le": "powerpc64le-linux-gnu"}
TARGETS = {"native": Native(), "musl": Musl(), **{processor: Emulated(processor, triple) for processor, triple in TRIPLES.items()}}
chosen = TARGETS["native"]


def choose(name, versions):
    """`versions`: of gcc, clang, gfortran, flang, as far as any is named."""
    global chosen
    chosen = OtherVersions(versions) if versions else TARGETS[name]
