// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_IDLE_WATCH_H
#define NET8_IDLE_WATCH_H

#include "net8-server-settings.h"

#include "ns3/net8-tns-connection.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * How a server monitors a silent client: probes (SQLNET.EXPIRE_TIME), and a limit on the silence
 * (SQLNET.RECV_TIMEOUT). Called when a check is due, it returns when the next one is.
 */
class IdleWatch
{
  public:
    /// Time points of a clock with an arbitrary epoch.
    using Nanoseconds = std::chrono::nanoseconds;

    /**
     * Create a watch.
     *
     * @param connection connection to probe; must outlive this object
     * @param settings the limits; must outlive this object
     */
    IdleWatch(TnsConnection& connection, const ServerSettings& settings);

    /**
     * Send a probe if the client was idle long enough.
     *
     * @param idle how long the client has been silent
     * @return time until the next check
     */
    Nanoseconds Probe(Nanoseconds idle);

    /**
     * Check the limit on the silence.
     *
     * @param idle how long the client has been silent
     * @return time until the next check; nothing if the client was idle too long
     */
    std::optional<Nanoseconds> CheckIdle(Nanoseconds idle) const;

    /**
     * Decide whether dead connection detection found a failure.
     *
     * @param error why the connection became unusable
     * @param idle how long the client was silent
     * @return whether it did
     */
    bool IsDead(SessionError error, Nanoseconds idle) const;

    /**
     * @return number of probes sent
     */
    uint32_t GetProbes() const;

  private:
    TnsConnection& m_connection;      ///< Connection to probe.
    const ServerSettings& m_settings; ///< The limits.
    uint32_t m_probes{0};             ///< Probes sent.
};

} // namespace ns3::net8

#endif /* NET8_IDLE_WATCH_H */
