// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LISTENER_H
#define NET8_LISTENER_H

#include "net8-accept-queue.h"
#include "net8-listener-log.h"
#include "net8-listener-names.h"
#include "net8-listener-registry.h"
#include "net8-multiplexed-sessions.h"
#include "net8-page-answers.h"
#include "net8-valid-nodes.h"

#include "ns3/application.h"
#include "ns3/net8-greeting.h"
#include "ns3/net8-serial-process.h"
#include "ns3/net8-tls.h"
#include "ns3/traced-callback.h"

#include <map>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A listener: one process that does one thing at a time.
 *
 * 1. Connections wait in the backlog of their end point (QUEUESIZE) until the process accepts them,
 * which takes AcceptCpuTime. An end point with a RATE_LIMIT releases only that many connections in
 * each second of the clock; the others stay in the backlog. All of them stay there while the
 * listener holds MaxAllConnections.
 * 2. Valid-node checking closes the connections of clients that are not admitted.
 * 3. The CONNECT must arrive within InboundConnectTimeout; reading it takes ParseCpuTime. The
 * process does not block on it but serves other connections meanwhile.
 * 4. Net8ServiceRegistry looks for a handler; without one the listener answers REFUSE.
 * 5. For an instance of this host the connection is handed over, which takes ForkCpuTime if a
 * process is forked. For an instance of another host REDIRECT sends the client to that host's
 * listener, naming the chosen INSTANCE_NAME so that no second choice is made. With HandOff =
 * REDIRECT a forked process listens on a port of its own, and REDIRECT sends the client there once
 * the process is up; connections with TLS are still handed over directly.
 * 6. At an end point of another presentation the process itself answers (Net8PageAnswers), which
 * takes ParseCpuTime; such a connection is no session.
 * 7. A listener that hangs leaves connections in the backlog. One that is down has closed its ports
 * and forgotten all registrations; sessions it has handed over continue.
 *
 * SessionAccepted fires when a connection is accepted, SessionRefused when it is refused.
 */
class Net8Listener : public Application
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8Listener();
    ~Net8Listener() override;

    int64_t AssignStreams(int64_t stream) override;

    /**
     * @return the objects that hold its attributes: the listener itself, then its own end point,
     * its valid nodes, its limits and its registry
     */
    std::vector<Ptr<Object>> GetParts();

    /**
     * Listen on the end point configured by the listener's own attributes, in addition to those
     * added.
     */
    void AddOwnEndPoint();

    /**
     * Listen on an additional end point. If none is added, the listener uses its own.
     *
     * @param endPoint the end point
     */
    void AddEndPoint(Ptr<Net8EndPoint> endPoint);

    /**
     * Serve an instance. If none is added, there is one with default attributes.
     *
     * @param instance the instance
     */
    void AddInstance(Ptr<Net8Instance> instance);

    /**
     * Add an instance that another listener serves; connections for it are redirected there.
     *
     * @param instance the instance
     */
    void AddRemoteInstance(Ptr<Net8Instance> instance);

    /**
     * Take the process down: its connections and those in the backlogs are reset. Calls nest: each
     * needs a matching call of Startup.
     */
    void Shutdown();

    /**
     * Bring the process up again. The instances of SID_LIST are known at once, the others once they
     * register.
     */
    void Startup();

    /**
     * Make the process hang, or let it continue.
     *
     * @param hangs whether the process hangs
     */
    void SetHanging(bool hangs);

    /**
     * @return limits of all its end points
     */
    Ptr<Net8ListenerLimits> GetLimits() const;

    /**
     * @return TCP port of its own end point
     */
    uint16_t GetPort() const;

    /**
     * @return number of SCAN listeners in front of the listeners that have these attributes
     */
    uint32_t GetScan() const;

    /**
     * @return host name of the SCAN listeners
     */
    const std::string& GetScanName() const;

    /**
     * Set the addresses of host names for valid-node checking.
     *
     * @param hosts addresses of hosts by name
     */
    void SetHosts(Net8NodeList::Hosts hosts);

    /**
     * Read the attributes that are texts.
     *
     * @return the error, or an empty TextError if there is none
     */
    TextError Configure();

    /**
     * @return the instances of this host, which it serves
     */
    const std::vector<Ptr<Net8Instance>>& GetInstances() const;

    /**
     * @return counts of all errors of connections and sessions so far
     */
    SessionCounters GetCounters() const;

    /**
     * @return connections accepted so far
     */
    uint64_t GetSessionCount() const;

    /**
     * @return connections accepted that have been neither handed over nor refused yet
     */
    uint32_t GetGreetingCount() const;

    /**
     * @return connections waiting in the backlogs
     */
    uint32_t GetWaiting() const;

    /**
     * @return SYNs and ACKs that found their backlog full
     */
    uint64_t GetOverflows() const;

    /**
     * @return connections refused so far, by Oracle error number
     */
    const std::map<uint32_t, uint64_t>& GetRefusals() const;

    /**
     * @return connections redirected so far
     */
    uint64_t GetRedirects() const;

    /**
     * @return connections that were delayed by the limit of their end point
     */
    uint64_t GetRateLimited() const;

    /**
     * TracedCallback signature for a refusal.
     *
     * @param [in] session number of the connection
     * @param [in] code Oracle error number
     * @param [in] now time of the refusal
     */
    typedef void (*RefusedTracedCallback)(uint64_t session, uint32_t code, Time now);

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void StopApplication() override;

    /**
     * Open all end points.
     */
    void OpenEndPoints();

    /// How a client reaches a process that is forked for it.
    enum class HandOff : uint8_t
    {
        DIRECT,  ///< The process inherits the connection.
        REDIRECT ///< The client connects to a port of the process.
    };

    /**
     * Redirect a client to the listener of an instance.
     *
     * @param session number of the connection
     * @param instance the instance
     */
    void Redirect(uint64_t session, const Net8Instance& instance);

    /**
     * Fork a process, then hand the connection over to it or redirect the client to its port.
     *
     * @param session number of the connection
     * @param choice the instance and handler chosen
     * @param request what the client asks for
     */
    void Fork(uint64_t session,
              const Net8ListenerRegistry::Choice& choice,
              const HandlerRequest& request);

    /**
     * Redirect a client to the port of its server.
     *
     * @param session number of the connection
     * @param address ADDRESS of the listener
     * @param port the server's port; 0 if it has none or is gone
     */
    void SendToPort(uint64_t session, const std::string& address, uint16_t port);

    /**
     * Refuse a connection for which no process could be made.
     *
     * @param session number of the connection
     * @param choice the instance and handler chosen
     */
    void RefuseHandOff(uint64_t session, const Net8ListenerRegistry::Choice& choice);

    /**
     * Accept a connection.
     *
     * @param number number of its end point
     */
    void Accept(uint32_t number);

    /**
     * Close the connection of a client that is not admitted.
     *
     * @param arrival the connection
     * @return whether the client is admitted
     */
    bool Admit(const Net8EndPoint::Arrival& arrival);

    /**
     * Do CPU work on TLS keys. The listener's process does it, one job after another, unless the
     * client has named the service or the connection was handed over: then a server does it.
     *
     * @param session number of the connection
     * @param work CPU time
     * @param done called when the work is done
     */
    void WorkOnKeys(uint64_t session, Time work, std::function<void()> done);

    /**
     * Decide where a connection goes, once the process has read its request.
     *
     * @param session number of the connection
     */
    void Decide(uint64_t session);

    /**
     * Hand a connection over to an instance.
     *
     * @param session number of the connection
     * @param instance the instance
     * @param handler number of the handler
     * @param request what the client asks for
     */
    void HandOver(uint64_t session,
                  const Ptr<Net8Instance>& instance,
                  uint32_t handler,
                  const HandlerRequest& request);

    /**
     * Refuse a connection.
     *
     * @param session number of the connection
     * @param code Oracle error number
     */
    void Refuse(uint64_t session, uint32_t code);

    /**
     * Forget a connection that the listener is done with.
     *
     * @param session number of the connection
     */
    void Forget(uint64_t session);

    // ATTRIBUTES
    TypeId m_protocol;                         ///< Socket factory.
    Time m_inboundConnectTimeout;              ///< Limit until the CONNECT arrives; 0: none.
    uint32_t m_scan{0};                        ///< Number of SCAN listeners.
    std::string m_scanName;                    ///< Host name of the SCAN listeners.
    HandOff m_handOff{HandOff::DIRECT};        ///< How clients reach forked processes.
    Ptr<RandomVariableStream> m_acceptCpuTime; ///< CPU time to accept a connection, s.
    Ptr<RandomVariableStream> m_parseCpuTime;  ///< CPU time to read a request, s.
    Ptr<RandomVariableStream> m_forkCpuTime;   ///< CPU time to fork a process, s.

    // PARTS
    Ptr<Net8EndPoint> m_own;              ///< End point set by its own attributes.
    Ptr<Net8ValidNodes> m_nodes;          ///< Valid-node checking.
    Ptr<Net8ListenerNames> m_names;       ///< Look-up of clients' names.
    Ptr<Net8ListenerRegistry> m_registry; ///< The instances it knows.
    Ptr<Net8Tls> m_tls;                   ///< TLS of its end points.

    Net8AcceptQueue m_queue;          ///< End points, and the order of accepts.
    Ptr<Net8SerialProcess> m_process; ///< The process: one job at a time.
    bool m_configured{false};         ///< The text attributes have been read.
    bool m_up{false};                 ///< The process exists.
    uint32_t m_downs{0};              ///< Calls of Shutdown not matched by Startup.
    std::map<uint64_t, Ptr<Net8Greeting>>
        m_greetings;                              ///< Connections not handed over or refused yet.
    Net8PageAnswers m_answers;                    ///< Connections of other presentations.
    Net8ListenerLog m_log;                        ///< What it did with its connections.
    Net8MultiplexedSessions m_multiplexed{m_log}; ///< Connections that carry many sessions.

    // TRACE SOURCES
    TracedCallback<uint64_t, Time> m_acceptedTrace;          ///< A connection was accepted.
    TracedCallback<uint64_t, uint32_t, Time> m_refusedTrace; ///< A connection was refused.
};

} // namespace ns3::net8

#endif /* NET8_LISTENER_H */
