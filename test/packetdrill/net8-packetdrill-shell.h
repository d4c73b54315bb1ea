// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PACKETDRILL_SHELL_H
#define NET8_PACKETDRILL_SHELL_H

#include "ns3/net8-tcp-settings.h"

#include <filesystem>
#include <string>
#include <utility>

namespace ns3::net8::packetdrill
{

/**
 * @ingroup net8-test
 * The shell commands of scripts, as far as they set the host up: sysctl, ethtool, ip link, ip
 * route, tc, files that hold more of them.
 */
class Shell
{
  public:
    /**
     * @param settings what sysctls change
     * @param folder folder of the script
     */
    Shell(TcpSettings& settings, std::filesystem::path folder);

    /**
     * Run commands.
     *
     * @param commands their text
     * @param line line of the script
     */
    void Run(const std::string& commands, int line);

    /**
     * @param name name of a sysctl, without net.ipv4.
     * @param value its value
     * @param line line of the script
     */
    void SetSysctl(const std::string& name, const std::string& value, int line);

    /// @return whether the device takes segments: a queue of limit 0 takes none
    bool IsDeviceOpen() const
    {
        return m_deviceOpen;
    }

    /// @return whether the route to the peer has changed since this was asked last
    bool TakeRouteChange()
    {
        return std::exchange(m_routeChanged, false);
    }

  private:
    /**
     * @param command one command
     * @param line line of the script
     */
    void RunCommand(const std::string& command, int line);

    /**
     * @param text "name=value" pairs and paths below /proc/sys
     * @param line line of the script
     */
    void SetSysctls(const std::string& text, int line);

    /**
     * @param command a command that changes the device
     */
    void SetDevice(const std::string& command);

    /**
     * @param command a command that changes the route to the peer
     * @param line line of the script
     */
    void SetRoute(const std::string& command, int line);

    TcpSettings& m_settings;        ///< What sysctls change.
    std::filesystem::path m_folder; ///< Folder of the script.
    bool m_deviceOpen{true};        ///< Whether the device takes segments.
    bool m_routeChanged{false};     ///< Whether the route has changed.
};

} // namespace ns3::net8::packetdrill

#endif // NET8_PACKETDRILL_SHELL_H
