// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_PIECES_H
#define NET8_TCP_PIECES_H

#include "ns3/net8-tcp-segment.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Do what segmentation offload does: cut a segment of several into those on the wire. Only the
 * first piece has CWR (SKB_GSO_TCP_ECN), and only the last one PSH and FIN.
 *
 * @tparam TAKE a callable type
 * @param segment a segment, of one or several on the wire
 * @param take called with each piece in order
 */
template <typename TAKE>
void
ForEachPiece(const TcpSegment& segment, const TAKE& take)
{
    TcpSegment piece = segment;
    uint32_t left = segment.length;
    uint8_t first = segment.flags & TcpSegment::CWR;
    while (segment.segmentBytes > 0 && left > segment.segmentBytes)
    {
        piece.length = segment.segmentBytes;
        constexpr uint8_t SOME = TcpSegment::PSH | TcpSegment::FIN | TcpSegment::CWR;
        const auto urgent = static_cast<uint8_t>(piece.urgent == 0 ? TcpSegment::URG : 0);
        piece.flags =
            (segment.flags & static_cast<uint8_t>(~(SOME | urgent))) | std::exchange(first, 0);
        take(std::as_const(piece));
        piece.seq += piece.length;
        left -= piece.length;
        piece.urgent -= static_cast<uint16_t>(std::min<uint32_t>(piece.urgent, piece.length));
    }
    piece.length = left;
    const auto urgent = static_cast<uint8_t>(piece.urgent == 0 ? TcpSegment::URG : 0);
    piece.flags = (segment.flags & static_cast<uint8_t>(~(TcpSegment::CWR | urgent))) | first;
    take(std::as_const(piece));
}

} // namespace ns3::net8

#endif // NET8_TCP_PIECES_H
