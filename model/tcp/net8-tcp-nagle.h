// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_NAGLE_H
#define NET8_TCP_NAGLE_H

#include "net8-tcp-send-queue.h"
#include "net8-tcp-send-state.h"
#include "net8-tcp-settings.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Nagle's algorithm in the variant of each system (TcpRules::Nagle).
 */
class TcpNagle
{
  public:
    static constexpr uint8_t OFF = 1;  ///< TCP_NODELAY.
    static constexpr uint8_t CORK = 2; ///< TCP_CORK or MSG_MORE.
    static constexpr uint8_t PUSH = 4; ///< Send pending data now.

    /**
     * Get the flags of a connection.
     *
     * @param options options of the connection
     * @param push whether to send pending data now
     * @return NAGLE_* flags
     */
    static uint8_t FlagsOf(const TcpSocketOptions& options, bool push)
    {
        return static_cast<uint8_t>((options.noDelay ? OFF : 0) | (options.cork ? CORK : 0) |
                                    (push ? PUSH : 0));
    }

    /**
     * Check whether a buffer of one segment may be sent (tcp_nagle_test).
     *
     * @param state state of the sender
     * @param buffer the buffer
     * @param mss payload of a full segment, bytes
     * @param isTail whether no data is queued after it
     * @param nagle NAGLE_* flags of Linux
     * @return whether it may be sent
     */
    static bool MayLeave(const TcpSendState& state,
                         const TcpSendRun& buffer,
                         uint32_t mss,
                         bool isTail,
                         uint8_t nagle);

    /**
     * Find where to cut a buffer of several segments (tcp_mss_split_point).
     *
     * @param state state of the sender
     * @param buffer the buffer
     * @param most maximum payload to send, bytes: whole segments
     * @param isTail whether no data is queued after it
     * @param nagle NAGLE_* flags of Linux
     * @return payload to send, bytes
     */
    static uint32_t GetSplitPoint(const TcpSendState& state,
                                  const TcpSendRun& buffer,
                                  uint32_t most,
                                  bool isTail,
                                  uint8_t nagle);

  private:
    /**
     * Check whether a segment must wait (tcp_nagle_check).
     *
     * @param state state of the sender
     * @param bytes payload of a segment, bytes; 0: a full one
     * @param mss payload of a full segment, bytes
     * @param lastSent payload of the previous segment, bytes
     * @param nagle NAGLE_* flags of Linux
     * @return whether it must wait
     */
    static bool Holds(const TcpSendState& state,
                      uint32_t bytes,
                      uint32_t mss,
                      uint32_t lastSent,
                      uint8_t nagle);

    /**
     * Apply the rule of the operating system to a short segment.
     *
     * @param state the sender, with unacknowledged data
     * @param bytes payload of a short segment, bytes
     * @param mss payload of a full segment, bytes
     * @param lastSent payload of the previous segment, bytes
     * @return whether it must wait
     */
    static bool Waits(const TcpSendState& state, uint32_t bytes, uint32_t mss, uint32_t lastSent);
};

} // namespace ns3::net8

#endif // NET8_TCP_NAGLE_H
