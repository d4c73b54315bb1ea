# SPDX-License-Identifier: GPL-2.0-only
#[[
FindNs3: imported targets for an installed, built or wheel-packed ns-3.

Input
  NS3_ROOT       prefix of an installed ns-3, a built source tree, or an unpacked wheel (optional; also read from the
                 environment)
  Python_EXECUTABLE  the interpreter whose site-packages may hold the `ns3` wheel
Output
  Ns3_FOUND, Ns3_VERSION, Ns3_LIBRARY_DIR, Ns3_INCLUDE_DIR
  Ns3_<component>_FOUND
  Ns3::<component>   one imported target for each component asked for and found

The wheel's own CMake package contains paths of its build machine, so the targets are created here from the headers and
libraries found, with the macros that the libraries were built with.
]]

include(FindPackageHandleStandardArgs)

# Where to look for ns-3: only NS3_ROOT if it is set, else the wheel installed for the interpreter.
set(_ns3_roots "")
if(NS3_ROOT)
  list(APPEND _ns3_roots "${NS3_ROOT}")
elseif(Python_EXECUTABLE)
  execute_process(
    COMMAND "${Python_EXECUTABLE}" -c "import sysconfig; print(sysconfig.get_path('platlib') + '/ns3')"
    OUTPUT_VARIABLE _ns3_wheel
    OUTPUT_STRIP_TRAILING_WHITESPACE
  )
  list(APPEND _ns3_roots "${_ns3_wheel}")
endif()

# Libraries are called libns<version>-<module>[-<profile>].so. A source tree built in two profiles has both: the
# one built last is used.
set(Ns3_LIBRARY_DIR "")
set(Ns3_CORE_LIBRARY "")
foreach(_root IN LISTS _ns3_roots)
  foreach(_suffix lib64 lib lib/${CMAKE_LIBRARY_ARCHITECTURE} build/lib)
    file(GLOB _ns3_cores "${_root}/${_suffix}/libns3*-core*.so")
    list(FILTER _ns3_cores INCLUDE REGEX "/libns[0-9.]+(-dev|-rc[0-9]+)?-core(-[a-z]+)?\\.so$")
    list(FILTER _ns3_cores EXCLUDE REGEX "-test(-[a-z]+)?\\.so$")
    foreach(_core IN LISTS _ns3_cores)
      if(NOT Ns3_CORE_LIBRARY OR "${_core}" IS_NEWER_THAN "${Ns3_CORE_LIBRARY}")
        set(Ns3_CORE_LIBRARY "${_core}")
        get_filename_component(Ns3_LIBRARY_DIR "${_core}" DIRECTORY)
      endif()
    endforeach()
  endforeach()
endforeach()

if(Ns3_CORE_LIBRARY)
  string(REGEX MATCH "/libns([0-9.]+)(-dev|-rc[0-9]+)?-core(-[a-z]+)?\\.so$" _ns3_name "${Ns3_CORE_LIBRARY}")
  set(Ns3_VERSION "${CMAKE_MATCH_1}")
  set(_ns3_name "ns${CMAKE_MATCH_1}${CMAKE_MATCH_2}")
  set(_ns3_prefix "lib${_ns3_name}-")
  set(_ns3_profile_suffix "${CMAKE_MATCH_3}")
  if(_ns3_name STREQUAL "ns3-dev")
    set(Ns3_VERSION 3.48.99) # The development head, after the newest release.
  endif()
endif()

# Not cached: with another NS3_ROOT in the same build folder the headers of the first must not be found.
unset(Ns3_INCLUDE_DIR CACHE)
find_path(
  Ns3_INCLUDE_DIR ns3/core-module.h
  HINTS ${_ns3_roots}
  PATH_SUFFIXES include build/include include/${_ns3_name}
  NO_DEFAULT_PATH NO_CACHE
)

# The caller first asks without REQUIRED, to report one sentence of ours instead of CMake's five lines.
if(Ns3_VERSION AND Ns3_FIND_VERSION_RANGE)
  if(Ns3_VERSION VERSION_LESS Ns3_FIND_VERSION_MIN OR NOT Ns3_VERSION VERSION_LESS Ns3_FIND_VERSION_MAX)
    message(FATAL_ERROR "net8 supports ns-3 3.44 to 3.48 and its development head, and ${Ns3_LIBRARY_DIR} holds ns-3 ${Ns3_VERSION}.")
  endif()
endif()

if(NS3_ROOT AND NOT (Ns3_CORE_LIBRARY AND Ns3_INCLUDE_DIR))
  message(
    FATAL_ERROR
      "NS3_ROOT=${NS3_ROOT} holds no built ns-3: expected its libraries in lib, lib64 or build/lib and its headers in include or build/include."
  )
endif()

find_package_handle_standard_args(
  Ns3
  REQUIRED_VARS Ns3_CORE_LIBRARY Ns3_INCLUDE_DIR
  VERSION_VAR Ns3_VERSION
  HANDLE_VERSION_RANGE
  REASON_FAILURE_MESSAGE
    "Set NS3_ROOT to the prefix of an installed or built ns-3, or install the ns3 wheel into the Python environment in use."
)

# Macros that change the meaning of ns-3's headers (such as the layout of some classes) must be the same as in the
# libraries: the wheel and the default and debug profiles have logging and assertions, release and optimized builds do
# not. Each can be recognized in a library that uses it: by calls that log arguments, or the text of an assertion.
function(_ns3_definitions result)
  set(definitions "")
  set(_network "${Ns3_LIBRARY_DIR}/${_ns3_prefix}network${_ns3_profile_suffix}.so")
  file(STRINGS "${_network}" logging LIMIT_COUNT 1 REGEX "_ZN3ns315ParameterLogger")
  file(STRINGS "${_network}" assertion LIMIT_COUNT 1 REGEX "NS_ASSERT failed")
  if(logging)
    list(APPEND definitions NS3_LOG_ENABLE)
  endif()
  if(assertion)
    list(APPEND definitions NS3_ASSERT_ENABLE)
  endif()
  set(${result} "${definitions}" PARENT_SCOPE)
endfunction()

if(Ns3_FOUND)
  foreach(_component IN LISTS Ns3_FIND_COMPONENTS)
    if(EXISTS "${Ns3_LIBRARY_DIR}/${_ns3_prefix}${_component}${_ns3_profile_suffix}.so")
      set(Ns3_${_component}_FOUND TRUE)
    elseif(Ns3_FIND_REQUIRED_${_component})
      message(FATAL_ERROR "ns-3 in ${Ns3_LIBRARY_DIR} lacks the module '${_component}', which net8 needs.")
    else()
      set(Ns3_${_component}_FOUND FALSE)
    endif()
  endforeach()
  _ns3_definitions(_ns3_defs)
  if(NOT Ns3_FIND_QUIETLY)
    message(STATUS "ns-3 ${Ns3_VERSION} in ${Ns3_LIBRARY_DIR}, built with: ${_ns3_defs}")
  endif()
  foreach(_component IN LISTS Ns3_FIND_COMPONENTS)
    if(Ns3_${_component}_FOUND AND NOT TARGET Ns3::${_component})
      add_library(Ns3::${_component} SHARED IMPORTED)
      set_target_properties(
        Ns3::${_component}
        PROPERTIES IMPORTED_LOCATION "${Ns3_LIBRARY_DIR}/${_ns3_prefix}${_component}${_ns3_profile_suffix}.so"
                   IMPORTED_NO_SONAME FALSE
                   INTERFACE_INCLUDE_DIRECTORIES "${Ns3_INCLUDE_DIR}"
                   INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${Ns3_INCLUDE_DIR}"
                   INTERFACE_COMPILE_DEFINITIONS "${_ns3_defs}"
      )
    endif()
  endforeach()
endif()
