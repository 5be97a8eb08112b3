# In a wheel, which cannot hold links, for cmake/install.cmake: seven copies of the library would also be seven runtimes. In place of each
# link to the library stands a small library of the link's name. It has no code but a filter: the dynamic linker puts the one library before
# it, wherever it comes in the search order. pip knows all these files, so nothing stays after `pip uninstall`.
#
# A link for -lxomp is a text for the static linker. Links to folders with headers, for projects that take an installation for a checkout
# of Taskflow, are left out.
set(XOMP_LINKED_FILE libgomp-xomp.so)  # which CMake's packages give the linker by its path
function(install_link target folder name component)
  string(REPLACE ${XOMP_SONAME} libgomp-xomp.so library ${target})
  string(MAKE_C_IDENTIFIER ${folder}/${name} identifier)
  set(stand_in ${PROJECT_BINARY_DIR}/stand-ins/${identifier}/${name})
  if(folder STREQUAL CMAKE_INSTALL_LIBDIR AND name STREQUAL libxomp.so)
    file(WRITE ${stand_in} "INPUT(libgomp-xomp.so)\n")
  elseif(name MATCHES "\\.so")
    # The version nodes are those of the library: a program looks for them in the file whose name it has.
    add_custom_command(OUTPUT ${stand_in}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/stand-ins/${identifier}
      COMMAND ${CMAKE_C_COMPILER} -shared -nostdlib -x c /dev/null -o ${stand_in} -Wl,-soname,${name} "-Wl,-F,$ORIGIN/${library}"
        -Wl,--version-script=${PROJECT_SOURCE_DIR}/src/exports.map -Wl,-z,noseparate-code -Wl,--hash-style=gnu -Wl,--build-id=none -s
      DEPENDS ${PROJECT_SOURCE_DIR}/src/exports.map VERBATIM)
    add_custom_target(xomp_stand_in_${identifier} ALL DEPENDS ${stand_in})
  else()
    return()
  endif()
  install(PROGRAMS ${stand_in} DESTINATION ${folder} COMPONENT ${component})
endfunction()
