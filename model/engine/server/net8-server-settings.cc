// SPDX-License-Identifier: GPL-2.0-only
#include "net8-server-settings.h"

namespace ns3::net8
{

ServerEffort
ServerSettings::DrawEffort(ServerStage stage) const
{
    return effort ? effort(stage) : ServerEffort{.stage = stage};
}

AcceptPacket
ServerSettings::MakeAccept(const ConnectPacket& connect, const Agreement& agreement) const
{
    auto accept = net8::MakeAccept(agreement);
    accept.serviceOptions = connect.serviceOptions & release.serviceOptions;
    accept.byteOrderOne = 0x0100; // as in every capture: the servers are little-endian
    accept.connectFlags0 = release.acceptFlags0;
    accept.connectFlags1 = release.acceptFlags1;
    if ((connect.connectFlags0 & connect_flag::AUTHENTICATION_LINKED) != 0)
    {
        // Windows authenticates: 0x61 and 0x61 in the capture of 10.2.
        accept.connectFlags0 |= connect_flag::AUTHENTICATION_LINKED;
        accept.connectFlags1 |= connect_flag::AUTHENTICATION_LINKED;
    }
    if (security.IsRequired())
    {
        accept.connectFlags0 |= connect_flag::NA_REQUIRED;
    }
    accept.acceptFlags2 = release.acceptFlags2;
    accept.compression = security.compression.ToAccept(connect.compression);
    return accept;
}

} // namespace ns3::net8
