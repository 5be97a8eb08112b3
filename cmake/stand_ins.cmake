# A stand-in is a small library under the name of another runtime, where a link does not do. It has no code but a filter: the dynamic linker
# puts `library` before it, wherever it comes in the search order, so all names lead to one runtime. Its version nodes are the library's: a
# program looks for them in the file whose name it has.
function(add_stand_in file library)
  get_filename_component(folder ${file} DIRECTORY)
  get_filename_component(name ${file} NAME)
  add_custom_command(OUTPUT ${file}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
    COMMAND ${CMAKE_C_COMPILER} -shared -nostdlib -x c /dev/null -o ${file} -Wl,-soname,${name} "-Wl,-F,${library}"
      -Wl,--version-script=${PROJECT_SOURCE_DIR}/src/exports.map -Wl,-z,noseparate-code -Wl,--hash-style=gnu -Wl,--build-id=none -s
    DEPENDS ${PROJECT_SOURCE_DIR}/src/exports.map VERBATIM)
  string(MAKE_C_IDENTIFIER ${file} target)
  add_custom_target(stand_in${target} ALL DEPENDS ${file})
endfunction()
