// SPDX-License-Identifier: GPL-2.0-only
#include "two-offices.h"

#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/string.h"

#include <memory>
#include <stdexcept>
#include <string>

using namespace ns3;

namespace
{

/// What exists before there are hosts.
struct Routers
{
    Ptr<Node> west;                                           ///< Router of the site west.
    Ptr<Node> east;                                           ///< Router of the site east.
    PointToPointHelper cable;                                 ///< Links hosts to their router.
    Ipv4AddressHelper subnets{"10.1.0.0", "255.255.255.252"}; ///< One subnet per host.
};

/**
 * @param network the network, with the settings of the plan
 * @param name name of a setting
 * @param other value to use if it is not set
 * @return the setting
 */
std::string
Get(const net8::OutsideNetwork& network, const std::string& name, const std::string& other)
{
    const auto found = network.settings.find(name);
    return found == network.settings.end() ? other : found->second;
}

/**
 * @param node a node
 * @param next next hop of its packets
 * @param interface outgoing interface
 */
void
RouteDefault(const Ptr<Node>& node, Ipv4Address next, uint32_t interface)
{
    Ipv4StaticRoutingHelper()
        .GetStaticRouting(node->GetObject<Ipv4>())
        ->SetDefaultRoute(next, interface);
}

} // namespace

void
BuildTwoOffices(net8::OutsideNetwork& network)
{
    auto routers = std::make_shared<Routers>();
    routers->west = network.newHost();
    routers->east = network.newHost();
    routers->cable.SetDeviceAttribute("DataRate", StringValue("100Mbps"));
    routers->cable.SetChannelAttribute("Delay", StringValue("5us"));

    PointToPointHelper line;
    line.SetDeviceAttribute("DataRate", StringValue(Get(network, "rate", "10Mbps")));
    const Time delay(Get(network, "delay", "20ms"));
    line.SetChannelAttribute("Delay", TimeValue(delay));
    const auto devices = line.Install(routers->west, routers->east);
    const auto ends = Ipv4AddressHelper("10.0.0.0", "255.255.255.252").Assign(devices);
    RouteDefault(routers->west, ends.GetAddress(1), 1);
    RouteDefault(routers->east, ends.GetAddress(0), 1);

    network.links = {{.name = "line", .first = devices.Get(0), .second = devices.Get(1)}};
    network.delay = delay + MicroSeconds(10);
    network.makeHost = [routers, newHost = network.newHost](const std::string& site) {
        if (site != "west" && site != "east")
        {
            throw std::invalid_argument("There are the sites west and east, and none named '" +
                                        site + "'.");
        }
        auto host = newHost();
        const auto router = site == "west" ? routers->west : routers->east;
        const auto addresses = routers->subnets.Assign(routers->cable.Install(host, router));
        routers->subnets.NewNetwork();
        RouteDefault(host, addresses.GetAddress(1), 1);
        return host;
    };
}

NET8_NETWORK(BuildTwoOffices)
