// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_BREAK_H
#define NET8_CLIENT_BREAK_H

#include "net8-client-talk.h"

#include <chrono>
#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * MARKER packets of a client: break and reset of the current call.
 *
 * Where urgent data are used (ClientSettings::urgentData), a byte of them goes ahead of the marker
 * of the check and of a break, unless the driver cannot receive them either (node-oracledb) or TLS
 * lies below. Elsewhere markers are sent in-band, as if out-of-band breaks were disabled.
 */
class ClientBreak
{
  public:
    /**
     * Create an object for one session.
     *
     * @param talk what the parts of its dialogue share; must outlive this object
     */
    explicit ClientBreak(ClientTalk& talk);

    /**
     * Check that out-of-band breaks arrive; called after the ACCEPT.
     */
    void SendCheck();

    /**
     * Forget the break of the previous call, as a new call starts, or another connection.
     */
    void Clear();

    /**
     * Send a break, because the call takes too long.
     *
     * @param now current simulation time
     */
    void Cancel(std::chrono::nanoseconds now);

    /**
     * Handle a MARKER.
     *
     * @param received a packet
     * @param now current simulation time
     * @return false if it is not a MARKER
     */
    bool HandleMarker(const StreamReader::Received& received, std::chrono::nanoseconds now);

    /**
     * @return whether the server's break of this call has arrived, so that only its error is still
     * to come
     */
    bool IsSeen() const;

  private:
    /**
     * Send the out-of-band byte, if this client uses urgent data.
     */
    void SendUrgent();

    /**
     * Send a MARKER.
     *
     * @param type DATA_BYTE or ATTENTION
     * @param data BREAK, RESET or INTERRUPT
     */
    void Send(uint8_t type, uint8_t data);

    /**
     * Report that a database link wrote a break to its socket buffer, or received the answer to it.
     *
     * @param time how long that took
     */
    void Tell(std::chrono::nanoseconds time);

    ClientTalk& m_talk;                     ///< What the parts of the dialogue share.
    std::chrono::nanoseconds m_sent{NEVER}; ///< When this end sent a break; NEVER: it did not.
    bool m_seen{false};                     ///< The server's break has arrived.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_BREAK_H */
