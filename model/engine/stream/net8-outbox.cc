// SPDX-License-Identifier: GPL-2.0-only
#include "net8-outbox.h"

#include "net8-stream-reader.h"

#include <algorithm>
#include <span>
#include <utility>

namespace ns3::net8
{

void
Outbox::SetLengthForm(LengthForm form)
{
    m_form = form;
}

void
Outbox::SetHeaderFlags(uint8_t flags)
{
    m_headerFlags = flags;
}

void
Outbox::SetCommonFlags(uint8_t flags)
{
    m_commonFlags = flags;
}

void
Outbox::SetSealing(const NativeSealing& sealing)
{
    m_sealing = sealing;
}

void
Outbox::SetCompression(const PacketCompression& compression)
{
    m_compression = compression.IsOn() ? std::make_unique<PacketCompression>(compression) : nullptr;
}

const PacketCompression&
Outbox::GetCompression() const
{
    static const PacketCompression none;
    return m_compression ? *m_compression : none;
}

void
Outbox::AddPacket(std::vector<uint8_t> bytes)
{
    bytes.at(PacketHeader::FLAGS_OFFSET) |= m_commonFlags;
    AddBytes(std::move(bytes));
}

void
Outbox::AddBytes(std::vector<uint8_t> bytes)
{
    m_queue.push_back({.bytes = {.real = std::move(bytes)}});
}

void
Outbox::AddUrgent()
{
    m_queue.push_back({.bytes = {.real = {StreamReader::OUT_OF_BAND_BYTE}}, .urgent = true});
}

void
Outbox::AddData(const std::vector<uint8_t>& real, uint32_t payload, uint16_t flags)
{
    // Messages that are all real bytes, those of the native services, are left unchanged.
    const bool virtually = real.size() + PacketCompression::FRONT <= PacketCompression::LEAST;
    const uint32_t compressed = virtually ? GetCompression().GetSize(payload) : payload;
    if (compressed == payload)
    {
        AddSealed(real, payload, flags);
        return;
    }
    AddSealed(PacketCompression::Write(real, payload), compressed, flags | data_flag::COMPRESSED);
}

void
Outbox::AddSealed(const std::vector<uint8_t>& real, uint32_t payload, uint16_t flags)
{
    const uint32_t sealed = m_sealing.GetSealed(payload);
    DataHeader header;
    header.SetPayloadSize(sealed);
    header.flags = flags;
    header.header.flags = m_headerFlags | m_commonFlags;
    StreamBytes bytes;
    bytes.real.reserve(DataHeader::SIZE + real.size());
    bytes.real.resize(DataHeader::SIZE);
    header.Encode(m_form, std::span(bytes.real).first<DataHeader::SIZE>());
    m_sealing.Write(real, payload, bytes.real);
    const auto count = static_cast<uint32_t>(bytes.real.size()) - DataHeader::SIZE;
    bytes.zeros = std::max(sealed, count) - count;
    m_queue.push_back({.bytes = std::move(bytes), .data = true});
}

Outbox::Taken
Outbox::Take(uint32_t room)
{
    if (m_queue.empty())
    {
        return {};
    }
    auto& next = m_queue.front();
    next.begun = true;
    Taken taken{.bytes = next.bytes.Take(room), .urgent = next.urgent};
    if (next.bytes.GetSize() == 0)
    {
        taken.endsMessage = next.data;
        m_queue.pop_front();
    }
    return taken;
}

void
Outbox::DropWhole()
{
    std::erase_if(m_queue, [](const Queued& queued) { return !queued.begun; });
}

void
Outbox::Clear()
{
    m_queue.clear();
}

bool
Outbox::IsEmpty() const
{
    return m_queue.empty();
}

} // namespace ns3::net8
