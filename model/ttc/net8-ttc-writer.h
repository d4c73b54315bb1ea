// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_WRITER_H
#define NET8_TTC_WRITER_H

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Writes the fields of a TTC message in order. It counts their bytes and, if it has a buffer,
 * stores them: a message that is counted has the same length as when stored, because both use the
 * same code.
 *
 * A universal integer is a length byte and the value without leading zeros. A string is its length
 * in one byte and its bytes; above 252 bytes, 0xfe, chunks of at most 32,767 bytes, each preceded
 * by its length, and a zero.
 */
class TtcWriter
{
  public:
    /// The sender: a server drops all leading zeros of integers, a driver writes 4 bytes instead of
    /// 3, and 8 instead of 5 to 7.
    enum class Side : uint8_t
    {
        SERVER,
        DRIVER
    };

    /// Maximum length of a string with a one-byte length.
    static constexpr uint32_t SHORT_STRING = 252;
    /// Maximum size of a chunk of a longer string, bytes.
    static constexpr uint32_t CHUNK = 32767;

    /**
     * Create a writer.
     * @param side the sender
     * @param bytes receives the bytes, appended; null to count them only
     */
    explicit TtcWriter(Side side = Side::SERVER, std::vector<uint8_t>* bytes = nullptr);

    /**
     * Write one byte.
     * @param value the byte
     */
    void U8(uint8_t value);

    /**
     * Write two bytes, big-endian.
     * @param value the number
     */
    void U16(uint16_t value);

    /**
     * Write four bytes, big-endian.
     * @param value the number
     */
    void U32(uint32_t value);

    /**
     * Write two bytes, little-endian.
     * @param value the number
     */
    void U16Little(uint16_t value);

    /**
     * Write a little-endian number.
     * @param value the number
     * @param size its size, at most 8 bytes
     */
    void Little(uint64_t value, uint32_t size);

    /**
     * Write a byte that a reader checks.
     * @param value the byte
     */
    void Expect(uint8_t value);

    /**
     * Write a byte that a reader ignores.
     * @param value the byte
     */
    void Fixed(uint8_t value);

    /**
     * Write bytes without a length.
     * @param text the bytes
     */
    void Raw(std::string_view text);

    /**
     * Write bytes without a length.
     * @param text the bytes
     * @param size their number, which only a reader needs
     */
    void Raw(std::string_view text, uint64_t size);

    /**
     * Write the last bytes of a message.
     * @param text the bytes
     */
    void Rest(std::string_view text);

    /**
     * Write bytes that are not read, as zeros if stored.
     * @param size their number
     */
    void Zeros(uint64_t size);

    /**
     * Write a universal integer.
     * @param value the integer
     */
    void Integer(uint64_t value);

    /**
     * Write a signed universal integer, with the sign in the top bit of its length byte.
     * @param value the integer
     */
    void Signed(int64_t value);

    /**
     * Write a signed byte.
     * @param value the byte
     * @param wide whether to write a signed universal integer instead
     */
    void SignedByte(int64_t value, bool wide);

    /**
     * Write a string with its length.
     * @param text the string
     */
    void String(std::string_view text);

    /**
     * Write a string whose bytes are not read.
     * @param size its length, bytes
     */
    void VirtualString(uint64_t size);

    /**
     * Write a string with its length as an integer, repeated unless it is empty.
     * @param text the string
     */
    void Field(std::string_view text);

    /**
     * Write a zero-terminated text.
     * @param text the text
     */
    void Terminated(std::string_view text);

    /** @return number of bytes written */
    uint64_t GetSize() const;

  private:
    /**
     * Append bytes.
     * @param bytes the bytes
     */
    void Put(std::span<const uint8_t> bytes);

    /**
     * Append a big-endian number.
     * @param value the number
     * @param size its size, at most 8 bytes
     */
    void PutNumber(uint64_t value, uint32_t size);

    /**
     * Get the width of a universal integer.
     * @param value its value
     * @return number of value bytes that this side writes
     */
    uint32_t GetWidth(uint64_t value) const;

    /**
     * Write a string of any length.
     * @tparam PUT type of @p put
     * @param size length of the string, bytes
     * @param put writes a part of the string, given its start and size
     */
    template <class PUT>
    void Chunks(uint64_t size, PUT put);

    Side m_side;                   ///< The sender.
    std::vector<uint8_t>* m_bytes; ///< Receives the bytes.
    uint64_t m_size{0};            ///< Number of bytes written.
};

} // namespace ns3::net8

#endif /* NET8_TTC_WRITER_H */
