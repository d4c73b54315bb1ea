// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NBT_SESSION_H
#define NET8_NBT_SESSION_H

#include "net8-nbt-name.h"
#include "net8-smb-codec.h"

#include "ns3/net8-ttc-list.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A packet of a NetBIOS session over TCP, port 139 (RFC 1002, 4.3): type, flags and length in 4
 * bytes, then names, or a message of the protocol above.
 */
class NbtSession : public SmbCodec<NbtSession>
{
  public:
    /// Type of a packet.
    enum class Type : uint8_t
    {
        MESSAGE = 0x00,   ///< A message.
        REQUEST = 0x81,   ///< Session request: called and calling name, 34 bytes each.
        POSITIVE = 0x82,  ///< Positive response.
        NEGATIVE = 0x83,  ///< Negative response, with a one-byte reason.
        RETARGET = 0x84,  ///< Retarget response: address and port.
        KEEP_ALIVE = 0x85 ///< Keep-alive.
    };

    /// Size of the header, bytes.
    static constexpr uint32_t HEAD = 4;
    /// Maximum size of the rest, bytes.
    static constexpr uint32_t MOST = 0x1ffff;

    uint8_t type{static_cast<uint8_t>(Type::MESSAGE)}; ///< Type of the packet.
    uint8_t flags{0};           ///< Flags, without the 17th bit of the length.
    std::vector<NbtName> names; ///< Called and calling name of a request.
    std::string body;           ///< The rest.

    /**
     * Get the length of a packet.
     * @param head its 4-byte header
     * @return length of the whole packet, bytes
     */
    static uint32_t GetLength(std::span<const uint8_t, HEAD> head)
    {
        return HEAD + ((head[1] & 1U) << 16U | static_cast<uint32_t>(head[2]) << 8U | head[3]);
    }

    /**
     * Visit every field in wire order, to write or to read it.
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io writes or reads the fields
     * @param layout not used
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, const SmbLayout& layout)
    {
        constexpr uint32_t NAMES = 2;
        uint32_t length = static_cast<uint32_t>(self.body.size());
        for (const auto& name : self.names)
        {
            length += name.Size();
        }
        auto flags = static_cast<uint8_t>(self.flags | (length >> 16U & 1U));
        auto low = static_cast<uint16_t>(length & 0xffffU);
        io.U8(self.type);
        io.U8(flags);
        io.U16(low);
        length = (flags & 1U) << 16U | low;
        if constexpr (SmbReads<IO>)
        {
            self.flags = flags & 0xfeU;
            TtcList::Resize(self.names, io, self.type == 0x81 ? NAMES : 0, NAMES);
        }
        uint32_t used = 0;
        for (auto& name : self.names)
        {
            NbtName::Fields(name, io, layout);
            used += name.Size();
        }
        if constexpr (SmbReads<IO>)
        {
            if (used > length)
            {
                io.Fail();
            }
        }
        io.Raw(self.body, length - used);
    }
};

} // namespace ns3::net8

#endif /* NET8_NBT_SESSION_H */
