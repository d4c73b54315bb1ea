// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_END_POINT_H
#define NET8_END_POINT_H

#include "ns3/address.h"
#include "ns3/net8-tcp-backlog.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/socket.h"

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * An ADDRESS of listener.ora: a port that a listener listens on, and the connections that wait
 * there until it accepts them.
 */
class Net8EndPoint : public Object
{
  public:
    /// The addresses of its host that it listens on: IP of the ADDRESS.
    enum class Ip : uint8_t
    {
        ANY,     ///< All (attribute value `any`).
        V4_ONLY, ///< Those of IPv4 (`v4_only`).
        V6_ONLY, ///< Those of IPv6 (`v6_only`).
    };

    /**
     * A connection whose handshake is complete.
     */
    struct Arrival
    {
        Ptr<Socket> socket; ///< The connection.
        Address from;       ///< Address and port of the client.
        Time arrived;       ///< When its handshake was complete.
        bool closed{false}; ///< The client has closed since.
        bool reset{false};  ///< The connection has been reset since.
        bool tls{false};    ///< The end point is of protocol TCPS.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8EndPoint();
    ~Net8EndPoint() override;

    /**
     * Listen on the addresses of a node; again, after Close.
     *
     * @param node the node
     * @param protocol socket factory; the backlog holds for Net8TcpSocketFactory alone
     * @param arrived called for each connection that waits
     */
    void Open(Ptr<Node> node, TypeId protocol, std::function<void()> arrived);

    /**
     * Listen no more; what waits is reset.
     */
    void Close();

    /**
     * @return the connection that has waited longest
     */
    std::shared_ptr<Arrival> Take();

    /**
     * @return connections that wait
     */
    uint32_t GetWaiting() const;

    /**
     * @return SYNs and ACKs for which there was no room
     */
    uint64_t GetOverflows() const;

    /**
     * @return TCP port
     */
    uint16_t GetPort() const;

    /**
     * @return RATE_LIMIT: "no", "yes", or connections per second
     */
    const std::string& GetRateLimit() const;

  protected:
    void DoDispose() override;

  private:
    /**
     * @param local an address, or any of one IP version, and the port
     */
    void Listen(const Address& local);

    /// Listen on all addresses of IPv6 and on them alone.
    void ListenOnIpv6();

    /**
     * @param socket a new connection
     * @param from address of the client
     */
    void HandleAccept(Ptr<Socket> socket, const Address& from);

    /// Close the listening sockets, which sends nothing.
    void StopAccepting();

    /**
     * @param socket a connection that nobody will accept any more
     */
    static void End(const Ptr<Socket>& socket);

    // ATTRIBUTES
    uint16_t m_port{0};      ///< TCP port.
    uint32_t m_queueSize{0}; ///< QUEUESIZE, connections.
    Net8TcpBacklog::Overflow m_overflow{Net8TcpBacklog::Overflow::DROP}; ///< Beyond it.
    std::string m_rateLimit;                                             ///< RATE_LIMIT.
    Ip m_ip{Ip::ANY};                                                    ///< IP.
    bool m_tls{false};                                                   ///< PROTOCOL = TCPS.

    Ptr<Node> m_node;                               ///< Where it listens.
    TypeId m_protocol;                              ///< Socket factory.
    std::function<void()> m_arrived;                ///< Whom to tell.
    bool m_open{false};                             ///< It listens.
    Ptr<Net8TcpBacklog> m_backlog;                  ///< Counts what waits.
    uint64_t m_overflowsBefore{0};                  ///< Those of backlogs before this one.
    std::vector<Ptr<Socket>> m_sockets;             ///< Listen, by IP version or address.
    std::deque<std::shared_ptr<Arrival>> m_waiting; ///< Not accepted yet, oldest first.
};

} // namespace ns3::net8

#endif /* NET8_END_POINT_H */
