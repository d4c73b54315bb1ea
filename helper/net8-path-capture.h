// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PATH_CAPTURE_H
#define NET8_PATH_CAPTURE_H

#include "ns3/node-container.h"

#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Writes what hosts see to capture files. As long as one exists that writes, ns-3 makes checksums.
 */
class Net8PathCapture
{
  public:
    Net8PathCapture() = default;
    ~Net8PathCapture();
    Net8PathCapture(const Net8PathCapture&) = delete;
    Net8PathCapture& operator=(const Net8PathCapture&) = delete;

    /**
     * Make checksums from now on.
     */
    void Begin();

    /**
     * Write what hosts see from now on, as Ethernet frames without FCS. What several see in one
     * nanosecond is in the order of the hosts.
     *
     * @param hosts hosts with one link each
     * @param name name of the file
     */
    void Write(const NodeContainer& hosts, const std::string& name);

    /**
     * Make no more checksums.
     */
    void End();

  private:
    bool m_checksums{false}; ///< This object switched checksums on.
};

} // namespace ns3::net8

#endif /* NET8_PATH_CAPTURE_H */
