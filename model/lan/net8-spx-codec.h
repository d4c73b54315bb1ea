// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SPX_CODEC_H
#define NET8_SPX_CODEC_H

#include "net8-lan-codec.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * SPX over IPX on a single network, number 0.
 *
 * A service is the dynamic IPX socket 0x4000 + the low 13 bits of the port. Confirmation, probe and
 * acknowledgement are the same system packet: all are read as ACK, except those that request an
 * answer.
 *
 * The request may be preceded by a SAP query to all stations for servers of one type, and servers
 * answer with their services; the type 0x7a7a and the names, TNS and a number, are assumed.
 *
 * In SPX II the request and its answer offer a size, which is in every packet after the request; an
 * acknowledgement is requested when the engine wants one, not with every packet.
 */
class SpxCodec : public LanCodec
{
  public:
    /**
     * Create a codec.
     *
     * @param twoSize largest IPX packet offered by SPX II, bytes; 0: SPX I
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
    uint16_t m_twoSize; ///< Size offered by SPX II, bytes; 0: SPX I.
};

} // namespace ns3::net8

#endif // NET8_SPX_CODEC_H
