// SPDX-License-Identifier: GPL-2.0-only
#include "net8-loss-model.h"

#include "net8-link-packet.h"

#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/packet.h"

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
                          MakeDoubleAccessor(&Net8LossModel::SetRate, &Net8LossModel::GetRate),
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
    : m_random(CreateObject<UniformRandomVariable>()),
      m_chance(MakeLinkDraw(m_random), 0)
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

void
Net8LossModel::SetRate(double rate)
{
    m_rate = rate;
    m_chance = RandomLoss(MakeLinkDraw(m_random), rate);
}

double
Net8LossModel::GetRate() const
{
    return m_rate;
}

bool
Net8LossModel::IsAddressed(const Packet& packet) const
{
    if (m_linkHeader != LinkHeader::ETHERNET || m_onlyTo.IsBroadcast())
    {
        return true;
    }
    std::array<uint8_t, 6> address{};
    std::array<uint8_t, 6> destination{};
    m_onlyTo.CopyTo(address.data());
    packet.CopyData(destination.data(), destination.size());
    return address == destination;
}

bool
Net8LossModel::DoCorrupt(Ptr<Packet> packet)
{
    const bool ethernet = m_linkHeader == LinkHeader::ETHERNET;
    const auto seen = LinkPacket::Read(*packet, ethernet ? LinkPacket::ETHERNET : LinkPacket::PPP);
    if (!seen.transport || !IsAddressed(*packet))
    {
        return false;
    }
    const auto index = m_seen++;
    const bool listed = m_list.contains(index);
    bool unlucky = false;
    if (m_rate > 0)
    {
        unlucky = m_chance.LoseNext();
        auto& tally = seen.ends ? m_ends : m_others;
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
