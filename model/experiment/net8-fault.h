// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_FAULT_H
#define NET8_FAULT_H

#include "ns3/event-id.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ns3::net8
{

class Net8Client;
class Net8Cluster;
class Net8Instance;
class Net8Listener;
class Net8TdsServer;
class Net8Topology;

/**
 * @ingroup net8
 * A client host that can be named in a fault.
 */
struct ClientHost
{
    std::string name;       ///< Name of its group and its number in it, from 1: clients-1.
    std::string group;      ///< Name of its group, which stands for all its hosts.
    Ptr<Node> node;         ///< The host.
    Ptr<Net8Client> client; ///< The application on it.
};

/**
 * @ingroup net8
 * A host, link, listener or instance that goes down or hangs at a given time, and recovers at
 * another.
 *
 * | kind            | target   | effect                                                          |
 * | --------------- | -------- | --------------------------------------------------------------- |
 * | `host_down`     | host     | Nothing arrives from it or at it, not even a RST. Listener,     |
 * |                 |          | instances and sessions are gone; listeners of other hosts notice|
 * |                 |          | when the next update of its instances does not come.            |
 * | `host_hang`     | host     | CPU, listener and instances hang; TCP continues.                |
 * | `host_down`     | clients  | Nothing arrives from them or at them. Their sessions are over;  |
 * |                 |          | those due to start do so when the hosts are up again.           |
 * | `host_hang`     | clients  | Their sessions hang; TCP continues.                             |
 * | `link_down`     | (none)   | The links of the WAN, else the server's link, lose all frames.  |
 * | `link_down`     | host,    | Its link loses all frames, or the links of all hosts of the     |
 * |                 | clients  | group.                                                          |
 * | `listener_down` | host     | Its ports are closed: RST (ORA-12541). Sessions continue.       |
 * | `listener_hang` | host     | Connections wait in the backlog. Sessions continue.             |
 * | `instance_down` | instance | Its sessions are reset (ORA-03113). Listeners know at once      |
 * |                 |          | (ORA-12514).                                                    |
 * | `instance_hang` | instance | Its sessions answer nothing.                                    |
 *
 * An instance that comes up again, and all instances of a listener that comes up again, register at
 * the end of their registration interval; until then their services are unknown (ORA-12514). The
 * pools of the instance have their initial servers.
 *
 * Clients are named by their group, which stands for all of its hosts, or by the group and the
 * number of a host, from 1: `clients-2`. A server host with the same name takes precedence.
 */
class Net8Fault : public Object
{
  public:
    /// Kind of fault.
    enum class Kind : uint8_t
    {
        HOST_DOWN,     ///< A host is cut off and loses all that it was doing.
        HOST_HANG,     ///< A host hangs.
        LINK_DOWN,     ///< The WAN link is cut.
        LISTENER_DOWN, ///< A listener ends.
        LISTENER_HANG, ///< A listener hangs.
        INSTANCE_DOWN, ///< An instance ends.
        INSTANCE_HANG  ///< An instance hangs.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8Fault();
    ~Net8Fault() override;

    /**
     * Find the target, and schedule the fault.
     *
     * @param cluster the server hosts
     * @param clients the client hosts
     * @param network the network
     * @throw std::invalid_argument with one sentence if there is no such target, or the fault ends
     * before it begins
     */
    void Schedule(const Net8Cluster& cluster,
                  const std::vector<ClientHost>& clients,
                  Ptr<Net8Topology> network);

    /// Callback invoked when a fault has begun, or has ended.
    using Observer = std::function<void(const Net8Fault& fault, bool begun)>;

    /**
     * @param observer called at its begin and its end
     */
    void SetObserver(Observer observer);

    /**
     * @return its kind
     */
    Kind GetKind() const;

    /**
     * @return the server host; null: client hosts or a link
     */
    Ptr<Node> GetServer() const;

    /**
     * @return instances that it concerns
     */
    const std::vector<Ptr<Net8Instance>>& GetInstances() const;

    /**
     * @return when it begins
     */
    Time GetBegin() const;

    /**
     * Take it out of what is scheduled, so that it never happens.
     */
    void Cancel();

  protected:
    void DoDispose() override;

  private:
    /**
     * @param cluster the server hosts
     * @param clients the client hosts
     */
    void FindTarget(const Net8Cluster& cluster, const std::vector<ClientHost>& clients);

    /**
     * @param cluster the server hosts
     * @return whether there is such an instance
     */
    bool FindInstance(const Net8Cluster& cluster);

    /**
     * @param cluster the server hosts
     * @return whether there is such a server host
     */
    bool FindHost(const Net8Cluster& cluster);

    /**
     * @param clients the client hosts
     * @return whether there is such a client host or group
     */
    bool FindClients(const std::vector<ClientHost>& clients);

    /**
     * @param up whether the links of the target, or else the WAN links, are up
     */
    void SetLinks(bool up);

    /**
     * Take the client hosts down.
     */
    void ShutDownClients();

    /**
     * Begin the fault, and tell the observer.
     */
    void Begin();

    /**
     * End the fault, and tell the observer.
     */
    void End();

    /**
     * Let what it does happen.
     */
    void Strike();

    /**
     * Undo what it did.
     */
    void Undo();

    /**
     * @param hangs whether the CPU of the host hangs
     */
    void HangCpu(bool hangs);

    /**
     * @param hangs whether the host hangs
     */
    void HangHost(bool hangs);

    /**
     * Take the server host down, or bring it up again.
     *
     * @param up true to bring it up
     */
    void SetServerUp(bool up);

    // ATTRIBUTES
    Kind m_kind{Kind::HOST_DOWN}; ///< Kind of fault.
    Time m_at;                    ///< Begin.
    Time m_until;                 ///< End; 0: never.
    std::string m_target;         ///< Target; empty: the first host or instance, or the WAN link.

    Observer m_observer;                        ///< Who is told of begin and end; empty: nobody.
    EventId m_begin;                            ///< Its begin.
    EventId m_end;                              ///< Its end.
    Ptr<Net8Topology> m_network;                ///< Network.
    Ptr<Node> m_node;                           ///< The server host.
    std::vector<ClientHost> m_clients;          ///< Or client hosts.
    Ptr<Net8Listener> m_listener;               ///< Its listener.
    Ptr<Net8TdsServer> m_tds;                   ///< Its SQL Server, in plans of TDS.
    std::vector<Ptr<Net8Instance>> m_instances; ///< Its instances, or the one.
};

} // namespace ns3::net8

#endif /* NET8_FAULT_H */
