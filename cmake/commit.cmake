# Writes FILE, which defines XOMP_COMMIT: the commit of SOURCE, with "-dirty" where tracked files differ from it; "" where SOURCE is no
# clone (an unpacked archive, even one that lies inside another project's clone), or there is no git. Runs at each build, and touches the
# file only where it would change.
cmake_policy(VERSION 3.22)
set(commit "")
if(EXISTS ${SOURCE}/.git)
  execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12 "--exclude=*"
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(failed)
    set(commit "")
  endif()
endif()
file(CONFIGURE OUTPUT ${FILE} CONTENT "#define XOMP_COMMIT \"@commit@\"\n" @ONLY)
