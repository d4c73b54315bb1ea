// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * libFuzzer entry for messages of the database protocol, as a peer may send them. What is read must
 * be written in as many bytes as are counted, and read back.
 */
#include "../ttc/net8-ttc-round-trip.h"
#include "allocation-check.h"

#include <cstdio>
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
    // A described column has some 300 bytes, and its list is made as long as it says, an entry a
    // byte at most, twice.
    const AllocationCheck check{size, 2048};
    const std::string wrong = CheckTtcRoundTrip({data, size});
    if (!wrong.empty())
    {
        std::fprintf(stderr, "%s\n", wrong.c_str());
        std::abort();
    }
    return 0;
}
