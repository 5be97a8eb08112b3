# libxomp.so: all of src/, without libstdc++, exceptions or RTTI.
file(GLOB_RECURSE XOMP_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.cpp ${PROJECT_SOURCE_DIR}/src/*.S)
include(cmake/policies.cmake)
list(APPEND XOMP_SOURCES ${PROJECT_BINARY_DIR}/policy_table.cpp)

# hwloc is opened at run time, and only where the system tells nothing of its processors; of its headers we want the types.
# Without them (a cross build, for which they are rarely installed) the library does not ask it.
include(CheckIncludeFileCXX)
if(XOMP_HWLOC)
  check_include_file_cxx(hwloc.h XOMP_HAS_HWLOC)
endif()
if(XOMP_HWLOC AND XOMP_HAS_HWLOC)
  list(FILTER XOMP_SOURCES EXCLUDE REGEX "/src/topology/no_hwloc\\.cpp$")
else()
  list(FILTER XOMP_SOURCES EXCLUDE REGEX "/src/topology/hwloc_machine\\.cpp$")
  if(XOMP_HWLOC)
    message(NOTICE "xomp: no hwloc.h for ${CMAKE_SYSTEM_PROCESSOR}: built without hwloc")
  endif()
endif()

# Probes (src/platform/probe.h) are nothing without this header.
check_include_file_cxx(sys/sdt.h XOMP_HAS_SDT)
if(NOT XOMP_HAS_SDT)
  message(NOTICE "xomp: no sys/sdt.h (Debian: systemtap-sdt-dev): built without probes")
endif()

# ci/test makes them errors (CMAKE_COMPILE_WARNING_AS_ERROR) for the two compilers that it uses; for other compilers they stay warnings.
set(XOMP_WARNINGS
  -Wall -Wextra -Wshadow -Wconversion -Wold-style-cast -Wcast-qual -Wcast-align -Wdouble-promotion -Wextra-semi -Wformat=2 -Wundef
  -Wzero-as-null-pointer-constant)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^riscv")
  list(REMOVE_ITEM XOMP_WARNINGS -Wcast-align)  # gcc warns there of each cast from bytes, also where they are aligned by declaration
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(XOMP_WARNS_OF_MISSING_DECLARATIONS -Wmissing-declarations)
  list(APPEND XOMP_WARNINGS -Wduplicated-cond -Wduplicated-branches -Wlogical-op)
else()
  set(XOMP_WARNS_OF_MISSING_DECLARATIONS -Wmissing-prototypes)
  list(APPEND XOMP_WARNINGS -Wsign-conversion -Wunreachable-code)
endif()
set(XOMP_COMPILE_OPTIONS
  -Wno-unused-parameter -Wno-vla-cxx-extension -fno-exceptions -fno-rtti -fno-threadsafe-statics
  -fasynchronous-unwind-tables -ftls-model=initial-exec -fno-math-errno -g)
if(NOT XOMP_IS_TOP_LEVEL)  # warnings of ours are nothing to those who build a project that contains us
  list(APPEND XOMP_COMPILE_OPTIONS -w)
endif()
if("${CMAKE_C_FLAGS} ${CMAKE_CXX_FLAGS}" MATCHES "-flto")
  list(APPEND XOMP_COMPILE_OPTIONS -fno-lto)  # the names of entries are read from the objects (cmake/version_aliases.sh)
endif()
if(XOMP_SANITIZE)
  list(APPEND XOMP_COMPILE_OPTIONS -fsanitize=${XOMP_SANITIZE} -fno-omit-frame-pointer)
  if(XOMP_SANITIZE STREQUAL "thread" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    list(APPEND XOMP_COMPILE_OPTIONS -Wno-tsan)  # fences order atomics here, never plain data
  endif()
endif()

# The objects are compiled once; unit tests link them directly and see what is inside.
add_library(xomp_objects OBJECT ${XOMP_SOURCES})
target_include_directories(xomp_objects PUBLIC ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
if(XOMP_BY_FOLDER)
  target_compile_options(xomp_objects PRIVATE ${XOMP_COMPILE_OPTIONS})
  compile_by_folder(xomp_objects)
else()
  target_compile_options(xomp_objects PRIVATE ${XOMP_WARNINGS} ${XOMP_WARNS_OF_MISSING_DECLARATIONS} ${XOMP_COMPILE_OPTIONS})
  # Compilers declare the entries themselves; no header of ours does.
  file(GLOB_RECURSE XOMP_ENTRY_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/abi_*/*.cpp)
  string(REPLACE "-W" "-Wno-" XOMP_ENTRY_WARNINGS ${XOMP_WARNS_OF_MISSING_DECLARATIONS})
  set_source_files_properties(${XOMP_ENTRY_SOURCES} PROPERTIES COMPILE_OPTIONS ${XOMP_ENTRY_WARNINGS})
  # Nearly every source includes it, by platform/atomic.h, and gcc 12 works on it longer than on the rest of the source.
  target_precompile_headers(xomp_objects PRIVATE <atomic>)
endif()
if(XOMP_COUNT_ATOMICS)  # for all that is compiled with the library's headers, the programs that link the objects, too
  add_compile_definitions([[XOMP_ATOMICS="platform/counting_atomics.h"]])
endif()

set(XOMP_SONAME libxomp.so.${PROJECT_VERSION_MAJOR})
add_library(xomp SHARED $<TARGET_OBJECTS:xomp_objects>)
set_target_properties(xomp PROPERTIES
  OUTPUT_NAME gomp-xomp            # the real file: threadpoolctl and MKL know a runtime by "libgomp" or "libomp"
  LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib$<1:>  # no folder for each configuration: the links lead to one file
  DEBUG_POSTFIX ""
  NO_SONAME ON
  LINKER_LANGUAGE C)
set(CMAKE_CXX_IMPLICIT_LINK_LIBRARIES "")  # no libstdc++: what would need it does not link
# Bsymbolic-functions: an entry that calls another one means ours, also when libgomp or libomp was loaded before us.
target_link_options(xomp PRIVATE -Wl,--as-needed -Wl,-Bsymbolic-functions -Wl,-soname,${XOMP_SONAME} -Wl,-z,nodelete -Wl,-O1 -static-libgcc)
target_link_options(xomp PRIVATE -Wl,--version-script=${PROJECT_SOURCE_DIR}/src/exports.map)
set_target_properties(xomp PROPERTIES LINK_DEPENDS ${PROJECT_SOURCE_DIR}/src/exports.map)

# The entries' names in the nodes that gcc's programs ask for: aliases, made by the linker.
set(XOMP_VERSION_ALIASES ${PROJECT_BINARY_DIR}/version_aliases.ld)
add_custom_command(OUTPUT ${XOMP_VERSION_ALIASES}
  COMMAND ${PROJECT_SOURCE_DIR}/cmake/version_aliases.sh ${CMAKE_NM} ${PROJECT_SOURCE_DIR}/src/exports.txt
    "$<FILTER:$<TARGET_OBJECTS:xomp_objects>,EXCLUDE,[.][gp]ch$>" > ${XOMP_VERSION_ALIASES}  # nm does not know precompiled headers
  DEPENDS ${PROJECT_SOURCE_DIR}/src/exports.txt ${PROJECT_SOURCE_DIR}/cmake/version_aliases.sh $<TARGET_OBJECTS:xomp_objects>
  COMMAND_EXPAND_LISTS VERBATIM)
set_source_files_properties(${XOMP_VERSION_ALIASES} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
target_sources(xomp PRIVATE ${XOMP_VERSION_ALIASES})

if(XOMP_SANITIZE)
  target_link_options(xomp PRIVATE -fsanitize=${XOMP_SANITIZE})  # clang leaves the sanitizer's symbols to the program
elseif(XOMP_IS_TOP_LEVEL)
  target_link_options(xomp PRIVATE -Wl,-z,defs)
endif()
target_link_libraries(xomp PRIVATE m dl pthread)

# gcc 12 has no atomic bytes on riscv64: it calls libatomic, of which the library gets what it needs.
include(CheckCSourceCompiles)
check_c_source_compiles("int main(int n, char** words) { char no = 0; return __atomic_compare_exchange_n(words[0], &no, 1, 0, 5, 5); }"
  XOMP_HAS_ATOMIC_BYTES)
if(NOT XOMP_HAS_ATOMIC_BYTES)
  set(XOMP_ATOMIC_BYTES -l:libatomic.a)
  target_link_libraries(xomp PRIVATE ${XOMP_ATOMIC_BYTES})
endif()

# Every name under which a program may look for its runtime: links to the one file. A program that was linked against one
# of them (-Llib/compat -lomp) looks for the soname in the same folder. Programs from before the soname had a number look for libxomp.so.
set(XOMP_COMPAT_NAMES libgomp.so.1 libgomp.so.1.0.0 libomp.so libomp.so.5 libiomp5.so libxomp.so ${XOMP_SONAME})
set(XOMP_COMPAT_LINKS)
foreach(name IN LISTS XOMP_COMPAT_NAMES)
  list(APPEND XOMP_COMPAT_LINKS
    COMMAND ${CMAKE_COMMAND} -E create_symlink ../libgomp-xomp.so ${PROJECT_BINARY_DIR}/lib/compat/${name})
endforeach()
add_custom_command(TARGET xomp POST_BUILD
  COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/lib/compat
  COMMAND ${CMAKE_COMMAND} -E create_symlink libgomp-xomp.so ${PROJECT_BINARY_DIR}/lib/${XOMP_SONAME}
  COMMAND ${CMAKE_COMMAND} -E create_symlink ${XOMP_SONAME} ${PROJECT_BINARY_DIR}/lib/libxomp.so
  ${XOMP_COMPAT_LINKS} VERBATIM)
