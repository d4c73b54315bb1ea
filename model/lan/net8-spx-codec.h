// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SPX_CODEC_H
#define NET8_SPX_CODEC_H

#include "net8-lan-codec.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * SPX over IPX on one network, which is called 0.
 *
 * A service is the dynamic IPX socket 0x4000 + the low 13 bits of the port. Confirmation, probe and
 * acknowledgement are the same packet, a system packet: all are read as ACK but those that want an
 * answer.
 */
class SpxCodec : public LanCodec
{
  public:
    // Inherited
    uint16_t GetService(uint16_t port) const override;
    uint16_t GetOwnSocket(uint16_t id) const override;
    uint16_t GetType() const override;
    void Write(const LanEnds& ends, const LanUnit& unit, LanWriter& writer) const override;
    std::optional<LanArrival> Read(std::span<const uint8_t> packet) const override;
};

} // namespace ns3::net8

#endif // NET8_SPX_CODEC_H
