# SPDX-License-Identifier: GPL-2.0-only
# Net8::Boost and NET8_BOOST_INCLUDE: header-only Boost, from the system, else from the boost-headers wheel installed
# for the interpreter.
find_package(Boost 1.69 QUIET)
if(Boost_FOUND)
  set(NET8_BOOST_INCLUDE ${Boost_INCLUDE_DIRS})
else()
  execute_process(
    COMMAND "${Python_EXECUTABLE}" -c
            "import boost_headers, pathlib; print(pathlib.Path(boost_headers.__file__).parent / 'include')"
    OUTPUT_VARIABLE NET8_BOOST_INCLUDE
    OUTPUT_STRIP_TRAILING_WHITESPACE
    ERROR_QUIET
  )
endif()
if(NOT EXISTS "${NET8_BOOST_INCLUDE}/boost/spirit/home/x3.hpp")
  message(FATAL_ERROR "net8 needs the Boost headers, 1.69 or later (Debian: libboost-dev; PyPI: boost-headers).")
endif()
add_library(Net8::Boost INTERFACE IMPORTED)
set_target_properties(
  Net8::Boost PROPERTIES INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${NET8_BOOST_INCLUDE}"
                         INTERFACE_INCLUDE_DIRECTORIES "${NET8_BOOST_INCLUDE}"
)
