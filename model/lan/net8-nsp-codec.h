// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NSP_CODEC_H
#define NET8_NSP_CODEC_H

#include "net8-lan-codec.h"
#include "net8-lan-rules.h"
#include "net8-nsp-message.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * NSP over DECnet Phase IV on Ethernet, with the long routing header and, like Linux, both
 * acknowledgements in every message that can carry them.
 *
 * A service is a port, and the connect requests an object by name (format 1): TNS and the port.
 */
class NspCodec : public LanCodec
{
  public:
    /**
     * Create a codec.
     *
     * @param rules rules of the transport, which give segment size and flow control
     */
    explicit NspCodec(const LanRules& rules);

    // Inherited
    uint16_t GetService(uint16_t port) const override;
    uint16_t GetOwnSocket(uint16_t id) const override;
    uint16_t GetType() const override;
    void Write(const LanEnds& ends, const LanUnit& unit, LanWriter& writer) const override;
    std::optional<LanArrival> Read(std::span<const uint8_t> packet) const override;

  private:
    /**
     * Make the message of a unit.
     *
     * @param ends both ends
     * @param unit the unit
     * @return the message, without user data
     */
    NspMessage MakeMessage(const LanEnds& ends, const LanUnit& unit) const;

    uint8_t m_services;     ///< Services field of a connect.
    uint16_t m_segmentSize; ///< Largest segment, bytes.
};

} // namespace ns3::net8

#endif // NET8_NSP_CODEC_H
