# SPDX-License-Identifier: GPL-2.0-only
# The files of the module, for both builds. A new file named net8-* in a folder of model/ (a room) is found by the next
# configure.
set(NET8_DIR ${CMAKE_CURRENT_LIST_DIR}/..)
get_filename_component(NET8_DIR ${NET8_DIR} ABSOLUTE)

# Rooms independent of ns-3 (see doc/architecture.md), each listed after those that it may include.
set(NET8_FREE_ROOMS wire text ttc tds smb ldap security profile engine queue tcp network lan)
# Rooms that use ns-3.
set(NET8_NS3_ROOMS link tcp-socket stages lan-socket session host handler instance listener cman client parallel topology experiment)

set(NET8_FREE_SOURCES "")
set(NET8_FREE_HEADERS "")
# A room may be divided into folders.
foreach(_room IN LISTS NET8_FREE_ROOMS)
  set(_net8_room ${NET8_DIR}/model/${_room})
  file(GLOB NET8_${_room}_SOURCES CONFIGURE_DEPENDS RELATIVE ${NET8_DIR} ${_net8_room}/net8-*.cc ${_net8_room}/*/net8-*.cc)
  file(GLOB NET8_${_room}_HEADERS CONFIGURE_DEPENDS RELATIVE ${NET8_DIR} ${_net8_room}/net8-*.h ${_net8_room}/*/net8-*.h)
  list(APPEND NET8_FREE_SOURCES ${NET8_${_room}_SOURCES})
  list(APPEND NET8_FREE_HEADERS ${NET8_${_room}_HEADERS})
  file(GLOB NET8_${_room}_GTEST_SOURCES CONFIGURE_DEPENDS RELATIVE ${NET8_DIR} ${NET8_DIR}/test/${_room}/net8-*.cc)
endforeach()

set(NET8_MODEL_SOURCES "")
set(NET8_MODEL_HEADERS "")
list(TRANSFORM NET8_NS3_ROOMS PREPEND model/ OUTPUT_VARIABLE _net8_folders)
foreach(_folder IN LISTS _net8_folders ITEMS helper)
  file(GLOB _net8_found CONFIGURE_DEPENDS RELATIVE ${NET8_DIR} ${NET8_DIR}/${_folder}/net8-*.cc)
  list(APPEND NET8_MODEL_SOURCES ${_net8_found})
  file(GLOB _net8_found CONFIGURE_DEPENDS RELATIVE ${NET8_DIR} ${NET8_DIR}/${_folder}/net8-*.h)
  list(APPEND NET8_MODEL_HEADERS ${_net8_found})
endforeach()

file(GLOB NET8_MESSAGE_SOURCES CONFIGURE_DEPENDS RELATIVE ${NET8_DIR} ${NET8_DIR}/test/ttc/messages/net8-*.cc)
file(GLOB NET8_SUITE_SOURCES CONFIGURE_DEPENDS RELATIVE ${NET8_DIR} ${NET8_DIR}/test/suite/net8-*.cc)
file(GLOB NET8_PACKETDRILL_SOURCES CONFIGURE_DEPENDS RELATIVE ${NET8_DIR} ${NET8_DIR}/test/packetdrill/net8-*.cc)
file(GLOB NET8_PACKETDRILL_NS3_SOURCES CONFIGURE_DEPENDS RELATIVE ${NET8_DIR}
     ${NET8_DIR}/test/packetdrill/simulator/net8-*.cc
)
file(GLOB NET8_EXAMPLE_SOURCES CONFIGURE_DEPENDS RELATIVE ${NET8_DIR} ${NET8_DIR}/examples/net8-*.cc)

# ns-3 modules that net8 links.
set(NET8_NS3_MODULES
    core
    network
    internet
    applications
    point-to-point
    csma
    bridge
    traffic-control
    stats
)
