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
 * 1. A pass goes through the descriptions, each description through its address lists, and each
 * list through its addresses. A host name with several IP addresses appears once for each of them.
 * 2. LOAD_BALANCE shuffles the list in which it appears, anew in each pass; it is on by default in
 * a DESCRIPTION_LIST and off elsewhere. FAILOVER=off keeps only the first element of its list. An
 * ADDRESS_LIST without either option takes that of its DESCRIPTION.
 * 3. SOURCE_ROUTE overrides both: the client connects to the first address only; the others are
 * hops behind it.
 * 4. If all addresses failed, RETRY_COUNT further passes follow, with RETRY_DELAY before each. With
 * several descriptions, only those with passes left take part, and the longest of their delays
 * applies.
 *
 * The walk does not depend on why an address failed, so it knows neither sockets nor clocks.
 * Source: section 2.3 of the fact sheet on Oracle Net.
 */
class Net8AddressWalk
{
  public:
    /// Values used where a description sets none.
    struct Limits
    {
        Time transportConnectTimeout{Seconds(60)}; ///< Limit of the TCP connect of one address.
        Time connectTimeout{0};      ///< Limit of one address up to the ACCEPT; 0: none.
        uint32_t retryCount{0};      ///< Number of further passes.
        Time retryDelay{Seconds(1)}; ///< Delay between two passes.
        bool always{
            false}; ///< Passes and their delay are these, even if a description sets its own.
    };

    /// One address to try.
    struct Step
    {
        uint32_t pass{0};                               ///< 0-based number of the pass.
        const ConnectDescription* description{nullptr}; ///< Description that it is part of.
        const ConnectAddress* address{nullptr}; ///< The address as written in the descriptor.
        std::optional<Address> ip;              ///< IP address; none if the host name is unknown.
        Time wait;                              ///< Delay before it is tried.
        Time transportConnectTimeout;           ///< Limit of the TCP connect; 0: none.
        Time connectTimeout;                    ///< Limit up to the ACCEPT; 0: none.
    };

    /// Finds the IP addresses of a host name; none if the name is unknown.
    using Resolver = std::function<std::vector<Address>(const std::string& host)>;
    /// Draws a random number in the range from 0 to its argument, exclusive.
    using Draw = std::function<uint32_t(uint32_t below)>;

    /**
     * @param descriptor descriptor to walk; it must outlive the walk
     * @param limits values used where the descriptor sets none
     * @param resolver looks host names up
     * @param draw source of random orders
     */
    Net8AddressWalk(const ConnectDescriptor& descriptor,
                    const Limits& limits,
                    Resolver resolver,
                    Draw draw);

    /**
     * Go to the next address.
     *
     * @return the next address to try, or nothing after the last one of the last pass
     */
    std::optional<Step> Next();

    /**
     * @return time until the client gives up if no address ever answers
     */
    Time GetGiveUpTime() const;

  private:
    /**
     * @param description a description
     * @return the limits that apply to it
     */
    Limits GetLimits(const ConnectDescription& description) const;

    /**
     * @param pass 0-based number of a pass
     * @param description a description
     * @return whether it takes part in the pass
     */
    bool TakesPart(uint32_t pass, const ConnectDescription& description) const;

    /// Determine the addresses of the next pass, in order.
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
     * Shuffle or truncate a list, as its options say.
     *
     * @tparam T type of an element
     * @param elements the list
     * @param shuffle whether the order is random
     * @param failover whether elements after the first are tried
     */
    template <typename T>
    void Arrange(std::vector<T>& elements, bool shuffle, bool failover) const;

    const ConnectDescriptor& m_descriptor; ///< The descriptor.
    Limits m_limits;                       ///< Values used where it sets none.
    Resolver m_resolver;                   ///< Looks host names up.
    Draw m_draw;                           ///< Source of random orders.
    std::vector<Step> m_pass;              ///< Addresses of the current pass.
    std::size_t m_next{0};                 ///< Index of the next address.
    uint32_t m_passes{0};                  ///< Passes begun.
};

} // namespace ns3::net8

#endif /* NET8_ADDRESS_WALK_H */
