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
     * Send a probe if the client was idle long enough.
     *
     * @param connection connection to probe
     * @param settings the limits
     * @param idle how long the client has been silent
     * @return time until the next check
     */
    Nanoseconds Probe(TnsConnection& connection, const ServerSettings& settings, Nanoseconds idle);

    /**
     * Check the limit on the silence.
     *
     * @param settings the limits
     * @param idle how long the client has been silent
     * @return time until the next check; nothing if the client was idle too long
     */
    static std::optional<Nanoseconds> CheckIdle(const ServerSettings& settings, Nanoseconds idle);

    /**
     * Decide whether dead connection detection found a failure.
     *
     * @param settings the limits
     * @param error why the connection became unusable
     * @param idle how long the client was silent
     * @return whether it did
     */
    static bool IsDead(const ServerSettings& settings, SessionError error, Nanoseconds idle);

    /**
     * @return number of probes sent
     */
    uint32_t GetProbes() const;

  private:
    uint32_t m_probes{0}; ///< Probes sent.
};

} // namespace ns3::net8

#endif /* NET8_IDLE_WATCH_H */
