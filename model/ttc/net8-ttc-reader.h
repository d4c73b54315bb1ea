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
 * Reads the fields of a TTC message, in their order; its methods have the names of TtcWriter's, so
 * that one list of fields serves both. What is too short or makes no sense is remembered, and all
 * fields behind it are zero and empty: a message is read to its end and asked once.
 */
class TtcReader
{
  public:
    /**
     * @param bytes what to read; must outlive the reader
     */
    explicit TtcReader(std::span<const uint8_t> bytes);

    /** @param value receives one byte */
    void U8(uint8_t& value);

    /** @param value receives two bytes, the higher first */
    void U16(uint16_t& value);

    /** @param value receives four bytes, the highest first */
    void U32(uint32_t& value);

    /** @param value receives two bytes, the lower first */
    void U16Little(uint16_t& value);

    /**
     * @tparam VALUE an unsigned type; higher bytes than it has are left
     * @param value receives a number, the lowest byte first
     * @param size its bytes, at most 8
     */
    template <std::unsigned_integral VALUE>
    void Little(VALUE& value, uint32_t size)
    {
        value = static_cast<VALUE>(TakeLittle(size));
    }

    /** @param size bytes that nobody reads */
    void Zeros(uint64_t size);

    /** @param value a byte that names the message: another one is malformed */
    void Expect(uint8_t value);

    /** @param value a byte that must be there, whatever a peer writes into it */
    void Fixed(uint8_t value);

    /**
     * @param text receives bytes without a length
     * @param size how many there are
     */
    void Raw(std::string& text, uint64_t size);

    /**
     * @tparam VALUE an unsigned type
     * @param value receives a universal integer; one that does not fit is malformed
     */
    template <std::unsigned_integral VALUE>
    void Integer(VALUE& value)
    {
        value = static_cast<VALUE>(TakeInteger(std::numeric_limits<VALUE>::max()));
    }

    /** @param value receives a universal integer with a sign */
    void Signed(int64_t& value);

    /**
     * @param value receives a signed byte
     * @param wide it is a universal integer with a sign; else it is the byte
     */
    void SignedByte(int64_t& value, bool wide);

    /** @param text receives a string with its length */
    void String(std::string& text);

    /** @param text receives a string with its length as an integer, and again if it is not empty */
    void Field(std::string& text);

    /** @param text receives a text with a zero behind it */
    void Terminated(std::string& text);

    /** @param text receives all that is left */
    void Rest(std::string& text);

    /**
     * @param bytes some bytes
     * @return how far ahead they stand; if they do not, the rest is malformed
     */
    uint64_t Find(std::initializer_list<uint8_t> bytes);

    /** @return the next byte, which stays; 0 at the end */
    uint8_t Peek() const;

    /** Take all that follows for malformed. */
    void Fail();

    /** @return whether something was malformed */
    bool Failed() const;

    /** @return bytes that are left */
    uint64_t Left() const;

    /** @return bytes that were read */
    uint64_t Position() const;

  private:
    /**
     * @param size how many bytes to take
     * @return a view of them, empty if they are not there
     */
    std::span<const uint8_t> Take(uint64_t size);

    /**
     * @param size how many bytes to take, at most 8
     * @return their value, the highest first
     */
    uint64_t TakeNumber(uint64_t size);

    /**
     * @param size how many bytes to take, at most 8
     * @return their value, the lowest first
     */
    uint64_t TakeLittle(uint64_t size);

    /**
     * @param most largest value
     * @return a universal integer
     */
    uint64_t TakeInteger(uint64_t most);

    std::span<const uint8_t> m_bytes; ///< What is read.
    uint64_t m_position{0};           ///< Bytes that were read.
    bool m_failed{false};             ///< Something was malformed.
};

} // namespace ns3::net8

#endif /* NET8_TTC_READER_H */
