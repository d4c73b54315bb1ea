// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_END_POINT_H
#define NET8_END_POINT_H

#include "net8-pages.h"

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
 * there until the listener accepts them.
 */
class Net8EndPoint : public Object
{
  public:
    /// The addresses of the host to listen on (parameter IP of the ADDRESS).
    enum class Ip : uint8_t
    {
        ANY,     ///< All addresses (attribute value `any`).
        V4_ONLY, ///< IPv4 addresses (`v4_only`).
        V6_ONLY, ///< IPv6 addresses (`v6_only`).
    };

    /**
     * A connection that has completed its handshake.
     */
    struct Arrival
    {
        Ptr<Socket> socket;     ///< The connection.
        Address from;           ///< Address and port of the client.
        Time arrived;           ///< When its handshake completed.
        bool closed{false};     ///< The client has closed it since.
        bool reset{false};      ///< It has been reset since.
        bool tls{false};        ///< The end point has protocol TCPS.
        Ptr<Net8Pages> pages{}; ///< What the end point says; null: it speaks TTC.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8EndPoint();
    ~Net8EndPoint() override;

    /**
     * Set what it says. By default it speaks TTC.
     *
     * @param pages what it says
     */
    void SetPages(const Ptr<Net8Pages>& pages);

    /**
     * Listen on the addresses of a node. May be called again after Close.
     *
     * @param node the node
     * @param protocol socket factory; the backlog applies to Net8TcpSocketFactory only
     * @param arrived called for each connection that starts to wait
     */
    void Open(Ptr<Node> node, TypeId protocol, std::function<void()> arrived);

    /**
     * Stop listening and reset the waiting connections.
     */
    void Close();

    /**
     * Remove the connection that has waited longest.
     *
     * @return that connection
     */
    std::shared_ptr<Arrival> Take();

    /**
     * @return connections waiting
     */
    uint32_t GetWaiting() const;

    /**
     * @return SYNs and ACKs that found the backlog full
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
     * Open a listening socket.
     *
     * @param local an address, or the "any" address of one IP version, and the port
     */
    void Listen(const Address& local);

    /// Listen on all IPv6 addresses, and on no IPv4 address.
    void ListenOnIpv6();

    /**
     * Queue a new connection.
     *
     * @param socket the connection
     * @param from address of the client
     */
    void HandleAccept(Ptr<Socket> socket, const Address& from);

    /// Close the listening sockets without sending anything.
    void StopAccepting();

    /**
     * Reset a connection that will never be accepted.
     *
     * @param socket the connection
     */
    static void End(const Ptr<Socket>& socket);

    // ATTRIBUTES
    uint16_t m_port{0};      ///< TCP port.
    uint32_t m_queueSize{0}; ///< QUEUESIZE, connections.
    Net8TcpBacklog::Overflow m_overflow{
        Net8TcpBacklog::Overflow::DROP}; ///< What happens when it is full.
    std::string m_rateLimit;             ///< RATE_LIMIT.
    Ip m_ip{Ip::ANY};                    ///< IP.
    bool m_tls{false};                   ///< PROTOCOL = TCPS.

    Ptr<Net8Pages> m_pages;             ///< What it says; null: it speaks TTC.
    Ptr<Node> m_node;                   ///< Node it listens on.
    TypeId m_protocol;                  ///< Socket factory.
    std::function<void()> m_arrived;    ///< Called for each arrival.
    bool m_open{false};                 ///< Whether it is open.
    Ptr<Net8TcpBacklog> m_backlog;      ///< Counts the waiting connections.
    uint64_t m_overflowsBefore{0};      ///< Overflows of earlier backlogs.
    std::vector<Ptr<Socket>> m_sockets; ///< Listening sockets, one per IP version or address.
    std::deque<std::shared_ptr<Arrival>> m_waiting; ///< Connections not accepted yet, oldest first.
};

} // namespace ns3::net8

#endif /* NET8_END_POINT_H */
