// SPDX-License-Identifier: GPL-2.0-only
#include "net8-walked-network.h"

#include "ns3/net8-transmission-time.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace ns3::net8
{

namespace
{

/// A packet on its way.
struct Walker
{
    size_t index{0}; ///< Its number.
    size_t hop{0};   ///< Hop of its route where it is.
};

/// A device that sends.
struct Device
{
    std::deque<Walker> queue; ///< Packets that wait.
    uint64_t bytes{0};        ///< Their bytes.
    bool busy{false};         ///< One is being sent.
};

/// Events in order of time, those of one time in the order in which they were scheduled.
class Calendar
{
  public:
    /**
     * @param at when
     * @param what what happens
     */
    void Schedule(FifoStage::Time at, std::function<void(FifoStage::Time)> what)
    {
        m_events.emplace(std::pair{at, m_next++}, std::move(what));
    }

    /// Let everything happen.
    void Run()
    {
        while (!m_events.empty())
        {
            const auto first = m_events.extract(m_events.begin());
            first.mapped()(first.key().first);
        }
    }

    /**
     * @return events so far
     */
    uint64_t GetCount() const
    {
        return m_next;
    }

  private:
    /// Time and number of each event, and what happens.
    std::map<std::pair<FifoStage::Time, uint64_t>, std::function<void(FifoStage::Time)>> m_events;
    uint64_t m_next{0}; ///< Number of the next event.
};

/// The devices of a network, and what they did.
class Devices
{
  public:
    /**
     * @param network the network
     * @param calendar where events go
     */
    Devices(const WalkedNetwork& network, Calendar& calendar)
        : m_network(network),
          m_calendar(calendar),
          m_devices(network.hops.size()),
          m_fates(network.packets.size())
    {
    }

    /**
     * @param walker a packet that comes to a hop, or to the end of its route
     * @param now when
     */
    void Arrive(Walker walker, FifoStage::Time now)
    {
        const auto& packet = m_network.packets.at(walker.index);
        const auto& route = m_network.routes.at(packet.route);
        if (walker.hop == route.size())
        {
            m_fates.at(walker.index) = {false, walker.hop, now};
            return;
        }
        const auto& settings = m_network.hops.at(route.at(walker.hop));
        auto& device = m_devices.at(route.at(walker.hop));
        const bool room = settings.roomInBytes ? device.bytes + packet.bytes <= settings.room
                                               : device.queue.size() + 1 <= settings.room;
        if (!room)
        {
            m_fates.at(walker.index) = {true, walker.hop, FifoStage::Time(0)};
            return;
        }
        device.queue.push_back(walker);
        device.bytes += packet.bytes;
        if (!device.busy)
        {
            Begin(route.at(walker.hop), now);
        }
    }

    /**
     * @return what became of each packet
     */
    const std::vector<WalkedNetwork::Fate>& GetFates() const
    {
        return m_fates;
    }

  private:
    /**
     * @param hop a hop that may send its next packet
     * @param now when
     */
    void Begin(size_t hop, FifoStage::Time now)
    {
        auto& device = m_devices.at(hop);
        device.busy = !device.queue.empty();
        if (!device.busy)
        {
            return;
        }
        const auto walker = device.queue.front();
        device.queue.pop_front();
        const auto& settings = m_network.hops.at(hop);
        const auto bytes = m_network.packets.at(walker.index).bytes;
        device.bytes -= bytes;
        const auto sent = std::max(bytes, settings.leastBytes) + settings.overheadBytes;
        const auto slot = GetTransmissionTime(sent + settings.gapBytes, settings.bitsPerSecond);
        const auto frame = GetTransmissionTime(sent, settings.bitsPerSecond);
        // ns-3's devices schedule the end of the packet first, then its arrival.
        m_calendar.Schedule(now + slot, [this, hop](FifoStage::Time then) { Begin(hop, then); });
        m_calendar.Schedule(now + frame + settings.delay, [this, walker](FifoStage::Time then) {
            Arrive({walker.index, walker.hop + 1}, then);
        });
    }

    const WalkedNetwork& m_network;           ///< The network.
    Calendar& m_calendar;                     ///< Where events go.
    std::vector<Device> m_devices;            ///< The device of each hop.
    std::vector<WalkedNetwork::Fate> m_fates; ///< What became of each packet.
};

} // namespace

WalkedNetwork
WalkedNetwork::MakeRandom(const LinkDraw& draw, bool grid)
{
    using std::chrono::milliseconds;
    using std::chrono::nanoseconds;
    WalkedNetwork network;
    const size_t hops = 1 + draw() % 7;
    for (size_t i = 0; i < hops; ++i)
    {
        // On the grid a packet of 1000 bytes takes 4 or 8 ms.
        const bool inBytes = draw() % 3 == 0;
        const uint64_t room = 1 + draw() % 12;
        const bool ethernet = !grid && draw() % 2 == 0;
        network.hops.push_back(
            {.bitsPerSecond = grid ? 1'000'000 * (1 + draw() % 2) : 500'000 + draw() % 2'000'000,
             .delay = grid ? nanoseconds(milliseconds(draw() % 20)) : nanoseconds(draw() % 9999999),
             .room = inBytes ? room * 1000 : room,
             .roomInBytes = inBytes,
             .leastBytes = ethernet ? 60U : 0U,
             .overheadBytes = ethernet ? 12U : 0U,
             .gapBytes = ethernet ? 12U : 0U});
    }
    for (size_t i = 0; i < 1 + draw() % 4; ++i)
    {
        std::vector<size_t> route;
        for (size_t hop = 0; hop < hops; ++hop)
        {
            if (draw() % 4 != 0)
            {
                route.push_back(hop);
            }
        }
        network.routes.push_back(route.empty() ? std::vector<size_t>{0} : route);
    }
    FifoStage::Time at{0};
    for (uint32_t i = 0; i < 400; ++i)
    {
        const nanoseconds gap(draw() % 10'000'000);
        at += grid ? nanoseconds(milliseconds(draw() % 9)) : gap;
        const uint32_t bytes = grid || draw() % 2 == 0 ? 1000 : 40 + draw() % 960;
        network.packets.push_back({at, draw() % network.routes.size(), bytes});
    }
    return network;
}

size_t
WalkedNetwork::GetFeeders(size_t hop) const
{
    std::set<std::pair<bool, size_t>> feeders;
    for (size_t i = 0; i < routes.size(); ++i)
    {
        const auto found = std::ranges::find(routes.at(i), hop);
        if (found == routes.at(i).begin())
        {
            feeders.emplace(true, i);
        }
        else if (found != routes.at(i).end())
        {
            feeders.emplace(false, *std::prev(found));
        }
    }
    return feeders.size();
}

std::vector<WalkedNetwork::Fate>
WalkedNetwork::Walk(uint64_t& events) const
{
    Calendar calendar;
    Devices devices(*this, calendar);
    for (size_t i = 0; i < packets.size(); ++i)
    {
        calendar.Schedule(packets.at(i).at,
                          [&devices, i](FifoStage::Time now) { devices.Arrive({i, 0}, now); });
    }
    calendar.Run();
    events = calendar.GetCount();
    return devices.GetFates();
}

} // namespace ns3::net8
