// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_REFUSE_PACKET_H
#define NET8_REFUSE_PACKET_H

#include "net8-text-packet.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * REFUSE, which ends a connection attempt.
 *
 * | offset | bytes | field         |
 * | ------ | ----- | ------------- |
 * | 8      | 1     | user reason   |
 * | 9      | 1     | system reason |
 * | 10     | 2     | text length   |
 * | 12     | -     | text          |
 *
 * The text may follow in the next DATA packet. Source: section 5 of the fact sheet on TNS.
 */
class RefusePacket : public TextPacket<RefusePacket, PacketType::REFUSE, 2>
{
  public:
    /**
     * Put the text inside this packet.
     * @param refusal the text, at most 65535 bytes
     */
    void SetText(const std::string& refusal);

    /**
     * Write the fields of this type.
     * @param writer receives them
     */
    void WriteOwn(WireWriter& writer) const;

    /**
     * Read the fields of this type.
     * @param reader the bytes after the header
     */
    void ReadOwn(WireReader& reader);

    uint8_t userReason{0};   ///< reason of the application
    uint8_t systemReason{0}; ///< reason of the network layer
};

} // namespace ns3::net8

#endif // NET8_REFUSE_PACKET_H
