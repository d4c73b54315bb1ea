// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_IP_ADDRESS_H
#define NET8_IP_ADDRESS_H

#include <array>
#include <compare>
#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * An IPv4 or IPv6 address, or neither.
 */
struct IpAddress
{
    /// Bytes of an address; an IPv4 address uses the first four.
    using Bytes = std::array<uint8_t, 16>;

    static constexpr uint32_t IPV4_BITS = 32;  ///< Length of an IPv4 address, bits.
    static constexpr uint32_t IPV6_BITS = 128; ///< Length of an IPv6 address, bits.

    uint32_t bits{0}; ///< Length of the address, bits: 32 or 128; 0 if it is neither.
    Bytes bytes{};    ///< The address.

    /**
     * Parse an address.
     * @param text the address as text
     * @return the address; neither family if @p text is not an address
     */
    static IpAddress Parse(const std::string& text);

    /**
     * @return the address as text
     */
    std::string Print() const;

    /**
     * @return the IPv4 address inside an IPv4-mapped IPv6 address, else the address itself
     */
    IpAddress Unmap() const;

    /**
     * Compare two addresses.
     * @param other another address
     * @return their order
     */
    auto operator<=>(const IpAddress& other) const = default;
};

} // namespace ns3::net8

#endif /* NET8_IP_ADDRESS_H */
