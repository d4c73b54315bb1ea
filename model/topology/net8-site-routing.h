// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SITE_ROUTING_H
#define NET8_SITE_ROUTING_H

#include "net8-network-addresses.h"

#include "ns3/ipv4-interface-address.h"
#include "ns3/ipv4-route.h"
#include "ns3/ipv4-static-routing.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6-interface-address.h"
#include "ns3/ipv6-route.h"
#include "ns3/ipv6-static-routing.h"
#include "ns3/ipv6.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Where a router sends packets to a site.
 */
struct SiteHop
{
    Ptr<NetDevice> device;  ///< The router's outgoing device; null: no route.
    Ptr<NetDevice> gateway; ///< Device of the next router; null: the site is on the device.
};

/**
 * @ingroup net8
 * A subnet.
 *
 * @tparam ADDRESS Ipv4Address or Ipv6Address
 */
template <typename ADDRESS>
struct LinkSubnet
{
    uint8_t length{0}; ///< Length of its prefix, bits.
    ADDRESS first;     ///< Its first address.

    /**
     * @param other another subnet
     * @return whether it is the same
     */
    bool operator==(const LinkSubnet& other) const = default;
};

/**
 * @ingroup net8
 * What routing to sites uses of IPv4.
 */
struct SitesByIpv4
{
    using Ip = Ipv4;                                               ///< The stack.
    using InterfaceAddress = Ipv4InterfaceAddress;                 ///< Address of an interface.
    using Parent = Ipv4StaticRouting;                              ///< Parent of the TypeId.
    using Routing = Ipv4StaticRouting;                             ///< Has routes of a user.
    using Route = Ipv4Route;                                       ///< A route.
    using Header = Ipv4Header;                                     ///< Header of a packet.
    using Addr = Ipv4Address;                                      ///< An address.
    static constexpr auto NAME = "ns3::net8::Net8Ipv4SiteRouting"; ///< Name of the TypeId.

    /**
     * @param device a device
     * @return its address
     */
    static Addr GetAddress(const Ptr<NetDevice>& device);

    /**
     * @param address address of an interface
     * @return its subnet; nothing if other hosts of it are not on the link
     */
    static std::optional<LinkSubnet<Addr>> GetSubnet(const InterfaceAddress& address);

    /**
     * @param address an address
     * @param length length of a prefix, bits
     * @return the first address with this prefix
     */
    static Addr GetFirst(Addr address, uint8_t length);

    /**
     * @param kept receives the route with which a packet would be passed on
     * @return what passes nothing on
     */
    static Routing::UnicastForwardCallback Keep(Ptr<Route>& kept);

    /**
     * @param forward passes a packet on
     * @param route its route
     * @param packet the packet
     * @param header its header
     */
    static void Forward(const Routing::UnicastForwardCallback& forward,
                        const Ptr<const NetDevice>&,
                        const Ptr<Route>& route,
                        const Ptr<const Packet>& packet,
                        const Header& header);
};

/**
 * @ingroup net8
 * Static routes over IPv6 without those that a stack adds for the subnets of its addresses, which
 * are known from the addresses.
 */
class Net8Ipv6StaticRouting : public Ipv6StaticRouting
{
  public:
    // Inherited
    void NotifyAddRoute(Ipv6Address destination,
                        Ipv6Prefix mask,
                        Ipv6Address nextHop,
                        uint32_t interface,
                        Ipv6Address prefixToUse = Ipv6Address::GetZero()) override;

  protected:
    /**
     * @param interface an interface
     * @param subnet a subnet
     * @return whether an address of the interface tells that it is on its link
     */
    virtual bool IsOnLink(uint32_t interface, const LinkSubnet<Ipv6Address>& subnet) const = 0;
};

/**
 * @ingroup net8
 * What routing to sites uses of IPv6.
 */
struct SitesByIpv6
{
    using Ip = Ipv6;                                               ///< The stack.
    using InterfaceAddress = Ipv6InterfaceAddress;                 ///< Address of an interface.
    using Parent = Ipv6StaticRouting;                              ///< Parent of the TypeId.
    using Routing = Net8Ipv6StaticRouting;                         ///< Has routes of a user.
    using Route = Ipv6Route;                                       ///< A route.
    using Header = Ipv6Header;                                     ///< Header of a packet.
    using Addr = Ipv6Address;                                      ///< An address.
    static constexpr auto NAME = "ns3::net8::Net8Ipv6SiteRouting"; ///< Name of the TypeId.

    /// @copydoc SitesByIpv4::GetAddress
    static Addr GetAddress(const Ptr<NetDevice>& device);

    /// @copydoc SitesByIpv4::GetSubnet
    static std::optional<LinkSubnet<Addr>> GetSubnet(const InterfaceAddress& address);

    /// @copydoc SitesByIpv4::GetFirst
    static Addr GetFirst(Addr address, uint8_t length);

    /// @copydoc SitesByIpv4::Keep
    static Routing::UnicastForwardCallback Keep(Ptr<Route>& kept);

    /**
     * @param forward passes a packet on
     * @param device where it arrived
     * @param route its route
     * @param packet the packet
     * @param header its header
     */
    static void Forward(const Routing::UnicastForwardCallback& forward,
                        const Ptr<const NetDevice>& device,
                        const Ptr<Route>& route,
                        const Ptr<const Packet>& packet,
                        const Header& header);
};

/**
 * @ingroup net8
 * The routes of a router in a network of sites: one per site, found by a search in the sorted
 * subnets of the sites, where ns-3's static routing checks all of its routes for each packet. The
 * route to a site is looked up with the first packet to it, as most routers see packets to few of
 * the sites. Destinations at no site have the static routes that a user added, or are on one of the
 * router's links, whose subnets it keeps itself: static routing would compare each with all others
 * when it is added.
 *
 * @tparam VERSION SitesByIpv4 or SitesByIpv6
 */
template <typename VERSION>
class Net8SiteRouting : public VERSION::Routing
{
  public:
    using typename VERSION::Routing::ErrorCallback;
    using typename VERSION::Routing::LocalDeliverCallback;
    using typename VERSION::Routing::MulticastForwardCallback;
    using typename VERSION::Routing::UnicastForwardCallback;
    using Header = typename VERSION::Header; ///< Header of a packet.
    using Route = typename VERSION::Route;   ///< A route.

    using InterfaceAddress = typename VERSION::InterfaceAddress; ///< Address of an interface.

    /// Returns where packets to a site go, by its number.
    using FindHop = std::function<SiteHop(uint32_t site)>;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8SiteRouting();
    ~Net8SiteRouting() override;

    /**
     * Become the routes of a router.
     *
     * @param ip its stack
     * @param sites finds sites by address
     * @param findHop returns where packets to a site go; called once for a site
     */
    void Install(const Ptr<typename VERSION::Ip>& ip,
                 std::shared_ptr<const Net8NetworkAddresses> sites,
                 FindHop findHop);

    // Inherited
    Ptr<Route> RouteOutput(Ptr<Packet> packet,
                           const Header& header,
                           Ptr<NetDevice> device,
                           Socket::SocketErrno& error) override;
    bool RouteInput(Ptr<const Packet> packet,
                    const Header& header,
                    Ptr<const NetDevice> device,
                    const UnicastForwardCallback& forward,
                    const MulticastForwardCallback& multicast,
                    const LocalDeliverCallback& deliver,
                    const ErrorCallback& fail) override;
    void NotifyInterfaceUp(uint32_t interface) override;
    void NotifyInterfaceDown(uint32_t interface) override;
    void NotifyAddAddress(uint32_t interface, InterfaceAddress address) override;
    void NotifyRemoveAddress(uint32_t interface, InterfaceAddress address) override;

  protected:
    void DoDispose() override;

    /**
     * @param interface an interface
     * @param subnet a subnet
     * @return whether an address of the interface tells that it is on its link
     */
    virtual bool IsOnLink(uint32_t interface,
                          const LinkSubnet<typename VERSION::Addr>& subnet) const;

  private:
    /// A route, once it was looked up.
    struct Known
    {
        bool asked{false}; ///< It was.
        Ptr<Route> route;  ///< The route; null: there is none.
    };

    /**
     * @param address destination of a packet
     * @return the route to its site; null if it is at none, or is this router
     */
    Ptr<Route> Find(typename VERSION::Addr address);

    /**
     * @param hop where packets to a site go
     * @return the route; one for all sites behind the same router
     */
    Ptr<Route> Make(const SiteHop& hop);

    /**
     * @param address destination of a packet
     * @param device device that must send it; null: any
     * @param known the static route to it; null: there is none
     * @return that or the route to it on a link, whichever has the longer prefix; null: neither is
     */
    Ptr<Route> FindOnLink(typename VERSION::Addr address,
                          const Ptr<NetDevice>& device,
                          const Ptr<Route>& known) const;

    /**
     * Know that a subnet is on a link.
     *
     * @param interface interface of the link
     * @param address an address of it
     */
    void AddSubnet(uint32_t interface, const InterfaceAddress& address);

    /// @param interface interface of a link whose subnets are there no more
    void ForgetSubnets(uint32_t interface);

    /// Interfaces by the first address of their subnet; link-local addresses are on all.
    using Subnets = std::map<typename VERSION::Addr, std::set<uint32_t>>;

    Ptr<typename VERSION::Ip> m_ip;                      ///< The stack.
    std::map<uint8_t, Subnets, std::greater<>> m_links;  ///< Subnets of links by prefix length.
    std::shared_ptr<const Net8NetworkAddresses> m_sites; ///< Finds sites by address.
    FindHop m_findHop;                                   ///< Returns where packets to a site go.
    std::vector<Known> m_routes;                         ///< Routes by number of the site.
    Ptr<Route> m_last;                                   ///< Route that was made last.
};

/// Routes of a router to sites over IPv4.
using Net8Ipv4SiteRouting = Net8SiteRouting<SitesByIpv4>;
/// Routes of a router to sites over IPv6.
using Net8Ipv6SiteRouting = Net8SiteRouting<SitesByIpv6>;

} // namespace ns3::net8

#endif /* NET8_SITE_ROUTING_H */
