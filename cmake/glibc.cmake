# XOMP_GLIBC=2.28: what is built here runs where glibc is as old as that, and needs no other library but libgcc_s. `make wheel` says so.
set(XOMP_GLIBC "" CACHE STRING "the oldest glibc that what is built shall run on; empty: that of this machine")
if(XOMP_GLIBC)
  set(XOMP_LINK_STUBS ${PROJECT_BINARY_DIR}/glibc-${XOMP_GLIBC})
  set(XOMP_LINK_STUBS_SOURCE ${CMAKE_CURRENT_SOURCE_DIR}/packaging/glibc)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
    ${XOMP_LINK_STUBS_SOURCE}/link_stubs ${XOMP_LINK_STUBS_SOURCE}/replacements.c ${XOMP_LINK_STUBS_SOURCE}/start.c)
  execute_process(COMMAND ${XOMP_LINK_STUBS_SOURCE}/link_stubs ${CMAKE_C_COMPILER} ${XOMP_GLIBC} ${XOMP_LINK_STUBS}
    RESULT_VARIABLE XOMP_LINK_STUBS_FAILED)
  if(XOMP_LINK_STUBS_FAILED)
    message(FATAL_ERROR "xomp: cannot make what XOMP_GLIBC=${XOMP_GLIBC} links to")
  endif()
  # libgcc_s wants the glibc of this machine; another machine has its own.
  add_link_options(-Wl,--allow-shlib-undefined -L${XOMP_LINK_STUBS})
  # The command's libraries go into it: those of this machine would want its own glibc.
  set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
endif()
