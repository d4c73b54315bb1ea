// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_NAGLE_H
#define NET8_TCP_NAGLE_H

#include "net8-tcp-send-run.h"
#include "net8-tcp-send-state.h"
#include "net8-tcp-socket-options.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Nagle's algorithm in the form of each system (TcpRules::Nagle).
 */
class TcpNagle
{
  public:
    static constexpr uint8_t OFF = 1;  ///< TCP_NODELAY.
    static constexpr uint8_t CORK = 2; ///< TCP_CORK or MSG_MORE.
    static constexpr uint8_t PUSH = 4; ///< What is there is to leave now.

    /**
     * @param options what was set for the connection
     * @param push whether what is there is to leave now
     * @return flags that are set
     */
    static uint8_t FlagsOf(const TcpSocketOptions& options, bool push)
    {
        return static_cast<uint8_t>((options.noDelay ? OFF : 0) | (options.cork ? CORK : 0) |
                                    (push ? PUSH : 0));
    }

    /**
     * Look at a buffer of one segment (tcp_nagle_test).
     *
     * @param state the sender
     * @param buffer the buffer
     * @param mss payload of a full segment, bytes
     * @param isTail whether nothing is written behind it
     * @param nagle flags
     * @return whether it may leave
     */
    static bool MayLeave(const TcpSendState& state,
                         const TcpSendRun& buffer,
                         uint32_t mss,
                         bool isTail,
                         uint8_t nagle);

    /**
     * Find where a buffer of several segments is cut (tcp_mss_split_point).
     *
     * @param state the sender
     * @param buffer the buffer
     * @param most payload that may leave, bytes: whole segments
     * @param isTail whether nothing is written behind it
     * @param nagle flags
     * @return payload that leaves, bytes
     */
    static uint32_t GetSplitPoint(const TcpSendState& state,
                                  const TcpSendRun& buffer,
                                  uint32_t most,
                                  bool isTail,
                                  uint8_t nagle);

  private:
    /**
     * @param state the sender
     * @param bytes payload of a segment, bytes; 0: a full one
     * @param mss payload of a full segment, bytes
     * @param lastSent payload of the segment before it, bytes
     * @param nagle flags
     * @return whether it waits (tcp_nagle_check)
     */
    static bool Holds(const TcpSendState& state,
                      uint32_t bytes,
                      uint32_t mss,
                      uint32_t lastSent,
                      uint8_t nagle);

    /**
     * @param state the sender, with something unacknowledged
     * @param bytes payload of a short segment, bytes
     * @param mss payload of a full segment, bytes
     * @param lastSent payload of the segment before it, bytes
     * @return whether it waits by the rule of its system
     */
    static bool Waits(const TcpSendState& state, uint32_t bytes, uint32_t mss, uint32_t lastSent);
};

} // namespace ns3::net8

#endif // NET8_TCP_NAGLE_H
