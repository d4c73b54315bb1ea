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
 * Units of a link of 802.2 type 2 between two stations with NetBIOS, as frames and back.
 *
 * SABME and UA are SETUP and its reply; a poll and its final, as stations send them behind that,
 * CONNECT and CONFIRM, and later PROBE and its reply. A frame does not say which: what is read is
 * the latter, and whoever has the link knows better.
 */
class LlcCodec
{
  public:
    /**
     * @param unit what is said
     * @return the header
     */
    static LlcHeader Make(const LanUnit& unit);

    /**
     * @param header header of a frame
     * @return what it says, an I frame without the size of what it carries; nothing if it is of no
     * link
     */
    static std::optional<LanUnit> Read(const LlcHeader& header);
};

} // namespace ns3::net8

#endif // NET8_LLC_CODEC_H
