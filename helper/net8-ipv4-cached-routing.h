// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_IPV4_CACHED_ROUTING_H
#define NET8_IPV4_CACHED_ROUTING_H

#include "ns3/ipv4-route.h"
#include "ns3/ipv4-static-routing.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * ns-3's static routing, which remembers what it found: for each packet that one looks at all
 * routes and addresses of a node and makes an object of the route, although one packet after
 * another goes the same way.
 *
 * What is remembered is forgotten when an interface, an address or the number of routes changes.
 * Who replaces a route by another one, so that their number stays, calls Forget.
 */
class Net8Ipv4CachedRouting : public Ipv4StaticRouting
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8Ipv4CachedRouting();
    ~Net8Ipv4CachedRouting() override;

    /// Look at the routes again.
    void Forget();

    // Inherited
    Ptr<Ipv4Route> RouteOutput(Ptr<Packet> packet,
                               const Ipv4Header& header,
                               Ptr<NetDevice> device,
                               Socket::SocketErrno& error) override;
    bool RouteInput(Ptr<const Packet> packet,
                    const Ipv4Header& header,
                    Ptr<const NetDevice> device,
                    const UnicastForwardCallback& forward,
                    const MulticastForwardCallback& multicast,
                    const LocalDeliverCallback& deliver,
                    const ErrorCallback& fail) override;
    void NotifyInterfaceUp(uint32_t interface) override;
    void NotifyInterfaceDown(uint32_t interface) override;
    void NotifyAddAddress(uint32_t interface, Ipv4InterfaceAddress address) override;
    void NotifyRemoveAddress(uint32_t interface, Ipv4InterfaceAddress address) override;
    void SetIpv4(Ptr<Ipv4> ipv4) override;

  protected:
    void DoDispose() override;

  private:
    /// What becomes of packets to an address.
    enum class Way : uint8_t
    {
        UNKNOWN, ///< Nothing is remembered.
        OUT,     ///< They are this node's own, and take a route.
        FORWARD, ///< They came through a device, and take a route.
        LOCAL    ///< They came through a device, and are for this node.
    };

    /// What is remembered.
    struct Entry
    {
        Way way{Way::UNKNOWN};            ///< What becomes of them.
        uint32_t interface{0};            ///< Where they came in.
        Ipv4Address destination;          ///< Where they go.
        const NetDevice* device{nullptr}; ///< Where they came in, or the device asked for.
        Ptr<Ipv4Route> route;             ///< Their route.
    };

    /// Places at first: hosts speak to one or two others.
    static constexpr std::size_t FEW = 4;
    /// Places at most, for a router with many hosts; those that share a place look again.
    static constexpr std::size_t MANY = 4096;

    /**
     * @param destination where a packet goes
     * @return its place
     */
    Entry& Find(Ipv4Address destination);

    /**
     * Remember what becomes of packets.
     *
     * @param entry what
     */
    void Keep(const Entry& entry);

    Ptr<Ipv4> m_ipv4;             ///< IP of the node.
    std::vector<Entry> m_entries; ///< By a hash of the address; a power of two.
    uint32_t m_routes{0};         ///< Number of routes then.
};

} // namespace ns3::net8

#endif /* NET8_IPV4_CACHED_ROUTING_H */
