// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NBF_PACKET_H
#define NET8_NBF_PACKET_H

#include "net8-nbf-header.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * What a frame of 802.2 carries for NetBIOS: the header of NBF and user data.
 */
class NbfPacket
{
  public:
    /** @param writer takes the packet */
    void Encode(LanWriter& writer) const
    {
        header.Encode(writer);
        writer.Bytes(data);
    }

    /**
     * @param reader the packet, to its end
     * @param[out] out the packet
     * @return what is wrong, or NONE
     */
    static LanError Decode(LanReader& reader, NbfPacket& out)
    {
        const auto error = NbfHeader::Decode(reader, out.header);
        out.data = reader.Rest();
        return error;
    }

    NbfHeader header{};          ///< Its header.
    std::vector<uint8_t> data{}; ///< User data.
};

} // namespace ns3::net8

#endif // NET8_NBF_PACKET_H
