# Writes FILE, which defines XOMP_COMMIT: the commit of SOURCE, with "-dirty" where tracked files differ from it. In an unpacked archive it
# is what the one who made the archive wrote down (packaging/deb), else "", also where the archive lies inside another project's clone or
# there is no git. Runs at each build, and touches the file only where it would change.
cmake_policy(VERSION 3.22)
set(commit "")
if(EXISTS ${SOURCE}/.git)
  execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12 "--exclude=*"
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(failed)
    set(commit "")
  endif()
elseif(EXISTS ${SOURCE}/cmake/commit_of_archive.h)
  configure_file(${SOURCE}/cmake/commit_of_archive.h ${FILE} COPYONLY)
  return()
endif()
file(CONFIGURE OUTPUT ${FILE} CONTENT "#define XOMP_COMMIT \"@commit@\"\n" @ONLY)
