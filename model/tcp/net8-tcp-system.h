// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SYSTEM_H
#define NET8_TCP_SYSTEM_H

#include "net8-tcp-settings.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * Hosts of older operating systems: their rules and their values. A host of Linux is TcpSettings as
 * it is.
 */
class TcpSystem
{
  public:
    /// @return a host of Solaris 2.5
    static TcpSettings MakeSolaris25();

    /// @return a host of Windows NT 4.0
    static TcpSettings MakeWindowsNt4();

  private:
    /// @return what both have
    static TcpSettings MakeOldStack();
};

} // namespace ns3::net8

#endif // NET8_TCP_SYSTEM_H
