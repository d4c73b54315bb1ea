# SPDX-License-Identifier: GPL-2.0-only
# What C++ users need, for `cmake --install ... --component cpp`: headers, archives and the package net8. Wheels do not
# contain any of it.
include(CMakePackageConfigHelpers)

install(TARGETS net8 ${_free_targets} ARCHIVE DESTINATION lib/net8 COMPONENT cpp)
set(_net8_headers ${NET8_FREE_HEADERS} ${NET8_MODEL_HEADERS})
list(TRANSFORM _net8_headers PREPEND ${NET8_DIR}/)
install(FILES ${_net8_headers} DESTINATION include/net8/ns3 COMPONENT cpp)
install(DIRECTORY ${NET8_DIR}/examples/own-topology ${NET8_DIR}/examples/other-modules DESTINATION share/net8/examples
        COMPONENT cpp
)

set(NET8_ROOMS ${NET8_FREE_ROOMS})
get_filename_component(NET8_BUILT_NS3 "${Ns3_LIBRARY_DIR}" DIRECTORY)
configure_package_config_file(
  ${NET8_DIR}/cmake/net8Config.cmake.in ${CMAKE_BINARY_DIR}/net8Config.cmake INSTALL_DESTINATION lib/cmake/net8
)
install(FILES ${CMAKE_BINARY_DIR}/net8Config.cmake ${NET8_DIR}/cmake/FindNs3.cmake DESTINATION lib/cmake/net8
        COMPONENT cpp
)
