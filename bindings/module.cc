// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * The extension net8._core, assembled from its areas.
 */
#include "bind.h"

PYBIND11_MODULE(_core, m)
{
    m.doc() = "Compiled part of net8; use the net8 package, which names what is public.";
    ns3::net8::BindWire(m);
    ns3::net8::BindConnect(m);
    ns3::net8::BindTtc(m);
    ns3::net8::BindMessages(m);
    ns3::net8::BindNative(m);
    ns3::net8::BindTds(m);
    ns3::net8::BindRun(m);
    ns3::net8::BindSchema(m);
    ns3::net8::BindSettle(m);
    ns3::net8::BindProfile(m);
    ns3::net8::BindMpi(m);
    ns3::net8::BindNetwork(m);
    ns3::net8::BindServe(m);
}
