// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NBT_NAME_H
#define NET8_NBT_NAME_H

#include "net8-smb-codec.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A NetBIOS name as it goes over TCP and UDP (RFC 1001, 14.1): 16 bytes, each as two letters from A
 * to P, behind their number and before the labels of a scope; or two bytes that point to such a
 * name.
 */
class NbtName : public SmbCodec<NbtName>
{
  public:
    /// Bytes of a name.
    static constexpr std::size_t SIZE = 16;

    std::string name = std::string(SIZE, ' '); ///< The name, filled up with blanks, and its kind.
    std::string scope;   ///< Labels of the scope with their lengths, without the zero at the end.
    uint16_t pointer{0}; ///< Where the name stands, with the two highest bits set; 0: here.

    /**
     * @param text at most 15 characters
     * @param kind what the name stands for: 0x20 a file server
     * @return the name
     */
    static NbtName Of(const std::string& text, uint8_t kind)
    {
        NbtName made;
        made.name = text.substr(0, SIZE - 1);
        made.name.resize(SIZE - 1, ' ');
        made.name += static_cast<char>(kind);
        return made;
    }

    /**
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io takes or gives its fields
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, const SmbLayout& /* layout */)
    {
        constexpr uint8_t LETTERS = 2 * SIZE;
        constexpr uint8_t POINTS = 0xc0;
        if constexpr (SmbReads<IO>)
        {
            if ((io.Peek() & POINTS) == POINTS)
            {
                io.U16(self.pointer);
                return;
            }
        }
        else if (self.pointer != 0)
        {
            io.U16(self.pointer);
            return;
        }
        io.Expect(LETTERS);
        for (std::size_t at = 0; at < SIZE; ++at)
        {
            TakeLetters(self.name[at], io);
        }
        if constexpr (SmbReads<IO>)
        {
            while (!io.Failed() && io.Peek() != 0)
            {
                const uint8_t length = io.Peek();
                std::string label;
                io.Raw(label, length + 1U);
                self.scope += label;
                if (length >= POINTS || self.scope.size() > SCOPE_MAX)
                {
                    io.Fail();
                }
            }
        }
        else
        {
            io.Raw(self.scope);
        }
        io.Expect(0);
    }

  private:
    /// Most bytes of a scope.
    static constexpr std::size_t SCOPE_MAX = 221;

    /**
     * @param character a byte of the name
     * @param io takes or gives its two letters
     */
    template <class CHARACTER, class IO>
    static void TakeLetters(CHARACTER& character, IO& io)
    {
        const auto byte = static_cast<uint8_t>(character);
        auto high = static_cast<uint8_t>('A' + (byte >> 4U));
        auto low = static_cast<uint8_t>('A' + (byte & 0x0fU));
        io.U8(high);
        io.U8(low);
        if constexpr (SmbReads<IO>)
        {
            if (high < 'A' || high > 'P' || low < 'A' || low > 'P')
            {
                io.Fail();
            }
            character = static_cast<char>((high - 'A') << 4U | (low - 'A'));
        }
    }
};

} // namespace ns3::net8

#endif /* NET8_NBT_NAME_H */
