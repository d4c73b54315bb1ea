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
 * application has not accepted yet.
 *
 * The listening application counts them in and out. A socket of the TCP machine asks whether there
 * is room, at the SYN and again at the ACK that completes the handshake, as Linux does. A
 * connection whose SYN or ACK is dropped continues by the timers of TCP.
 */
class Net8TcpBacklog : public SimpleRefCount<Net8TcpBacklog>
{
  public:
    /// What happens to a connection that finds the queue full.
    enum class Overflow : uint8_t
    {
        DROP, ///< Its SYN, or its last ACK, is dropped (Linux).
        RESET ///< It is reset (Windows; Linux with tcp_abort_on_overflow).
    };

    /**
     * @param limit most waiting connections, the backlog of listen()
     * @param overflow what happens to connections beyond the limit
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
     * @return the same by the rule of Linux, which takes one more than passed to listen()
     * (sk_acceptq_is_full)
     */
    bool IsFullInLinux() const
    {
        return m_waiting > m_limit;
    }

    /**
     * @return what happens to connections beyond the limit
     */
    Overflow GetOverflow() const
    {
        return m_overflow;
    }

    /// Count a connection that starts to wait.
    void Enter()
    {
        ++m_waiting;
    }

    /// Count a connection that was accepted.
    void Leave()
    {
        --m_waiting;
    }

    /// Count a SYN or an ACK that found the queue full.
    void CountOverflow()
    {
        ++m_overflows;
    }

    /**
     * @return waiting connections
     */
    uint32_t GetWaiting() const
    {
        return m_waiting;
    }

    /**
     * @return SYNs and ACKs that found the queue full so far
     */
    uint64_t GetOverflows() const
    {
        return m_overflows;
    }

  private:
    uint32_t m_limit;        ///< Limit, connections.
    Overflow m_overflow;     ///< What happens beyond the limit.
    uint32_t m_waiting{0};   ///< Waiting connections.
    uint64_t m_overflows{0}; ///< SYNs and ACKs that found it full.
};

} // namespace ns3::net8

#endif /* NET8_TCP_BACKLOG_H */
