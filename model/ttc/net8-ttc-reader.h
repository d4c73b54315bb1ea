// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_READER_H
#define NET8_TTC_READER_H

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <span>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Reads the fields of a TTC message in order; its methods have the same names as those of
 * TtcWriter, so that one list of fields serves both. If something is too short or malformed, this
 * is remembered, and all fields after it are zero or empty: read a message to its end and check
 * once.
 */
class TtcReader
{
  public:
    /**
     * Create a reader.
     * @param bytes bytes to read; must outlive the reader
     */
    explicit TtcReader(std::span<const uint8_t> bytes);

    /**
     * Read one byte.
     * @param value receives the byte
     */
    void U8(uint8_t& value);

    /**
     * Read two bytes, big-endian.
     * @param value receives the number
     */
    void U16(uint16_t& value);

    /**
     * Read four bytes, big-endian.
     * @param value receives the number
     */
    void U32(uint32_t& value);

    /**
     * Read two bytes, little-endian.
     * @param value receives the number
     */
    void U16Little(uint16_t& value);

    /**
     * Read a little-endian number.
     * @tparam VALUE an unsigned type; higher bytes are discarded
     * @param value receives the number
     * @param size its size, at most 8 bytes
     */
    template <std::unsigned_integral VALUE>
    void Little(VALUE& value, uint32_t size)
    {
        value = static_cast<VALUE>(TakeLittle(size));
    }

    /**
     * Skip bytes.
     * @param size their number
     */
    void Zeros(uint64_t size);

    /**
     * Read a byte that must have a given value.
     * @param value the value; any other is malformed
     */
    void Expect(uint8_t value);

    /**
     * Read a byte whose value is ignored.
     * @param value the usual value
     */
    void Fixed(uint8_t value);

    /**
     * Read bytes without a length.
     * @param text receives the bytes
     * @param size their number
     */
    void Raw(std::string& text, uint64_t size);

    /**
     * Read a universal integer.
     * @tparam VALUE an unsigned type
     * @param value receives the integer; one that does not fit is malformed
     */
    template <std::unsigned_integral VALUE>
    void Integer(VALUE& value)
    {
        value = static_cast<VALUE>(TakeInteger(std::numeric_limits<VALUE>::max()));
    }

    /**
     * Read a signed universal integer.
     * @param value receives the integer
     */
    void Signed(int64_t& value);

    /**
     * Read a signed byte.
     * @param value receives the byte
     * @param wide whether it is a signed universal integer rather than a byte
     */
    void SignedByte(int64_t& value, bool wide);

    /**
     * Read a string with its length.
     * @param text receives the string
     */
    void String(std::string& text);

    /**
     * Read a string with its length as an integer, repeated unless it is empty.
     * @param text receives the string
     */
    void Field(std::string& text);

    /**
     * Read a zero-terminated text.
     * @param text receives the text
     */
    void Terminated(std::string& text);

    /**
     * Read all remaining bytes.
     * @param text receives the bytes
     */
    void Rest(std::string& text);

    /**
     * Find bytes ahead.
     * @param bytes the bytes
     * @return their distance; if they are not found, the rest is malformed
     */
    uint64_t Find(std::initializer_list<uint8_t> bytes);

    /** @return the next byte, without consuming it; 0 at the end */
    uint8_t Peek() const;

    /** Mark the rest as malformed. */
    void Fail();

    /** @return whether anything was malformed */
    bool Failed() const;

    /** @return number of remaining bytes */
    uint64_t Left() const;

    /** @return number of bytes read */
    uint64_t Position() const;

  private:
    /**
     * Take bytes.
     * @param size their number
     * @return a view of them, empty if fewer are left
     */
    std::span<const uint8_t> Take(uint64_t size);

    /**
     * Take a big-endian number.
     * @param size its size, at most 8 bytes
     * @return the number
     */
    uint64_t TakeNumber(uint64_t size);

    /**
     * Take a little-endian number.
     * @param size its size, at most 8 bytes
     * @return the number
     */
    uint64_t TakeLittle(uint64_t size);

    /**
     * Take a universal integer.
     * @param most maximum value
     * @return the integer
     */
    uint64_t TakeInteger(uint64_t most);

    std::span<const uint8_t> m_bytes; ///< Bytes to read.
    uint64_t m_position{0};           ///< Number of bytes read.
    bool m_failed{false};             ///< Something was malformed.
};

} // namespace ns3::net8

#endif /* NET8_TTC_READER_H */
