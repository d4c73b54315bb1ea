// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * libFuzzer entry for the reassembly of TNS packets from TCP segments. The input is that of
 * StreamCase: whatever the segments are, StreamReader finds the packets that stand in the stream.
 */
#include "../engine/net8-stream-case.h"
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
    const StreamCase stream{{data, size}};
    const AllocationCheck check{size + stream.GetSize(), 64};
    const std::string wrong = stream.Check();
    if (!wrong.empty())
    {
        std::fprintf(stderr, "%s\n", wrong.c_str());
        std::abort();
    }
    return 0;
}
