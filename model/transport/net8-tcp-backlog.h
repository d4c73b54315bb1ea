// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_BACKLOG_H
#define NET8_TCP_BACKLOG_H

#include "ns3/simple-ref-count.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The accept queue of a listening socket: connections whose handshake is complete and that the
 * program has not accepted yet.
 *
 * The program that listens counts them in and out; Net8TcpSocket asks whether there is room, at the
 * SYN and again at the ACK that completes the handshake, as Linux does. A connection whose SYN or
 * ACK is dropped goes on by the timers of TCP.
 */
class Net8TcpBacklog : public SimpleRefCount<Net8TcpBacklog>
{
  public:
    /// What happens to a connection for which there is no room.
    enum class Overflow : uint8_t
    {
        DROP, ///< Its SYN, or its last ACK, is dropped (Linux).
        RESET ///< It is reset (Windows; Linux with tcp_abort_on_overflow).
    };

    /**
     * @param limit most connections that wait, the backlog of listen()
     * @param overflow what happens to those beyond
     */
    Net8TcpBacklog(uint32_t limit, Overflow overflow)
        : m_limit(limit),
          m_overflow(overflow)
    {
    }

    /**
     * @return true if there is no room for another connection
     */
    bool IsFull() const
    {
        return m_waiting >= m_limit;
    }

    /**
     * @return the same in Linux, which takes one more than listen() says (sk_acceptq_is_full)
     */
    bool IsFullInLinux() const
    {
        return m_waiting > m_limit;
    }

    /**
     * @return what happens to connections without room
     */
    Overflow GetOverflow() const
    {
        return m_overflow;
    }

    /// A connection waits to be accepted.
    void Enter()
    {
        ++m_waiting;
    }

    /// A waiting connection was accepted.
    void Leave()
    {
        --m_waiting;
    }

    /// A SYN or an ACK came for which there was no room.
    void CountOverflow()
    {
        ++m_overflows;
    }

    /**
     * @return connections that wait
     */
    uint32_t GetWaiting() const
    {
        return m_waiting;
    }

    /**
     * @return SYNs and ACKs without room so far
     */
    uint64_t GetOverflows() const
    {
        return m_overflows;
    }

  private:
    uint32_t m_limit;        ///< Room, connections.
    Overflow m_overflow;     ///< What happens beyond.
    uint32_t m_waiting{0};   ///< Connections that wait.
    uint64_t m_overflows{0}; ///< SYNs and ACKs without room.
};

} // namespace ns3::net8

#endif /* NET8_TCP_BACKLOG_H */
