// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LINUX_TCP_CASE_H
#define NET8_LINUX_TCP_CASE_H

#include "ns3/application.h"
#include "ns3/net-device-container.h"
#include "ns3/net8-tcp-machine-socket.h"
#include "ns3/node-container.h"
#include "ns3/socket.h"
#include "ns3/test.h"

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace ns3::net8::test
{

/**
 * @ingroup net8-test
 * Real and virtual bytes that one end writes and the other reads.
 */
class Stream
{
  public:
    /**
     * @param seed seed of sizes and contents
     * @param pieces number of writes, alternating between real and virtual bytes
     */
    Stream(uint32_t seed, uint32_t pieces);

    /**
     * Write as much as the socket accepts.
     *
     * @param socket a connected socket
     * @return whether everything was accepted
     */
    bool Write(const Ptr<Socket>& socket);

    /**
     * Read everything available.
     *
     * @param socket a connected socket
     */
    void Read(const Ptr<Socket>& socket);

    /// @return total number of bytes
    std::size_t GetSize() const
    {
        return m_expected.size();
    }

    /// @return whether exactly these bytes were read
    bool IsIntact() const
    {
        return m_expected == m_read;
    }

    /// @return number of bytes read
    std::size_t GetRead() const
    {
        return m_read.size();
    }

  private:
    std::vector<uint8_t> m_expected;   ///< What is written.
    std::vector<uint8_t> m_read;       ///< What was read.
    std::vector<Ptr<Packet>> m_pieces; ///< The writes.
    std::size_t m_next{0};             ///< The next one.
};

/**
 * @ingroup net8-test
 * Two hosts on a line.
 */
class LinuxTcpCase : public TestCase
{
  public:
    /// Kind of socket of an end.
    enum class Kind : uint8_t
    {
        LINUX, ///< Net8TcpMachineSocket.
        NS3    ///< ns3::TcpSocketBase.
    };

    /// Settings of the line and the hosts.
    struct Line
    {
        bool ipv6{false};           ///< IPv6 instead of IPv4.
        bool hashed{true};          ///< The hosts have a Net8TcpL4Protocol.
        std::string rate{"10Mbps"}; ///< Rate of the line.
        double delayMs{5};          ///< Delay of the line, ms.
        double loss{0};             ///< Share of packets lost, in both directions.
        uint32_t seed{1};           ///< Seed of the losses.
    };

    /**
     * @param name name of the test
     * @param line settings of line and hosts
     */
    LinuxTcpCase(const std::string& name, const Line& line);

  protected:
    /// Port of the server.
    static constexpr uint16_t PORT = 1521;
    /// Start of the applications, s: addresses have been resolved.
    static constexpr double START = 3;
    /// TIME-WAIT of Linux is 60 s (TCP_TIMEWAIT_LEN); this is long after it.
    static constexpr double LONG_AFTER = 200;

    /// Build line and hosts.
    void Build();

    /**
     * @param host 0: client, 1: server
     * @param kind kind of socket
     * @return a new socket
     */
    Ptr<Socket> MakeSocket(uint32_t host, Kind kind = Kind::LINUX) const;

    /**
     * @param host 0: client, 1: server
     * @return its address with the port of the server
     */
    Address GetAddress(uint32_t host) const;

    /**
     * @param port a port
     * @return the "any" address of the IP version in use
     */
    Address GetAny(uint16_t port) const;

    /**
     * @param kind kind of socket
     * @return a listening socket of the server
     */
    Ptr<Socket> Listen(Kind kind = Kind::LINUX);

    /**
     * @param kind kind of socket
     * @return a connecting socket of the client
     */
    Ptr<Socket> Connect(Kind kind = Kind::LINUX);

    /**
     * @param until end time, s
     */
    static void RunUntil(double until);

    /// Check that neither host has a connection any more.
    void ExpectNothingLeft();

    /**
     * @param socket a socket
     * @return state of its machine
     */
    static std::string StateOf(const Ptr<Socket>& socket);

    /**
     * @param socket a socket
     * @return why its connection ended, as named in errno.h
     */
    static std::string ErrorOf(const Ptr<Socket>& socket);

    void DoTeardown() override;

    Line m_line;                         ///< Settings of line and hosts.
    NodeContainer m_nodes;               ///< Client and server.
    NetDeviceContainer m_devices;        ///< Their devices.
    std::vector<Ptr<Socket>> m_accepted; ///< Connections of the server.

  private:
    std::vector<Address> m_addresses; ///< Addresses of the hosts.
};

/**
 * @ingroup net8-test
 * Counts of the notifications of a socket.
 */
struct Told
{
    uint32_t connected{0}; ///< It was connected.
    uint32_t failed{0};    ///< It failed.
    uint32_t closed{0};    ///< It ended in an orderly way.
    uint32_t reset{0};     ///< It ended with an error.
    uint32_t room{0};      ///< There was room to send.

    /**
     * @param socket the socket to count for
     */
    void ListenTo(const Ptr<Socket>& socket);
};

} // namespace ns3::net8::test

#endif // NET8_LINUX_TCP_CASE_H
