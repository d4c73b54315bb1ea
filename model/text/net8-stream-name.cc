// SPDX-License-Identifier: GPL-2.0-only
#include "net8-stream-name.h"

namespace ns3::net8
{

namespace
{

/**
 * The finalizer of MurmurHash3 for 64 bits, which changes half of them for each that differs.
 *
 * @param hash any number
 * @return its hash
 */
uint64_t
Mix(uint64_t hash)
{
    for (const uint64_t factor : {0xff51afd7ed558ccdULL, 0xc4ceb9fe1a85ec53ULL})
    {
        hash = (hash ^ hash >> 33) * factor;
    }
    return hash ^ hash >> 33;
}

} // namespace

int64_t
StreamOf(int64_t whole, std::string_view part)
{
    // FNV-1a, the same with every standard library.
    uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char letter : part)
    {
        hash = (hash ^ static_cast<uint8_t>(letter)) * 0x100000001b3ULL;
    }
    return StreamOf(whole, hash);
}

int64_t
StreamOf(int64_t whole, uint64_t place)
{
    // The whole is mixed before the part is added, so that they do not change places.
    const uint64_t mixed = Mix(static_cast<uint64_t>(whole) + 0x9e3779b97f4a7c15ULL);
    return static_cast<int64_t>(Mix(mixed ^ place) >> 2);
}

} // namespace ns3::net8
