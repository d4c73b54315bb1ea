// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LISTENER_H
#define NET8_LISTENER_H

#include "net8-accept-queue.h"
#include "net8-listener-log.h"
#include "net8-listener-registry.h"
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
 * which takes AcceptCpuTime. An end point with a RATE_LIMIT lets only so many go on in each second
 * of the clock; the others stay in the backlog. So do all while MaxAllConnections are with it.
 * 2. Valid-node checking closes the connections of clients that it does not admit.
 * 3. The CONNECT has to be there within InboundConnectTimeout; to read it takes ParseCpuTime. The
 * process does not wait for it but goes on with what else there is.
 * 4. Net8ServiceRegistry looks for a handler; where there is none, REFUSE is the answer.
 * 5. The connection is handed over to an instance of this host, which takes ForkCpuTime where a
 * process is forked for it; REDIRECT sends it to the listener of an instance of another host, with
 * the INSTANCE_NAME that was chosen, so that there is no second choice. With HandOff = REDIRECT a
 * process that is forked listens on a port of its own, and REDIRECT sends the client there once the
 * process is there; connections with TLS are handed over all the same.
 * 6. A listener that hangs leaves connections in the backlog. One that is down has closed its ports
 * and forgotten what was registered; sessions that it handed over go on.
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
     * @return the objects that have its attributes: itself, then those of its own end point, of
     * valid nodes, of limits and of its registry
     */
    std::vector<Ptr<Object>> GetParts();

    /**
     * Listen on the end point of the listener's own attributes, beside those that are added.
     */
    void AddOwnEndPoint();

    /**
     * Listen on a further end point. Without any, there is its own.
     *
     * @param endPoint the end point
     */
    void AddEndPoint(Ptr<Net8EndPoint> endPoint);

    /**
     * Serve an instance. Without any, there is one with all defaults.
     *
     * @param instance the instance
     */
    void AddInstance(Ptr<Net8Instance> instance);

    /**
     * Know an instance that another listener serves; connections for it are redirected.
     *
     * @param instance the instance
     */
    void AddRemoteInstance(Ptr<Net8Instance> instance);

    /**
     * The process goes down: what is with it or waits is reset. Who calls it twice calls Startup
     * twice.
     */
    void Shutdown();

    /**
     * The process is up again; instances of SID_LIST are known at once, others when they register.
     */
    void Startup();

    /**
     * @param hangs whether the process hangs
     */
    void SetHanging(bool hangs);

    /**
     * @return port of its own end point
     */
    uint16_t GetPort() const;

    /**
     * @return number of SCAN listeners that stand in front of all listeners with these attributes
     */
    uint32_t GetScan() const;

    /**
     * @return host name of the SCAN listeners
     */
    const std::string& GetScanName() const;

    /**
     * @param hosts addresses of hosts by name, for valid-node checking
     */
    void SetHosts(Net8NodeList::Hosts hosts);

    /**
     * Read the attributes that are texts.
     *
     * @return what is wrong
     */
    TextError Configure();

    /**
     * @return the instances it serves
     */
    const std::vector<Ptr<Net8Instance>>& GetInstances() const;

    /**
     * @return what went wrong in all connections and sessions so far
     */
    SessionCounters GetCounters() const;

    /**
     * @return connections accepted so far
     */
    uint64_t GetSessionCount() const;

    /**
     * @return connections that are with it: accepted, and neither handed over nor refused
     */
    uint32_t GetGreetingCount() const;

    /**
     * @return connections that wait in the backlogs
     */
    uint32_t GetWaiting() const;

    /**
     * @return SYNs and ACKs for which a backlog had no room
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
     * @return connections that their end point's limit has made wait
     */
    uint64_t GetRateLimited() const;

    /**
     * TracedCallback signature for a refusal.
     *
     * @param [in] session number of the connection
     * @param [in] code Oracle error number
     * @param [in] now when it happened
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

    /// How clients come to processes that are forked for them.
    enum class HandOff : uint8_t
    {
        DIRECT,  ///< The process inherits the connection.
        REDIRECT ///< They connect to a port of the process.
    };

    /**
     * Send a client to the listener of an instance.
     *
     * @param session number of the connection
     * @param instance the instance
     */
    void Redirect(uint64_t session, const Net8Instance& instance);

    /**
     * The process forks: the connection is handed over, or the client sent to the process.
     *
     * @param session number of the connection
     * @param choice where to
     * @param request what it asks for
     */
    void Fork(uint64_t session,
              const Net8ListenerRegistry::Choice& choice,
              const HandlerRequest& request);

    /**
     * A server has a port of its own: send its client there.
     *
     * @param session number of the connection
     * @param address ADDRESS of the listener
     * @param port the port; 0: it has none, or is gone
     */
    void SendToPort(uint64_t session, const std::string& address, uint16_t port);

    /**
     * There is no process for a connection.
     *
     * @param session number of the connection
     * @param choice where it was to go
     */
    void RefuseHandOff(uint64_t session, const Net8ListenerRegistry::Choice& choice);

    /**
     * The process accepts a connection.
     *
     * @param number where it waits
     */
    void Accept(uint32_t number);

    /**
     * Work on keys of TLS: the listener's process does it, one thing after another; a server's
     * where the client has named the service, or the connection was handed over.
     *
     * @param session number of the connection
     * @param work how much
     * @param done whom to tell
     */
    void WorkOnKeys(uint64_t session, Time work, std::function<void()> done);

    /**
     * The process has read a request.
     *
     * @param session number of the connection
     */
    void Decide(uint64_t session);

    /**
     * The process hands a connection over.
     *
     * @param session number of the connection
     * @param instance where to
     * @param handler number of its handler
     * @param request what it asks for
     */
    void HandOver(uint64_t session,
                  const Ptr<Net8Instance>& instance,
                  uint32_t handler,
                  const HandlerRequest& request);

    /**
     * @param session number of the connection
     * @param code Oracle error number
     */
    void Refuse(uint64_t session, uint32_t code);

    /**
     * The listener has no more to do with a connection.
     *
     * @param session number of the connection
     */
    void Forget(uint64_t session);

    // ATTRIBUTES
    TypeId m_protocol;                         ///< Socket factory.
    Time m_inboundConnectTimeout;              ///< Until the CONNECT is there; 0: none.
    uint32_t m_scan{0};                        ///< Number of SCAN listeners.
    std::string m_scanName;                    ///< Their host name.
    HandOff m_handOff{HandOff::DIRECT};        ///< How clients come to forked processes.
    Ptr<RandomVariableStream> m_acceptCpuTime; ///< CPU to accept a connection, s.
    Ptr<RandomVariableStream> m_parseCpuTime;  ///< CPU to read a request, s.
    Ptr<RandomVariableStream> m_forkCpuTime;   ///< CPU to fork, s.

    // PARTS
    Ptr<Net8EndPoint> m_own;              ///< The end point of its own attributes.
    Ptr<Net8ValidNodes> m_nodes;          ///< Valid-node checking.
    Ptr<Net8ListenerRegistry> m_registry; ///< What it knows of instances.
    Ptr<Net8Tls> m_tls;                   ///< TLS of its end points.

    Net8AcceptQueue m_queue;                           ///< Its end points, and whose turn it is.
    Ptr<Net8SerialProcess> m_process;                  ///< Does one thing at a time.
    bool m_configured{false};                          ///< The texts are read.
    bool m_up{false};                                  ///< The process exists.
    uint32_t m_downs{0};                               ///< Calls of Shutdown without a Startup.
    std::map<uint64_t, Ptr<Net8Greeting>> m_greetings; ///< Connections that are with it.
    Net8ListenerLog m_log;                             ///< What it did with connections.

    // TRACE SOURCES
    TracedCallback<uint64_t, Time> m_acceptedTrace;          ///< A connection was accepted.
    TracedCallback<uint64_t, uint32_t, Time> m_refusedTrace; ///< A connection was refused.
};

} // namespace ns3::net8

#endif /* NET8_LISTENER_H */
