// SPDX-License-Identifier: GPL-2.0-only
#include "net8-loss-model.h"

#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/net8-lan-frame.h"
#include "ns3/packet.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8LossModel);

TypeId
Net8LossModel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8LossModel")
            .SetParent<ErrorModel>()
            .SetGroupName("Net8")
            .AddConstructor<Net8LossModel>()
            .AddAttribute("Rate",
                          "Probability that a packet of TCP, UDP, IPX, DECnet or NetBIOS is lost.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&Net8LossModel::m_rate),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("LinkHeader",
                          "The header before the IP header.",
                          EnumValue(LinkHeader::ETHERNET),
                          MakeEnumAccessor<LinkHeader>(&Net8LossModel::m_linkHeader),
                          MakeEnumChecker(LinkHeader::ETHERNET, "ethernet", LinkHeader::PPP, "ppp"))
            .AddAttribute("OnlyTo",
                          "Count and lose Ethernet frames to this address only; the broadcast "
                          "address stands for all frames.",
                          Mac48AddressValue(Mac48Address::GetBroadcast()),
                          MakeMac48AddressAccessor(&Net8LossModel::m_onlyTo),
                          MakeMac48AddressChecker());
    return tid;
}

Net8LossModel::Net8LossModel()
    : m_random(CreateObject<UniformRandomVariable>())
{
}

Net8LossModel::~Net8LossModel() = default;

std::set<uint64_t>
Net8LossModel::ParseList(const std::string& text)
{
    std::set<uint64_t> indices;
    const char* const end = text.data() + text.size();
    for (const char* at = text.data(); at < end;)
    {
        uint64_t index = 0;
        const auto [next, error] = std::from_chars(at, end, index);
        if (error != std::errc() || (next != end && *next != ',') || next + 1 == end)
        {
            throw std::invalid_argument(
                "LossList \"" + text +
                "\" is not a list of packet numbers such as \"3,17,40\"; the "
                "first wrong entry begins at character " +
                std::to_string(at - text.data() + 1) + ".");
        }
        indices.insert(index);
        at = (next == end) ? end : next + 1;
    }
    return indices;
}

void
Net8LossModel::SetList(std::set<uint64_t> indices)
{
    m_list = std::move(indices);
}

uint64_t
Net8LossModel::GetLost() const
{
    return m_lost;
}

const Net8LossModel::Tally&
Net8LossModel::GetTally(bool ends) const
{
    return ends ? m_ends : m_others;
}

LossDraws
Net8LossModel::GetDraws() const
{
    return {.stream = m_random->GetStream(),
            .rate = m_rate,
            .draws = m_ends.draws + m_others.draws,
            .losses = m_ends.losses + m_others.losses};
}

int64_t
Net8LossModel::AssignStreams(int64_t stream)
{
    m_random->SetStream(stream);
    return 1;
}

Net8LossModel::Kind
Net8LossModel::Read(Ptr<const Packet> packet) const
{
    constexpr uint32_t ETHERNET_BYTES = 14;
    constexpr uint32_t PPP_BYTES = 2;
    constexpr uint32_t IPV6_BYTES = 40;
    constexpr uint32_t TCP_FLAGS = 13;
    constexpr uint8_t TCP = 6;
    constexpr uint8_t UDP = 17;
    constexpr uint8_t PSH = 0x08;

    std::array<uint8_t, ETHERNET_BYTES + 60 + TCP_FLAGS + 1> bytes{};
    const uint32_t size = packet->CopyData(bytes.data(), bytes.size());
    const bool ethernet = m_linkHeader == LinkHeader::ETHERNET;
    const uint32_t ip = ethernet ? ETHERNET_BYTES : PPP_BYTES;
    if (size < ip + 20)
    {
        return {};
    }
    if (ethernet && !m_onlyTo.IsBroadcast())
    {
        std::array<uint8_t, 6> address{};
        m_onlyTo.CopyTo(address.data());
        if (!std::equal(address.begin(), address.end(), bytes.begin()))
        {
            return {};
        }
    }
    const uint32_t type = (bytes.at(ip - 2) << 8) | bytes.at(ip - 1);
    const bool v4 = type == 0x0800 || type == 0x0021;
    const bool v6 = type == 0x86dd || type == 0x0057;
    const bool length = type < LanFrame::FIRST_TYPE; // IPX or NetBIOS over 802.3
    if (ethernet && (length || type == LanFrame::TYPE_IPX || type == LanFrame::TYPE_DECNET))
    {
        return {.transport = true, .ends = false};
    }
    const uint8_t protocol = v4 ? bytes.at(ip + 9) : bytes.at(ip + 6);
    const uint32_t flags = ip + (v4 ? 4 * (bytes.at(ip) & 0x0f) : IPV6_BYTES) + TCP_FLAGS;
    return {.transport = (v4 || v6) && (protocol == TCP || protocol == UDP),
            .ends = protocol == TCP && flags < size && (bytes.at(flags) & PSH) != 0};
}

bool
Net8LossModel::DoCorrupt(Ptr<Packet> packet)
{
    const auto kind = Read(packet);
    if (!kind.transport)
    {
        return false;
    }
    const auto index = m_seen++;
    const bool listed = m_list.contains(index);
    bool unlucky = false;
    if (m_rate > 0)
    {
        unlucky = m_random->GetValue() < m_rate;
        auto& tally = kind.ends ? m_ends : m_others;
        ++tally.draws;
        tally.losses += unlucky ? 1 : 0;
    }
    m_lost += (listed || unlucky) ? 1 : 0;
    return listed || unlucky;
}

void
Net8LossModel::DoReset()
{
    m_seen = 0;
    m_lost = 0;
    m_ends = {};
    m_others = {};
}

} // namespace ns3::net8
