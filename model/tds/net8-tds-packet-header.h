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
 * The 8 bytes that each TDS packet begins with, numbers with their higher byte first: type 1,
 * status 1, length of the packet 2, number of the server's process 2, number of the packet 1,
 * window 1.
 */
struct TdsPacketHeader
{
    /// Its bytes.
    static constexpr uint32_t SIZE = 8;
    /// Shortest packet size that may be agreed, bytes.
    static constexpr uint32_t LEAST = 512;
    /// Longest packet size that may be agreed, bytes.
    static constexpr uint32_t MOST = 32767;
    /// Size of packets until the logon is answered, bytes.
    static constexpr uint32_t BEFORE_LOGIN = 4096;

    /// It is the last packet of its message.
    static constexpr uint8_t END = 0x01;
    /// The message is to be ignored.
    static constexpr uint8_t IGNORE = 0x02;
    /// The session is reset before the message.
    static constexpr uint8_t RESET = 0x08;

    uint8_t type{0};     ///< Type of the packet.
    uint8_t status{0};   ///< Flags.
    uint16_t length{0};  ///< Bytes of the packet, header included.
    uint16_t process{0}; ///< Process of the server, 0 of a client.
    uint8_t number{0};   ///< Number of the packet, from 1 on in each message, modulo 256.
    uint8_t window{0};   ///< Unused.

    /**
     * @return whether the message ends with this packet
     */
    bool IsLast() const;

    /**
     * @return its bytes
     */
    std::array<uint8_t, SIZE> Encode() const;

    /**
     * @param bytes a packet, or its beginning
     * @return its header; nothing if there are fewer than 8 bytes, or its length is below 8
     */
    static std::optional<TdsPacketHeader> Decode(std::span<const uint8_t> bytes);

    /**
     * A size of 0 asks for the server's own; what is outside of 512 to 32,767 is taken as the bound
     * that it passes.
     *
     * @param asked size that a client asks for, bytes
     * @param own size that the server is set to, bytes
     * @return size that the server grants, bytes
     */
    static uint32_t Grant(uint32_t asked, uint32_t own);

    /**
     * @param other another header
     * @return whether all fields are the same
     */
    bool operator==(const TdsPacketHeader& other) const = default;
};

} // namespace ns3::net8

#endif /* NET8_TDS_PACKET_HEADER_H */
