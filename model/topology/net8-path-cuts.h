// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PATH_CUTS_H
#define NET8_PATH_CUTS_H

#include "net8-cut-model.h"

#include "ns3/net-device-container.h"
#include "ns3/node.h"

#include <cstdint>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Temporary cuts of hosts and links.
 */
class Net8PathCuts
{
  public:
    /**
     * Cut a host off, or reconnect it.
     *
     * @param host a host with one link
     * @param up false to cut it off; each cut needs a call with true to undo it
     */
    void SetHostUp(const Ptr<Node>& host, bool up);

    /**
     * Cut links, or reconnect them.
     *
     * @param devices devices at both ends of each link
     * @param up false to cut them; each cut needs a call with true to undo it
     */
    void SetLinksUp(const NetDeviceContainer& devices, bool up);

    /**
     * @return frames lost to cuts so far
     */
    uint64_t GetFrames() const;

  private:
    /**
     * @param device a device
     * @return the error model that can lose all frames arriving there
     */
    Ptr<Net8CutModel> FindModel(const Ptr<NetDevice>& device);

    /**
     * Lose all frames that arrive at a device, or stop losing them.
     *
     * @param device the device
     * @param cut whether to lose them
     */
    void Cut(const Ptr<NetDevice>& device, bool cut);

    std::vector<Ptr<Net8CutModel>> m_cuts; ///< Error models of the cuts.
};

} // namespace ns3::net8

#endif /* NET8_PATH_CUTS_H */
