// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SMB_MESSAGE_H
#define NET8_SMB_MESSAGE_H

#include "net8-smb-codec.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * An SMB message: 32 bytes, then words and bytes, each preceded by their count; chained commands
 * have their own words and bytes. Numbers are little-endian.
 */
class SmbMessage : public SmbCodec<SmbMessage>
{
  public:
    /// Commands used here.
    enum Command : uint8_t
    {
        CLOSE = 0x04,       ///< Closes a file or pipe.
        READ = 0x0a,        ///< Read.
        TRANSACTION = 0x25, ///< A transaction, for example on a pipe.
        READ_CHAINED = 0x2e ///< Read, which can be chained.
    };

    /// Words and bytes of a command.
    struct Block
    {
        std::string gap;   ///< Padding before it.
        std::string words; ///< Its words, two bytes each.
        std::string bytes; ///< Its bytes.
    };

    /// Size of the header before the first block, bytes.
    static constexpr uint32_t HEAD = 32;
    /// Flag of a reply.
    static constexpr uint8_t REPLY = 0x80;
    /// Command code for no further command.
    static constexpr uint8_t NO_MORE = 0xff;
    /// Maximum number of chained commands.
    static constexpr std::size_t BLOCKS_MAX = 16;

    uint8_t command{TRANSACTION};                      ///< The first command.
    uint32_t status{0};                                ///< Error; 0: none.
    uint8_t flags{0};                                  ///< Flags.
    uint16_t flags2{0};                                ///< Further flags.
    uint16_t processHigh{0};                           ///< Upper half of the client's process
                                                       ///< number.
    std::string signature = std::string(8, '\0');      ///< Signature.
    uint16_t reserved{0};                              ///< Unused.
    uint16_t tree{0};                                  ///< Number of the share.
    uint16_t process{0};                               ///< Process number of the client.
    uint16_t user{0};                                  ///< Number of the user.
    uint16_t number{0};                                ///< Number of the request.
    std::vector<Block> blocks = std::vector<Block>(1); ///< The commands.
    std::string rest;                                  ///< What follows them.

    /**
     * @return whether the message is a reply
     */
    bool IsReply() const
    {
        return (flags & REPLY) != 0;
    }

    /**
     * Check whether commands may be chained.
     * @param command the first command
     * @return whether others may be chained to it
     */
    static bool MayChain(uint8_t command)
    {
        return command == 0x24 || (command >= 0x2d && command <= 0x2f) ||
               (command >= 0x73 && command <= 0x75) || command == 0xa2;
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
        io.Expect(0xff);
        io.Expect('S');
        io.Expect('M');
        io.Expect('B');
        io.U8(self.command);
        io.Little(self.status, 4);
        io.U8(self.flags);
        io.Little(self.flags2, 2);
        io.Little(self.processHigh, 2);
        io.Raw(self.signature, 8);
        io.Little(self.reserved, 2);
        io.Little(self.tree, 2);
        io.Little(self.process, 2);
        io.Little(self.user, 2);
        io.Little(self.number, 2);
        uint8_t command = self.command;
        for (std::size_t at = 0; at < self.blocks.size(); ++at)
        {
            if constexpr (SmbReads<IO>)
            {
                command = TakeBlock(self.blocks[at], io, command);
                const auto next = GetNext(self.blocks[at], command, io.Position());
                if (next && self.blocks.size() < BLOCKS_MAX && *next < io.Position() + io.Left())
                {
                    const uint64_t gap = *next - io.Position();
                    self.blocks.emplace_back();
                    io.Raw(self.blocks.back().gap, gap);
                    command = static_cast<uint8_t>(self.blocks[at].words[0]);
                }
            }
            else
            {
                io.Raw(self.blocks[at].gap);
                TakeBlock(self.blocks[at], io, command);
            }
        }
        io.Rest(self.rest);
    }

  private:
    /**
     * Visit a block.
     * @param block its words and bytes
     * @param io writes or reads the block
     * @param command its command
     * @return that command
     */
    template <class BLOCK, class IO>
    static uint8_t TakeBlock(BLOCK& block, IO& io, uint8_t command)
    {
        auto words = static_cast<uint8_t>(block.words.size() / 2);
        io.U8(words);
        io.Raw(block.words, 2U * words);
        auto bytes = static_cast<uint16_t>(block.bytes.size());
        io.Little(bytes, 2);
        io.Raw(block.bytes, bytes);
        return command;
    }

    /**
     * Find the next block.
     * @param block words and bytes of this block
     * @param command its command
     * @param position end of this block in the message, bytes
     * @return start of the block of the chained command, bytes; nothing if there is none
     */
    static std::optional<uint64_t> GetNext(const Block& block, uint8_t command, uint64_t position)
    {
        constexpr std::size_t PLACE = 4;
        if (!MayChain(command) || block.words.size() < PLACE ||
            static_cast<uint8_t>(block.words[0]) == NO_MORE)
        {
            return std::nullopt;
        }
        const uint64_t next = static_cast<uint8_t>(block.words[2]) |
                              static_cast<uint64_t>(static_cast<uint8_t>(block.words[3])) << 8U;
        return next >= position ? std::optional(next) : std::nullopt;
    }
};

} // namespace ns3::net8

#endif /* NET8_SMB_MESSAGE_H */
