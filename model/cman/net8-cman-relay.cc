// SPDX-License-Identifier: GPL-2.0-only
#include "net8-cman-relay.h"

#include "ns3/net8-random.h"
#include "ns3/net8-tcp-control.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

namespace
{

/**
 * @param end an end
 * @return the other one
 */
Net8CmanRelay::End
Across(Net8CmanRelay::End end)
{
    return end == Net8CmanRelay::CLIENT ? Net8CmanRelay::SERVER : Net8CmanRelay::CLIENT;
}

} // namespace

Net8CmanRelay::Net8CmanRelay(const Ptr<Socket>& client,
                             const Ptr<Socket>& server,
                             const Settings& settings,
                             std::function<void()> ended)
    : m_settings(settings),
      m_lastRead(Simulator::Now()),
      m_ended(std::move(ended))
{
    m_sides[CLIENT].socket = client;
    m_sides[SERVER].socket = server;
}

Net8CmanRelay::~Net8CmanRelay()
{
    // A connection that is still open goes with its host.
    for (const auto& side : m_sides)
    {
        if (side.socket)
        {
            Net8TcpControl::Silence(side.socket);
        }
    }
}

void
Net8CmanRelay::Start(Ptr<Packet> first, bool clientClosed)
{
    using Told = Callback<void, Ptr<Socket>>;
    using Room = Callback<void, Ptr<Socket>, uint32_t>;
    for (const auto end : {CLIENT, SERVER})
    {
        const auto& socket = m_sides[end].socket;
        socket->SetRecvCallback(Told([this, end](Ptr<Socket>) { Pump(end); }));
        socket->SetSendCallback(Room([this, end](Ptr<Socket>, uint32_t) { Pump(Across(end)); }));
        socket->SetCloseCallbacks(Told([this, end](Ptr<Socket>) { HandleEnd(end, false); }),
                                  Told([this, end](Ptr<Socket>) { HandleEnd(end, true); }));
    }
    m_sides[SERVER].taken = std::move(first);
    Pump(SERVER);
    clientClosed ? HandleEnd(CLIENT, false) : Pump(CLIENT);
}

bool
Net8CmanRelay::Give(End end)
{
    auto& taken = m_sides[end].taken;
    const auto& to = m_sides[Across(end)].socket;
    while (taken && to)
    {
        const auto room = std::min(to->GetTxAvailable(), taken->GetSize());
        if (room == 0)
        {
            return false;
        }
        auto piece = taken;
        taken = room == piece->GetSize() ? nullptr
                                         : piece->CreateFragment(room, piece->GetSize() - room);
        piece = taken ? piece->CreateFragment(0, room) : piece;
        if (to->Send(piece, 0) != static_cast<int>(room))
        {
            Release(Across(end), true);
            Release(end, true);
            Finish();
        }
    }
    return !taken;
}

bool
Net8CmanRelay::Read(End end)
{
    auto& side = m_sides[end];
    const auto packet = side.socket ? side.socket->Recv(m_settings.buffer, 0) : nullptr;
    if (!packet || packet->GetSize() == 0)
    {
        return false;
    }
    packet->RemoveAllPacketTags();
    packet->RemoveAllByteTags();
    side.bytes += packet->GetSize();
    m_longest = std::max(m_longest, packet->GetSize());
    m_lastRead = Simulator::Now();
    const auto work = SumOfTimes(m_settings.readCpuTime);
    if (work.IsZero() && m_settings.process->GetJobsPresent() == 0)
    {
        side.taken = packet;
        return true;
    }
    side.job = m_settings.process->Submit(work, [this, end, packet] {
        m_sides[end].job = 0;
        m_sides[end].taken = packet;
        Pump(end);
    });
    return false;
}

void
Net8CmanRelay::Pump(End end)
{
    auto& side = m_sides[end];
    while (side.socket && side.job == 0 && Give(end) && Read(end))
    {
    }
    if (side.socket && side.ended && side.job == 0 && !side.taken &&
        side.socket->GetRxAvailable() == 0)
    {
        Close();
    }
}

void
Net8CmanRelay::HandleEnd(End end, bool reset)
{
    if (!reset)
    {
        m_sides[end].ended = true;
        Pump(end);
        return;
    }
    Release(end, false);
    Release(Across(end), true);
    Finish();
}

void
Net8CmanRelay::Release(End end, bool reset)
{
    const auto socket = std::exchange(m_sides[end].socket, nullptr);
    if (!socket)
    {
        return;
    }
    Net8TcpControl::Silence(socket);
    if (reset)
    {
        Net8TcpControl::Abort(socket);
    }
    else
    {
        socket->Close();
    }
}

void
Net8CmanRelay::Close()
{
    Release(CLIENT, false);
    Release(SERVER, false);
    Finish();
}

void
Net8CmanRelay::Finish()
{
    for (auto& side : m_sides)
    {
        if (side.job != 0)
        {
            m_settings.process->Cancel(std::exchange(side.job, 0));
        }
    }
    if (const auto ended = std::exchange(m_ended, nullptr))
    {
        ended();
    }
}

uint64_t
Net8CmanRelay::GetBytes(End end) const
{
    return m_sides[end].bytes;
}

uint32_t
Net8CmanRelay::GetLongest() const
{
    return m_longest;
}

Time
Net8CmanRelay::GetLastRead() const
{
    return m_lastRead;
}

} // namespace ns3::net8
