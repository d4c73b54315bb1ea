// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * libFuzzer entry for the packet codec. The first byte chooses the length form, the rest is one
 * packet. What decodes must encode to the same bytes.
 */
#include "allocation-check.h"

#include "ns3/net8-packet.h"

#include <algorithm>
#include <cstdlib>

/**
 * @param data bytes made by the fuzzer
 * @param size how many
 * @return 0 always
 */
extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    using namespace ns3::net8;
    // Bodies are copied when they are decoded and when they are encoded, at most twice each.
    const AllocationCheck check{size, 8};
    if (size == 0)
    {
        return 0;
    }
    const LengthForm form = data[0] & 1 ? LengthForm::LONG_32 : LengthForm::SHORT_16;
    const std::span<const uint8_t> bytes{data + 1, size - 1};
    AnyPacket packet;
    if (DecodePacket(bytes, form, packet) != WireError::NONE)
    {
        return 0;
    }
    const auto again = EncodePacket(packet, PacketHeader::EffectiveForm(bytes, form));
    if (!std::equal(again.begin(), again.end(), bytes.begin(), bytes.end()))
    {
        std::abort();
    }
    return 0;
}
