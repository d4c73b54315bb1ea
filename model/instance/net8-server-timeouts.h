// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVER_TIMEOUTS_H
#define NET8_SERVER_TIMEOUTS_H

#include "ns3/net8-server-choices.h"
#include "ns3/object.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * How long the sessions of an instance wait for their clients, and how they probe silent clients.
 */
class Net8ServerTimeouts : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8ServerTimeouts();
    ~Net8ServerTimeouts() override;

    /**
     * @param version TNS version of the server, which selects the kind of probe unless that is set
     * @return the timeouts
     */
    ServerTimeouts Get(uint16_t version) const;

  private:
    ServerTimeouts m_timeouts;  ///< Timeouts, except the kind of probe.
    ReleaseChoice m_nsProbes{}; ///< Whether probes are Oracle Net packets.
};

} // namespace ns3::net8

#endif /* NET8_SERVER_TIMEOUTS_H */
