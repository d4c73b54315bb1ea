// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVER_TIMEOUTS_H
#define NET8_SERVER_TIMEOUTS_H

#include "net8-server-release.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * How long the sessions of an instance wait for their clients, and how they probe those that say
 * nothing.
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
     * @param[in,out] settings what all sessions get, the release in it already
     */
    void Fill(Net8ServerSession::Settings& settings) const;

  private:
    Time m_inboundConnectTimeout;           ///< Until the logon is complete; 0: none.
    Time m_expireTime;                      ///< Without a call until a probe; 0: none.
    Net8ServerRelease::Choice m_nsProbes{}; ///< Probes are packets of Oracle Net.
    Time m_sendTimeout;                     ///< Without a byte taken; 0: none.
    Time m_recvTimeout;                     ///< Without a call; 0: none.
};

} // namespace ns3::net8

#endif /* NET8_SERVER_TIMEOUTS_H */
