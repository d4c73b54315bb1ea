// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NATIVE_SEALING_H
#define NET8_NATIVE_SEALING_H

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What native encryption and checksums make of the payload of a DATA packet, in bytes (go-ora's
 * data_packet.go): the checksum goes behind it; a block cipher fills its last block, a stream
 * cipher does not; a byte tells how much was filled, and one more stands at the end.
 *
 * | on | bytes of p bytes and a checksum of h |
 * |---|---|
 * | block cipher of b bytes | b ceil((p + h) / b) + 2 |
 * | stream cipher | p + h + 2 |
 * | checksum alone | p + h + 1 |
 *
 * Nothing is encrypted here. In place of a cipher's bytes stand how many bytes were added, and the
 * first ones of the payload, each with another bit set, so that no dissector takes them for TTC;
 * what follows is virtual.
 */
class NativeSealing
{
  public:
    /// Bytes that stand in front of the first ones of a payload.
    static constexpr uint32_t FRONT = 1;

    /// A payload that was opened.
    struct Opened
    {
        uint32_t payload{0};        ///< Its bytes.
        std::vector<uint8_t> bytes; ///< The first of them.
    };

    NativeSealing() = default;

    /**
     * @param encryption number of the algorithm of encryption; 0: none
     * @param checksum number of that of checksums; 0: none
     */
    NativeSealing(uint8_t encryption, uint8_t checksum);

    /**
     * @return whether it does anything
     */
    bool IsOn() const;

    /**
     * @param payload bytes of a DATA packet behind its data flags
     * @return bytes that they become
     */
    uint32_t GetSealed(uint32_t payload) const;

    /**
     * @param room bytes that a DATA packet has for them
     * @return the most that may become no more than these; 0: none may
     */
    uint32_t GetMost(uint32_t room) const;

    /**
     * @param real first bytes of a payload
     * @param payload its bytes
     * @param to where the first bytes of what it becomes are added
     */
    void Write(std::span<const uint8_t> real, uint32_t payload, std::vector<uint8_t>& to) const;

    /**
     * @param sealed first bytes of what arrived
     * @param bytes all of its bytes
     * @return what it was; nothing if it cannot be
     */
    std::optional<Opened> Open(std::span<const uint8_t> sealed, uint32_t bytes) const;

  private:
    uint32_t m_block{0};    ///< Bytes of a block, 1 of a stream; 0: no encryption.
    uint32_t m_checksum{0}; ///< Bytes of a checksum.
};

} // namespace ns3::net8

#endif /* NET8_NATIVE_SEALING_H */
