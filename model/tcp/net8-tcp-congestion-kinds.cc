// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-congestion-kinds.h"

#include "net8-tcp-bbr.h"
#include "net8-tcp-congestion-control.h"
#include "net8-tcp-cubic.h"
#include "net8-tcp-dctcp.h"

namespace ns3::net8
{

std::unique_ptr<TcpCongestionControl>
MakeTcpCongestionControl(TcpCongestion which)
{
    switch (which)
    {
    case TcpCongestion::RENO:
        return std::make_unique<TcpReno>();
    case TcpCongestion::CUBIC:
        return std::make_unique<TcpCubic>();
    case TcpCongestion::BBR:
        return std::make_unique<TcpBbr>();
    case TcpCongestion::DCTCP:
        return std::make_unique<TcpDctcp>();
    }
    return nullptr;
}

} // namespace ns3::net8
