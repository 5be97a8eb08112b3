# The programs of each project here: the targets are the same, however the project came by them. XOMP_CLONE is where the examples are.
add_executable(team ${CMAKE_CURRENT_LIST_DIR}/team.c)
target_link_libraries(team PRIVATE xomp::xomp ${CMAKE_DL_LIBS})
add_executable(native ${CMAKE_CURRENT_LIST_DIR}/native.cpp)
target_link_libraries(native PRIVATE xomp::native)
add_executable(graph ${XOMP_CLONE}/examples/ttg/hello.cpp)
target_link_libraries(graph PRIVATE xomp::ttg)
add_executable(flow ${XOMP_CLONE}/examples/taskflow/hello.cpp)
target_link_libraries(flow PRIVATE xomp::taskflow)
