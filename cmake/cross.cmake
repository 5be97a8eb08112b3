# Cross builds for aarch64, riscv64 and ppc64le with Debian's cross compilers; what is built runs under qemu-user. ci/cross uses it:
#   cmake -S . -B build/riscv64 -G Ninja --toolchain cmake/cross.cmake -DXOMP_CROSS=riscv64
set(XOMP_CROSS aarch64 CACHE STRING "the processor, by qemu's name for it")
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES XOMP_CROSS)  # the tests of the compiler read this file, too
if(XOMP_CROSS STREQUAL "ppc64le")
  set(XOMP_TRIPLE powerpc64le-linux-gnu)
else()
  set(XOMP_TRIPLE ${XOMP_CROSS}-linux-gnu)
endif()
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${XOMP_CROSS})
set(CMAKE_C_COMPILER ${XOMP_TRIPLE}-gcc)
set(CMAKE_CXX_COMPILER ${XOMP_TRIPLE}-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${XOMP_CROSS} -L /usr/${XOMP_TRIPLE})
set(CMAKE_FIND_ROOT_PATH /usr/${XOMP_TRIPLE})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
