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
 *
 * Before the request a SAP query may go to all stations for servers of one type, and servers answer
 * with what they have; the type 0x7a7a and the names, TNS and a number, are assumed.
 *
 * In SPX II the request and its answer offer a size, which stands in every packet behind the
 * request; an acknowledgement is asked for where the engine wants one, not with every packet.
 */
class SpxCodec : public LanCodec
{
  public:
    /**
     * @param twoSize largest packet of IPX that SPX II offers, bytes; 0: SPX I
     */
    explicit SpxCodec(uint16_t twoSize = 0)
        : m_twoSize(twoSize)
    {
    }

    // Inherited
    uint16_t GetService(uint16_t port) const override;
    uint16_t GetOwnSocket(uint16_t id) const override;
    uint16_t GetType() const override;
    void Write(const LanEnds& ends, const LanUnit& unit, LanWriter& writer) const override;
    void WriteServices(const LanEnds& ends,
                       std::span<const uint16_t> services,
                       LanWriter& writer) const override;
    std::optional<LanArrival> Read(std::span<const uint8_t> packet) const override;

  private:
    uint16_t m_twoSize; ///< What SPX II offers, bytes; 0: SPX I.
};

} // namespace ns3::net8

#endif // NET8_SPX_CODEC_H
