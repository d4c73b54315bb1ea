# SPDX-License-Identifier: GPL-2.0-only
# net8 on its own: libraries, tests, examples and, under scikit-build-core, the Python extension.
list(APPEND CMAKE_MODULE_PATH ${NET8_DIR}/cmake)

# scikit-build-core builds the extension and nothing else, and a user's newer compiler may warn where ours does not.
if(SKBUILD)
  set(_net8_developer OFF)
  set(_net8_python ON)
else()
  set(_net8_developer ON)
  set(_net8_python OFF)
endif()
option(NET8_BUILD_TESTS "Build the C++ tests" ${_net8_developer})
option(NET8_BUILD_EXAMPLES "Build the C++ examples" ${_net8_developer})
option(NET8_BUILD_BENCHMARKS "Build the C++ benchmarks" ${_net8_developer})
option(NET8_BUILD_PYTHON "Build the Python extension" ${_net8_python})
option(NET8_WERROR "Take compiler warnings as errors" ${_net8_developer})
option(NET8_FUZZ "Build the libFuzzer targets (clang only)" OFF)
set(NET8_SANITIZE "" CACHE STRING "Sanitizers for every target, such as address,undefined")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
# -O3 gains nothing here, and under it GCC 12 warns of overlaps in std::string that are not there.
string(REPLACE "-O3" "-O2" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")
if(NOT CMAKE_CXX_STANDARD)
  set(CMAKE_CXX_STANDARD 20)
endif()
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET default)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()

find_package(Python 3.11 REQUIRED COMPONENTS Interpreter OPTIONAL_COMPONENTS Development.Module)
include(Net8Ns3)
include(Net8Boost)

add_compile_options(-Wall -Wextra)
if(NET8_WERROR)
  add_compile_options(-Werror)
endif()
if(NET8_SANITIZE)
  add_compile_options(-fsanitize=${NET8_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${NET8_SANITIZE})
endif()

# ns-3 keeps all headers of all modules in one flat folder named ns3; links give the same view of ours.
set(NET8_INCLUDE_DIR ${CMAKE_BINARY_DIR}/include)
foreach(_header IN LISTS NET8_WIRE_HEADERS NET8_MODEL_HEADERS)
  get_filename_component(_name ${_header} NAME)
  file(MAKE_DIRECTORY ${NET8_INCLUDE_DIR}/ns3)
  file(CREATE_LINK ${NET8_DIR}/${_header} ${NET8_INCLUDE_DIR}/ns3/${_name} SYMBOLIC)
endforeach()

list(TRANSFORM NET8_WIRE_SOURCES PREPEND ${NET8_DIR}/)
list(TRANSFORM NET8_MODEL_SOURCES PREPEND ${NET8_DIR}/)
list(TRANSFORM NET8_SUITE_SOURCES PREPEND ${NET8_DIR}/)
list(TRANSFORM NET8_GTEST_SOURCES PREPEND ${NET8_DIR}/)
list(TRANSFORM NET8_EXAMPLE_SOURCES PREPEND ${NET8_DIR}/)

# The codec core sees no ns-3 header: it gets only its own folder and Boost.
add_library(net8-wire STATIC ${NET8_WIRE_SOURCES})
target_include_directories(net8-wire PUBLIC ${NET8_DIR}/model/wire)
target_link_libraries(net8-wire PRIVATE Net8::Boost)

list(TRANSFORM NET8_NS3_MODULES PREPEND Ns3:: OUTPUT_VARIABLE _ns3_targets)
add_library(net8 STATIC ${NET8_MODEL_SOURCES})
target_include_directories(net8 PUBLIC ${NET8_INCLUDE_DIR})
target_link_libraries(net8 PUBLIC net8-wire ${_ns3_targets})

# Type registration happens in static objects, which a linker would drop from an archive that nobody names.
add_library(net8-all INTERFACE)
target_link_libraries(
  net8-all INTERFACE "-Wl,--no-as-needed" "-Wl,--whole-archive" net8 "-Wl,--no-whole-archive" ${_ns3_targets}
)

if(NET8_BUILD_TESTS)
  enable_testing()
  find_package(GTest QUIET)
  if(NOT GTest_FOUND)
    message(FATAL_ERROR "The C++ tests of net8 need GoogleTest (Debian: libgtest-dev).")
  endif()
  if(NET8_GTEST_SOURCES)
    add_executable(net8-wire-tests ${NET8_GTEST_SOURCES})
    target_link_libraries(net8-wire-tests PRIVATE net8-wire GTest::gtest_main)
    target_compile_definitions(net8-wire-tests PRIVATE NET8_TEST_DIR="${NET8_DIR}/test")
    add_test(NAME wire COMMAND net8-wire-tests)
  endif()
  if(NET8_SUITE_SOURCES)
    add_executable(net8-suites ${NET8_SUITE_SOURCES} ${NET8_DIR}/test/suite/main.cc)
    target_link_libraries(net8-suites PRIVATE net8-all)
    add_test(NAME suites COMMAND net8-suites --verbose)
  endif()
  # Debug and release builds must print the same; test/run.py compares them.
  add_executable(net8-digest ${NET8_DIR}/test/digest/net8-digest.cc)
  target_link_libraries(net8-digest PRIVATE net8-all)
endif()

if(NET8_BUILD_EXAMPLES)
  foreach(_source IN LISTS NET8_EXAMPLE_SOURCES)
    get_filename_component(_name ${_source} NAME_WE)
    add_executable(${_name} ${_source})
    target_link_libraries(${_name} PRIVATE net8-all)
  endforeach()
endif()

if(NET8_BUILD_BENCHMARKS)
  add_executable(net8-bulk-fetch ${NET8_DIR}/bench/net8-bulk-fetch.cc)
  target_link_libraries(net8-bulk-fetch PRIVATE net8-all)
  add_executable(net8-codec ${NET8_DIR}/bench/net8-codec.cc)
  target_link_libraries(net8-codec PRIVATE net8-wire)
endif()

if(NET8_FUZZ)
  add_subdirectory(${NET8_DIR}/test/fuzz ${CMAKE_BINARY_DIR}/fuzz)
endif()

if(NET8_BUILD_PYTHON)
  add_subdirectory(${NET8_DIR}/bindings ${CMAKE_BINARY_DIR}/bindings)
endif()
