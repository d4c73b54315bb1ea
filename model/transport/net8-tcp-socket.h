// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SOCKET_H
#define NET8_TCP_SOCKET_H

#include "ns3/tcp-socket-base.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * ns-3's TCP socket, in which Nagle's algorithm does not hold back retransmissions.
 *
 * ns-3 (3.44 to 3.48) asks Nagle's question also after a retransmission timeout. When all that is
 * outstanding is less than a segment, such as a lost request, the answer is to wait for an ACK that
 * cannot come, and no timer is left running: the connection stops for good. RFC 896 is about new
 * data only.
 */
class Net8TcpSocket : public TcpSocketBase
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8TcpSocket();
    /**
     * @param other the listening socket that this one comes from
     */
    Net8TcpSocket(const Net8TcpSocket& other);

  protected:
    // Inherited
    Ptr<TcpSocketBase> Fork() override;
    void ReTxTimeout() override;
};

} // namespace ns3::net8

#endif /* NET8_TCP_SOCKET_H */
