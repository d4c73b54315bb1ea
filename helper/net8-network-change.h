// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NETWORK_CHANGE_H
#define NET8_NETWORK_CHANGE_H

#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <string>

namespace ns3::net8
{

class Net8NetworkLink;

/**
 * @ingroup net8
 * What a plan says of a link that becomes another one at some time: its rates or delays.
 *
 * Packets whose transmission begins from then on have the new values; routes stay as they are.
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
     * @return name of the link; empty: the only one
     */
    const std::string& GetLink() const;

    /**
     * @return whether the link has another delay then
     */
    bool ChangesDelay() const;

    /**
     * Let it happen when its time comes.
     *
     * @param link the link, laid
     */
    void Schedule(const Ptr<Net8NetworkLink>& link) const;

  private:
    std::string m_link; ///< Which link.
    Time m_at;          ///< When.
    DataRate m_rate;    ///< Rate; 0: as it is.
    DataRate m_rateUp;  ///< Rate up; 0: as Rate.
    Time m_delay;       ///< Delay; negative: as it is.
    Time m_delayUp;     ///< Delay up; negative: as Delay.
};

} // namespace ns3::net8

#endif /* NET8_NETWORK_CHANGE_H */
