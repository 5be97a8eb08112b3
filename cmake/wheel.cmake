# In a wheel, which cannot hold links, for cmake/install.cmake: seven copies of the library would also be seven runtimes. In place of each
# link to the library lies a stand-in. pip knows all these files, so nothing stays after `pip uninstall`.
#
# A link for -lxomp is a text for the static linker. Links to folders with headers, for projects that take an installation for a checkout
# of Taskflow, are left out.
set(XOMP_LINKED_FILE libgomp-xomp.so)  # which CMake's packages give the linker by its path
function(install_link target folder name component)
  set(file ${PROJECT_BINARY_DIR}/wheel/${folder}/${name})
  if(folder STREQUAL CMAKE_INSTALL_LIBDIR AND name STREQUAL libxomp.so)
    file(WRITE ${file} "INPUT(libgomp-xomp.so)\n")
  elseif(name MATCHES "\\.so")
    add_stand_in(${file} $ORIGIN/${target})
  else()
    return()
  endif()
  install(PROGRAMS ${file} DESTINATION ${folder} COMPONENT ${component})
endfunction()

# What is linked into the command of a wheel for other machines is others' code, under their licenses.
if(XOMP_GLIBC)
  foreach(package libcli11-dev libfmt-dev nlohmann-json3-dev libdw-dev libelf-dev zlib1g-dev libbz2-dev liblzma-dev
      libstdc++-${CMAKE_CXX_COMPILER_VERSION})
    string(REGEX REPLACE "^(libstdc\\+\\+-[0-9]+).*" "\\1-dev" package ${package})
    set(license /usr/share/doc/${package}/copyright)
    if(NOT EXISTS ${license})
      message(FATAL_ERROR "xomp: ${license} is missing, which has to go into the wheel")
    endif()
    install(FILES ${license} DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/xomp/licenses RENAME ${package} COMPONENT command)
  endforeach()
endif()
