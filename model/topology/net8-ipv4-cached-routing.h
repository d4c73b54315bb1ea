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
 * ns-3's static routing with a cache. For each packet, static routing searches all routes and
 * addresses of a node and creates a route object, although many packets go the same way.
 *
 * The cache is cleared when an interface, an address or the number of routes changes. Code that
 * replaces a route without changing their number must call Forget.
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

    /// Clear the cache.
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
    /// How packets to an address are handled.
    enum class Handling : uint8_t
    {
        UNKNOWN, ///< Not cached.
        OUT,     ///< Sent by this node, on a route.
        FORWARD, ///< Received on a device, and forwarded on a route.
        LOCAL    ///< Received on a device, for this node.
    };

    /// A cache entry.
    struct Entry
    {
        Handling handling{Handling::UNKNOWN}; ///< How packets are handled.
        uint32_t interface{0};                ///< Incoming interface.
        Ipv4Address destination;              ///< Destination.
        const NetDevice* device{nullptr};     ///< Incoming device, or the one requested for output.
        Ptr<Ipv4Route> route;                 ///< The route.
    };

    /// Initial number of entries: hosts talk to one or two others.
    static constexpr std::size_t FEW = 4;
    /// Largest number of entries, for a router with many hosts; addresses that share an entry are
    /// looked up again.
    static constexpr std::size_t MANY = 4096;

    /**
     * @param destination destination of a packet
     * @return its entry
     */
    Entry& Find(Ipv4Address destination);

    /**
     * Store an entry.
     *
     * @param entry the entry
     */
    void Keep(const Entry& entry);

    Ptr<Ipv4> m_ipv4;             ///< IP of the node.
    std::vector<Entry> m_entries; ///< Entries by a hash of the address; a power of two.
    uint32_t m_routes{0};         ///< Number of routes when cached.
};

} // namespace ns3::net8

#endif /* NET8_IPV4_CACHED_ROUTING_H */
