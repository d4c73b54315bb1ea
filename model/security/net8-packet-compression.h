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
 * Compression scheme of DATA packets, numbered as in CONNECT and ACCEPT.
 */
enum class CompressionScheme : uint8_t
{
    NONE, ///< No compression.
    LZO,  ///< Level low.
    ZLIB  ///< Level high.
};

/**
 * @ingroup net8
 * Compression settings of one end (SQLNET.COMPRESSION), and the compressibility of its data.
 */
struct CompressionOffer
{
    std::vector<CompressionScheme> schemes; ///< Accepted schemes, best first; empty: off.
    uint32_t threshold{1024};               ///< Longest packet that is not compressed, bytes.
    double ratio{0};                        ///< Compression ratio of its data; 0: not compressed.
    double rate{0}; ///< Bytes per second that a core compresses; 0: default of the scheme.

    /**
     * @return bytes 66 and 67 of a CONNECT with this offer
     */
    uint16_t ToConnect() const;

    /**
     * Answer a CONNECT.
     *
     * @param connect bytes 66 and 67 of a CONNECT
     * @return byte 40 of the ACCEPT of a server with this offer: its first scheme that the client
     * supports; 0 if there is none
     */
    uint8_t ToAccept(uint16_t connect) const;
};

/**
 * @ingroup net8
 * How compression changes the length of a DATA packet's payload: a packet longer than the threshold
 * is compressed on its own, if it becomes shorter: s bytes with header and flags become 10 +
 * ceil((s - 10) / ratio) + 6, where 6 is the overhead of the deflate stream.
 *
 * Nothing is actually compressed. The stream is replaced by the original length and the first bytes
 * of the payload, with some bits flipped so that dissectors do not take them for TTC; the rest is
 * virtual.
 */
class PacketCompression
{
  public:
    /// Bytes before the first bytes of a payload.
    static constexpr uint32_t FRONT = 4;
    /// Overhead of a stream, bytes.
    static constexpr uint32_t ENDS = 6;
    /// Minimum size of a compressed payload, so that its first bytes fit in here.
    static constexpr uint32_t LEAST = FRONT + 12;

    /// A decompressed payload.
    struct Opened
    {
        uint32_t payload{0};        ///< Its size, bytes.
        std::vector<uint8_t> bytes; ///< Its first bytes.
    };

    PacketCompression() = default;

    /**
     * Create a compression.
     *
     * @param accept byte 40 of the ACCEPT
     * @param offer settings of this end
     */
    PacketCompression(uint8_t accept, const CompressionOffer& offer);

    /**
     * @return whether it has any effect
     */
    bool IsOn() const;

    /**
     * Get the compressed size of a payload.
     *
     * @param payload size of the payload after the data flags, bytes
     * @return compressed size, bytes; the same if it is not compressed
     */
    uint32_t GetSize(uint32_t payload) const;

    /**
     * Compress a payload.
     *
     * @param real first bytes of the payload
     * @param payload size of the payload, bytes
     * @return the first bytes of the compressed payload
     */
    static std::vector<uint8_t> Write(std::span<const uint8_t> real, uint32_t payload);

    /**
     * Decompress a payload.
     *
     * @param compressed first bytes of the compressed payload
     * @param bytes its size, bytes
     * @return the payload; nothing if it is invalid
     */
    static std::optional<Opened> Open(std::span<const uint8_t> compressed, uint32_t bytes);

    /**
     * Get the compression time of a message.
     *
     * @param bytes size of the message, bytes
     * @return time a core needs to compress it
     */
    std::chrono::nanoseconds GetPackTime(uint64_t bytes) const;

    /**
     * Get the decompression time.
     *
     * @param bytes size of the data before compression, bytes
     * @return time a core needs to decompress it
     */
    std::chrono::nanoseconds GetUnpackTime(uint64_t bytes) const;

  private:
    uint32_t m_threshold{0}; ///< Longest packet that is not compressed.
    double m_ratio{0};       ///< Compression ratio; 0: off.
    double m_rate{0};        ///< Bytes compressed per second.
};

} // namespace ns3::net8

#endif /* NET8_PACKET_COMPRESSION_H */
