// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NBF_CODEC_H
#define NET8_NBF_CODEC_H

#include "net8-lan-codec.h"
#include "net8-lan-rules.h"
#include "net8-nbf-header.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * Sessions of NetBIOS Frames: what stands behind the header of 802.2.
 *
 * No source tells the names that Oracle's adapter took. Here a station is NODE and its number, and
 * a listener that and its port, such as `NODE1:1521`, with spaces behind it as the Windows machines
 * of public captures write names. Correlators are numbers of sessions and messages, as there.
 */
class NbfCodec : public LanCodec
{
  public:
    /// Sessions that a station has at most: numbers 1 to 254.
    static constexpr uint16_t MOST_SESSIONS = 254;

    /**
     * @param rules rules of the session: what is said of the largest piece
     */
    explicit NbfCodec(const LanRules& rules);

    // Inherited
    uint16_t GetService(uint16_t port) const override;
    uint16_t GetOwnSocket(uint16_t id) const override;
    uint16_t GetType() const override;
    uint16_t GetLastId() const override;
    void Write(const LanEnds& ends, const LanUnit& unit, LanWriter& writer) const override;
    std::optional<LanArrival> Read(std::span<const uint8_t> packet) const override;

  private:
    /**
     * @param ends both ends
     * @param unit what is said
     * @return its header
     */
    NbfHeader MakeHeader(const LanEnds& ends, const LanUnit& unit) const;

    uint16_t m_largest; ///< Largest piece, bytes.
};

} // namespace ns3::net8

#endif // NET8_NBF_CODEC_H
