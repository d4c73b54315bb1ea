// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * The part of Net8Client that gives each subscription its second connection.
 */
#include "net8-client-session.h"
#include "net8-client.h"

#include "ns3/net8-stream-name.h"
#include "ns3/simulator.h"

#include <regex>
#include <string>

namespace ns3::net8
{

namespace
{

/// Numbers of second connections, if nobody else gives them.
constexpr uint32_t FIRST_NUMBER = 1U << 31;

/**
 * @param text a connect descriptor that is sent as it is written
 * @return the same with SERVER=emon
 */
std::string
AskForEmon(const std::string& text)
{
    static const std::regex server(R"(\(\s*SERVER\s*=[^)]*\))", std::regex::icase);
    static const std::regex data(R"(\(\s*CONNECT_DATA\s*=)", std::regex::icase);
    return std::regex_replace(std::regex_replace(text, server, ""), data, "$&(SERVER=emon)");
}

} // namespace

void
Net8Client::PrepareNotifications()
{
    if (!m_settings.work.subscribes)
    {
        return;
    }
    m_notified = std::make_unique<SessionSettings>(m_settings);
    auto& s = *m_notified;
    s.work.subscribes = false;
    s.work.notified = true;
    // The driver copies where the first connection went to, but not its call timeout.
    s.naming.method = NamingMethod::NONE;
    s.dialogue.timeouts.callTimeout = {};
    s.dialogue.request.server = ServerChoice::EMON;
    s.dialogue.request.connectData = AskForEmon(s.dialogue.request.connectData);
    for (auto& description : s.descriptor.descriptions)
    {
        if (description.connectData)
        {
            description.connectData->server.clear();
        }
    }
}

void
Net8Client::HandleRest(Net8Session& session)
{
    if (m_users)
    {
        m_users->HandleRest(session);
        return;
    }
    // The session is on the call stack.
    Simulator::ScheduleNow(&Net8Client::ContinueSubscription,
                           Ptr<Net8Client>(this),
                           session.GetRecord().session);
}

Net8Session*
Net8Client::FindIn(uint32_t number, Net8Session::State state) const
{
    const auto found = m_sessions.find(number);
    const bool isThere = found != m_sessions.end() && found->second.session->GetState() == state;
    return isThere ? found->second.session.get() : nullptr;
}

void
Net8Client::ContinueSubscription(uint32_t number)
{
    const auto found = m_sessions.find(number);
    if (found == m_sessions.end())
    {
        return;
    }
    auto& running = found->second;
    if (!running.notified && !FindIn(number, Net8Session::State::THINKING))
    {
        return;
    }
    if (!running.other)
    {
        OpenNotified(number);
    }
    else if (running.notified)
    {
        running.listens = true;
        if (auto* first = FindIn(*running.other, Net8Session::State::THINKING))
        {
            first->Take(PoolTurn::WORK);
            return;
        }
        running.session->Cut();
    }
    else
    {
        if (auto* second = FindIn(*running.other, Net8Session::State::CALLING))
        {
            second->Cut();
        }
        running.session->Take(PoolTurn::REST);
    }
}

void
Net8Client::OpenNotified(uint32_t number)
{
    const uint32_t second = m_numbers ? m_numbers() : FIRST_NUMBER + m_opened++;
    m_sessions[number].other = second;
    auto& running = m_sessions[second];
    running.cycle = m_cycles;
    running.other = number;
    running.notified = true;
    const auto place = uint64_t{number} - m_arrivals.front().session;
    running.session =
        std::make_unique<Net8ClientSession>(*m_notified,
                                            second,
                                            StreamOf(StreamOf(m_stream, "notifications"), place));
    running.session->Start();
}

void
Net8Client::EndSubscription(const Running& over)
{
    if (!over.other)
    {
        return;
    }
    if (over.notified && !over.listens)
    {
        if (auto* first = FindIn(*over.other, Net8Session::State::THINKING))
        {
            first->Take(PoolTurn::REST);
        }
    }
    else if (!over.notified)
    {
        if (auto* second = FindIn(*over.other, Net8Session::State::CALLING))
        {
            second->Cut();
        }
    }
}

} // namespace ns3::net8
