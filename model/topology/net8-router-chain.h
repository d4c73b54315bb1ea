// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_ROUTER_CHAIN_H
#define NET8_ROUTER_CHAIN_H

#include "net8-link-conditions.h"
#include "net8-path-losses.h"
#include "net8-path-queues.h"

#include "ns3/data-rate.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A row of routers from the clients' side to the server's, connected by point-to-point links.
 */
class Net8RouterChain
{
  public:
    /// Settings of the links.
    struct Links
    {
        DataRate rate{};         ///< Rate of each link in each direction.
        Time delay{};            ///< Propagation delay of all links together, one way.
        uint32_t mtu{1500};      ///< Largest IP packet, bytes.
        bool anyProtocol{false}; ///< Whether packets other than IP cross them, too.
        /// What the only link does to packets; null: nothing but rate and delay.
        Ptr<Net8LinkConditions> conditions{};
    };

    /**
     * Create the routers.
     *
     * @param hops number of links
     * @param clientRank rank of a partition that simulates the first half of them
     * @param serverRank rank of the others
     */
    Net8RouterChain(uint32_t hops, uint32_t clientRank, uint32_t serverRank);

    /**
     * Connect the links, with addresses and routes.
     *
     * @param links settings of the links
     * @param queues queues of their devices
     * @param losses losses on the last link of each direction
     */
    void Connect(const Links& links, Net8PathQueues& queues, Net8PathLosses& losses);

    /**
     * @return the routers, from the clients' side
     */
    const NodeContainer& GetRouters() const;

    /**
     * @return the router of the clients' side
     */
    Ptr<Node> GetNear() const;

    /**
     * @return the router of the server's side
     */
    Ptr<Node> GetFar() const;

    /**
     * @return the devices of all links
     */
    const NetDeviceContainer& GetDevices() const;

  private:
    /**
     * Connect a link.
     *
     * @param links its settings, with its own delay
     * @param queues queues of its devices
     * @param near router on the clients' side
     * @param far router on the server's side
     * @return its devices
     */
    static NetDeviceContainer Lay(const Links& links,
                                  const Net8PathQueues& queues,
                                  const Ptr<Node>& near,
                                  const Ptr<Node>& far);

    /**
     * Connect a link that does more to packets than rate and delay.
     *
     * @param links its settings, with its own delay
     * @param queues queues of its devices
     * @param near router on the clients' side
     * @param far router on the server's side
     * @return its devices
     */
    static NetDeviceContainer LayConditions(const Links& links,
                                            const Net8PathQueues& queues,
                                            const Ptr<Node>& near,
                                            const Ptr<Node>& far);

    NodeContainer m_routers;      ///< Routers, from the clients' side.
    NetDeviceContainer m_devices; ///< Devices of the links.
};

} // namespace ns3::net8

#endif /* NET8_ROUTER_CHAIN_H */
