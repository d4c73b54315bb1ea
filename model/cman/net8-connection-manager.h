// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CONNECTION_MANAGER_H
#define NET8_CONNECTION_MANAGER_H

#include "net8-cman-session.h"
#include "net8-cman-transports.h"

#include "ns3/application.h"
#include "ns3/net8-cman-rules.h"
#include "ns3/net8-serial-process.h"
#include "ns3/net8-source-route.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A Connection Manager (CMAN): an application on a host of its own, between clients and listeners.
 *
 * 1. A client with SOURCE_ROUTE connects to it and names the next hop in its connect data. Without
 * a next hop the answer is ORA-12514: that databases register with it is not modelled.
 * 2. The rules decide (CmanRules): ORA-12529 for what they reject and for what none matches, no
 * answer for what they drop.
 * 3. A gateway process takes the session: that with the fewest sessions of those that run, each of
 * which holds MaxConnections. If all are full, another one starts, up to MaxGatewayProcesses. If
 * there is none, the answer is a REFUSE without a number (ORA-12564), as no source tells one.
 * 4. Net8CmanSession connects to the next hop and passes on bytes. With Multiplex, sessions that a
 * dispatcher may serve share a connection of their gateway to the next hop, if it is the last one
 * (Net8CmanTransports).
 *
 * Each gateway does one thing at a time on the CPU of the host.
 */
class Net8ConnectionManager : public Application
{
  public:
    /// Finds the IP addresses of a host name; none if the name is unknown.
    using Resolver = std::function<std::vector<Address>(const std::string& host)>;
    /// A session goes on from an address of the manager; it came from another one.
    using Leaves = std::function<void(const Address& from, const Address& local)>;

    /// What it did with its connections.
    struct Counters
    {
        uint64_t accepted{0};     ///< Connections of clients.
        uint64_t relayed{0};      ///< Sessions that the next hop accepted.
        uint64_t noRequest{0};    ///< No CONNECT, or the client left before the answer.
        uint64_t noHop{0};        ///< Connect data without a next hop.
        uint64_t rejected{0};     ///< Rejected by a rule, or by none (ORA-12529).
        uint64_t dropped{0};      ///< Dropped by a rule.
        uint64_t full{0};         ///< Refused for lack of a gateway process.
        uint64_t unreachable{0};  ///< The next hop could not be reached.
        uint64_t hopRefused{0};   ///< The next hop refused.
        uint64_t idle{0};         ///< Ended by an idle timeout.
        uint64_t expired{0};      ///< Ended by a session timeout.
        uint64_t toServer{0};     ///< Bytes from clients.
        uint64_t toClient{0};     ///< Bytes from next hops.
        uint64_t mostSessions{0}; ///< Most sessions at one time.
        uint64_t gateways{0};     ///< Gateway processes started.
        uint64_t longest{0};      ///< Most bytes that a gateway held of a session, one way.
        uint64_t transports{0};   ///< Connections to dispatchers that carry many sessions.
        uint64_t multiplexed{0};  ///< Sessions over them.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8ConnectionManager();
    ~Net8ConnectionManager() override;

    /**
     * @return host name, as in descriptors
     */
    const std::string& GetName() const;

    /**
     * @return its site; empty: the only site
     */
    const std::string& GetSite() const;

    /**
     * @return CPU cores of its host
     */
    uint32_t GetCores() const;

    /**
     * Set what it knows. Must be called before it starts.
     *
     * @param hosts addresses of hosts that rules may name
     * @param resolve finds hosts that clients name
     * @param leaves called for each session that goes on to its next hop
     * @return the error in the rules, if any
     */
    TextError SetUp(const Net8NodeList::Hosts& hosts, Resolver resolve, Leaves leaves);

    /**
     * @return what it did so far, with the sessions that are open
     */
    Counters GetCounters() const;

    int64_t AssignStreams(int64_t stream) override;

  private:
    /// A gateway process.
    struct Gateway
    {
        Ptr<Net8SerialProcess> process{};                 ///< The process.
        uint32_t sessions{0};                             ///< Its sessions.
        std::unique_ptr<Net8CmanTransports> transports{}; ///< Connections that sessions share.
    };

    /// A session, and who works on it.
    struct Entry
    {
        std::unique_ptr<Net8CmanSession> session{}; ///< The session.
        Gateway* gateway{nullptr};                  ///< Its gateway; null: none yet.
    };

    void DoDispose() override;
    void StartApplication() override;
    void StopApplication() override;

    /**
     * Listen on all addresses of an IP version, if the host has any.
     *
     * @param local any address of that version, with the port
     */
    void Listen(const Address& local);

    /**
     * Accept a connection.
     *
     * @param socket the connection
     * @param from address of the client
     */
    void HandleAccept(Ptr<Socket> socket, const Address& from);

    /**
     * Decide what becomes of a connection whose CONNECT has arrived.
     *
     * @param number number of the session
     */
    void Decide(uint64_t number);

    /**
     * Find the address of a host.
     *
     * @param host its name or address
     * @param port a port
     * @return its first socket address that this host can reach; invalid: none
     */
    Address Resolve(const std::string& host, uint16_t port) const;

    /**
     * Start a gateway process.
     *
     * @return the process
     */
    Gateway& StartGateway();

    /**
     * @return the gateway process for one more session; null: none has room
     */
    Gateway* ChooseGateway();

    /**
     * @param hop the next hop and the connect data for it
     * @param remote its socket address
     * @param gateway the gateway process of the session
     * @return how a session gets a connection that others share; empty: it gets one of its own
     */
    std::function<void(Net8CmanTransports::Taken taken)> ShareTransport(
        const SourceRoute::NextHop& hop,
        const Address& remote,
        Gateway& gateway);

    /**
     * Handle the end of a session.
     *
     * @param number number of the session
     * @param outcome how it ended
     */
    void HandleEnded(uint64_t number, Net8CmanSession::Outcome outcome);

    /**
     * Add the bytes of a session.
     *
     * @param session the session
     * @param out receives them
     */
    static void AddBytes(const Net8CmanSession& session, Counters& out);

    // ATTRIBUTES
    std::string m_name;                         ///< Host name.
    std::string m_site;                         ///< Site.
    uint16_t m_port{0};                         ///< TCP port.
    std::string m_ruleList;                     ///< RULE_LIST.
    uint32_t m_maxConnections{0};               ///< MAX_CONNECTIONS.
    uint32_t m_minGateways{0};                  ///< MIN_GATEWAY_PROCESSES.
    uint32_t m_maxGateways{0};                  ///< MAX_GATEWAY_PROCESSES.
    Time m_inbound;                             ///< INBOUND_CONNECT_TIMEOUT; 0: none.
    Time m_outbound;                            ///< OUTBOUND_CONNECT_TIMEOUT; 0: none.
    Time m_idle;                                ///< IDLE_TIMEOUT; 0: none.
    Time m_session;                             ///< SESSION_TIMEOUT; 0: none.
    uint32_t m_sdu{0};                          ///< SDU, bytes.
    bool m_multiplex{false};                    ///< Sessions share connections.
    uint32_t m_cores{0};                        ///< CPU cores.
    Ptr<RandomVariableStream> m_connectCpuTime; ///< CPU time of a request, s.
    Net8CmanRelay::Settings m_relay;            ///< How gateways work.

    CmanRules m_rules;                                ///< Who may pass.
    Resolver m_resolve;                               ///< Finds hosts.
    Leaves m_leaves;                                  ///< Called for each session that goes on.
    std::vector<Ptr<Socket>> m_sockets;               ///< Listening sockets.
    Ptr<Net8SerialProcess> m_listener;                ///< Its listener.
    std::vector<std::unique_ptr<Gateway>> m_gateways; ///< Gateway processes, as started.
    std::map<uint64_t, Entry> m_sessions;             ///< Open sessions by number.
    uint64_t m_open{0};                               ///< Sessions that have a gateway.
    uint16_t m_lastNumber{0};                         ///< Number of the last shared session.
    Counters m_counters;                              ///< What it did, without the open sessions.
};

} // namespace ns3::net8

#endif /* NET8_CONNECTION_MANAGER_H */
