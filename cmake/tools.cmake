# The xomp command. An ordinary C++ program: it may use exceptions and libstdc++, unlike the library.
find_package(CLI11 REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_path(LIBELF_INCLUDE_DIR gelf.h REQUIRED)
find_library(LIBELF_LIBRARY elf REQUIRED)
find_path(LIBDW_INCLUDE_DIR elfutils/libdwfl.h REQUIRED)
find_library(LIBDW_LIBRARY dw REQUIRED)
find_package(ZLIB REQUIRED)
if(LIBDW_LIBRARY MATCHES "\\.a$")  # an archive does not say what it needs
  find_library(LZMA_LIBRARY lzma REQUIRED)
  find_library(BZ2_LIBRARY bz2 REQUIRED)
  set(LIBDW_LIBRARY ${LIBDW_LIBRARY} ${LIBELF_LIBRARY} ${LZMA_LIBRARY} ${BZ2_LIBRARY} ZLIB::ZLIB)
endif()

file(GLOB XOMP_TOOL_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tools/xomp/*.cpp)
# The page's parts are in the command itself: it writes one file that needs nothing else.
set(XOMP_PAGE_SOURCE ${PROJECT_SOURCE_DIR}/tools/xomp/trace/page_files.S)
file(GLOB XOMP_PAGE_FILES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tools/xomp/trace/page/*)
set_source_files_properties(${XOMP_PAGE_SOURCE} PROPERTIES OBJECT_DEPENDS "${XOMP_PAGE_FILES}"
  COMPILE_OPTIONS -Wa,-I${PROJECT_SOURCE_DIR}/tools/xomp/trace/page)
# What reads a trace. Unit tests link it, too; and it goes through gigabytes, so it is optimised.
file(GLOB XOMP_TRACE_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tools/xomp/trace/*.cpp)
# It knows nothing of installations; what measures one belongs to the command.
list(FILTER XOMP_TRACE_SOURCES EXCLUDE REGEX "/task_cost\\.cpp$")
list(APPEND XOMP_TOOL_SOURCES ${PROJECT_SOURCE_DIR}/tools/xomp/trace/task_cost.cpp)
add_library(xomp_trace OBJECT ${XOMP_TRACE_SOURCES} ${XOMP_PAGE_SOURCE})
target_include_directories(xomp_trace PUBLIC ${PROJECT_SOURCE_DIR}/tools/xomp ${PROJECT_SOURCE_DIR}/include)
target_include_directories(xomp_trace SYSTEM PRIVATE ${LIBELF_INCLUDE_DIR})
target_compile_options(xomp_trace PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wshadow;-O2;-ffunction-sections>)
target_compile_definitions(xomp_trace PRIVATE XOMP_VERSION="${PROJECT_VERSION}")
target_link_libraries(xomp_trace PUBLIC fmt::fmt-header-only nlohmann_json::nlohmann_json ${LIBDW_LIBRARY} ${LIBELF_LIBRARY} ZLIB::ZLIB)
add_executable(xomp_tool ${XOMP_TOOL_SOURCES} $<TARGET_OBJECTS:xomp_trace>)
set_target_properties(xomp_tool PROPERTIES OUTPUT_NAME xomp)
target_include_directories(xomp_tool PRIVATE ${PROJECT_SOURCE_DIR}/tools/xomp ${PROJECT_SOURCE_DIR}/include)
target_include_directories(xomp_tool SYSTEM PRIVATE ${LIBELF_INCLUDE_DIR})
target_compile_options(xomp_tool PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wshadow;-Os;-ffunction-sections>)  # it starts programs
target_link_options(xomp_tool PRIVATE -Wl,--gc-sections)
string(REPLACE GNU gcc XOMP_COMPILER ${CMAKE_CXX_COMPILER_ID})
string(TOLOWER "${XOMP_COMPILER} ${CMAKE_CXX_COMPILER_VERSION}" XOMP_COMPILER)
target_compile_definitions(xomp_tool PRIVATE XOMP_VERSION="${PROJECT_VERSION}" XOMP_COMPILER="${XOMP_COMPILER}")
add_custom_target(xomp_commit BYPRODUCTS ${PROJECT_BINARY_DIR}/generated/xomp_commit.h
  COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DFILE=${PROJECT_BINARY_DIR}/generated/xomp_commit.h
    -P ${PROJECT_SOURCE_DIR}/cmake/commit.cmake)
target_include_directories(xomp_tool PRIVATE ${PROJECT_BINARY_DIR}/generated)
# fmt header-only: the installed command needs one library less.
target_link_libraries(xomp_tool PRIVATE CLI11::CLI11 fmt::fmt-header-only nlohmann_json::nlohmann_json
  ${LIBDW_LIBRARY} ${LIBELF_LIBRARY} ZLIB::ZLIB ${CMAKE_DL_LIBS})
# Nearly all that is compiled for one of these files is what fmt, CLI11 and nlohmann-json have in headers. Sources that have a name in
# common with another stay alone; so does what changes with each commit.
set_target_properties(xomp_trace xomp_tool PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 6)
foreach(name sim_ranks sim_picture version trace/perfetto trace/chrome trace/replay_spans)
  set_source_files_properties(${PROJECT_SOURCE_DIR}/tools/xomp/${name}.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endforeach()
add_dependencies(xomp_tool xomp xomp_commit)
include(GNUInstallDirs)
target_compile_definitions(xomp_tool PRIVATE
  XOMP_LIBRARY_DIRECTORY="${CMAKE_INSTALL_LIBDIR}" XOMP_MULTIARCH="${CMAKE_LIBRARY_ARCHITECTURE}")

# `xomp bench` finds its programs relative to itself, here as in an installation.
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/share/xomp)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/bench ${PROJECT_BINARY_DIR}/share/xomp/bench SYMBOLIC)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/tools/gdb ${PROJECT_BINARY_DIR}/share/xomp/gdb SYMBOLIC)  # `xomp stack`

# `xomp trace` preloads it, so that the program's calls of MPI can be told from its work.
add_library(xomp_mpi MODULE ${PROJECT_SOURCE_DIR}/tools/mpi/calls.c)
set_target_properties(xomp_mpi PROPERTIES OUTPUT_NAME xomp-mpi LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/xomp)
target_compile_options(xomp_mpi PRIVATE -Wall -Wextra -O2 -std=c11)
target_link_libraries(xomp_mpi PRIVATE ${CMAKE_DL_LIBS})

# What shells complete and what man shows, made from the command's own description of its options; those of `bench` and `tune` are in Python.
set(XOMP_COMPLETIONS ${PROJECT_BINARY_DIR}/completions)
file(GLOB XOMP_PYTHON_OPTIONS CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/session/*.py ${PROJECT_SOURCE_DIR}/bench/tuning/*.py)
set(XOMP_COMPLETION_COMMANDS)
foreach(shell bash zsh fish)
  list(APPEND XOMP_COMPLETION_COMMANDS COMMAND xomp_tool completion ${shell} > ${XOMP_COMPLETIONS}/${shell})
endforeach()
set(XOMP_MANUAL ${PROJECT_BINARY_DIR}/manual)
set(XOMP_MANUAL_COMMANDS COMMAND xomp_tool manual > ${XOMP_MANUAL}/xomp.1)
foreach(subcommand run info doctor sim "sim ranks" bench trace tune stack)
  string(REPLACE " " "-" page ${subcommand})
  string(REPLACE " " ";" words ${subcommand})
  list(APPEND XOMP_MANUAL_COMMANDS COMMAND xomp_tool manual ${words} > ${XOMP_MANUAL}/xomp-${page}.1)
endforeach()
add_custom_command(OUTPUT ${XOMP_COMPLETIONS}/bash ${XOMP_COMPLETIONS}/zsh ${XOMP_COMPLETIONS}/fish
  COMMAND ${CMAKE_COMMAND} -E make_directory ${XOMP_COMPLETIONS} ${XOMP_MANUAL} ${XOMP_COMPLETION_COMMANDS} ${XOMP_MANUAL_COMMANDS}
  DEPENDS xomp_tool xomp ${XOMP_PYTHON_OPTIONS} VERBATIM)
add_custom_target(xomp_completions ALL DEPENDS ${XOMP_COMPLETIONS}/bash)
