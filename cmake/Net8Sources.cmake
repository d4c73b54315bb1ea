# SPDX-License-Identifier: GPL-2.0-only
# The files of the module, for both builds. A new file named net8-* in a room is found by the next configure.
set(NET8_DIR ${CMAKE_CURRENT_LIST_DIR}/..)
get_filename_component(NET8_DIR ${NET8_DIR} ABSOLUTE)

# The codec core: no ns-3 in it (wall 1 of doc/architecture.md). ns3::Header classes over it end in -header.
file(GLOB NET8_WIRE_SOURCES CONFIGURE_DEPENDS RELATIVE ${NET8_DIR} ${NET8_DIR}/model/wire/net8-*.cc)
file(GLOB NET8_WIRE_HEADERS CONFIGURE_DEPENDS RELATIVE ${NET8_DIR} ${NET8_DIR}/model/wire/net8-*.h)
set(NET8_WIRE_NS3_SOURCES ${NET8_WIRE_SOURCES})
list(FILTER NET8_WIRE_NS3_SOURCES INCLUDE REGEX "-ns3-header\\.cc$")
list(FILTER NET8_WIRE_SOURCES EXCLUDE REGEX "-ns3-header\\.cc$")

# The TCP machine: no ns-3 in it either.
file(GLOB NET8_TCP_SOURCES CONFIGURE_DEPENDS RELATIVE ${NET8_DIR} ${NET8_DIR}/model/tcp/net8-*.cc)
file(GLOB NET8_TCP_HEADERS CONFIGURE_DEPENDS RELATIVE ${NET8_DIR} ${NET8_DIR}/model/tcp/net8-*.h)

file(
  GLOB NET8_MODEL_SOURCES CONFIGURE_DEPENDS RELATIVE ${NET8_DIR}
  ${NET8_DIR}/model/session/net8-*.cc ${NET8_DIR}/model/server/net8-*.cc ${NET8_DIR}/model/client/net8-*.cc
  ${NET8_DIR}/model/transport/net8-*.cc ${NET8_DIR}/helper/net8-*.cc
)
file(
  GLOB NET8_MODEL_HEADERS CONFIGURE_DEPENDS RELATIVE ${NET8_DIR}
  ${NET8_DIR}/model/session/net8-*.h ${NET8_DIR}/model/server/net8-*.h ${NET8_DIR}/model/client/net8-*.h
  ${NET8_DIR}/model/transport/net8-*.h ${NET8_DIR}/helper/net8-*.h
)
list(APPEND NET8_MODEL_SOURCES ${NET8_WIRE_NS3_SOURCES})

file(GLOB NET8_SUITE_SOURCES CONFIGURE_DEPENDS RELATIVE ${NET8_DIR} ${NET8_DIR}/test/suite/net8-*.cc)
file(GLOB NET8_GTEST_SOURCES CONFIGURE_DEPENDS RELATIVE ${NET8_DIR} ${NET8_DIR}/test/wire/net8-*.cc)
file(GLOB NET8_TCP_GTEST_SOURCES CONFIGURE_DEPENDS RELATIVE ${NET8_DIR} ${NET8_DIR}/test/tcp/net8-*.cc)
file(GLOB NET8_PACKETDRILL_SOURCES CONFIGURE_DEPENDS RELATIVE ${NET8_DIR} ${NET8_DIR}/test/packetdrill/net8-*.cc)
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
