// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NETWORK_CHANGE_H
#define NET8_NETWORK_CHANGE_H

#include "ns3/data-rate.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <string>

namespace ns3::net8
{

class Net8NetworkLink;

/**
 * @ingroup net8
 * A change of a link during the simulation, as set in a plan: of its rates or delays.
 *
 * Packets that begin to be sent from then on have the new values; routes do not change.
 */
class Net8NetworkChange : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8NetworkChange();
    ~Net8NetworkChange() override;

    /**
     * @return name of the link; empty: the only link
     */
    const std::string& GetLink() const;

    /**
     * @return whether the delay of the link changes
     */
    bool ChangesDelay() const;

    /**
     * @return when it changes
     */
    Time GetAt() const;

    /**
     * Schedule the change.
     *
     * @param link the link, connected
     * @return its event
     */
    EventId Schedule(const Ptr<Net8NetworkLink>& link) const;

  private:
    std::string m_link; ///< Name of the link.
    Time m_at;          ///< Time of the change.
    DataRate m_rate;    ///< New rate; 0: unchanged.
    DataRate m_rateUp;  ///< New rate up; 0: that of Rate.
    Time m_delay;       ///< New delay; negative: unchanged.
    Time m_delayUp;     ///< New delay up; negative: that of Delay.
};

} // namespace ns3::net8

#endif /* NET8_NETWORK_CHANGE_H */
