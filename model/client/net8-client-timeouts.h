// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_TIMEOUTS_H
#define NET8_CLIENT_TIMEOUTS_H

#include "ns3/net8-client-settings.h"
#include "ns3/object.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * How long the sessions of a client wait for their server once they are connected.
 */
class Net8ClientTimeouts : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8ClientTimeouts();
    ~Net8ClientTimeouts() override;

    /**
     * @return the timeouts set by the attributes
     */
    const ClientTimeouts& Get() const;

  private:
    ClientTimeouts m_timeouts; ///< Timeouts set by the attributes.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_TIMEOUTS_H */
