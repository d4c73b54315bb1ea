// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TNS_VERSION_H
#define NET8_TNS_VERSION_H

#include <cstdint>

namespace ns3::net8
{

/// TNS versions of 10.2, 11.1 and 18c.
constexpr uint16_t VERSION_10G = 313;
/// See VERSION_10G.
constexpr uint16_t VERSION_11G = 314;
/// See VERSION_10G.
constexpr uint16_t VERSION_18C = 318;

} // namespace ns3::net8

#endif /* NET8_TNS_VERSION_H */
