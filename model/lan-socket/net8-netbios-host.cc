// SPDX-License-Identifier: GPL-2.0-only
#include "net8-netbios-host.h"

#include "ns3/mac48-address.h"
#include "ns3/net8-llc-codec.h"
#include "ns3/net8-nbf-header.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8NetbiosHost);

using Kind = LanUnit::Kind;

namespace
{

/// All stations with NetBIOS (public captures).
constexpr LanAddress ALL{0x03, 0, 0, 0, 0, 0x01};

/**
 * @param head first bytes
 * @param payload the bytes that follow; null: none
 * @return a packet with both
 */
Ptr<Packet>
Join(const std::vector<uint8_t>& head, const Ptr<Packet>& payload)
{
    auto packet = Create<Packet>(head.data(), static_cast<uint32_t>(head.size()));
    if (payload)
    {
        packet->AddAtEnd(payload);
    }
    return packet;
}

} // namespace

TypeId
Net8NetbiosHost::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8NetbiosHost")
                            .SetParent<Net8LanHost>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8NetbiosHost>();
    return tid;
}

Net8NetbiosHost::Net8NetbiosHost() = default;
Net8NetbiosHost::~Net8NetbiosHost() = default;

void
Net8NetbiosHost::DoDispose()
{
    Net8LanHost::DoDispose();
    for (const auto& [remote, link] : m_links)
    {
        link->Forget();
    }
}

Net8NetbiosLink&
Net8NetbiosHost::GetLink(const LanAddress& remote)
{
    auto& link = m_links[remote];
    if (!link)
    {
        link = std::make_unique<Net8NetbiosLink>(*this, m_linkRules, remote);
    }
    return *link;
}

// Sending

void
Net8NetbiosHost::Send(const LanEnds& ends, const LanUnit& unit, const Ptr<Packet>& payload)
{
    if (unit.kind == Kind::DISCONNECT_ACK)
    {
        return; // the link acknowledges the end of a session
    }
    LanWriter writer;
    const bool named = unit.kind == Kind::SETUP || unit.kind == Kind::SETUP_REPLY;
    if (named)
    {
        const LlcHeader llc{.dsap = LlcHeader::SAP_NETBIOS, .ssap = LlcHeader::SAP_NETBIOS};
        llc.Encode(writer);
    }
    GetProtocol().codec->Write(ends, unit, writer);
    const auto packet = Join(writer.Take(), payload);
    if (!named)
    {
        GetLink(ends.remote).Write(ends.localId, unit, packet);
        return;
    }
    ++m_names;
    const auto length = static_cast<uint16_t>(packet->GetSize());
    Transmit(packet, unit.kind == Kind::SETUP ? ALL : ends.remote, length);
}

void
Net8NetbiosHost::SendOverLink(const LanAddress& to, const LanUnit& unit, const Ptr<Packet>& frame)
{
    LanWriter writer;
    LlcCodec::Make(unit).Encode(writer);
    const auto packet = Join(writer.Take(), frame);
    Transmit(packet, to, static_cast<uint16_t>(packet->GetSize()));
}

void
Net8NetbiosHost::HandleAcknowledged(const LanAddress& to, uint16_t session, const LanUnit& unit)
{
    auto* const connection = Find(session);
    if (!connection || !connection->IsFrom({.remote = to}))
    {
        return;
    }
    if (unit.kind == Kind::DATA)
    {
        connection->Acknowledge(unit.number + 1);
    }
    else if (unit.kind == Kind::DISCONNECT)
    {
        connection->Receive({.unit = {.kind = Kind::DISCONNECT_ACK}}, nullptr);
    }
}

void
Net8NetbiosHost::FailSession(uint16_t session)
{
    if (auto* const connection = Find(session))
    {
        connection->Fail();
    }
}

void
Net8NetbiosHost::Leave(uint16_t id, const LanEnds& ends)
{
    Net8LanHost::Leave(id, ends);
    if (const auto found = m_links.find(ends.remote); found != m_links.end())
    {
        found->second->Leave(id);
    }
}

LanTransport::Counts
Net8NetbiosHost::GetCounts() const
{
    LanTransport::Counts counts{.others = m_names};
    for (const auto& [remote, link] : m_links)
    {
        counts += link->GetCounts();
    }
    return counts;
}

// Receiving

void
Net8NetbiosHost::Receive(Ptr<NetDevice> /* device */,
                         Ptr<const Packet> packet,
                         uint16_t type,
                         const Address& from,
                         const Address& /* to */,
                         NetDevice::PacketType /* packetType */)
{
    if (type >= LanFrame::FIRST_TYPE)
    {
        return; // of another protocol
    }
    std::array<uint8_t, LanCodec::MOST_HEAD> bytes{};
    const auto size = static_cast<uint32_t>(
        std::min<size_t>({packet->CopyData(bytes.data(), bytes.size()), type, bytes.size()}));
    LanReader reader(std::span<const uint8_t>(bytes).first(size));
    LlcHeader llc;
    const auto error = LlcHeader::Decode(reader, llc);
    if (error != LanError::NONE || llc.dsap != LlcHeader::SAP_NETBIOS || type > packet->GetSize())
    {
        CountStray();
        return;
    }
    const auto head = static_cast<uint32_t>(reader.Position());
    LanArrival arrival;
    Mac48Address::ConvertFrom(from).CopyTo(arrival.ends.remote.data());
    if (llc.kind == LlcHeader::Kind::UNNUMBERED && llc.function == LlcHeader::UI)
    {
        ReceiveNames(std::span<const uint8_t>(bytes).first(size).subspan(head),
                     arrival.ends.remote);
        return;
    }
    const auto unit = LlcCodec::Read(llc);
    const bool carries = llc.kind == LlcHeader::Kind::INFORMATION;
    if (!unit || (carries && type < head + NbfHeader::SESSION_SIZE))
    {
        CountStray();
        return;
    }
    arrival.unit = *unit;
    if (!carries)
    {
        Take(arrival, nullptr);
        return;
    }
    arrival.unit.size = type - head;
    WorkOn(arrival, packet->CreateFragment(head, arrival.unit.size));
}

void
Net8NetbiosHost::ReceiveNames(std::span<const uint8_t> bytes, const LanAddress& from)
{
    auto arrival = GetProtocol().codec->Read(bytes);
    if (!arrival)
    {
        CountStray();
        return;
    }
    arrival->ends.remote = from;
    if (arrival->ends.localNode == MakeEnds().localNode)
    {
        Deliver(*arrival, nullptr);
    }
}

void
Net8NetbiosHost::Take(const LanArrival& arrival, const Ptr<Packet>& payload)
{
    const auto& remote = arrival.ends.remote;
    const bool known = m_links.contains(remote);
    if (known || arrival.unit.kind == Kind::SETUP)
    {
        GetLink(remote).Receive(arrival.unit, payload);
        return;
    }
    CountStray();
}

void
Net8NetbiosHost::DeliverFrame(const LanAddress& from, const Ptr<Packet>& frame)
{
    std::array<uint8_t, LanCodec::MOST_HEAD> bytes{};
    const uint32_t size = frame->CopyData(bytes.data(), bytes.size());
    auto arrival = GetProtocol().codec->Read(std::span<const uint8_t>(bytes).first(size));
    if (!arrival)
    {
        CountStray();
        return;
    }
    arrival->ends.remote = from;
    const bool carries = arrival->unit.kind == Kind::DATA;
    arrival->unit.size = carries ? frame->GetSize() - arrival->head : 0;
    const bool empty = arrival->unit.size == 0;
    Deliver(*arrival, empty ? nullptr : frame->CreateFragment(arrival->head, arrival->unit.size));
}

} // namespace ns3::net8
