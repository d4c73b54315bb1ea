// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_PACKET_HEADER_H
#define NET8_TDS_PACKET_HEADER_H

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The 8-byte header of each TDS packet, big-endian: type 1, status 1, length of the packet 2,
 * number of the server's process 2, number of the packet 1, window 1.
 */
struct TdsPacketHeader
{
    /// Size of the header, bytes.
    static constexpr uint32_t SIZE = 8;
    /// Minimum packet size that may be agreed, bytes.
    static constexpr uint32_t LEAST = 512;
    /// Maximum packet size that may be agreed, bytes.
    static constexpr uint32_t MOST = 32767;
    /// Packet size until the logon is answered, bytes.
    static constexpr uint32_t BEFORE_LOGIN = 4096;

    /// Status: last packet of the message.
    static constexpr uint8_t END = 0x01;
    /// Status: ignore the message.
    static constexpr uint8_t IGNORE = 0x02;
    /// Status: reset the session before the message.
    static constexpr uint8_t RESET = 0x08;

    uint8_t type{0};     ///< Type of the packet.
    uint8_t status{0};   ///< Flags.
    uint16_t length{0};  ///< Size of the packet with header, bytes.
    uint16_t process{0}; ///< Process number of the server; 0 from a client.
    uint8_t number{0};   ///< Number of the packet, from 1 in each message, modulo 256.
    uint8_t window{0};   ///< Unused.

    /**
     * @return whether this is the last packet of its message
     */
    bool IsLast() const;

    /**
     * @return the encoded header
     */
    std::array<uint8_t, SIZE> Encode() const;

    /**
     * Decode a header.
     * @param bytes a packet, or its start
     * @return the header; nothing if there are fewer than 8 bytes, or its length is below 8
     */
    static std::optional<TdsPacketHeader> Decode(std::span<const uint8_t> bytes);

    /**
     * Negotiate the packet size. A requested size of 0 selects that of the server; sizes outside
     * 512 to 32,767 are clamped.
     *
     * @param asked packet size requested by the client, bytes
     * @param own packet size configured at the server, bytes
     * @return packet size granted by the server, bytes
     */
    static uint32_t Grant(uint32_t asked, uint32_t own);

    /**
     * Compare two headers.
     * @param other another header
     * @return whether all fields are equal
     */
    bool operator==(const TdsPacketHeader& other) const = default;
};

} // namespace ns3::net8

#endif /* NET8_TDS_PACKET_HEADER_H */
