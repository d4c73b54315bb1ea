// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * The extension net8_testing: what tests ask of the rooms without ns-3, and no user of net8 does.
 */
#include "bind-testing.h"

PYBIND11_MODULE(net8_testing, m)
{
    m.doc() = "Packets and messages made of their fields, for tests of net8.";
    pybind11::module_::import("net8._core"); // Layouts, columns and ends of calls are its own.
    ns3::net8::BindPackets(m);
    ns3::net8::BindTtcMessages(m);
    ns3::net8::BindOci(m);
    ns3::net8::BindNativeServices(m);
    ns3::net8::BindTdsEnds(m);
}
