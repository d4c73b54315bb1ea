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
 * A list of nodes as TCP.INVITED_NODES and TCP.EXCLUDED_NODES hold them.
 *
 * An entry is one of:
 * - a host name, which stands for all its addresses; case does not matter;
 * - an IPv4 or IPv6 address;
 * - an IPv4 address whose last parts are `*`, such as `192.168.*`; `*` alone is every IPv4 address;
 * - an IPv4 or IPv6 network in CIDR notation, such as `10.0.0.0/8` or `2001:db8::/32`.
 *
 * An IPv4-mapped IPv6 address, as a socket of both families sees an IPv4 client, is taken as the
 * IPv4 address. Looking an address up costs one search for each prefix length in use,
 * however long the list is.
 *
 * Source: Net Services Reference 11.2 and later, sqlnet.ora.
 */
class Net8NodeList
{
  public:
    /// Addresses of hosts by name, in small letters.
    using Hosts = std::map<std::string, std::vector<IpAddress>>;

    /**
     * @param text entries with commas between them, with or without brackets around them
     * @param hosts hosts that names may stand for
     * @param name what the list is called in errors
     * @return what is wrong; then the list is as it was
     */
    TextError Parse(std::string_view text, const Hosts& hosts, std::string_view name);

    /**
     * @param address an IPv4 or IPv6 address
     * @return whether an entry stands for it
     */
    bool Contains(const IpAddress& address) const;

    /**
     * @return whether there is no entry
     */
    bool IsEmpty() const;

    /**
     * @return names of the list that no host has; they stand for nobody
     */
    const std::vector<std::string>& GetUnknownNames() const;

  private:
    /**
     * @param bytes an address
     * @param prefix number of leading bits to keep
     * @return the address with all other bits 0
     */
    static IpAddress::Bytes Mask(const IpAddress::Bytes& bytes, uint32_t prefix);

    /**
     * @param entry an entry
     * @param hosts hosts that names may stand for
     * @return what is wrong; empty: nothing
     */
    std::string Add(const std::string& entry, const Hosts& hosts);

    /**
     * @param entry an entry with a slash
     * @return what is wrong; empty: nothing
     */
    std::string AddNetwork(const std::string& entry);

    /**
     * @param entry an entry with an asterisk
     * @return what is wrong; empty: nothing
     */
    std::string AddWildcard(const std::string& entry);

    /**
     * @param entry a host name
     * @param hosts hosts that names may stand for
     * @return what is wrong; empty: nothing
     */
    std::string AddName(const std::string& entry, const Hosts& hosts);

    /**
     * @param node first address of a network
     * @param prefix its prefix length
     */
    void Insert(const IpAddress& node, uint32_t prefix);

    /// Networks by length of an address and prefix length.
    std::map<std::pair<uint32_t, uint32_t>, std::set<IpAddress::Bytes>> m_networks;
    std::vector<std::string> m_unknown; ///< Names that no host has.
    bool m_empty{true};                 ///< There is no entry.
};

} // namespace ns3::net8

#endif /* NET8_NODE_LIST_H */
