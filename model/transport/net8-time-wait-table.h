// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TIME_WAIT_TABLE_H
#define NET8_TIME_WAIT_TABLE_H

#include "net8-deadline.h"
#include "net8-tcp-flow.h"
#include "net8-tcp-host.h"

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
 * The connections of a host that are in TIME-WAIT, or in FIN-WAIT-2 without a program: their
 * sockets are gone.
 */
class Net8TimeWaitTable
{
  public:
    /// What becomes of a segment.
    enum class Answer : uint8_t
    {
        UNKNOWN, ///< It is of no connection of the table.
        TAKEN,   ///< It was taken.
        REUSED   ///< It is a SYN, and opens the connection anew.
    };

    /**
     * @param flow a connection
     * @param rest what is left of it
     * @param settings settings of its socket
     * @param host who sends answers
     */
    void Add(const Net8TcpFlow& flow,
             const TcpTimeWait& rest,
             const std::shared_ptr<const TcpSettings>& settings,
             const Ptr<Net8TcpHost>& host);

    /**
     * @param flow connection of a segment
     * @param segment the segment
     * @return what becomes of it
     */
    Answer Receive(const Net8TcpFlow& flow, const TcpSegment& segment);

    /**
     * @return initial sequence number of the connection that takes the place of the last one that
     * was reused, once
     */
    std::optional<uint32_t> TakeNextIsn()
    {
        return std::exchange(m_nextIsn, std::nullopt);
    }

    /**
     * @param port a port of this end
     * @return whether a connection has it
     */
    bool HasPort(uint16_t port) const
    {
        return m_ports.contains(port);
    }

    /// @return connections in it
    std::size_t GetSize() const
    {
        return m_rests.size();
    }

    /// Forget all.
    void Clear();

  private:
    /// What is left of a connection.
    struct Rest
    {
        TcpTimeWait state;                           ///< Its state.
        TcpTime deadline{0};                         ///< Its place in the order of ends, ns.
        std::shared_ptr<const TcpSettings> settings; ///< Settings of its socket.
    };

    /// By addresses and ports.
    using Rests = std::unordered_map<Net8TcpFlow, Rest, Net8TcpFlowHash>;

    /**
     * @param found a connection that is over
     */
    void Erase(Rests::iterator found);

    /// A deadline has come.
    void HandleDeadline();

    Rests m_rests;                                         ///< The connections.
    std::set<std::pair<TcpTime, Net8TcpFlow>> m_deadlines; ///< Their ends, ns, earliest first.
    std::unordered_map<uint16_t, uint32_t> m_ports;        ///< Connections by port of this end.
    std::optional<uint32_t> m_nextIsn;                     ///< For the one that begins anew.
    Ptr<Net8TcpHost> m_host;                               ///< Who sends answers.
    Net8Deadline m_event;                                  ///< The first end.
};

} // namespace ns3::net8

#endif // NET8_TIME_WAIT_TABLE_H
