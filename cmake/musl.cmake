# Builds the library against musl on a glibc machine, with Debian's musl-tools and gcc. ci/musl uses it:
#   cmake -S . -B build/musl -G Ninja --toolchain cmake/musl.cmake && cmake --build build/musl --target xomp
# The library needs the headers of libstdc++, and nothing that must be linked. So gcc's headers do, in front of musl's.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR x86_64)  # named, the build is a cross build: the command and the models are not part of it
set(CMAKE_C_COMPILER musl-gcc)
set(CMAKE_CXX_COMPILER g++)
set(XOMP_MUSL x86_64-linux-musl)

execute_process(COMMAND g++ -dumpversion OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE)
execute_process(COMMAND g++ -dumpmachine OUTPUT_VARIABLE machine OUTPUT_STRIP_TRAILING_WHITESPACE)
execute_process(COMMAND g++ -print-file-name=include OUTPUT_VARIABLE own_headers OUTPUT_STRIP_TRAILING_WHITESPACE)
# The kernel's headers alone: beside them lie those of glibc.
set(kernel_headers ${CMAKE_BINARY_DIR}/kernel-headers)
file(MAKE_DIRECTORY ${kernel_headers})
file(CREATE_LINK /usr/include/linux ${kernel_headers}/linux SYMBOLIC)
file(CREATE_LINK /usr/include/asm-generic ${kernel_headers}/asm-generic SYMBOLIC)
file(CREATE_LINK /usr/include/${machine}/asm ${kernel_headers}/asm SYMBOLIC)

set(CMAKE_C_FLAGS_INIT "-idirafter ${kernel_headers}")
string(JOIN " " CMAKE_CXX_FLAGS_INIT -nostdinc -isystem /usr/include/c++/${version} -isystem /usr/include/${machine}/c++/${version}
  -isystem /usr/include/${XOMP_MUSL} -isystem ${own_headers} -idirafter ${kernel_headers} -include ${CMAKE_CURRENT_LIST_DIR}/musl_headers.h)
# No C++ program can be linked, and none has to be.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_FIND_ROOT_PATH ${kernel_headers})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
