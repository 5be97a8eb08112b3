# Every tests/unit/**/*_test.cpp and tests/stress/**/*_test.cpp is one GoogleTest program. They link the library's
# objects, not libxomp.so, and so see what is inside. Each is registered as <folder>/<name>, e.g. unit/icv/environment.
if(CMAKE_CROSSCOMPILING)
  # Debian's package has GoogleTest's sources beside the library for its own architecture.
  set(XOMP_GTEST_SOURCES /usr/src/googletest/googletest CACHE PATH "GoogleTest's sources, for a cross build")
  set(INSTALL_GTEST OFF)
  add_subdirectory(${XOMP_GTEST_SOURCES} googletest EXCLUDE_FROM_ALL)
  target_compile_options(gtest PRIVATE -w)  # its code, not ours
else()
  find_package(GTest REQUIRED)
endif()
find_package(Threads REQUIRED)

file(GLOB_RECURSE XOMP_TEST_SOURCES CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/tests/unit/*_test.cpp ${PROJECT_SOURCE_DIR}/tests/stress/*_test.cpp)

# XOMP_SANITIZERS_OF_<name>: the kind that tests/sanitizers.txt gives a test.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/sanitizers.txt)
file(STRINGS ${PROJECT_SOURCE_DIR}/tests/sanitizers.txt lines REGEX "^[a-z]")
set(unknown)
foreach(line IN LISTS lines)
  string(REPLACE " " ";" names ${line})
  list(POP_FRONT names kind)
  foreach(name IN LISTS names)
    set(XOMP_SANITIZERS_OF_${name} ${kind})
    list(APPEND unknown ${name})
  endforeach()
endforeach()
set(XOMP_WANTING_thread thread both once)
set(XOMP_WANTING_address,undefined address both once)

# Nearly all that the compiler works on in a test program is GoogleTest. So its header is compiled once, and unit tests, unlike
# the library that they link, are not optimised. Queues are in headers: their tests are, or they would run for long. Nor are those with a
# whole front end in them.
macro(compile_quickly target name)
  set(kind optimised)
  if(("${name}" MATCHES "^unit/" AND NOT "${name}" MATCHES "^unit/queue/") OR "${name}" MATCHES "^stress/graph/(ranks|taskflow)$")
    set(kind plain)
    target_compile_options(${target} PRIVATE -O0)
  endif()
  if(DEFINED XOMP_HEADERS_OF_${kind})
    target_precompile_headers(${target} REUSE_FROM ${XOMP_HEADERS_OF_${kind}})
  else()
    target_precompile_headers(${target} PRIVATE <gtest/gtest.h>)
    set(XOMP_HEADERS_OF_${kind} ${target})
  endif()
endmacro()

# What ci/sanitizers builds and runs: without the library and the command.
add_custom_target(test_programs)
# What a program with no test says, and then ends with 0.
set(XOMP_NO_TEST_RAN "Running 0 tests")

# The program of `name` and `target` once more, with settings in the environment; and under another policy.
macro(add_test_with suffix settings)
  add_test(NAME ${name}@${suffix} COMMAND ${PROJECT_SOURCE_DIR}/ci/watched 300 ${CMAKE_CROSSCOMPILING_EMULATOR} $<TARGET_FILE:${target}>)
  set_tests_properties(${name}@${suffix} PROPERTIES TIMEOUT 400 FAIL_REGULAR_EXPRESSION ${XOMP_NO_TEST_RAN}
    ENVIRONMENT "UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1;${settings}")
endmacro()
macro(add_test_under policy)
  add_test_with(${policy} "XOMP_SCHEDULE_POLICY=${policy}")
endmacro()

# The papers' systems, as the table of XOMP_AS has them.
file(READ ${PROJECT_SOURCE_DIR}/src/core/icv/presets.cpp presets)
string(REGEX MATCHALL "\n    {\"[a-z0-9-]+\"" presets "${presets}")
string(REGEX REPLACE "[^a-z0-9;-]" "" XOMP_PRESETS "${presets}")
if(NOT "xqueue" IN_LIST XOMP_PRESETS)
  message(FATAL_ERROR "src/core/icv/presets.cpp is not written as cmake/tests.cmake reads it")
endif()

foreach(source IN LISTS XOMP_TEST_SOURCES)
  file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR}/tests ${source})
  string(REGEX REPLACE "_test\\.cpp$" "" name ${path})
  string(REPLACE "/" "_" target ${name}_test)
  set(wants "${XOMP_SANITIZERS_OF_${name}}")
  list(REMOVE_ITEM unknown ${name})
  if(NOT wants MATCHES "^(address|thread|both|once|neither)$")
    message(FATAL_ERROR "tests/sanitizers.txt does not say which sanitizers ${name} is for")
  endif()
  if(wants STREQUAL "address")
    file(STRINGS ${source} starts REGEX "std::(j?thread|async)|pthread_create|xomp::(run|spawn)|team\\.run|GOMP_parallel|#pragma omp")
    if(starts)
      message(FATAL_ERROR "tests/sanitizers.txt: ${name} starts threads, and is for ThreadSanitizer too:\n${starts}")
    endif()
  endif()
  if(XOMP_SANITIZE AND NOT wants IN_LIST XOMP_WANTING_${XOMP_SANITIZE})
    continue()
  endif()
  # A cross build has no command.
  if(name MATCHES "^unit/trace_reader/" AND NOT TARGET xomp_trace)
    continue()
  endif()
  add_executable(${target} ${source} $<TARGET_OBJECTS:xomp_objects>)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/tests
    ${PROJECT_SOURCE_DIR}/front/ttg/include ${PROJECT_SOURCE_DIR}/front/taskflow/include)
  target_compile_options(${target} PRIVATE -Wall -Wextra -g1 -ftls-model=initial-exec)
  target_compile_definitions(${target} PRIVATE XOMP_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  if(name MATCHES "^unit/trace_reader/")
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:xomp_trace>)
    target_link_libraries(${target} PRIVATE xomp_trace)
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tools/xomp)
  endif()
  target_link_libraries(${target} PRIVATE GTest::gtest GTest::gtest_main Threads::Threads m ${CMAKE_DL_LIBS} ${XOMP_ATOMIC_BYTES})
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  if(XOMP_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${XOMP_SANITIZE} -fno-omit-frame-pointer)
    target_link_options(${target} PRIVATE -fsanitize=${XOMP_SANITIZE})
  endif()
  compile_quickly(${target} ${name})
  add_dependencies(test_programs ${target})
  add_test(NAME ${name} COMMAND ${PROJECT_SOURCE_DIR}/ci/watched 300 ${CMAKE_CROSSCOMPILING_EMULATOR} $<TARGET_FILE:${target}>)
  set_tests_properties(${name} PROPERTIES TIMEOUT 400 FAIL_REGULAR_EXPRESSION ${XOMP_NO_TEST_RAN}
    ENVIRONMENT "UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1")

  # What stresses barriers does so with each kind.
  if(name MATCHES "^stress/(barrier/arrival|team/regions|sched/task_tree)$")
    foreach(barrier tree tree:fanout=2 word)
      add_test_with(${barrier} "XOMP_BARRIER=${barrier}")
    endforeach()
  endif()

  # TTG's other table and its other termination.
  if(name MATCHES "^stress/graph/(table|ranks)$")
    add_test_with(chained "XOMP_TTG_TABLE=chained")
  endif()
  if(name MATCHES "^stress/graph/(graph|ranks)$")
    add_test_with(process "XOMP_TTG_TERMINATION=process")
  endif()
  # What stresses the engine does so under every policy.
  if(NOT name MATCHES "^stress/(sched|task|team|graph)/" OR name MATCHES "/(termination|owner_role|requests)$"
      OR (XOMP_SANITIZE AND wants STREQUAL "once")
      OR (XOMP_SANITIZE MATCHES "address" AND NOT name MATCHES "^stress/(sched/task_tree|graph/graph)$"))
    continue()
  endif()
  foreach(policy IN LISTS XOMP_POLICIES)
    string(REGEX REPLACE "_policy$" "" policy ${policy})
    string(REPLACE "_" "-" policy ${policy})
    if(policy STREQUAL "auto")
      continue()
    endif()
    add_test_under(${policy})
  endforeach()
  # Descriptors that come back by a flag: a policy whose threads take from one another, one with short queues, one with holders.
  if(NOT name MATCHES "^stress/graph/")
    foreach(policy auto cc xqueue)
      add_test_under(${policy}:returns=pending)
    endforeach()
  endif()
  # Each system of a paper, with all its parts together.
  if(name STREQUAL "stress/sched/task_tree")
    foreach(preset IN LISTS XOMP_PRESETS)
      add_test_with(as=${preset} "XOMP_AS=${preset}")
    endforeach()
  endif()
  # Queues that are nearly always full.
  if(name STREQUAL "stress/sched/task_tree")
    foreach(policy deque:queue=2 ll:queue=1 lfq:buffer=1,overflow=1 cc:queue=1 local-first:queue=2,steal=1
        xqueue:queue=2 xqueue-nowait:n=2,queue=2 xqueue-wait:max=16,queue=2 na-rp:interval=0ns,queue=2 na-ws:interval=0ns,queue=2
        hybrid:queue=2 deque:returns=pending,in_place=off,queue=2)
      add_test_under(${policy})
    endforeach()
  endif()
endforeach()
if(unknown)
  message(FATAL_ERROR "tests/sanitizers.txt names tests that there are not: ${unknown}")
endif()
