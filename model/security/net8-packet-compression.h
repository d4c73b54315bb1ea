// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PACKET_COMPRESSION_H
#define NET8_PACKET_COMPRESSION_H

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * How DATA packets are compressed, by the numbers that CONNECT and ACCEPT have.
 */
enum class CompressionScheme : uint8_t
{
    NONE, ///< Not at all.
    LZO,  ///< Level low.
    ZLIB  ///< Level high.
};

/**
 * @ingroup net8
 * What an end does about compression (SQLNET.COMPRESSION), and what its data make of it.
 */
struct CompressionOffer
{
    std::vector<CompressionScheme> schemes; ///< What it takes, the best first; empty: it is off.
    uint32_t threshold{1024};               ///< Longest packet that it leaves as it is, bytes.
    double ratio{0}; ///< Bytes of its data over what they become; 0: they are left as they are.
    double rate{0};  ///< Bytes that a core compresses in a second; 0: as the scheme has it.

    /**
     * @return bytes 66 and 67 of a CONNECT that offers it
     */
    uint16_t ToConnect() const;

    /**
     * @param connect bytes 66 and 67 of a CONNECT
     * @return byte 40 of the ACCEPT of a server with this offer: the first scheme of its own that
     * the client has; 0: there is none
     */
    uint8_t ToAccept(uint16_t connect) const;
};

/**
 * @ingroup net8
 * What compression makes of the payload of a DATA packet: one that is longer than the threshold is
 * compressed by itself, if it gets shorter: s bytes with header and flags become
 * 10 + ceil((s - 10) / ratio) + 6, the 6 being the ends of the deflate stream.
 *
 * Nothing is compressed here. In place of such a stream stand the length that was and the first
 * bytes of the payload, with another bit set, so that no dissector takes them for TTC; what follows
 * is virtual.
 */
class PacketCompression
{
  public:
    /// Bytes that stand in front of the first ones of a payload.
    static constexpr uint32_t FRONT = 4;
    /// Bytes that a stream has more.
    static constexpr uint32_t ENDS = 6;
    /// Fewest bytes of a compressed payload, so that its first ones have room here.
    static constexpr uint32_t LEAST = FRONT + 12;

    /// A payload that was compressed.
    struct Opened
    {
        uint32_t payload{0};        ///< Its bytes.
        std::vector<uint8_t> bytes; ///< The first of them.
    };

    PacketCompression() = default;

    /**
     * @param accept byte 40 of the ACCEPT
     * @param offer what this end has
     */
    PacketCompression(uint8_t accept, const CompressionOffer& offer);

    /**
     * @return whether it does anything
     */
    bool IsOn() const;

    /**
     * @param payload bytes of a DATA packet behind its data flags
     * @return bytes that they become; as many, if they are left as they are
     */
    uint32_t GetSize(uint32_t payload) const;

    /**
     * @param real first bytes of a payload
     * @param payload its bytes
     * @return the first bytes of what it becomes
     */
    static std::vector<uint8_t> Write(std::span<const uint8_t> real, uint32_t payload);

    /**
     * @param compressed first bytes of what arrived
     * @param bytes all of its bytes
     * @return what it was; nothing if it cannot be
     */
    static std::optional<Opened> Open(std::span<const uint8_t> compressed, uint32_t bytes);

    /**
     * @param bytes bytes of a message
     * @return time that a core takes to compress it
     */
    std::chrono::nanoseconds GetPackTime(uint64_t bytes) const;

    /**
     * @param bytes bytes that were compressed
     * @return time that a core takes to have them again
     */
    std::chrono::nanoseconds GetUnpackTime(uint64_t bytes) const;

  private:
    uint32_t m_threshold{0}; ///< Longest packet that is left as it is.
    double m_ratio{0};       ///< Bytes over what they become; 0: off.
    double m_rate{0};        ///< Bytes that are compressed in a second.
};

} // namespace ns3::net8

#endif /* NET8_PACKET_COMPRESSION_H */
