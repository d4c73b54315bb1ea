// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NODE_LIST_H
#define NET8_NODE_LIST_H

#include "net8-ip-address.h"
#include "net8-text-error.h"

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A list of nodes as in TCP.INVITED_NODES and TCP.EXCLUDED_NODES.
 *
 * An entry is one of:
 * - a host name, which stands for all its addresses; case does not matter;
 * - an IPv4 or IPv6 address;
 * - an IPv4 address whose last parts are `*`, such as `192.168.*`; `*` alone is every IPv4 address;
 * - an IPv4 or IPv6 network in CIDR notation, such as `10.0.0.0/8` or `2001:db8::/32`.
 *
 * An IPv4-mapped IPv6 address, as a dual-stack socket shows for an IPv4 client, is treated as the
 * IPv4 address. Looking up an address costs one search per prefix length in use, however long the
 * list is.
 *
 * Source: Net Services Reference 11.2 and later, sqlnet.ora.
 */
class Net8NodeList
{
  public:
    /// Addresses of hosts by name, in lower case.
    using Hosts = std::map<std::string, std::vector<IpAddress>>;

    /**
     * Replace the list.
     * @param text comma-separated entries, with or without brackets around them
     * @param hosts hosts that the entries may name
     * @param name name of the list in error messages
     * @return the error, if any; the list is unchanged then
     */
    TextError Parse(std::string_view text, const Hosts& hosts, std::string_view name);

    /**
     * Check whether an address is in the list.
     * @param address an IPv4 or IPv6 address
     * @return whether an entry matches it
     */
    bool Contains(const IpAddress& address) const;

    /**
     * @return whether the list has no entries
     */
    bool IsEmpty() const;

    /**
     * @return names in the list that no host has; they match nobody
     */
    const std::vector<std::string>& GetUnknownNames() const;

  private:
    /**
     * Clear the bits of an address after its prefix.
     * @param bytes an address
     * @param prefix number of leading bits to keep
     * @return the address with all other bits 0
     */
    static IpAddress::Bytes Mask(const IpAddress::Bytes& bytes, uint32_t prefix);

    /**
     * Add one entry.
     * @param entry an entry
     * @param hosts hosts that the entry may name
     * @return the error message; empty if there is none
     */
    std::string Add(const std::string& entry, const Hosts& hosts);

    /**
     * Add an entry in CIDR notation.
     * @param entry an entry with a slash
     * @return the error message; empty if there is none
     */
    std::string AddNetwork(const std::string& entry);

    /**
     * Add an entry with an asterisk.
     * @param entry an entry with an asterisk
     * @return the error message; empty if there is none
     */
    std::string AddWildcard(const std::string& entry);

    /**
     * Add all addresses of a host.
     * @param entry a host name
     * @param hosts hosts that the entry may name
     * @return the error message; empty if there is none
     */
    std::string AddName(const std::string& entry, const Hosts& hosts);

    /**
     * Add a network.
     * @param node first address of a network
     * @param prefix its prefix length, bits
     */
    void Insert(const IpAddress& node, uint32_t prefix);

    /// Networks by address length and prefix length, bits.
    std::map<std::pair<uint32_t, uint32_t>, std::set<IpAddress::Bytes>> m_networks;
    std::vector<std::string> m_unknown; ///< Names that no host has.
    bool m_empty{true};                 ///< Whether there is no entry.
};

} // namespace ns3::net8

#endif /* NET8_NODE_LIST_H */
