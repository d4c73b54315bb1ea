// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_ADDRESS_WALK_H
#define NET8_ADDRESS_WALK_H

#include "ns3/address.h"
#include "ns3/net8-connect-descriptor.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The order in which a client tries the addresses of a connect descriptor, and how long each may
 * take.
 *
 * 1. A pass goes through the descriptions, each through its address lists, each list through its
 * addresses; a host name that stands for several IP addresses stands there once for each of them.
 * 2. LOAD_BALANCE puts the list that it stands in into random order, anew in each pass; it is on in
 * a DESCRIPTION_LIST and else off. FAILOVER=off leaves only the first element of its list. An
 * ADDRESS_LIST without either takes that of its DESCRIPTION.
 * 3. SOURCE_ROUTE overrides both: the first address alone is connected to, the others are hops
 * behind it.
 * 4. When all failed, RETRY_COUNT further passes follow, RETRY_DELAY before each. Of several
 * descriptions those take part that have passes left, and the longest of their delays counts.
 *
 * The walk does not depend on why an address failed, so it knows no socket and no clock. Source:
 * section 2.3 of the fact sheet on Oracle Net.
 */
class Net8AddressWalk
{
  public:
    /// What holds where a description says nothing.
    struct Limits
    {
        Time transportConnectTimeout{Seconds(60)}; ///< TCP connect of one address.
        Time connectTimeout{0};                    ///< One address up to the ACCEPT; 0: none.
        uint32_t retryCount{0};                    ///< Further passes.
        Time retryDelay{Seconds(1)};               ///< Between two passes.
    };

    /// One address to be tried.
    struct Step
    {
        uint32_t pass{0};                               ///< 0-based number of the pass.
        const ConnectDescription* description{nullptr}; ///< Description that it is part of.
        const ConnectAddress* address{nullptr};         ///< As the descriptor writes it.
        std::optional<Address> ip;    ///< IP address; nothing if the name is unknown.
        Time wait;                    ///< To pass before it is tried.
        Time transportConnectTimeout; ///< Limit of the TCP connect; 0: none.
        Time connectTimeout;          ///< Limit up to the ACCEPT; 0: none.
    };

    /// Finds the IP addresses of a host name; none if it is unknown.
    using Resolver = std::function<std::vector<Address>(const std::string& host)>;
    /// Draws a random number from 0 to below its argument.
    using Draw = std::function<uint32_t(uint32_t below)>;

    /**
     * @param descriptor what to walk; it must outlive the walk
     * @param limits what holds where it says nothing
     * @param resolver looks host names up
     * @param draw source of random orders
     */
    Net8AddressWalk(const ConnectDescriptor& descriptor,
                    const Limits& limits,
                    Resolver resolver,
                    Draw draw);

    /**
     * @return the next address to be tried, or nothing after the last one of the last pass
     */
    std::optional<Step> Next();

    /**
     * @return time until the client gives up when no address ever answers
     */
    Time GetGiveUpTime() const;

  private:
    /**
     * @param description a description
     * @return limits that hold in it
     */
    Limits GetLimits(const ConnectDescription& description) const;

    /**
     * @param pass 0-based number of a pass
     * @param description a description
     * @return whether it takes part in the pass
     */
    bool TakesPart(uint32_t pass, const ConnectDescription& description) const;

    /// Find the order of the pass that begins.
    void StartPass();

    /**
     * Append the addresses of one description to the pass.
     *
     * @param description the description
     */
    void AddDescription(const ConnectDescription& description);

    /**
     * @param description a description
     * @param list one of its address lists
     * @return its addresses in the order in which they are tried
     */
    std::vector<Step> Expand(const ConnectDescription& description, const AddressList& list) const;

    /**
     * Put a list into random order or cut it, as its options say.
     *
     * @tparam T type of an element
     * @param elements the list
     * @param shuffle whether the order is random
     * @param failover whether elements after the first are tried
     */
    template <typename T>
    void Arrange(std::vector<T>& elements, bool shuffle, bool failover) const;

    const ConnectDescriptor& m_descriptor; ///< What to walk.
    Limits m_limits;                       ///< Where it says nothing.
    Resolver m_resolver;                   ///< Looks host names up.
    Draw m_draw;                           ///< Source of random orders.
    std::vector<Step> m_pass;              ///< Addresses of the present pass.
    std::size_t m_next{0};                 ///< Next of them.
    uint32_t m_passes{0};                  ///< Passes begun.
};

} // namespace ns3::net8

#endif /* NET8_ADDRESS_WALK_H */
