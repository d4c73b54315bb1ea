// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * libFuzzer entry for both ends of a named pipe, fed with what a peer may send.
 */
#include "../engine/net8-pipe-peer-case.h"
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
    const AllocationCheck check{size, 8192};
    if (!CheckPipePeer({data, size}))
    {
        std::fprintf(stderr,
                     "what was written are no whole messages, or more was read than came\n");
        std::abort();
    }
    return 0;
}
