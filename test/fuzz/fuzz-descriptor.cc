// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * libFuzzer entry for connect strings: a descriptor or, when it does not begin with "(", Easy
 * Connect. What parses must print to a text that parses and prints the same; what is kept of a
 * descriptor holds no secret.
 */
#include "allocation-check.h"

#include "ns3/net8-connect-descriptor.h"
#include "ns3/net8-connect-string.h"
#include "ns3/net8-easy-connect.h"

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
    // A host of two characters becomes an address of hundreds of bytes, twice over; measured: 3700.
    const AllocationCheck check{size, 4096};
    const std::string text{data, data + size};
    ConnectString parts;
    ConnectString clean;
    if (text.starts_with('(') && !ConnectString::Split(text, parts).IsError() &&
        (ConnectString::Split(parts.kept, clean).IsError() || !clean.secrets.empty()))
    {
        std::abort(); // what was kept of a descriptor holds a secret
    }
    ConnectDescriptor descriptor;
    const TextError error = text.starts_with('(') ? ConnectDescriptor::Parse(text, descriptor)
                                                  : EasyConnect::Parse(text, descriptor);
    if (error.IsError())
    {
        return 0;
    }
    const std::string printed = descriptor.Print();
    ConnectDescriptor again;
    if (ConnectDescriptor::Parse(printed, again).IsError() || again.Print() != printed)
    {
        std::abort();
    }
    return 0;
}
