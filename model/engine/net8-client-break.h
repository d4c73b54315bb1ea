// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_BREAK_H
#define NET8_CLIENT_BREAK_H

#include "net8-client-progress.h"
#include "net8-client-settings.h"
#include "net8-tns-connection.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * MARKER packets of a client: break and reset of the call under way.
 *
 * The driver's urgent byte is not modelled, as ns-3's TCP has no urgent data: markers go in-band,
 * as where out-of-band breaks are switched off.
 */
class ClientBreak
{
  public:
    /**
     * @param settings how the client talks; it must outlive this
     * @param progress what the session has come to; likewise
     * @param tns the connection; likewise
     */
    ClientBreak(const ClientSettings& settings, ClientProgress& progress, TnsConnection& tns);

    /**
     * Check, behind the ACCEPT, that out-of-band breaks arrive.
     */
    void SendCheck();

    /**
     * A call starts: nothing of it is broken.
     */
    void Clear();

    /**
     * Send a break: the call takes too long.
     *
     * @param now the time
     */
    void Cancel(std::chrono::nanoseconds now);

    /**
     * @param received a MARKER
     * @param now the time
     * @return false if it is none
     */
    bool HandleMarker(const StreamReader::Received& received, std::chrono::nanoseconds now);

    /**
     * @return whether the server's break of this call has arrived, so that only its error is still
     * to come
     */
    bool IsSeen() const;

  private:
    /**
     * @param type DATA_BYTE or ATTENTION
     * @param data BREAK, RESET or INTERRUPT
     */
    void Send(uint8_t type, uint8_t data);

    /**
     * A database link put a break into its socket buffer, or has the answer to it.
     *
     * @param time how long that took
     */
    void Tell(std::chrono::nanoseconds time);

    const ClientSettings& m_settings;               ///< How the client talks.
    ClientProgress& m_progress;                     ///< What the session has come to.
    TnsConnection& m_tns;                           ///< The connection.
    bool m_seen{false};                             ///< The server's break has arrived.
    std::optional<std::chrono::nanoseconds> m_sent; ///< When this end sent a break.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_BREAK_H */
