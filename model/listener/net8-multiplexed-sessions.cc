// SPDX-License-Identifier: GPL-2.0-only
#include "net8-multiplexed-sessions.h"

#include "net8-listener-answer.h"

#include "ns3/net8-negotiation.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3::net8
{

Net8MultiplexedSessions::Net8MultiplexedSessions(Net8ListenerLog& log)
    : m_log(log)
{
}

Net8MultiplexedSessions::~Net8MultiplexedSessions() = default;

void
Net8MultiplexedSessions::Clear()
{
    for (const auto& [session, greeting] : m_greetings)
    {
        greeting->Dispose();
    }
    m_greetings.clear();
    for (const auto& [number, line] : m_lines)
    {
        line.multiplex->Drop();
    }
    m_lines.clear();
}

void
Net8MultiplexedSessions::Accept(Net8Greeting& greeting, const Dispatcher& dispatcher)
{
    const auto connection = greeting.GetConnection();
    const auto agreement = Negotiate(greeting.GetConnect(), {.sdu = Net8Multiplex::SDU});
    connection->GetTns().SendPacket(MakeAccept(agreement).Encode());
    connection->Flush();
    const auto socket = connection->Forget();
    if (!socket)
    {
        return;
    }
    const auto number = m_next++;
    const auto multiplex = Create<Net8Multiplex>(
        socket,
        Net8Multiplex::Owner{
            .opened = [this, number](const auto& session) { Greet(number, session); },
            // It is still on the call stack.
            .ended =
                [this, number] {
                    Simulator::ScheduleNow([this, number] { m_lines.erase(number); });
                }});
    m_lines.emplace(number, Line{.dispatcher = dispatcher, .multiplex = multiplex});
}

void
Net8MultiplexedSessions::Greet(uint64_t line, const Ptr<Socket>& socket)
{
    const auto session = m_log.accepted++;
    ++m_log.multiplexed;
    const auto greeting = CreateObject<Net8Greeting>();
    m_greetings[session] = greeting;
    Address from;
    socket->GetPeerName(from);
    greeting->Start(
        socket,
        from,
        m_lines.at(line).dispatcher.timeout,
        [this, line, session] {
            Simulator::ScheduleNow(&Net8MultiplexedSessions::HandOver, this, line, session);
        },
        [this, session] {
            Simulator::ScheduleNow(&Net8MultiplexedSessions::Forget, this, session);
        });
}

void
Net8MultiplexedSessions::HandOver(uint64_t line, uint64_t session)
{
    const auto greeting = m_greetings.find(session);
    const auto found = m_lines.find(line);
    if (greeting == m_greetings.end() || found == m_lines.end())
    {
        return;
    }
    auto request = HandlerRequest::Parse(greeting->second->GetConnectData());
    const auto& dispatcher = found->second.dispatcher;
    if (request)
    {
        request->multiplexed = std::exchange(found->second.used, true);
    }
    if (request && dispatcher.instance->TakeOver({.session = session,
                                                  .from = greeting->second->GetFrom(),
                                                  .connection = greeting->second->GetConnection(),
                                                  .connect = greeting->second->GetConnect(),
                                                  .request = *request,
                                                  .handler = dispatcher.handler}))
    {
        greeting->second->HandOver();
    }
    else
    {
        const auto code = request ? ERROR_HAND_OFF : ERROR_UNREADABLE;
        ++m_log.refusals[code];
        greeting->second->Refuse(code, SessionError::HAND_OFF_FAILED);
    }
    Forget(session);
}

void
Net8MultiplexedSessions::Forget(uint64_t session)
{
    if (const auto found = m_greetings.find(session); found != m_greetings.end())
    {
        m_log.errors.Add(found->second->GetCounters());
        m_greetings.erase(found);
    }
}

} // namespace ns3::net8
