// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LLC_CODEC_H
#define NET8_LLC_CODEC_H

#include "net8-lan-unit.h"
#include "net8-llc-header.h"

#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Converts the units of an 802.2 type 2 link between two NetBIOS stations to frames and back.
 *
 * SABME and UA are SETUP and its reply; a poll and its final, as sent by stations after that, are
 * CONNECT and CONFIRM, and later PROBE and its reply. A frame does not distinguish these: Read
 * returns the latter, and the caller corrects it by the state of the link.
 */
class LlcCodec
{
  public:
    /**
     * Make the header of a unit.
     *
     * @param unit the unit
     * @return the header
     */
    static LlcHeader Make(const LanUnit& unit);

    /**
     * Read a frame.
     *
     * @param header header of the frame
     * @return the unit, for an I frame without the size of its payload; nothing if the frame does
     * not belong to a link
     */
    static std::optional<LanUnit> Read(const LlcHeader& header);
};

} // namespace ns3::net8

#endif // NET8_LLC_CODEC_H
