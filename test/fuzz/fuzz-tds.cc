// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * libFuzzer entry for messages of TDS, as a peer may send them. What is read must be written in as
 * many bytes as are counted, and read back.
 */
#include "../tds/net8-tds-round-trip.h"
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
    // A null of a row takes a bit of it and 88 bytes here, read twice, in vectors that grow.
    const AllocationCheck check{size, 4096};
    const std::string wrong = CheckTdsRoundTrip({data, size});
    if (!wrong.empty())
    {
        std::fprintf(stderr, "%s\n", wrong.c_str());
        std::abort();
    }
    return 0;
}
