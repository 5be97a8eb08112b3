# Copy this folder to the packages of a repository of your own: REPOSITORY/packages/xomp/package.py.
from spack_repo.builtin.build_systems.cmake import CMakePackage

from spack.package import *


class Xomp(CMakePackage):
    """OpenMP runtime for extremely fine-grained tasks. It takes the place of libgomp, libomp and libiomp5 under programs that are
    already built."""

    git = "file:///path/to/xomp"

    license("Apache-2.0")

    version("1.0.0", tag="v1.0.0")
    version("main", branch="main")

    variant("tool", default=True, description="the command xomp: run, doctor, trace, bench, ...")
    variant("sim", default=False, when="+tool", description="the simulators of `xomp sim`")
    variant("mpi", default=False, description="ttg.h on many processes needs an MPI")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.22:", type="build")
    depends_on("ninja", type="build")
    depends_on("hwloc")
    depends_on("mpi", when="+mpi")
    with when("+tool"):
        depends_on("cli11", type="build")
        depends_on("nlohmann-json", type="build")
        depends_on("fmt", type="build")
        depends_on("elfutils")
        depends_on("zlib-api")
        depends_on("python@3.9:", type="run")

    conflicts("%gcc@:11", msg="XOMP is written in C++20")
    requires("platform=linux")

    generator("ninja")

    def cmake_args(self):
        return [
            self.define_from_variant("XOMP_COMMAND", "tool"),
            self.define_from_variant("XOMP_SIMULATORS", "sim"),
        ]

    def setup_run_environment(self, env):
        env.set("XOMP_ROOT", self.prefix)

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def check_install(self):
        if self.spec.satisfies("+tool"):
            Executable(self.prefix.bin.xomp)("run", "--", "true")
