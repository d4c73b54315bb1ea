// SPDX-License-Identifier: GPL-2.0-only
#include "net8-time-wait-table.h"

#include "ns3/net8-tcp-connection.h"

namespace ns3::net8
{

namespace
{

/// Output for the answers of such a connection.
class Output : public TcpOutput
{
  public:
    /**
     * @param host host that sends
     * @param flow destination
     */
    Output(const Net8TcpHost& host, const Net8TcpFlow& flow)
        : m_host(host),
          m_flow(flow)
    {
    }

    bool Transmit(const TcpSegment& segment) override
    {
        m_host.Send(m_flow, segment, Create<Packet>(), nullptr);
        return true;
    }

  private:
    const Net8TcpHost& m_host; ///< Host that sends.
    const Net8TcpFlow& m_flow; ///< Destination.
};

} // namespace

void
Net8TimeWaitTable::Add(const Net8TcpFlow& flow,
                       const TcpTimeWait& rest,
                       const std::shared_ptr<const TcpSettings>& settings,
                       const Ptr<Net8TcpHost>& host)
{
    m_host = host;
    m_rests.emplace(flow, Rest{rest, rest.deadline, settings});
    m_deadlines.emplace(rest.deadline, flow);
    ++m_ports[flow.localPort];
    m_event.Set(rest.deadline, &Net8TimeWaitTable::HandleDeadline, this);
}

Net8TimeWaitTable::Answer
Net8TimeWaitTable::Receive(const Net8TcpFlow& flow, const TcpSegment& segment)
{
    const auto found = m_rests.find(flow);
    if (found == m_rests.end())
    {
        return Answer::UNKNOWN;
    }
    Output output(*m_host, flow);
    auto& [state, deadline, settings] = found->second;
    const auto verdict = state.Receive(segment, *settings, Net8Deadline::Now(), output);
    if (verdict == TcpTimeWait::Verdict::STAYS)
    {
        return Answer::TAKEN;
    }
    if (verdict == TcpTimeWait::Verdict::REUSED)
    {
        m_nextIsn = state.GetNextIsn();
        Erase(found);
        return Answer::REUSED;
    }
    const auto reset =
        verdict == TcpTimeWait::Verdict::RESETS ? TcpConnection::ResetFor(segment) : std::nullopt;
    if (reset)
    {
        output.Transmit(*reset);
    }
    Erase(found);
    return Answer::TAKEN;
}

void
Net8TimeWaitTable::Erase(Rests::iterator found)
{
    const auto port = m_ports.find(found->first.localPort);
    if (--port->second == 0)
    {
        m_ports.erase(port);
    }
    m_deadlines.erase({found->second.deadline, found->first});
    m_rests.erase(found);
    if (m_rests.empty())
    {
        m_event.Stop();
    }
}

void
Net8TimeWaitTable::HandleDeadline()
{
    m_event.Fired();
    const TcpTime now = Net8Deadline::Now();
    while (!m_deadlines.empty() && m_deadlines.begin()->first <= now)
    {
        const auto found = m_rests.find(m_deadlines.begin()->second);
        auto& rest = found->second;
        if (rest.state.deadline <= now)
        {
            Erase(found);
            continue;
        }
        // Segments have postponed its end.
        m_deadlines.erase(m_deadlines.begin());
        rest.deadline = rest.state.deadline;
        m_deadlines.emplace(rest.deadline, found->first);
    }
    if (!m_deadlines.empty())
    {
        m_event.Set(m_deadlines.begin()->first, &Net8TimeWaitTable::HandleDeadline, this);
    }
}

void
Net8TimeWaitTable::Clear()
{
    m_event.Stop();
    m_rests.clear();
    m_deadlines.clear();
    m_ports.clear();
    m_host = nullptr;
}

} // namespace ns3::net8
