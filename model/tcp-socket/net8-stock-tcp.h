// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STOCK_TCP_H
#define NET8_STOCK_TCP_H

#include "net8-tcp-values.h"

#include "ns3/ptr.h"
#include "ns3/socket.h"
#include "ns3/tcp-l4-protocol.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * Create a socket of ns-3's own TCP (ns3::TcpSocketBase), with values of a profile for which it has
 * an attribute.
 *
 * Its behaviour is that of ns-3, apart from two calls of its public interface, made when its trace
 * sources Rx and Tx fire, also for the connections of a listening socket, and apart from a RST that
 * belongs to no connection: a Net8TcpL4Protocol does not pass it to a listening socket.
 *
 * 1. The persist timer does not expire if nothing remains to be sent: ns-3 probes a closed window
 * with the next byte of the send buffer, and if there is none, the program ends with a memory
 * error.
 * 2. A connection that is being accepted gets a new object of its congestion control. ns-3 copies
 * the listener's, and some copies leave members uninitialized, so that runs do not repeat.
 *
 * @param tcp the TCP of a node
 * @param values the values; segmentSize must not be 0
 * @return the socket
 */
Ptr<Socket> MakeStockTcp(const Ptr<TcpL4Protocol>& tcp, const Net8TcpValues& values);

} // namespace ns3::net8

#endif // NET8_STOCK_TCP_H
