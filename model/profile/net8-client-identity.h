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
 * Who connects, from where and with what: the names that a client tells in its connect data and in
 * both authentications. An empty name stands for the driver's own.
 */
struct ClientIdentity
{
    std::string userName;  ///< Database user.
    std::string program;   ///< Program, with its path on Windows; "sqlplus@host" for OCI on Linux.
    std::string machine;   ///< Host name; with its domain in front, DOMAIN\\HOST, on Windows.
    std::string terminal;  ///< Terminal.
    std::string osUser;    ///< User of the operating system.
    std::string processId; ///< Process, "12345" or on Windows "540:536" (with the thread).

    /**
     * @param driver driver whose names take the place of the empty ones
     * @return the identity without empty names
     */
    ClientIdentity Complete(const DriverProfile& driver) const;

    /**
     * @return host name without its domain, as connect data have it
     */
    std::string GetHost() const;

    /**
     * @param driver driver that logs on
     * @return program as an authentication has it: without its folder and with a suffix, where the
     * driver does so
     */
    std::string GetAuthProgram(const DriverProfile& driver) const;

    /**
     * @param driver driver that logs on
     * @return bytes of the names in each authentication beside the user's: terminal, program,
     * machine, process and operating system user
     */
    uint32_t GetNamesLength(const DriverProfile& driver) const;

    /**
     * @param driver driver that connects
     * @param serviceName service asked for
     * @param host address of the listener
     * @param port its port
     * @param address its ADDRESS where that is not of TCP; empty: made of host and port
     * @return the connect descriptor in the form of the driver
     */
    std::string GetConnectData(const DriverProfile& driver,
                               std::string_view serviceName,
                               std::string_view host,
                               uint16_t port,
                               const std::string& address = {}) const;

    /**
     * Thin drivers repeat the descriptor in the second authentication, without the client's part
     * and, JDBC, without the connection's id.
     *
     * @param driver driver that logs on
     * @param connectData descriptor of the CONNECT
     * @return bytes of that text, 0 if the driver sends none
     */
    static uint32_t GetConnectStringLength(const DriverProfile& driver, std::string connectData);
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_IDENTITY_H */
