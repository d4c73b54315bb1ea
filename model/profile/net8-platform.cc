// SPDX-License-Identifier: GPL-2.0-only
#include "net8-platform.h"

#include "net8-tns-version.h"

#include <string_view>

namespace ns3::net8
{

uint32_t
GetPlatformNameLength(Platform platform, uint16_t version)
{
    const std::string_view name =
        platform == Platform::WINDOWS
            ? (version < VERSION_11G ? "IBMPC/WIN_NT-8.1.0" : "IBMPC/WIN_NT64-9.1.0")
            : (version < VERSION_11G || platform == Platform::LINUX_32
                   ? "Linuxi386/Linux-2.0.34-8.1.0"
                   : "x86_64/Linux 2.4.xx");
    return static_cast<uint32_t>(name.size());
}

} // namespace ns3::net8
