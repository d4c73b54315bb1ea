// SPDX-License-Identifier: GPL-2.0-only
#include "net8-name-lookup.h"

#include "ns3/net8-chrono.h"
#include "ns3/net8-ip-version.h"
#include "ns3/net8-random.h"
#include "ns3/packet.h"
#include "ns3/udp-socket-factory.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace ns3::net8
{

namespace
{

/// Bytes of a query: the DNS header of 12 bytes, and a name of usual length.
constexpr uint32_t QUESTION_BYTES = 64;
/// Time after which the next directory server is asked (NAMES.LDAP_CONN_TIMEOUT).
const Time DIRECTORY_TIMEOUT = Seconds(15);

} // namespace

Time
NamingSettings::GetTimeout(uint32_t at) const
{
    if (method == NamingMethod::DIRECTORY)
    {
        return timeout.IsZero() ? DIRECTORY_TIMEOUT : timeout;
    }
    return GetNameTimeout(at);
}

Net8NameLookup::Net8NameLookup(const SessionSettings& settings, Done done)
    : m_settings(settings),
      m_done(std::move(done)),
      m_alarm([this] { HandleAlarm(); })
{
}

Net8NameLookup::~Net8NameLookup()
{
    CloseSocket();
}

void
Net8NameLookup::CloseSocket()
{
    if (m_socket)
    {
        m_socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
        m_socket->Close();
        m_socket = nullptr;
    }
}

void
Net8NameLookup::ForgetQuery()
{
    if (const auto query = std::move(m_query))
    {
        query->Close(); // may fail at once, which is of no account any more
    }
}

void
Net8NameLookup::Finish(bool found)
{
    CloseSocket();
    m_done(found);
}

Time
Net8NameLookup::GetScanTime(const SessionSettings& settings)
{
    const auto& naming = settings.naming;
    const bool indexed = naming.method == NamingMethod::INDEXED;
    const uint32_t entries = naming.entries;
    return ToTime(DrawForAll(naming.entryTime).Of(indexed ? std::bit_width(entries) : entries));
}

void
Net8NameLookup::Start()
{
    const auto& naming = m_settings.naming;
    if (naming.method != NamingMethod::DNS && naming.method != NamingMethod::DIRECTORY)
    {
        Schedule(Timer::FOUND, GetScanTime(m_settings));
        return;
    }
    if (!HasStackFor(m_settings.node, naming.server))
    {
        Schedule(Timer::NOBODY, Time());
        return;
    }
    if (naming.method == NamingMethod::DIRECTORY)
    {
        Ask();
        return;
    }
    m_socket = Socket::CreateSocket(m_settings.node, UdpSocketFactory::GetTypeId());
    BindFor(m_socket, naming.server);
    m_socket->Connect(naming.server);
    m_socket->SetRecvCallback(MakeCallback(&Net8NameLookup::HandleRead, this));
    Ask();
}

void
Net8NameLookup::SetHanging(bool hangs)
{
    m_hangs = hangs;
    hangs ? m_deadlines.Stop(Net8Alarm::Now()) : m_deadlines.Resume(Net8Alarm::Now());
    m_alarm.Set(m_deadlines.GetNext());
    if (m_socket)
    {
        HandleRead(m_socket);
    }
    if (m_query)
    {
        m_query->SetHanging(hangs);
    }
}

void
Net8NameLookup::Ask()
{
    const auto& naming = m_settings.naming;
    Schedule(Timer::REPEAT, naming.GetTimeout(m_server));
    ForgetQuery();
    if (m_server < naming.silent)
    {
        return;
    }
    if (naming.method == NamingMethod::DIRECTORY)
    {
        m_query = std::make_unique<Net8DirectoryQuery>(m_settings,
                                                       [this](Net8DirectoryQuery::Event event) {
                                                           if (m_query)
                                                           {
                                                               HandleDirectory(event);
                                                           }
                                                       });
        return;
    }
    m_socket->Send(Create<Packet>(QUESTION_BYTES));
}

void
Net8NameLookup::HandleDirectory(Net8DirectoryQuery::Event event)
{
    using Event = Net8DirectoryQuery::Event;
    switch (event)
    {
    case Event::CONNECTED:
        m_deadlines.CancelAll();
        m_alarm.Set(m_deadlines.GetNext());
        break;
    case Event::FOUND:
        m_answered = true;
        Schedule(Timer::FOUND, SumOfTimes(m_settings.naming.lookupTime));
        break;
    case Event::UNKNOWN:
        m_answered = true;
        Schedule(Timer::NOBODY, SumOfTimes(m_settings.naming.lookupTime));
        break;
    case Event::FAILED:
        if (!m_answered)
        {
            Schedule(Timer::REPEAT, Time());
        }
        break;
    }
}

bool
Net8NameLookup::AskNext()
{
    const auto& naming = m_settings.naming;
    const bool directory = naming.method == NamingMethod::DIRECTORY;
    ++m_server;
    if (m_server == naming.servers)
    {
        m_server = 0;
        ++m_tries;
        if (directory || m_tries >= naming.attempts)
        {
            if (directory || m_name == naming.searchDomains)
            {
                return false;
            }
            m_name = naming.searchDomains; // a time-out ends the search list
            m_tries = 0;
        }
    }
    Ask();
    return true;
}

Time
Net8NameLookup::GetSecondQueryTime() const
{
    const auto& naming = m_settings.naming;
    const Time timeout = naming.GetTimeout(m_server);
    switch (naming.secondQuery)
    {
    case SecondQuery::SECOND_LOST:
        // The resolver remembers that it has to send one query after the other.
        return m_name == 0 ? timeout : Time();
    case SecondQuery::UNANSWERED:
        return m_name == 0 ? timeout * 3 : timeout;
    default:
        return {};
    }
}

void
Net8NameLookup::Schedule(Timer timer, Time delay)
{
    m_deadlines.CancelAll();
    m_deadlines.Set(timer, Net8Alarm::Now() + ToChrono(delay));
    m_alarm.Set(m_deadlines.GetNext());
}

void
Net8NameLookup::HandleAlarm()
{
    const auto timer = m_deadlines.TakeExpired(Net8Alarm::Now());
    if (timer == Timer::REPEAT && AskNext())
    {
        return;
    }
    if (timer == Timer::ANSWERED)
    {
        ++m_name;
        m_tries = m_server = 0;
        Ask();
        return;
    }
    if (m_query && m_answered)
    {
        m_query->Unbind();
    }
    else
    {
        ForgetQuery(); // its connection may fail long after the lookup
    }
    Finish(timer == Timer::FOUND || m_settings.naming.proceeds);
}

void
Net8NameLookup::HandleRead(Ptr<Socket> socket)
{
    while (!m_hangs && socket->Recv())
    {
        if (m_answered)
        {
            continue; // a late echo of a repeated query
        }
        const auto& naming = m_settings.naming;
        if (m_name < naming.searchDomains)
        {
            // The name with a wrong domain does not exist.
            Schedule(Timer::ANSWERED, SumOfTimes(naming.lookupTime) + GetSecondQueryTime());
            continue;
        }
        m_answered = true;
        Schedule(Timer::FOUND, SumOfTimes(naming.lookupTime) + GetSecondQueryTime());
    }
}

} // namespace ns3::net8
