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
 * Sessions of NetBIOS Frames: the bytes after the 802.2 header.
 *
 * The names used by Oracle's adapter are not documented in any source. Here, a station is NODE and
 * its number, and a listener the same with its port, such as `NODE1:1521`, padded with spaces like
 * names of the Windows machines in public captures. Correlators are numbers of sessions and
 * messages, as in these captures.
 */
class NbfCodec : public LanCodec
{
  public:
    /// Maximum number of sessions of a station: numbers 1 to 254.
    static constexpr uint16_t MOST_SESSIONS = 254;

    /**
     * Create a codec.
     *
     * @param rules rules of the session, which give the largest piece
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
     * Make the header of a unit.
     *
     * @param ends both ends
     * @param unit the unit
     * @return the header
     */
    NbfHeader MakeHeader(const LanEnds& ends, const LanUnit& unit) const;

    uint16_t m_largest; ///< Largest piece, bytes.
};

} // namespace ns3::net8

#endif // NET8_NBF_CODEC_H
