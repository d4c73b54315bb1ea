// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PATH_CAPTURE_H
#define NET8_PATH_CAPTURE_H

#include "ns3/node-container.h"

#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Writes the packets that hosts see to capture files. While one is capturing, ns-3 computes
 * checksums.
 */
class Net8PathCapture
{
  public:
    Net8PathCapture() = default;
    ~Net8PathCapture();
    Net8PathCapture(const Net8PathCapture&) = delete;
    Net8PathCapture& operator=(const Net8PathCapture&) = delete;

    /**
     * Compute checksums from now on.
     */
    void Begin();

    /**
     * Capture what hosts see from now on, as Ethernet frames without FCS. Frames that several hosts
     * see in the same nanosecond are written in the order of the hosts.
     *
     * @param hosts hosts with one link each
     * @param name name of the file
     */
    void Write(const NodeContainer& hosts, const std::string& name);

    /**
     * Stop computing checksums.
     */
    void End();

  private:
    bool m_checksums{false}; ///< This object has enabled checksums.
};

} // namespace ns3::net8

#endif /* NET8_PATH_CAPTURE_H */
