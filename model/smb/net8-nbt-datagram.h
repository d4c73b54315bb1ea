// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NBT_DATAGRAM_H
#define NET8_NBT_DATAGRAM_H

#include "net8-nbt-name.h"
#include "net8-smb-codec.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A NetBIOS datagram, UDP port 138 (RFC 1002, 4.4), of a type that carries data.
 */
class NbtDatagram : public SmbCodec<NbtDatagram>
{
  public:
    static constexpr uint8_t TO_ONE = 0x10;   ///< To one host.
    static constexpr uint8_t TO_GROUP = 0x11; ///< To the members of a group.
    static constexpr uint8_t TO_ALL = 0x12;   ///< To all.

    uint8_t type{TO_GROUP}; ///< Type.
    uint8_t flags{0x02};    ///< Flags: 0x02 first fragment, 0x01 more fragments follow.
    uint16_t number{0};     ///< Number of the datagram.
    uint32_t address{0};    ///< IPv4 address of the sender.
    uint16_t port{138};     ///< Its port.
    uint16_t offset{0};     ///< Offset of this fragment in the message, bytes.
    NbtName source;         ///< Sender.
    NbtName destination;    ///< Receiver.
    std::string data;       ///< The message, or a fragment of it.

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
        io.U8(self.type);
        if constexpr (SmbReads<IO>)
        {
            if (self.type < TO_ONE || self.type > TO_ALL)
            {
                io.Fail();
            }
        }
        io.U8(self.flags);
        io.U16(self.number);
        io.U32(self.address);
        io.U16(self.port);
        auto length =
            static_cast<uint16_t>(self.source.Size() + self.destination.Size() + self.data.size());
        io.U16(length);
        io.U16(self.offset);
        NbtName::Fields(self.source, io, layout);
        NbtName::Fields(self.destination, io, layout);
        const uint32_t names = self.source.Size() + self.destination.Size();
        if constexpr (SmbReads<IO>)
        {
            if (length < names)
            {
                io.Fail();
            }
        }
        io.Raw(self.data, length - names);
    }
};

} // namespace ns3::net8

#endif /* NET8_NBT_DATAGRAM_H */
