// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LISTENER_NAMES_H
#define NET8_LISTENER_NAMES_H

#include "ns3/net8-resolver-settings.h"
#include "ns3/object.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * The look-up of a client's name, from its address, by a process that the listener forks for it.
 *
 * The name servers are at hand: one that answers costs nothing. The silent ones cost their
 * time-outs, during which the listener stands still: in traces of 11.1 and 11.2 it waits for the
 * process that it has forked, which waits for a name (note 561429.1 of Oracle Support: 10 s to 2
 * min between CONNECT and RESEND).
 */
class Net8ListenerNames : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8ListenerNames();
    ~Net8ListenerNames() override;

    /**
     * @return how long the listener stands still for the look-up of a client's name
     */
    Time GetWait() const;

  private:
    bool m_looksUp{false};       ///< It looks up names of clients.
    ResolverSettings m_resolver; ///< The name servers.
};

} // namespace ns3::net8

#endif /* NET8_LISTENER_NAMES_H */
