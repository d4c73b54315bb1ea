// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_TIMEOUTS_H
#define NET8_CLIENT_TIMEOUTS_H

#include "net8-session-settings.h"

#include "ns3/object.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * How long the sessions of a client wait for their server, once they are connected.
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
     * @param[in,out] settings what the sessions have in common
     */
    void Fill(SessionSettings& settings) const;

  private:
    Time m_recvTimeout;      ///< Without a byte of a reply; 0: none.
    Time m_sendTimeout;      ///< Without a byte taken; 0: none.
    bool m_keepAlive{false}; ///< TCP looks after the server.
    Time m_expireTime;       ///< Silence until then; 0: never.
    Time m_callTimeout;      ///< Until a call is cancelled; 0: never.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_TIMEOUTS_H */
