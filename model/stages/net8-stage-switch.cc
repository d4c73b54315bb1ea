// SPDX-License-Identifier: GPL-2.0-only
#include "net8-stage-switch.h"

#include "ns3/net8-ethernet-net-device.h"
#include "ns3/simulator.h"

#include <array>

namespace ns3::net8
{

namespace
{

/**
 * @param bytes six bytes of an address
 * @return the address as a number
 */
uint64_t
ToNumber(const uint8_t* bytes)
{
    uint64_t number = 0;
    for (uint32_t i = 0; i < 6; ++i)
    {
        number = (number << 8) | bytes[i];
    }
    return number;
}

} // namespace

Net8StageSwitch::Net8StageSwitch(const Ptr<Net8StageClock>& clock, Time expiry)
    : Net8StageNode(clock),
      m_expiry(expiry)
{
}

Net8StageSwitch::~Net8StageSwitch() = default;

bool
Net8StageSwitch::Take(Net8EthernetNetDevice& device, const Net8StageFrame& frame)
{
    std::array<uint8_t, 12> addresses{};
    if (const auto* const plain = frame.GetPlain())
    {
        plain->head.to.CopyTo(addresses.data());
        plain->head.from.CopyTo(addresses.data() + 6);
    }
    else if (frame.GetPacket()->CopyData(addresses.data(), addresses.size()) < addresses.size())
    {
        return false;
    }
    const auto now = Simulator::Now();
    m_known[ToNumber(addresses.data() + 6)] = {&device, now + m_expiry};
    const auto place = m_known.find(ToNumber(addresses.data()));
    if (place == m_known.end() || place->second.expires <= now || place->second.port == &device)
    {
        return false;
    }
    place->second.port->Relay(frame);
    return true;
}

} // namespace ns3::net8
