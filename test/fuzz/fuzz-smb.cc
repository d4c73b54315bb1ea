// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * libFuzzer entry for messages of SMB, and of NetBIOS over TCP, as a peer may send them. What is
 * read must be written in as many bytes as are counted, and read back.
 */
#include "../smb/net8-smb-round-trip.h"
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
    // A word of a transaction is read twice, kept as text and as a number.
    const AllocationCheck check{size, 256};
    const std::string wrong = CheckSmbRoundTrip({data, size});
    if (!wrong.empty())
    {
        std::fprintf(stderr, "%s\n", wrong.c_str());
        std::abort();
    }
    return 0;
}
