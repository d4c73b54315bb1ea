# SPDX-License-Identifier: GPL-2.0-only
# Net8::Toml: header-only toml++ (MIT), from the system, else from a source archive on PyPI that contains it, downloaded
# into the build folder and checked by its hash, like the wheel of ns-3.
set(NET8_TOML_PIN
    "pytomlpp==1.1.0 --hash=sha256:61a0f73e7ba2fe8bba4e99ce6d2701491885850b53aad8f3e46d03c4b31e594d"
)
find_path(NET8_TOML_INCLUDE toml++/toml.h)
if(NOT NET8_TOML_INCLUDE AND Python_EXECUTABLE)
  set(_net8_toml_dir ${CMAKE_BINARY_DIR}/toml)
  file(GLOB _net8_toml ${_net8_toml_dir}/pytomlpp-*.tar.gz)
  if(NOT _net8_toml)
    string(REGEX REPLACE " .*" "" _net8_pin "${NET8_TOML_PIN}")
    message(STATUS "No toml++ found: fetching it with ${_net8_pin}")
    file(WRITE ${_net8_toml_dir}/requirements.txt "${NET8_TOML_PIN}\n")
    execute_process(
      COMMAND "${Python_EXECUTABLE}" -m pip download --quiet --no-deps --no-binary :all: --require-hashes
              --dest ${_net8_toml_dir} -r ${_net8_toml_dir}/requirements.txt
    )
    file(GLOB _net8_toml ${_net8_toml_dir}/pytomlpp-*.tar.gz)
  endif()
  if(_net8_toml)
    file(ARCHIVE_EXTRACT INPUT ${_net8_toml} DESTINATION ${_net8_toml_dir})
    file(GLOB _net8_toml ${_net8_toml_dir}/pytomlpp-*/third_party/tomlplusplus/include)
    set(NET8_TOML_INCLUDE "${_net8_toml}" CACHE PATH "Where toml++ is" FORCE)
  endif()
endif()
if(NOT NET8_TOML_INCLUDE)
  message(FATAL_ERROR "net8 needs the headers of toml++, 3.0 or later (Debian: libtomlplusplus-dev).")
endif()
add_library(Net8::Toml INTERFACE IMPORTED)
set_target_properties(
  Net8::Toml PROPERTIES INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${NET8_TOML_INCLUDE}"
                        INTERFACE_INCLUDE_DIRECTORIES "${NET8_TOML_INCLUDE}"
)
