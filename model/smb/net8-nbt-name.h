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
 * A NetBIOS name as sent over TCP and UDP (RFC 1001, 14.1): 16 bytes, each encoded as two letters
 * from A to P, preceded by their number and followed by the labels of a scope; or a two-byte
 * pointer to such a name.
 */
class NbtName : public SmbCodec<NbtName>
{
  public:
    /// Size of a name, bytes.
    static constexpr std::size_t SIZE = 16;

    std::string name = std::string(SIZE, ' '); ///< The name, padded with blanks, and its suffix.
    std::string scope;   ///< Labels of the scope with their lengths, without the final zero.
    uint16_t pointer{0}; ///< Pointer to the name, with the two highest bits set; 0: none.

    /**
     * Make a name.
     * @param text at most 15 characters
     * @param kind its suffix: 0x20 for a file server
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
     * Visit every field in wire order, to write or to read it.
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io writes or reads the fields
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
    /// Maximum size of a scope, bytes.
    static constexpr std::size_t SCOPE_MAX = 221;

    /**
     * Visit a byte of the name.
     * @param character the byte
     * @param io writes or reads its two letters
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
