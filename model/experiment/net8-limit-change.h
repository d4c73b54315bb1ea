// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LIMIT_CHANGE_H
#define NET8_LIMIT_CHANGE_H

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

class Net8Cluster;
class Net8ServerPool;
class Net8SharedServers;

/**
 * @ingroup net8
 * A change of limits of an instance during the simulation, as set in a plan: those that Oracle
 * changes while it runs.
 *
 * MAX_SHARED_SERVERS is changed by ALTER SYSTEM, MAXSIZE of the resident pool by
 * DBMS_CONNECTION_POOL.ALTER_PARAM. A greater limit has servers made for calls and requests that
 * wait, as each kind makes them; with a smaller one no server ends before it would anyway, and none
 * is made until there are fewer.
 */
class Net8LimitChange : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8LimitChange();
    ~Net8LimitChange() override;

    /**
     * Find the instance, and schedule the change.
     *
     * @param cluster the server hosts
     * @throw std::invalid_argument with one sentence if there is no such instance, or it has no
     * such servers
     */
    void Schedule(const Net8Cluster& cluster);

    /**
     * @return when it changes
     */
    Time GetAt() const;

    /**
     * Take it out of what is scheduled, so that it never happens.
     */
    void Cancel();

  protected:
    void DoDispose() override;

  private:
    /**
     * Change the limits.
     */
    void Apply();

    Time m_at;                       ///< Time of the change.
    std::string m_instance;          ///< Name of the instance; empty: the first.
    int64_t m_mostShared{UNCHANGED}; ///< New MAX_SHARED_SERVERS.
    int64_t m_mostPooled{UNCHANGED}; ///< New MAXSIZE.
    EventId m_event;                 ///< When it changes.
    Ptr<Net8SharedServers> m_shared; ///< Shared servers of the instance, if they change.
    Ptr<Net8ServerPool> m_pool;      ///< Its resident pool, if it changes.

    static constexpr int64_t UNCHANGED = -1; ///< A limit stays as it is.
};

} // namespace ns3::net8

#endif /* NET8_LIMIT_CHANGE_H */
