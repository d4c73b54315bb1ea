// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_ADD_COUNT_H
#define NET8_ADD_COUNT_H

/**
 * @file
 * @ingroup net8
 * Counts of a run by name.
 */

#include <cstdint>
#include <map>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Add a count to those of a run, which has no entry for what never happened.
 * @param name its name
 * @param count its value
 * @param out receives it unless it is 0
 */
inline void
AddCount(const std::string& name, uint64_t count, std::map<std::string, uint64_t>& out)
{
    if (count > 0)
    {
        out[name] += count;
    }
}

} // namespace ns3::net8

#endif // NET8_ADD_COUNT_H
