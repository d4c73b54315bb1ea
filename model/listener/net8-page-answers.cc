// SPDX-License-Identifier: GPL-2.0-only
#include "net8-page-answers.h"

#include "ns3/net8-tcp-control.h"
#include "ns3/packet.h"

#include <algorithm>
#include <cctype>
#include <limits>
#include <utility>

namespace ns3::net8
{

Net8PageAnswers::Net8PageAnswers() = default;

Net8PageAnswers::~Net8PageAnswers()
{
    Clear();
}

void
Net8PageAnswers::Answer(const Net8EndPoint::Arrival& arrival, Work work, std::function<void()> left)
{
    using Told = Callback<void, Ptr<Socket>>;
    using Room = Callback<void, Ptr<Socket>, uint32_t>;
    const auto number = m_next++;
    const auto& socket = arrival.socket;
    m_visits[number] = {.socket = socket,
                        .pages = arrival.pages,
                        .work = std::move(work),
                        .left = std::move(left),
                        .text = arrival.pages->GetGreeting()};
    socket->SetRecvCallback(Told([this, number](Ptr<Socket>) { Read(number); }));
    socket->SetSendCallback(Room([this, number](Ptr<Socket>, uint32_t) { Pump(number); }));
    socket->SetCloseCallbacks(Told([this, number](Ptr<Socket>) { End(number, false); }),
                              Told([this, number](Ptr<Socket>) { End(number, false); }));
    if (arrival.closed)
    {
        End(number, false);
        return;
    }
    Pump(number);
    Read(number);
}

void
Net8PageAnswers::Read(uint64_t number)
{
    const auto found = m_visits.find(number);
    if (found == m_visits.end())
    {
        return;
    }
    auto& visit = found->second;
    while (const auto packet = visit.socket->Recv(std::numeric_limits<int32_t>::max(), 0))
    {
        if (packet->GetSize() == 0)
        {
            break;
        }
        std::string text(packet->GetSize(), '\0');
        packet->CopyData(reinterpret_cast<uint8_t*>(text.data()), packet->GetSize());
        visit.received += text;
    }
    if (visit.received.empty() || visit.asked)
    {
        return;
    }
    if (!std::isupper(static_cast<unsigned char>(visit.received.front())))
    {
        // No method and no command: a client of Oracle Net came to the wrong port.
        End(number, false);
    }
    else if (visit.pages->IsWhole(visit.received))
    {
        visit.asked = true;
        visit.work([this, number] { Say(number); });
    }
}

void
Net8PageAnswers::Say(uint64_t number)
{
    const auto found = m_visits.find(number);
    if (found != m_visits.end())
    {
        found->second.text += found->second.pages->GetAnswer();
        found->second.last = true;
        Pump(number);
    }
}

void
Net8PageAnswers::Pump(uint64_t number)
{
    const auto found = m_visits.find(number);
    if (found == m_visits.end())
    {
        return;
    }
    auto& visit = found->second;
    while (visit.sent < visit.text.size())
    {
        const auto room =
            std::min<std::size_t>(visit.socket->GetTxAvailable(), visit.text.size() - visit.sent);
        if (room == 0)
        {
            return;
        }
        const auto* from = reinterpret_cast<const uint8_t*>(visit.text.data()) + visit.sent;
        // Counted first: TCP may ask for more before it returns.
        visit.sent += room;
        if (visit.socket->Send(Create<Packet>(from, static_cast<uint32_t>(room)), 0) !=
            static_cast<int>(room))
        {
            End(number, true);
            return;
        }
        if (!m_visits.contains(number))
        {
            return;
        }
    }
    if (visit.last)
    {
        End(number, false);
    }
}

void
Net8PageAnswers::End(uint64_t number, bool reset)
{
    const auto visit = m_visits.extract(number);
    if (visit.empty())
    {
        return;
    }
    const auto& socket = visit.mapped().socket;
    Net8TcpControl::Silence(socket);
    if (!reset || !Net8TcpControl::Abort(socket))
    {
        socket->Close();
    }
    visit.mapped().left();
}

void
Net8PageAnswers::Abort()
{
    while (!m_visits.empty())
    {
        End(m_visits.begin()->first, true);
    }
}

void
Net8PageAnswers::Clear()
{
    for (const auto& [number, visit] : m_visits)
    {
        Net8TcpControl::Silence(visit.socket);
    }
    m_visits.clear();
}

} // namespace ns3::net8
