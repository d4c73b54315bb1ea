// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-image.h"

#include <bit>

namespace ns3::net8
{

namespace
{

/// Bytes of a word, of which the low ones come first.
constexpr std::size_t WORD = sizeof(uint32_t);
static_assert(std::endian::native == std::endian::little);

// Squeezed words are codes. Below LITERAL stands a number of words that are 0, less one. Between it
// and REPEAT a word whose low bytes follow: the number of these bytes, less one, and how many words
// before it are 0. From REPEAT on a word like an earlier one that was told: its number. The last
// code is followed by END, which no code is.
constexpr uint8_t LITERAL = 0x40;
constexpr uint8_t REPEAT = 0x80;
constexpr uint8_t END = 0xff;
constexpr int LENGTH_BITS = 2;         // of a literal
constexpr uint8_t MOST_BEFORE = 15;    // words of 0 that a literal tells
constexpr uint8_t MOST_ZEROS = 64;     // words of 0 that a code tells
constexpr uint8_t MOST_REPEATED = 127; // words that can be told again

/// Words that were told, by hash, to find them again.
class Told
{
  public:
    /**
     * @param word a word
     * @return its number; MOST_REPEATED if it is not known
     */
    uint8_t Find(uint32_t word)
    {
        const auto number = m_numbers[Hash(word)];
        return number < m_count && m_words[number] == word ? number : MOST_REPEATED;
    }

    /**
     * @param word a word that is told now
     */
    void Add(uint32_t word)
    {
        if (m_count < MOST_REPEATED)
        {
            m_numbers[Hash(word)] = m_count;
            m_words[m_count++] = word;
        }
    }

    /**
     * @param number number of a word
     * @return the word
     */
    uint32_t Get(uint8_t number) const
    {
        return m_words[number];
    }

  private:
    /**
     * @param word a word
     * @return its place in m_numbers
     */
    static std::size_t Hash(uint32_t word)
    {
        return word * 0x9e3779b1U >> 24;
    }

    std::array<uint32_t, MOST_REPEATED> m_words; ///< The words; those of later words are not set.
    std::array<uint8_t, 256> m_numbers{};        ///< Numbers by hash; any if there is none.
    uint8_t m_count{0};                          ///< Number of words.
};

} // namespace

TcpImage::TcpImage(const Squeezed& squeezed)
{
    Told told;
    const uint8_t* from = squeezed.get();
    std::size_t place = 0;
    for (uint8_t code = *from++; code != END; code = *from++)
    {
        if (code < LITERAL)
        {
            place += (code + 1U) * WORD;
            continue;
        }
        uint32_t word = 0;
        if (code < REPEAT)
        {
            const std::size_t length = (code & ((1U << LENGTH_BITS) - 1)) + 1U;
            place += ((code - LITERAL) >> LENGTH_BITS) * WORD;
            std::memcpy(&word, from, length);
            from += length;
            told.Add(word);
        }
        else
        {
            word = told.Get(code - REPEAT);
        }
        std::memcpy(&m_bytes[place], &word, WORD);
        place += WORD;
    }
}

TcpImage::Squeezed
TcpImage::Squeeze() const
{
    std::array<uint8_t, MOST / WORD*(WORD + 1) + WORD> out;
    Told told;
    std::size_t size = 0;
    uint8_t zeros = 0;
    for (std::size_t place = 0; place < m_size; place += WORD)
    {
        uint32_t word = 0;
        std::memcpy(&word, &m_bytes[place], WORD);
        if (word == 0 && zeros < MOST_ZEROS)
        {
            ++zeros;
            continue;
        }
        const auto number = told.Find(word);
        if (zeros > (number < MOST_REPEATED ? 0 : MOST_BEFORE))
        {
            out[size++] = zeros - 1;
            zeros = 0;
        }
        if (number < MOST_REPEATED)
        {
            out[size++] = REPEAT + number;
            continue;
        }
        const auto bits = WORD * 8 - static_cast<std::size_t>(std::countl_zero(word | 1));
        const auto length = (bits + 7) / 8;
        out[size++] = static_cast<uint8_t>(LITERAL | zeros << LENGTH_BITS | (length - 1));
        std::memcpy(&out[size], &word, WORD); // what is too much is written again
        size += length;
        zeros = 0;
        told.Add(word);
    }
    out[size++] = END;
    auto squeezed = std::make_unique<uint8_t[]>(size);
    std::memcpy(squeezed.get(), out.data(), size);
    return squeezed;
}

} // namespace ns3::net8
