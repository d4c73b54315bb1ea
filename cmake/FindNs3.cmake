# SPDX-License-Identifier: GPL-2.0-only
#[[
FindNs3: imported targets for an installed, built or wheel-packed ns-3.

Input
  NS3_ROOT       prefix of an installed ns-3, a built source tree, or an unpacked wheel (optional)
  Python_EXECUTABLE  the interpreter whose site-packages may hold the `ns3` wheel
Output
  Ns3_FOUND, Ns3_VERSION, Ns3_LIBRARY_DIR, Ns3_INCLUDE_DIR
  Ns3::<component>   one imported target for each component asked for

The wheel's own CMake package names folders of its build machine, so the targets are made here from the headers and
libraries that are seen, with the macros that the libraries were built with.
]]

include(FindPackageHandleStandardArgs)

# Where an ns-3 may be: NS3_ROOT alone when it is given, else the wheel beside the interpreter.
set(_ns3_roots "")
if(NS3_ROOT)
  list(APPEND _ns3_roots "${NS3_ROOT}")
elseif(Python_EXECUTABLE)
  execute_process(
    COMMAND "${Python_EXECUTABLE}" -c
            "import sysconfig; print(sysconfig.get_path('platlib') + '/ns3')"
    OUTPUT_VARIABLE _ns3_wheel
    OUTPUT_STRIP_TRAILING_WHITESPACE
  )
  list(APPEND _ns3_roots "${_ns3_wheel}")
endif()

find_path(
  Ns3_INCLUDE_DIR ns3/core-module.h
  HINTS ${_ns3_roots}
  PATH_SUFFIXES include build/include
  NO_DEFAULT_PATH
)

# Libraries are called libns<version>-<module>[-<profile>].so.
set(Ns3_LIBRARY_DIR "")
foreach(_root IN LISTS _ns3_roots)
  foreach(_suffix lib64 lib build/lib)
    file(GLOB _ns3_core "${_root}/${_suffix}/libns3*-core*.so")
    list(FILTER _ns3_core EXCLUDE REGEX "-test")
    if(_ns3_core AND NOT Ns3_LIBRARY_DIR)
      list(GET _ns3_core 0 Ns3_CORE_LIBRARY)
      get_filename_component(Ns3_LIBRARY_DIR "${Ns3_CORE_LIBRARY}" DIRECTORY)
    endif()
  endforeach()
endforeach()

if(Ns3_CORE_LIBRARY)
  string(REGEX MATCH "libns([0-9.]+(-dev)?)-core(-[a-z]+)?\\.so$" _ns3_name "${Ns3_CORE_LIBRARY}")
  set(Ns3_VERSION "${CMAKE_MATCH_1}")
  set(_ns3_profile_suffix "${CMAKE_MATCH_3}")
endif()

find_package_handle_standard_args(
  Ns3
  REQUIRED_VARS Ns3_CORE_LIBRARY Ns3_INCLUDE_DIR
  VERSION_VAR Ns3_VERSION
  HANDLE_VERSION_RANGE
  REASON_FAILURE_MESSAGE
    "Set NS3_ROOT to the prefix of an installed or built ns-3, or install the ns3 wheel into the Python environment in use."
)

# Macros that change what ns-3's headers mean must be those of the libraries: the wheel and the default and debug
# profiles have logging and assertions, release and optimized builds do not. The symbol that each leaves tells.
function(_ns3_definitions result)
  set(definitions "")
  file(STRINGS "${Ns3_CORE_LIBRARY}" logging LIMIT_COUNT 1 REGEX "Logging component \"")
  file(STRINGS "${Ns3_CORE_LIBRARY}" assertion LIMIT_COUNT 1 REGEX "NS_ASSERT failed")
  if(logging)
    list(APPEND definitions NS3_LOG_ENABLE)
  endif()
  if(assertion)
    list(APPEND definitions NS3_ASSERT_ENABLE)
  endif()
  set(${result} "${definitions}" PARENT_SCOPE)
endfunction()

if(Ns3_FOUND)
  _ns3_definitions(_ns3_defs)
  foreach(_component IN LISTS Ns3_FIND_COMPONENTS)
    if(NOT TARGET Ns3::${_component})
      set(_ns3_lib "${Ns3_LIBRARY_DIR}/libns${Ns3_VERSION}-${_component}${_ns3_profile_suffix}.so")
      if(NOT EXISTS "${_ns3_lib}")
        message(FATAL_ERROR "ns-3 in ${Ns3_LIBRARY_DIR} lacks the module '${_component}', which net8 needs.")
      endif()
      add_library(Ns3::${_component} SHARED IMPORTED)
      set_target_properties(
        Ns3::${_component}
        PROPERTIES IMPORTED_LOCATION "${_ns3_lib}"
                   IMPORTED_NO_SONAME FALSE
                   INTERFACE_INCLUDE_DIRECTORIES "${Ns3_INCLUDE_DIR}"
                   INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${Ns3_INCLUDE_DIR}"
                   INTERFACE_COMPILE_DEFINITIONS "${_ns3_defs}"
      )
    endif()
  endforeach()
endif()
