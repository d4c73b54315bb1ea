// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SOURCE_ROUTE_H
#define NET8_SOURCE_ROUTE_H

#include "net8-connect-descriptor.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * SOURCE_ROUTE: the addresses of a description are hops, Connection Managers and last a listener.
 *
 * A client connects to the first hop, and its connect data name all of them. Each Connection
 * Manager takes itself off and connects to the next; what the listener receives has one ADDRESS and
 * no SOURCE_ROUTE. That CONNECT carries the hops so is an assumption: no capture of a Connection
 * Manager is public.
 */
class SourceRoute
{
  public:
    /// What a Connection Manager reads from connect data.
    struct NextHop
    {
        ConnectAddress address;  ///< Where to connect to.
        std::string connectData; ///< Connect data to send there.
    };

    /// Hops in order.
    using Hops = std::vector<const ConnectAddress*>;

    /**
     * Find the hops that begin with an address: the addresses of its list if that has SOURCE_ROUTE;
     * if its description has, the bare addresses and the first address of each ADDRESS_LIST.
     * @param description a description
     * @param first an address of it
     * @return the hops; empty without SOURCE_ROUTE
     */
    static Hops FindHops(const ConnectDescription& description, const ConnectAddress& first);

    /**
     * Print hops as connect data have them.
     * @param hops the hops
     * @return SOURCE_ROUTE and an ADDRESS for each
     */
    static std::string Print(const Hops& hops);

    /**
     * Take the first hop off connect data, as the Connection Manager at its address does.
     * @param connectData connect data
     * @return the next hop; nothing if there is none, or if the text is not a DESCRIPTION
     */
    static std::optional<NextHop> Take(std::string_view connectData);
};

} // namespace ns3::net8

#endif // NET8_SOURCE_ROUTE_H
