// SPDX-License-Identifier: GPL-2.0-only
#include "net8-stage-switch.h"

#include "ns3/net8-ethernet-net-device.h"

#include <array>
#include <cstddef>

namespace ns3::net8
{

namespace
{

/// Bytes of an Ethernet address.
constexpr std::size_t MAC = 6;

} // namespace

Net8StageSwitch::Net8StageSwitch(const Ptr<Net8StageClock>& clock, Time expiry)
    : Net8StageNode(clock),
      m_expiry(expiry.GetNanoSeconds())
{
}

Net8StageSwitch::~Net8StageSwitch() = default;

Net8StageSwitch::Place&
Net8StageSwitch::Find(const Mac48Address& address)
{
    const uint64_t number = Net8StageHead::NumberOf(address);
    for (const auto& last : m_last)
    {
        if (last.place && last.address == number)
        {
            return *last.place;
        }
    }
    m_last = {m_last[1], {.address = number, .place = &m_known[number]}};
    return *m_last[1].place;
}

bool
Net8StageSwitch::Take(Net8EthernetNetDevice& device, const Net8StageFrame& frame)
{
    Net8StageHead read;
    const auto* head = &read;
    if (const auto* const plain = frame.GetPlain())
    {
        head = &plain->head;
    }
    else
    {
        std::array<uint8_t, 2 * MAC> addresses{};
        if (frame.GetPacket()->CopyData(addresses.data(), addresses.size()) < addresses.size())
        {
            return false;
        }
        read.to.CopyFrom(addresses.data());
        read.from.CopyFrom(addresses.data() + MAC);
    }
    const auto now = Net8StageClock::GetNow();
    auto& from = Find(head->from);
    if (!from.port) [[unlikely]]
    {
        GetClock()->Limit(from.expires);
    }
    from = {.port = &device, .expires = now + m_expiry};
    const auto& place = Find(head->to);
    if (!place.port || place.expires <= now || place.port == &device)
    {
        return false;
    }
    place.port->Relay(frame);
    return true;
}

} // namespace ns3::net8
