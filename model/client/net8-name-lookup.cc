// SPDX-License-Identifier: GPL-2.0-only
#include "net8-name-lookup.h"

#include "ns3/net8-chrono.h"
#include "ns3/net8-ip-version.h"
#include "ns3/net8-random.h"
#include "ns3/packet.h"
#include "ns3/udp-socket-factory.h"

#include <bit>
#include <utility>

namespace ns3::net8
{

namespace
{

/// Bytes of a query: the DNS header of 12 bytes, and a name of usual length.
constexpr uint32_t QUESTION_BYTES = 64;
/// Time without an answer after which the query is repeated (resolv.conf, timeout).
const Time RETRY_AFTER = Seconds(5);
/// Number of times a query is sent (resolv.conf, attempts).
constexpr uint32_t TRIES = 2;
/// Round trips to a directory server: connect, bind, search.
constexpr uint32_t DIRECTORY_ROUND_TRIPS = 3;

} // namespace

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
    m_left = naming.method == NamingMethod::DNS ? 1 : DIRECTORY_ROUND_TRIPS;
    m_socket = Socket::CreateSocket(m_settings.node, UdpSocketFactory::GetTypeId());
    IsIpv6(naming.server) ? m_socket->Bind6() : m_socket->Bind();
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
}

void
Net8NameLookup::Ask()
{
    ++m_tries;
    Schedule(Timer::REPEAT, RETRY_AFTER);
    m_socket->Send(Create<Packet>(QUESTION_BYTES));
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
    if (timer == Timer::REPEAT && m_tries < TRIES)
    {
        Ask();
        return;
    }
    Finish(timer == Timer::FOUND);
}

void
Net8NameLookup::HandleRead(Ptr<Socket> socket)
{
    while (!m_hangs && socket->Recv())
    {
        if (m_left == 0)
        {
            continue; // a late echo of a repeated query
        }
        if (--m_left == 0)
        {
            Schedule(Timer::FOUND, SumOfTimes(m_settings.naming.lookupTime));
            continue;
        }
        m_tries = 0;
        Ask();
    }
}

} // namespace ns3::net8
