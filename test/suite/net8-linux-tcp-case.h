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
 * Real and virtual bytes that one end writes and the other one reads.
 */
class Stream
{
  public:
    /**
     * @param seed seed of sizes and contents
     * @param pieces writes: by turns real bytes and virtual ones
     */
    Stream(uint32_t seed, uint32_t pieces);

    /**
     * Write as much as the socket takes.
     *
     * @param socket a connected socket
     * @return whether all was taken
     */
    bool Write(const Ptr<Socket>& socket);

    /**
     * Read all that there is.
     *
     * @param socket a connected socket
     */
    void Read(const Ptr<Socket>& socket);

    /// @return bytes in all
    std::size_t GetSize() const
    {
        return m_expected.size();
    }

    /// @return whether exactly these bytes were read
    bool IsIntact() const
    {
        return m_expected == m_read;
    }

    /// @return bytes that were read
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
    /// Whose socket an end has.
    enum class Kind : uint8_t
    {
        LINUX, ///< Net8TcpMachineSocket.
        NS3    ///< ns3::TcpSocketBase.
    };

    /// The line and the hosts.
    struct Line
    {
        bool ipv6{false};           ///< IPv6 instead of IPv4.
        bool hashed{true};          ///< The hosts have a Net8TcpL4Protocol.
        std::string rate{"10Mbps"}; ///< Rate of the line.
        double delayMs{5};          ///< Time of a packet on the line, ms.
        double loss{0};             ///< Share of packets that get lost, both ways.
        uint32_t seed{1};           ///< Of the losses.
    };

    /**
     * @param name what is claimed
     * @param line line and hosts
     */
    LinuxTcpCase(const std::string& name, const Line& line);

  protected:
    /// Where the server listens.
    static constexpr uint16_t PORT = 1521;
    /// When the programs start, s: addresses are there.
    static constexpr double START = 3;
    /// TIME-WAIT of Linux is 60 s (TCP_TIMEWAIT_LEN); long after it.
    static constexpr double LONG_AFTER = 200;

    /// Make line and hosts.
    void Build();

    /**
     * @param host 0: client, 1: server
     * @param kind whose socket
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
     * @return any address of the version of IP in use
     */
    Address GetAny(uint16_t port) const;

    /**
     * @param kind whose socket
     * @return a socket of the server that listens
     */
    Ptr<Socket> Listen(Kind kind = Kind::LINUX);

    /**
     * @param kind whose socket
     * @return a socket of the client that connects
     */
    Ptr<Socket> Connect(Kind kind = Kind::LINUX);

    /**
     * @param until when to stop, s
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
     * @return why its connection ended, as errno.h has it
     */
    static std::string ErrorOf(const Ptr<Socket>& socket);

    void DoTeardown() override;

    Line m_line;                         ///< Line and hosts.
    NodeContainer m_nodes;               ///< Client and server.
    NetDeviceContainer m_devices;        ///< Their devices.
    std::vector<Ptr<Socket>> m_accepted; ///< Connections of the server.

  private:
    std::vector<Address> m_addresses; ///< Addresses of the hosts.
};

/**
 * @ingroup net8-test
 * What a socket told its program.
 */
struct Told
{
    uint32_t connected{0}; ///< The connection was there.
    uint32_t failed{0};    ///< It failed.
    uint32_t closed{0};    ///< It ended in good order.
    uint32_t reset{0};     ///< It ended in an error.
    uint32_t room{0};      ///< There was room.

    /**
     * @param socket whom to listen to
     */
    void ListenTo(const Ptr<Socket>& socket);
};

} // namespace ns3::net8::test

#endif // NET8_LINUX_TCP_CASE_H
