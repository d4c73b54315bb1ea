// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_IDENTITY_H
#define NET8_CLIENT_IDENTITY_H

#include <cstdint>
#include <string>
#include <string_view>

namespace ns3::net8
{

struct DriverProfile;

/**
 * @ingroup net8
 * The identity of a client, as sent in its connect data and in both authentications. An empty name
 * stands for the driver's default.
 */
struct ClientIdentity
{
    std::string userName;  ///< Database user.
    std::string program;   ///< Program, with its path on Windows; "sqlplus@host" for OCI on Linux.
    std::string machine;   ///< Host name; on Windows preceded by its domain, DOMAIN\\HOST.
    std::string terminal;  ///< Terminal.
    std::string osUser;    ///< Operating system user.
    std::string processId; ///< Process id, "12345" or on Windows "540:536" (with the thread).

    /**
     * Fill in the empty names.
     *
     * @param driver driver that provides the defaults
     * @return the identity without empty names
     */
    ClientIdentity Complete(const DriverProfile& driver) const;

    /**
     * @return host name without its domain, as in connect data
     */
    std::string GetHost() const;

    /**
     * Get the program name for an authentication.
     *
     * @param driver driver that logs on
     * @return program name as in an authentication: without its folder and with a suffix, if the
     * driver does so
     */
    std::string GetAuthProgram(const DriverProfile& driver) const;

    /**
     * Get the size of the names in an authentication.
     *
     * @param driver driver that logs on
     * @return size of the names in each authentication besides the user's: terminal, program,
     * machine, process and operating system user, bytes
     */
    uint32_t GetNamesLength(const DriverProfile& driver) const;

    /**
     * Make the connect descriptor.
     *
     * @param driver driver that connects
     * @param serviceName requested service
     * @param host address of the listener
     * @param port port of the listener
     * @param address its ADDRESS if it is not on TCP; empty: made from host and port
     * @return the connect descriptor in the driver's format
     */
    std::string GetConnectData(const DriverProfile& driver,
                               std::string_view serviceName,
                               std::string_view host,
                               uint16_t port,
                               const std::string& address = {}) const;

    /**
     * Get the size of the descriptor repeated by thin drivers in the second authentication, without
     * the client's part and, for JDBC, without the connection id.
     *
     * @param driver driver that logs on
     * @param connectData descriptor sent with the CONNECT
     * @return size of that text, bytes; 0 if the driver sends none
     */
    static uint32_t GetConnectStringLength(const DriverProfile& driver, std::string connectData);
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_IDENTITY_H */
