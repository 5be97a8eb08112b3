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
