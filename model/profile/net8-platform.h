// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PLATFORM_H
#define NET8_PLATFORM_H

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Operating system of an end, as far as it is visible on the wire: by its name in the protocol
 * negotiation, and by whether both ends represent numbers and pointers in the same way.
 */
enum class Platform : uint8_t
{
    LINUX,   ///< "x86_64/Linux 2.4.xx", or "Linuxi386/Linux-2.0.34-8.1.0" up to 10.2.
    WINDOWS, ///< "IBMPC/WIN_NT64-9.1.0", or "IBMPC/WIN_NT-8.1.0" up to 10.2.
    LINUX_32 ///< Clients only: "Linuxi386/Linux-2.0.34-8.1.0" in every release.
};

/**
 * @ingroup net8
 * Check for Linux.
 *
 * @param platform operating system of an end
 * @return whether it is 32-bit or 64-bit Linux
 */
constexpr bool
IsLinux(Platform platform)
{
    return platform != Platform::WINDOWS;
}

/**
 * @ingroup net8
 * Get the length of a platform name.
 *
 * @param platform operating system of an end
 * @param version TNS version of the end: up to 10.2 the captures are of 32-bit systems
 * @return length of its name in the protocol negotiation, bytes
 */
uint32_t GetPlatformNameLength(Platform platform, uint16_t version);

} // namespace ns3::net8

#endif /* NET8_PLATFORM_H */
