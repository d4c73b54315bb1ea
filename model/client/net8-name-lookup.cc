// SPDX-License-Identifier: GPL-2.0-only
#include "net8-name-lookup.h"

#include "ns3/net8-ip-version.h"
#include "ns3/packet.h"
#include "ns3/udp-socket-factory.h"

#include <bit>
#include <utility>

namespace ns3::net8
{

namespace
{

/// Bytes of a question: 12 of the DNS header and a name of usual length.
constexpr uint32_t QUESTION_BYTES = 64;
/// Time without an answer after which it is asked again (resolv.conf, timeout).
const Time RETRY_AFTER = Seconds(5);
/// How often it is asked (resolv.conf, attempts).
constexpr uint32_t TRIES = 2;
/// Round trips to a directory server: connect, bind, search.
constexpr uint32_t DIRECTORY_ROUND_TRIPS = 3;

} // namespace

Net8NameLookup::Net8NameLookup(const SessionSettings& settings, Done done)
    : m_settings(settings),
      m_done(std::move(done))
{
}

Net8NameLookup::~Net8NameLookup()
{
    m_timer.Cancel();
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
    const bool indexed = settings.naming == NamingMethod::INDEXED;
    const uint32_t entries = settings.namingEntries;
    return settings.entryTime * static_cast<int64_t>(indexed ? std::bit_width(entries) : entries);
}

void
Net8NameLookup::Start()
{
    const bool remote =
        m_settings.naming == NamingMethod::DNS || m_settings.naming == NamingMethod::DIRECTORY;
    if (!remote)
    {
        m_timer.Schedule(GetScanTime(m_settings), [this] { Finish(true); });
        return;
    }
    if (!HasStackFor(m_settings.node, m_settings.nameServer))
    {
        m_timer.Schedule(Time(), [this] { Finish(false); });
        return;
    }
    m_left = m_settings.naming == NamingMethod::DNS ? 1 : DIRECTORY_ROUND_TRIPS;
    m_socket = Socket::CreateSocket(m_settings.node, UdpSocketFactory::GetTypeId());
    IsIpv6(m_settings.nameServer) ? m_socket->Bind6() : m_socket->Bind();
    m_socket->Connect(m_settings.nameServer);
    m_socket->SetRecvCallback(MakeCallback(&Net8NameLookup::HandleRead, this));
    Ask();
}

void
Net8NameLookup::SetHanging(bool hangs)
{
    m_hangs = hangs;
    m_timer.SetStopped(hangs);
    if (m_socket)
    {
        HandleRead(m_socket);
    }
}

void
Net8NameLookup::Ask()
{
    ++m_tries;
    m_timer.Schedule(RETRY_AFTER, [this] { HandleTimeout(); });
    m_socket->Send(Create<Packet>(QUESTION_BYTES));
}

void
Net8NameLookup::HandleTimeout()
{
    if (m_tries < TRIES)
    {
        Ask();
        return;
    }
    Finish(false);
}

void
Net8NameLookup::HandleRead(Ptr<Socket> socket)
{
    while (!m_hangs && socket->Recv())
    {
        if (m_left == 0)
        {
            continue; // a late echo of a repeated question
        }
        m_timer.Cancel();
        if (--m_left == 0)
        {
            m_timer.Schedule(m_settings.lookupTime, [this] { Finish(true); });
            continue;
        }
        m_tries = 0;
        Ask();
    }
}

} // namespace ns3::net8
