# `make install PREFIX=...`: the command, the library with all its names, headers, a CMake package and a pkg-config
# file. Everything finds everything else relative to itself: the prefix is named when installing, not when building.
# `cmake --install build --component NAME` takes a part:
#
#   runtime
#     lib/libgomp-xomp.so                   the one file (tools know a runtime by the name's beginning)
#     lib/libxomp.so.1                      link to it under its soname, for programs that were linked with -lxomp
#     lib/xomp/compat/{libgomp.so.1,...}    links to it under the other runtimes' names, and under its own
#     share/doc/xomp/LICENSE
#   command
#     bin/xomp
#     lib/xomp/libxomp-mpi.so               what `xomp trace` preloads to see calls of MPI
#     share/xomp/bench/                     the programs of `xomp bench`, in Python and to be compiled when it runs
#     share/xomp/gdb/                       gdb's commands for `xomp stack`
#     share/man/man1/xomp.1, xomp-run.1, ...
#     share/bash-completion/completions/xomp  share/zsh/site-functions/_xomp  share/fish/vendor_completions.d/xomp.fish
#   development: cmake/packages.cmake, and
#     lib/libxomp.so                        link for -lxomp
#     include/xomp.h                        native tasks
#     include/xomp/front/ttg/               ttg.h and its parts: an include folder of its own
#     include/xomp/front/taskflow/          taskflow/taskflow.hpp and its parts: another one
#     include/xomp/                         its other part; <xomp/introspection.h>; omp.h, where it shadows no compiler's unless asked
#   simulator: models/simulate and models/cluster
#   default, only where it is named
#     lib/xomp/default/{libgomp.so.1,libomp.so.5,libiomp5.so}   for a system on which every program shall run on XOMP
#   documentation, only where it is named
#     share/doc/xomp/                       docs/, examples/ and README.md
include(GNUInstallDirs)

set(XOMP_DOCUMENTS ${CMAKE_INSTALL_DATADIR}/doc/xomp)

# Folders that may have been there before, and are then not ours to remove (cmake/installed.cmake).
set(XOMP_SHARED_FOLDERS ${CMAKE_INSTALL_BINDIR} lib ${CMAKE_INSTALL_LIBDIR} ${CMAKE_INSTALL_LIBDIR}/cmake ${CMAKE_INSTALL_LIBDIR}/cmake/ttg
  ${CMAKE_INSTALL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_INCLUDEDIR} share ${CMAKE_INSTALL_DATADIR})
foreach(folder doc man man/man1 bash-completion bash-completion/completions zsh zsh/site-functions fish fish/vendor_completions.d)
  list(APPEND XOMP_SHARED_FOLDERS ${CMAKE_INSTALL_DATADIR}/${folder})
endforeach()
if(XOMP_IS_TOP_LEVEL AND NOT SKBUILD)
  install(CODE "set(XOMP_SHARED_FOLDERS \"${XOMP_SHARED_FOLDERS}\")
    set(XOMP_STEP before)
    include(\"${PROJECT_SOURCE_DIR}/cmake/installed.cmake\")" ALL_COMPONENTS)
endif()

install(TARGETS xomp LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${XOMP_DOCUMENTS} COMPONENT runtime)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/xomp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/front/ttg/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/xomp/front/ttg COMPONENT development
  PATTERN *.md EXCLUDE)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/front/taskflow/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/xomp/front/taskflow
  COMPONENT development)
install(FILES ${PROJECT_SOURCE_DIR}/include/xomp.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
file(GLOB XOMP_OPENMP_HEADERS CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/omp*.h ${PROJECT_SOURCE_DIR}/include/omp_*.f90)
install(FILES ${XOMP_OPENMP_HEADERS} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/xomp COMPONENT development)

if(TARGET xomp_tool)
  install(TARGETS xomp_tool RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT command)
  install(TARGETS xomp_mpi LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/xomp COMPONENT command)
  foreach(folder session tuning report measure harness problems micro)
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/bench/${folder} DESTINATION ${CMAKE_INSTALL_DATADIR}/xomp/bench COMPONENT command
      PATTERN __pycache__ EXCLUDE)
  endforeach()
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/tools/gdb DESTINATION ${CMAKE_INSTALL_DATADIR}/xomp COMPONENT command PATTERN __pycache__ EXCLUDE)
  install(PROGRAMS ${PROJECT_SOURCE_DIR}/bench/run ${PROJECT_SOURCE_DIR}/bench/tune DESTINATION ${CMAKE_INSTALL_DATADIR}/xomp/bench
    COMPONENT command)
  install(FILES ${PROJECT_SOURCE_DIR}/demo/tree.h DESTINATION ${CMAKE_INSTALL_DATADIR}/xomp/demo COMPONENT command)  # bench/problems/uts includes it
  install(DIRECTORY ${XOMP_MANUAL}/ DESTINATION ${CMAKE_INSTALL_DATADIR}/man/man1 COMPONENT command)
  install(FILES ${XOMP_COMPLETIONS}/bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME xomp COMPONENT command)
  install(FILES ${XOMP_COMPLETIONS}/zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _xomp COMPONENT command)
  install(FILES ${XOMP_COMPLETIONS}/fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME xomp.fish COMPONENT command)
endif()

include(cmake/stand_ins.cmake)
if(SKBUILD)
  include(cmake/wheel.cmake)
else()
  set(XOMP_LINKED_FILE libxomp.so)
  # A link is installed as a link. So it is made here first, leads to nothing in this folder, and stands in the list of what was installed.
  function(install_link target folder name component)
    string(MD5 place ${folder})
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/links/${place})
    file(CREATE_LINK ${target} ${PROJECT_BINARY_DIR}/links/${place}/${name} SYMBOLIC)
    install(FILES ${PROJECT_BINARY_DIR}/links/${place}/${name} DESTINATION ${folder} COMPONENT ${component})
  endfunction()
endif()
install_link(libgomp-xomp.so ${CMAKE_INSTALL_LIBDIR} ${XOMP_SONAME} runtime)
install_link(${XOMP_SONAME} ${CMAKE_INSTALL_LIBDIR} libxomp.so development)
foreach(name IN LISTS XOMP_COMPAT_NAMES)
  install_link(../../libgomp-xomp.so ${CMAKE_INSTALL_LIBDIR}/xomp/compat ${name} runtime)
endforeach()

# For the dynamic linker's cache, which knows a file by its soname and not by its name. A system's package puts the folder before others.
foreach(name libgomp.so.1 libomp.so.5 libiomp5.so)
  add_stand_in(${PROJECT_BINARY_DIR}/stand-ins/${name} ${XOMP_SONAME})
  install(FILES ${PROJECT_BINARY_DIR}/stand-ins/${name} DESTINATION ${CMAKE_INSTALL_LIBDIR}/xomp/default COMPONENT default EXCLUDE_FROM_ALL)
endforeach()

install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs ${PROJECT_SOURCE_DIR}/examples DESTINATION ${XOMP_DOCUMENTS} COMPONENT documentation
  EXCLUDE_FROM_ALL)
install(FILES ${PROJECT_SOURCE_DIR}/README.md DESTINATION ${XOMP_DOCUMENTS} COMPONENT documentation EXCLUDE_FROM_ALL)

include(cmake/packages.cmake)
