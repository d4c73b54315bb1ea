// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NBF_PACKET_H
#define NET8_NBF_PACKET_H

#include "ns3/net8-nbf-header.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * Payload of an 802.2 frame for NetBIOS: the NBF header and user data.
 */
class NbfPacket
{
  public:
    /**
     * Encode the packet.
     *
     * @param writer receives the packet
     */
    void Encode(LanWriter& writer) const
    {
        header.Encode(writer);
        writer.Bytes(data);
    }

    /**
     * Decode a packet.
     *
     * @param reader the whole packet
     * @param[out] out receives the packet
     * @return the error found, or NONE
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
