// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_IDLE_WATCH_H
#define NET8_IDLE_WATCH_H

#include "net8-server-settings.h"
#include "net8-tns-connection.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * How a server looks after a client that says nothing: probes (SQLNET.EXPIRE_TIME), and the end of
 * its patience (SQLNET.RECV_TIMEOUT). It is asked when a look is due, and says when the next one
 * is.
 */
class IdleWatch
{
  public:
    /// Times of a clock that any epoch may have.
    using Nanoseconds = std::chrono::nanoseconds;

    /**
     * @param connection where probes go, outlives this
     * @param settings the limits, outlives this
     */
    IdleWatch(TnsConnection& connection, const ServerSettings& settings);

    /**
     * Send a probe if the client was idle for long enough.
     *
     * @param idle how long it says nothing
     * @return time until the next look
     */
    Nanoseconds Probe(Nanoseconds idle);

    /**
     * @param idle how long it says nothing
     * @return time until the next look; nothing: it was idle for too long
     */
    std::optional<Nanoseconds> CheckIdle(Nanoseconds idle) const;

    /**
     * @param error why a connection is of no more use
     * @param idle how long the client says nothing
     * @return whether dead connection detection has found that
     */
    bool IsDead(SessionError error, Nanoseconds idle) const;

    /**
     * @return probes that were sent
     */
    uint32_t GetProbes() const;

  private:
    TnsConnection& m_connection;      ///< Where probes go.
    const ServerSettings& m_settings; ///< The limits.
    uint32_t m_probes{0};             ///< Probes that were sent.
};

} // namespace ns3::net8

#endif /* NET8_IDLE_WATCH_H */
