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
 * How native encryption and checksums change the length of a DATA packet's payload (go-ora's
 * data_packet.go): the checksum is appended; a block cipher pads the last block, a stream cipher
 * does not; a byte gives the amount of padding, and one more byte ends the payload.
 *
 * | on | bytes of p bytes and a checksum of h |
 * |---|---|
 * | block cipher of b bytes | b ceil((p + h) / b) + 2 |
 * | stream cipher | p + h + 2 |
 * | checksum alone | p + h + 1 |
 *
 * Nothing is actually encrypted. The ciphertext is replaced by the number of bytes added and the
 * first bytes of the payload, each with some bits flipped so that dissectors do not take them for
 * TTC; the rest is virtual.
 */
class NativeSealing
{
  public:
    /// Bytes before the first bytes of a payload.
    static constexpr uint32_t FRONT = 1;

    /// An opened payload.
    struct Opened
    {
        uint32_t payload{0};        ///< Its size, bytes.
        std::vector<uint8_t> bytes; ///< Its first bytes.
    };

    NativeSealing() = default;

    /**
     * Create a sealing.
     *
     * @param encryption number of the encryption algorithm; 0: none
     * @param checksum number of the checksum algorithm; 0: none
     */
    NativeSealing(uint8_t encryption, uint8_t checksum);

    /**
     * @return whether it has any effect
     */
    bool IsOn() const;

    /**
     * Get the sealed size of a payload.
     *
     * @param payload size of the payload after the data flags, bytes
     * @return sealed size, bytes
     */
    uint32_t GetSealed(uint32_t payload) const;

    /**
     * Get the largest payload that fits.
     *
     * @param room space for the sealed payload in a DATA packet, bytes
     * @return largest payload, bytes; 0 if none fits
     */
    uint32_t GetMost(uint32_t room) const;

    /**
     * Seal a payload.
     *
     * @param real first bytes of the payload
     * @param payload size of the payload, bytes
     * @param to receives the first bytes of the sealed payload, appended
     */
    void Write(std::span<const uint8_t> real, uint32_t payload, std::vector<uint8_t>& to) const;

    /**
     * Open a sealed payload.
     *
     * @param sealed its first bytes
     * @param bytes its size, bytes
     * @return the payload; nothing if it is invalid
     */
    std::optional<Opened> Open(std::span<const uint8_t> sealed, uint32_t bytes) const;

  private:
    uint32_t m_block{0};    ///< Block size, 1 for a stream cipher; 0: no encryption.
    uint32_t m_checksum{0}; ///< Checksum size, bytes.
};

} // namespace ns3::net8

#endif /* NET8_NATIVE_SEALING_H */
