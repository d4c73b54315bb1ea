// SPDX-License-Identifier: GPL-2.0-only
#include "net8-lan-round-trip.h"

#include "ns3/net8-lan-packet.h"

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

} // namespace

LanRoundTrip
TryLanRoundTrip(std::span<const uint8_t> input)
{
    using Try = LanRoundTrip (*)(std::span<const uint8_t>);
    constexpr std::array<Try, 12> TRIES{TryFrame,
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
                                        TryPart<NbfPacket>};
    return input.empty() ? LanRoundTrip::REFUSED : TRIES[input[0] % TRIES.size()](input.subspan(1));
}

} // namespace ns3::net8
