// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SYSTEM_H
#define NET8_TCP_SYSTEM_H

#include "net8-tcp-settings.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * Hosts with older operating systems: their rules and settings. A Linux host is TcpSettings
 * unchanged.
 */
class TcpSystem
{
  public:
    /// @return settings of a host with Solaris 2.5
    static TcpSettings MakeSolaris25();

    /// @return settings of a host with Windows NT 4.0
    static TcpSettings MakeWindowsNt4();

  private:
    /// @return the settings that both have in common
    static TcpSettings MakeOldStack();
};

} // namespace ns3::net8

#endif // NET8_TCP_SYSTEM_H
