# SPDX-License-Identifier: GPL-2.0-only
# The ns-3 to build against: the one given by NS3_ROOT, else the ns3 wheel installed for the interpreter, else the
# pinned wheel, downloaded into the build folder without its dependencies (cppyy takes minutes to compile and is not
# used). Version and hashes are those of requirements.txt. ns-3's libraries do not depend on the Python that their wheel
# is for, so NET8_NS3_UNPACKED may be that of another Python; ./net8 wheelhouse builds all wheels against a single one.
file(STRINGS ${NET8_DIR}/requirements.txt NET8_NS3_WHEEL REGEX "^ns3==")

set(NS3_ROOT "$ENV{NS3_ROOT}" CACHE PATH "Prefix of an installed or built ns-3 (empty: the ns3 wheel)")
set(NET8_NS3_UNPACKED "" CACHE PATH "Unpacked ns3 wheel to build against and to bundle (empty: found or fetched)")
set(NET8_BUNDLE_NS3 OFF)
if(NET8_NS3_UNPACKED AND NOT NS3_ROOT)
  set(NET8_BUNDLE_NS3 ON)
  set(NS3_ROOT ${NET8_NS3_UNPACKED})
elseif(NOT NS3_ROOT)
  set(NET8_BUNDLE_NS3 ON)
  find_package(Ns3 3.44...<3.49 QUIET COMPONENTS ${NET8_NS3_MODULES} OPTIONAL_COMPONENTS mpi)
endif()

if(NET8_BUNDLE_NS3 AND NOT NS3_ROOT AND NOT Ns3_FOUND)
  set(_net8_wheel_dir ${CMAKE_BINARY_DIR}/ns3-wheel)
  file(GLOB _net8_wheel ${_net8_wheel_dir}/ns3-*.whl)
  if(NOT _net8_wheel)
    string(REGEX REPLACE " .*" "" _net8_pin "${NET8_NS3_WHEEL}")
    message(STATUS "No ns-3 found: fetching the wheel ${_net8_pin}")
    file(WRITE ${_net8_wheel_dir}/requirements.txt "${NET8_NS3_WHEEL}\n")
    execute_process(
      COMMAND "${Python_EXECUTABLE}" -m pip download --quiet --no-deps --only-binary :all: --require-hashes
              --dest ${_net8_wheel_dir} -r ${_net8_wheel_dir}/requirements.txt
      RESULT_VARIABLE _net8_failed
    )
    file(GLOB _net8_wheel ${_net8_wheel_dir}/ns3-*.whl)
    if(_net8_failed OR NOT _net8_wheel)
      message(
        FATAL_ERROR
          "No ns-3 found, and pip could not fetch ${_net8_pin}: set NS3_ROOT to an installed or built ns-3 3.44 to 3.48."
      )
    endif()
  endif()
  if(NOT EXISTS ${_net8_wheel_dir}/ns3/include)
    file(ARCHIVE_EXTRACT INPUT ${_net8_wheel} DESTINATION ${_net8_wheel_dir})
  endif()
  set(NS3_ROOT ${_net8_wheel_dir}/ns3)
endif()
find_package(Ns3 3.44...<3.49 REQUIRED COMPONENTS ${NET8_NS3_MODULES} OPTIONAL_COMPONENTS mpi)

# An ns-3 configured with --enable-mpi has the module mpi; its headers and ours then need those of MPI.
if(Ns3_mpi_FOUND)
  find_package(MPI COMPONENTS CXX)
  if(NOT MPI_CXX_FOUND)
    message(FATAL_ERROR "The ns-3 in ${Ns3_LIBRARY_DIR} was built with MPI, and no MPI was found (Debian: libopenmpi-dev).")
  endif()
  message(STATUS "MPI: plans with run.partition can be run")
endif()
