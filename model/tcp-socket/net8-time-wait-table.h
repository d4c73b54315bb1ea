// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TIME_WAIT_TABLE_H
#define NET8_TIME_WAIT_TABLE_H

#include "net8-tcp-flow.h"
#include "net8-tcp-host.h"

#include "ns3/net8-deadline.h"
#include "ns3/net8-tcp-time-wait.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The connections of a host that are in TIME-WAIT, or in FIN-WAIT-2 without an application: their
 * sockets are gone.
 */
class Net8TimeWaitTable
{
  public:
    /// Result of receiving a segment.
    enum class Answer : uint8_t
    {
        UNKNOWN, ///< It belongs to no connection in the table.
        TAKEN,   ///< It was handled.
        REUSED   ///< It is a SYN that reopens the connection.
    };

    /**
     * Add a connection.
     *
     * @param flow the connection
     * @param rest its remaining state
     * @param settings settings of its socket
     * @param host host that sends answers
     */
    void Add(const Net8TcpFlow& flow,
             const TcpTimeWait& rest,
             const std::shared_ptr<const TcpSettings>& settings,
             const Ptr<Net8TcpHost>& host);

    /**
     * Receive a segment.
     *
     * @param flow connection of the segment
     * @param segment the segment
     * @return what became of it
     */
    Answer Receive(const Net8TcpFlow& flow, const TcpSegment& segment);

    /**
     * Take the initial sequence number for the connection that replaces the one reused last. It is
     * returned once.
     *
     * @return the number
     */
    std::optional<uint32_t> TakeNextIsn()
    {
        return std::exchange(m_nextIsn, std::nullopt);
    }

    /**
     * @param port a port of this end
     * @return whether a connection uses it
     */
    bool HasPort(uint16_t port) const
    {
        return m_ports.contains(port);
    }

    /// @return number of connections
    std::size_t GetSize() const
    {
        return m_rests.size();
    }

    /// Remove all connections.
    void Clear();

  private:
    /// What remains of a connection.
    struct Rest
    {
        TcpTimeWait state;                           ///< Its state.
        TcpTime deadline{0};                         ///< Key in the order of ends, ns.
        std::shared_ptr<const TcpSettings> settings; ///< Settings of its socket.
    };

    /// Connections by addresses and ports.
    using Rests = std::unordered_map<Net8TcpFlow, Rest, Net8TcpFlowHash>;

    /**
     * Remove a connection that is over.
     *
     * @param found the connection
     */
    void Erase(Rests::iterator found);

    /// Handle a deadline.
    void HandleDeadline();

    Rests m_rests; ///< The connections.
    std::set<std::pair<TcpTime, Net8TcpFlow>>
        m_deadlines;                                ///< End of each connection, ns, earliest first.
    std::unordered_map<uint16_t, uint32_t> m_ports; ///< Connections by port of this end.
    std::optional<uint32_t> m_nextIsn;              ///< For the connection to be reopened.
    Ptr<Net8TcpHost> m_host;                        ///< Sends answers.
    Net8Deadline m_event;                           ///< Event for the first end.
};

} // namespace ns3::net8

#endif // NET8_TIME_WAIT_TABLE_H
