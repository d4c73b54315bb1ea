// SPDX-License-Identifier: GPL-2.0-only
#include "net8-ttc-reader.h"

#include "net8-ttc-form.h"

#include <algorithm>

namespace ns3::net8
{

TtcReader::TtcReader(std::span<const uint8_t> bytes)
    : m_bytes(bytes)
{
}

void
TtcReader::U8(uint8_t& value)
{
    value = static_cast<uint8_t>(TakeNumber(1));
}

void
TtcReader::U16(uint16_t& value)
{
    value = static_cast<uint16_t>(TakeNumber(2));
}

void
TtcReader::U32(uint32_t& value)
{
    value = static_cast<uint32_t>(TakeNumber(4));
}

void
TtcReader::U16Little(uint16_t& value)
{
    Little(value, 2);
}

void
TtcReader::Zeros(uint64_t size)
{
    Take(size);
}

void
TtcReader::Expect(uint8_t value)
{
    if (Left() == 0 || Peek() != value)
    {
        Fail();
    }
    Take(1);
}

void
TtcReader::Fixed(uint8_t /* value */)
{
    Take(1);
}

void
TtcReader::Raw(std::string& text, uint64_t size)
{
    const auto view = Take(size);
    text.assign(view.begin(), view.end());
}

void
TtcReader::Signed(int64_t& value)
{
    const uint8_t first = Peek();
    const auto size = static_cast<uint8_t>(first & ~TtcForm::NEGATIVE);
    Take(1);
    if (size > TtcForm::WIDEST)
    {
        Fail();
    }
    const uint64_t magnitude = TakeNumber(size);
    if (magnitude > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
    {
        Fail();
    }
    value = m_failed ? 0 : static_cast<int64_t>(magnitude) * (first & TtcForm::NEGATIVE ? -1 : 1);
}

void
TtcReader::SignedByte(int64_t& value, bool wide)
{
    if (wide)
    {
        Signed(value);
    }
    else
    {
        const auto byte = static_cast<int64_t>(TakeNumber(1));
        value = byte < 0x80 ? byte : byte - 0x100;
    }
}

void
TtcReader::String(std::string& text)
{
    text.clear();
    const auto size = TakeNumber(1);
    if (size == TtcForm::NULL_STRING)
    {
        return;
    }
    if (size != TtcForm::LONG_STRING)
    {
        Raw(text, size);
        return;
    }
    while (const uint64_t part = TakeInteger(std::numeric_limits<uint32_t>::max()))
    {
        const auto view = Take(part);
        text.append(view.begin(), view.end());
    }
}

void
TtcReader::Field(std::string& text)
{
    text.clear();
    if (TakeInteger(std::numeric_limits<uint32_t>::max()) > 0)
    {
        String(text);
    }
}

void
TtcReader::Terminated(std::string& text)
{
    const auto rest = m_bytes.subspan(m_position);
    const auto end = std::ranges::find(rest, uint8_t{0});
    Raw(text, static_cast<uint64_t>(end - rest.begin()));
    Take(1);
}

void
TtcReader::Rest(std::string& text)
{
    Raw(text, Left());
}

uint64_t
TtcReader::Find(std::initializer_list<uint8_t> bytes)
{
    const auto rest = m_bytes.subspan(m_position);
    // Not std::ranges::search, which clang 14 cannot compile.
    const auto found = std::search(rest.begin(), rest.end(), bytes.begin(), bytes.end());
    if (found == rest.end())
    {
        Fail();
        return 0;
    }
    return static_cast<uint64_t>(found - rest.begin());
}

uint8_t
TtcReader::Peek() const
{
    return Left() > 0 ? m_bytes[m_position] : 0;
}

void
TtcReader::Fail()
{
    m_failed = true;
    m_position = m_bytes.size();
}

bool
TtcReader::Failed() const
{
    return m_failed;
}

uint64_t
TtcReader::Left() const
{
    return m_bytes.size() - m_position;
}

uint64_t
TtcReader::Position() const
{
    return m_position;
}

std::span<const uint8_t>
TtcReader::Take(uint64_t size)
{
    if (size > Left())
    {
        Fail();
        return {};
    }
    const auto view = m_bytes.subspan(m_position, size);
    m_position += size;
    return view;
}

uint64_t
TtcReader::TakeNumber(uint64_t size)
{
    uint64_t value = 0;
    for (const uint8_t byte : Take(size))
    {
        value = value << 8 | byte;
    }
    return value;
}

uint64_t
TtcReader::TakeLittle(uint64_t size)
{
    uint64_t value = 0;
    uint32_t shift = 0;
    for (const uint8_t byte : Take(size))
    {
        value |= uint64_t{byte} << shift;
        shift += 8;
    }
    return value;
}

uint64_t
TtcReader::TakeInteger(uint64_t most)
{
    const uint64_t size = TakeNumber(1);
    if (size > TtcForm::WIDEST)
    {
        Fail();
        return 0;
    }
    const uint64_t value = TakeNumber(size);
    if (value > most)
    {
        Fail();
        return 0;
    }
    return value;
}

} // namespace ns3::net8
