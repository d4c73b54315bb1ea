// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-send-core.h"

#include "net8-tcp-congestion-kinds.h"

namespace ns3::net8
{

TcpSendCore::TcpSendCore(const TcpSettings& settings, TcpSenderHost& rest)
    : host(rest),
      control(MakeTcpCongestionControl(settings.congestion))
{
    state.settings = &settings;
    state.rtt.Start(settings);
    state.sendBuffer = settings.sendMemory[1];
    state.bufferLocked = settings.rules.buffers == TcpRules::Buffers::PAYLOAD;
    state.cwnd = settings.initialWindow;
    state.reordering = settings.reordering;
}

} // namespace ns3::net8
