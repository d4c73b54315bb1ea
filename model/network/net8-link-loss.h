// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LINK_LOSS_H
#define NET8_LINK_LOSS_H

namespace ns3::net8
{

/**
 * @ingroup net8
 * Decides which packets of a link are lost.
 */
class LinkLoss
{
  public:
    virtual ~LinkLoss() = default;

    /**
     * Decide about the next packet. Called once for each, in order.
     *
     * @return whether it is lost
     */
    virtual bool LoseNext() = 0;
};

} // namespace ns3::net8

#endif /* NET8_LINK_LOSS_H */
