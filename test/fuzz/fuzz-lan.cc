// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * libFuzzer entry for the codecs of LAN protocols. The first byte chooses the decoder, the rest is
 * what it reads. What decodes must encode to the same bytes.
 */
#include "allocation-check.h"
#include "net8-lan-round-trip.h"

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
    const AllocationCheck check{size, 32};
    if (TryLanRoundTrip({data, size}) == LanRoundTrip::DIFFERENT)
    {
        std::abort();
    }
    return 0;
}
