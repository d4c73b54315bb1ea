// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_CONGESTION_KINDS_H
#define NET8_TCP_CONGESTION_KINDS_H

#include "net8-tcp-congestion-control.h"

#include <memory>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Make a congestion control.
 *
 * @param which its kind
 * @return the new object
 */
std::unique_ptr<TcpCongestionControl> MakeTcpCongestionControl(TcpCongestion which);

} // namespace ns3::net8

#endif // NET8_TCP_CONGESTION_KINDS_H
