// SPDX-License-Identifier: GPL-2.0-only
#include "net8-lan-round-trip.h"

#include "net8-lan-packet.h"

#include "ns3/net8-lan-hop.h"
#include "ns3/net8-llc-codec.h"
#include "ns3/net8-nbf-codec.h"
#include "ns3/net8-nsp-codec.h"
#include "ns3/net8-spx-codec.h"

#include <algorithm>

namespace ns3::net8
{

namespace
{

/**
 * @param bytes what was read
 * @param again what was written
 * @return what came of it
 */
LanRoundTrip
Compare(std::span<const uint8_t> bytes, std::span<const uint8_t> again)
{
    return std::ranges::equal(bytes, again) ? LanRoundTrip::SAME : LanRoundTrip::DIFFERENT;
}

/**
 * @tparam Part what is read
 * @param bytes bytes that begin with it
 * @return what came of it
 */
template <typename Part>
LanRoundTrip
TryPart(std::span<const uint8_t> bytes)
{
    LanReader reader(bytes);
    Part part;
    if (Part::Decode(reader, part) != LanError::NONE)
    {
        return LanRoundTrip::REFUSED;
    }
    LanWriter writer;
    part.Encode(writer);
    return Compare(bytes.first(reader.Position()), writer.Take());
}

/**
 * @param bytes a frame
 * @return what came of it
 */
LanRoundTrip
TryFrame(std::span<const uint8_t> bytes)
{
    LanPacket packet;
    return LanPacket::Decode(bytes, packet) == LanError::NONE ? Compare(bytes, packet.Encode())
                                                              : LanRoundTrip::REFUSED;
}

/**
 * What a codec of a transport reads: its head is there, and what says the same in the other
 * direction fits the bytes that Read needs.
 *
 * @param codec reads and writes
 * @param bytes what a station sends
 * @return what came of it
 */
LanRoundTrip
TryCodec(const LanCodec& codec, std::span<const uint8_t> bytes)
{
    const auto arrival = codec.Read(bytes);
    if (!arrival)
    {
        return LanRoundTrip::REFUSED;
    }
    const auto& there = arrival->ends;
    const LanEnds back{.local = there.remote,
                       .remote = there.local,
                       .localNode = there.remoteNode,
                       .remoteNode = there.localNode,
                       .localId = there.remoteId,
                       .remoteId = there.localId,
                       .localSocket = there.remoteSocket,
                       .remoteSocket = there.localSocket,
                       .service = there.service};
    LanWriter writer;
    codec.Write(back, arrival->unit, writer);
    const bool fits = arrival->head <= bytes.size() && writer.GetSize() <= LanCodec::MOST_HEAD;
    return fits ? LanRoundTrip::SAME : LanRoundTrip::DIFFERENT;
}

/**
 * @param bytes what a station sends
 * @return what SPX I makes of it
 */
LanRoundTrip
TrySpx(std::span<const uint8_t> bytes)
{
    return TryCodec(SpxCodec(), bytes);
}

/**
 * @param bytes what a station sends
 * @return what NSP makes of it
 */
LanRoundTrip
TryNsp(std::span<const uint8_t> bytes)
{
    return TryCodec(NspCodec(LanRules::MakeNsp(LanRules::Flow::SEGMENTS)), bytes);
}

/**
 * @param bytes what a station sends
 * @return what NetBIOS makes of it
 */
LanRoundTrip
TryNbf(std::span<const uint8_t> bytes)
{
    return TryCodec(NbfCodec(LanRules::MakeNbf()), bytes);
}

/**
 * @param bytes a header of 802.2
 * @return what a link makes of it
 */
LanRoundTrip
TryLlc(std::span<const uint8_t> bytes)
{
    LanReader reader(bytes);
    LlcHeader header;
    if (LlcHeader::Decode(reader, header) != LanError::NONE)
    {
        return LanRoundTrip::REFUSED;
    }
    const auto unit = LlcCodec::Read(header);
    const auto again = unit ? LlcCodec::Read(LlcCodec::Make(*unit)) : std::nullopt;
    return !unit                                ? LanRoundTrip::REFUSED
           : again && again->kind == unit->kind ? LanRoundTrip::SAME
                                                : LanRoundTrip::DIFFERENT;
}

/**
 * A router takes a packet, and so does the next one: what it makes of the first bytes is of the
 * same network and station, and of no more bytes.
 *
 * @tparam TYPE EtherType of the protocol
 * @param bytes a packet, padding included
 * @return what became of it
 */
template <uint16_t TYPE>
LanRoundTrip
TryHop(std::span<const uint8_t> bytes)
{
    const auto size = static_cast<uint32_t>(bytes.size());
    const auto first = LanHop::Read(TYPE, bytes.first(std::min(size, LanHop::MOST_HEAD)), size);
    if (first.verdict != LanHop::Verdict::FORWARD)
    {
        return LanRoundTrip::REFUSED;
    }
    std::vector<uint8_t> next = first.head;
    const bool fits = next.size() <= first.size && first.size <= size;
    if (!fits)
    {
        return LanRoundTrip::DIFFERENT;
    }
    const auto rest = bytes.first(first.size).subspan(next.size());
    next.insert(next.end(), rest.begin(), rest.end());
    next.resize(std::min<std::size_t>(next.size(), LanHop::MOST_HEAD));
    const auto second = LanHop::Read(TYPE, next, first.size);
    const bool goesOn = second.verdict == LanHop::Verdict::FORWARD;
    const bool same = second.network == first.network && second.station == first.station &&
                      second.size == first.size;
    return (goesOn && same) || second.verdict == LanHop::Verdict::TOO_FAR ? LanRoundTrip::SAME
                                                                          : LanRoundTrip::DIFFERENT;
}

} // namespace

LanRoundTrip
TryLanRoundTrip(std::span<const uint8_t> input)
{
    using Try = LanRoundTrip (*)(std::span<const uint8_t>);
    constexpr std::array<Try, 18> TRIES{TryFrame,
                                        TryPart<LlcHeader>,
                                        TryPart<IpxHeader>,
                                        TryPart<SpxHeader>,
                                        TryPart<RipMessage>,
                                        TryPart<SapMessage>,
                                        TryPart<IpxPacket>,
                                        TryPart<DecnetHeader>,
                                        TryPart<DecnetHello>,
                                        TryPart<NspMessage>,
                                        TryPart<DecnetPacket>,
                                        TryPart<NbfPacket>,
                                        TrySpx,
                                        TryNsp,
                                        TryNbf,
                                        TryLlc,
                                        TryHop<LanFrame::TYPE_IPX>,
                                        TryHop<LanFrame::TYPE_DECNET>};
    return input.empty() ? LanRoundTrip::REFUSED : TRIES[input[0] % TRIES.size()](input.subspan(1));
}

} // namespace ns3::net8
