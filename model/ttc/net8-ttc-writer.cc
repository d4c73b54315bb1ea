// SPDX-License-Identifier: GPL-2.0-only
#include "net8-ttc-writer.h"

#include "net8-ttc-form.h"

#include <algorithm>
#include <array>
#include <bit>

namespace ns3::net8
{

TtcWriter::TtcWriter(Side side, std::vector<uint8_t>* bytes)
    : m_side(side),
      m_bytes(bytes)
{
}

void
TtcWriter::U8(uint8_t value)
{
    PutNumber(value, 1);
}

void
TtcWriter::U16(uint16_t value)
{
    PutNumber(value, 2);
}

void
TtcWriter::U32(uint32_t value)
{
    PutNumber(value, 4);
}

void
TtcWriter::U16Little(uint16_t value)
{
    Little(value, 2);
}

void
TtcWriter::Little(uint64_t value, uint32_t size)
{
    for (uint32_t i = 0; i < size; ++i)
    {
        U8(static_cast<uint8_t>(value >> (8 * i)));
    }
}

void
TtcWriter::Expect(uint8_t value)
{
    U8(value);
}

void
TtcWriter::Fixed(uint8_t value)
{
    U8(value);
}

void
TtcWriter::Raw(std::string_view text)
{
    Put({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
}

void
TtcWriter::Raw(std::string_view text, uint64_t size)
{
    const auto known = std::min<uint64_t>(size, text.size());
    Raw(text.substr(0, known));
    Zeros(size - known);
}

void
TtcWriter::Rest(std::string_view text)
{
    Raw(text);
}

void
TtcWriter::Zeros(uint64_t size)
{
    m_size += size;
    if (m_bytes)
    {
        m_bytes->resize(m_bytes->size() + size);
    }
}

void
TtcWriter::Integer(uint64_t value)
{
    const uint32_t width = GetWidth(value);
    U8(static_cast<uint8_t>(width));
    PutNumber(value, width);
}

void
TtcWriter::Signed(int64_t value)
{
    const auto magnitude = value < 0 ? ~static_cast<uint64_t>(value) + 1 : uint64_t(value);
    const uint32_t width = GetWidth(magnitude);
    U8(static_cast<uint8_t>(width | (value < 0 ? TtcForm::NEGATIVE : 0)));
    PutNumber(magnitude, width);
}

void
TtcWriter::SignedByte(int64_t value, bool wide)
{
    if (wide)
    {
        Signed(value);
    }
    else
    {
        U8(static_cast<uint8_t>(value));
    }
}

void
TtcWriter::String(std::string_view text)
{
    Chunks(text.size(), [&](uint64_t start, uint64_t size) { Raw(text.substr(start, size)); });
}

void
TtcWriter::VirtualString(uint64_t size)
{
    Chunks(size, [&](uint64_t, uint64_t part) { Zeros(part); });
}

void
TtcWriter::Field(std::string_view text)
{
    Integer(text.size());
    if (!text.empty())
    {
        String(text);
    }
}

void
TtcWriter::Terminated(std::string_view text)
{
    Raw(text);
    U8(0);
}

uint64_t
TtcWriter::GetSize() const
{
    return m_size;
}

void
TtcWriter::Put(std::span<const uint8_t> bytes)
{
    m_size += bytes.size();
    if (m_bytes)
    {
        m_bytes->insert(m_bytes->end(), bytes.begin(), bytes.end());
    }
}

void
TtcWriter::PutNumber(uint64_t value, uint32_t size)
{
    std::array<uint8_t, TtcForm::WIDEST> bytes{};
    for (uint32_t i = 0; i < size; ++i)
    {
        bytes[size - 1 - i] = static_cast<uint8_t>(value >> (8 * i));
    }
    Put(std::span(bytes).first(size));
}

uint32_t
TtcWriter::GetWidth(uint64_t value) const
{
    const auto width = static_cast<uint32_t>(std::bit_width(value) + 7) / 8;
    return m_side == Side::SERVER || width < 3 ? width : width <= 4 ? 4 : TtcForm::WIDEST;
}

template <class PUT>
void
TtcWriter::Chunks(uint64_t size, PUT put)
{
    if (size <= SHORT_STRING)
    {
        U8(static_cast<uint8_t>(size));
        put(0, size);
        return;
    }
    U8(TtcForm::LONG_STRING);
    for (uint64_t start = 0; start < size; start += CHUNK)
    {
        const uint64_t part = std::min<uint64_t>(CHUNK, size - start);
        Integer(part);
        put(start, part);
    }
    U8(0);
}

} // namespace ns3::net8
