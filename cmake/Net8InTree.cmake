# SPDX-License-Identifier: GPL-2.0-only
# contrib/net8 inside an ns-3 source tree.
# The version of the development head is 3-dev.
if(NOT NS3_VER STREQUAL "3-dev" AND (NS3_VER VERSION_LESS 3.44 OR NS3_VER VERSION_GREATER_EQUAL 3.49))
  message(FATAL_ERROR "net8 supports ns-3 3.44 to 3.48 and its development head, and this source tree is ns-3 ${NS3_VER}.")
endif()
find_package(Python QUIET)
include(${CMAKE_CURRENT_LIST_DIR}/Net8Boost.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/Net8Toml.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/Net8Profiles.cmake)

build_lib(
  LIBNAME net8
  SOURCE_FILES ${NET8_FREE_SOURCES} ${NET8_PROFILE_TEXTS} ${NET8_MODEL_SOURCES}
  HEADER_FILES ${NET8_FREE_HEADERS} ${NET8_MODEL_HEADERS}
  LIBRARIES_TO_LINK ${NET8_NS3_LIBRARIES}
  TEST_SOURCES ${NET8_SUITE_SOURCES}
)
target_include_directories(net8 SYSTEM PRIVATE ${NET8_BOOST_INCLUDE} ${NET8_TOML_INCLUDE})
