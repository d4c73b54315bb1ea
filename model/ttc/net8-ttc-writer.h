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
 * Takes the fields of a TTC message, in their order. It counts their bytes and, if it has somewhere
 * to put them, stores them: a message that was counted is as long as the same message stored,
 * because both went the same way.
 *
 * A universal integer is a length byte and the value without leading zeros. A string is its length
 * in one byte and its bytes; above 252 bytes 0xfe, chunks of at most 32,767 bytes, each behind its
 * length, and a zero.
 */
class TtcWriter
{
  public:
    /// Who writes: a server drops all leading zeros of integers, a driver writes 4 bytes instead of
    /// 3, and 8 instead of 5 to 7.
    enum class Side : uint8_t
    {
        SERVER,
        DRIVER
    };

    /// Longest string with a length of one byte.
    static constexpr uint32_t SHORT_STRING = 252;
    /// Most bytes of a chunk of a longer one.
    static constexpr uint32_t CHUNK = 32767;

    /**
     * @param side who writes
     * @param bytes where the bytes go, behind what is there; nothing: they are counted alone
     */
    explicit TtcWriter(Side side = Side::SERVER, std::vector<uint8_t>* bytes = nullptr);

    /** @param value one byte */
    void U8(uint8_t value);

    /** @param value two bytes, the higher first */
    void U16(uint16_t value);

    /** @param value four bytes, the highest first */
    void U32(uint32_t value);

    /** @param value two bytes, the lower first */
    void U16Little(uint16_t value);

    /**
     * @param value a number, the lowest byte first
     * @param size its bytes, at most 8
     */
    void Little(uint64_t value, uint32_t size);

    /** @param value a byte that names the message */
    void Expect(uint8_t value);

    /** @param value a byte without a meaning that matters */
    void Fixed(uint8_t value);

    /** @param text bytes without a length */
    void Raw(std::string_view text);

    /**
     * @param text bytes without a length
     * @param size how many there are; a reader does not know otherwise
     */
    void Raw(std::string_view text, uint64_t size);

    /** @param text what a message ends with */
    void Rest(std::string_view text);

    /** @param size bytes that nobody reads: zeros if they are stored */
    void Zeros(uint64_t size);

    /** @param value a universal integer */
    void Integer(uint64_t value);

    /** @param value a universal integer with a sign, the highest bit of its length byte */
    void Signed(int64_t value);

    /**
     * @param value a signed byte
     * @param wide it is a universal integer with a sign; else it is the byte
     */
    void SignedByte(int64_t value, bool wide);

    /** @param text a string with its length */
    void String(std::string_view text);

    /** @param size bytes of a string that nobody reads */
    void VirtualString(uint64_t size);

    /** @param text a string with its length as an integer, and again if it is not empty */
    void Field(std::string_view text);

    /** @param text a text with a zero behind it */
    void Terminated(std::string_view text);

    /** @return bytes so far */
    uint64_t GetSize() const;

  private:
    /** @param bytes what comes next */
    void Put(std::span<const uint8_t> bytes);

    /**
     * @param value what comes next
     * @param size its bytes, at most 8
     */
    void PutNumber(uint64_t value, uint32_t size);

    /**
     * @param value a value
     * @return how many bytes this side writes of it
     */
    uint32_t GetWidth(uint64_t value) const;

    /**
     * @tparam PUT what puts a part of a string: called with its start and its size
     * @param size bytes of a string
     * @param put puts a part of it
     */
    template <class PUT>
    void Chunks(uint64_t size, PUT put);

    Side m_side;                   ///< Who writes.
    std::vector<uint8_t>* m_bytes; ///< Where the bytes go.
    uint64_t m_size{0};            ///< Bytes so far.
};

} // namespace ns3::net8

#endif /* NET8_TTC_WRITER_H */
