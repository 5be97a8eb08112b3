"""What the programs are built for and how they start: this machine, or aarch64 by Debian's cross compilers and qemu-user.

A cross build has no Fortran compiler, and no libomp for clang: clang's programs are linked with ours.
"""
import os
import pathlib

from .cases import ROOT

FOR_THE_PROGRAM = ("LD_PRELOAD", "LD_LIBRARY_PATH")  # never for the emulator


def build_folder():
    return pathlib.Path(os.environ.get("XOMP_BUILD") or ROOT / "build")


class Native:
    compilers = {
        ("gcc", ".c"): "gcc-12", ("gcc", ".cpp"): "g++-12", ("gcc", ".f90"): "gfortran",
        ("clang", ".c"): "clang-19", ("clang", ".cpp"): "clang++-19",
    }

    def flags(self, compiler):
        return []

    def start(self, program, env):
        """The command line and the environment that run the program with `env`."""
        return [program], env


class Aarch64(Native):
    compilers = {
        ("gcc", ".c"): "aarch64-linux-gnu-gcc", ("gcc", ".cpp"): "aarch64-linux-gnu-g++",
        ("clang", ".c"): "clang-19", ("clang", ".cpp"): "clang++-19",
    }
    emulator = ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"]

    def flags(self, compiler):
        return ["--target=aarch64-linux-gnu", f"-L{build_folder() / 'lib/compat'}"] if compiler == "clang" else []

    def start(self, program, env):
        settings = [word for name in FOR_THE_PROGRAM if name in env for word in ("-E", f"{name}={env[name]}")]
        outside = {name: value for name, value in env.items() if name not in FOR_THE_PROGRAM}
        return [*self.emulator, *settings, program], outside


TARGETS = {"native": Native(), "aarch64": Aarch64()}
chosen = TARGETS["native"]


def choose(name):
    global chosen
    chosen = TARGETS[name]
