// SPDX-License-Identifier: GPL-2.0-only
#include "net8-oci-reply.h"

#include <string_view>

namespace ns3::net8
{

namespace
{

/**
 * Read a message.
 *
 * @tparam MESSAGE type of the message
 * @param reader positioned at the message
 * @param layout layout of the session
 * @return the message
 */
template <class MESSAGE>
MESSAGE
Get(TtcReader& reader, const OciLayout& layout)
{
    MESSAGE message;
    MESSAGE::Fields(message, reader, layout);
    return message;
}

} // namespace

std::optional<OciReply>
OciReply::Decode(std::span<const uint8_t> bytes, const OciLayout& layout, uint32_t columns)
{
    TtcReader reader(bytes);
    OciReply reply;
    reply.columns = columns;
    while (reader.Left() > 0)
    {
        reply.Take(reader, layout);
    }
    return reader.Failed() ? std::nullopt : std::optional(std::move(reply));
}

std::vector<uint8_t>
OciReply::Encode(const OciLayout& layout) const
{
    std::vector<uint8_t> bytes;
    TtcWriter writer(TtcWriter::Side::SERVER, &bytes);
    for (const auto& part : parts)
    {
        if (const auto* vector = std::get_if<TtcBitVector>(&part))
        {
            // Here its count has two bytes.
            writer.U8(static_cast<uint8_t>(TtcMessage::BIT_VECTOR));
            writer.Little(vector->sent, 2);
            writer.Raw(vector->bits);
            continue;
        }
        std::visit(
            [&](const auto& message) {
                using Message = std::remove_cvref_t<decltype(message)>;
                if constexpr (!std::is_same_v<Message, TtcBitVector>)
                {
                    Message::Fields(message, writer, layout);
                }
            },
            part);
    }
    return bytes;
}

void
OciReply::Take(TtcReader& reader, const OciLayout& layout)
{
    switch (static_cast<TtcMessage>(reader.Peek()))
    {
    case TtcMessage::DESCRIBE: {
        auto describe = Get<OciDescribe>(reader, layout);
        columns = static_cast<uint32_t>(describe.columns.size());
        parts.emplace_back(std::move(describe));
        break;
    }
    case TtcMessage::ROW_HEADER:
        parts.emplace_back(Get<OciRowHeader>(reader, layout));
        break;
    case TtcMessage::BIT_VECTOR: {
        TtcBitVector vector;
        reader.Zeros(1);
        reader.Little(vector.sent, 2);
        reader.Raw(vector.bits, TtcBitVector::GetBytes(columns));
        parts.emplace_back(std::move(vector));
        break;
    }
    case TtcMessage::ROW_DATA:
        TakeRow(reader, layout);
        break;
    case TtcMessage::PARAMETER:
        parts.emplace_back(Get<OciParameters>(reader, layout));
        break;
    case TtcMessage::ERROR:
        end = Get<OciEndOfCall>(reader, layout);
        parts.emplace_back(*end);
        break;
    case TtcMessage::STATUS:
        parts.emplace_back(Get<OciStatus>(reader, layout));
        break;
    default:
        reader.Fail();
        break;
    }
}

void
OciReply::TakeRow(TtcReader& reader, const OciLayout& layout)
{
    OciRow row;
    // Each value takes at least one byte.
    const uint32_t values = CountValues();
    if (values == 0 || values > reader.Left())
    {
        reader.Fail();
        return;
    }
    row.values.resize(values);
    OciRow::Fields(row, reader, layout);
    parts.emplace_back(std::move(row));
    ++rows;
}

uint32_t
OciReply::CountValues() const
{
    if (parts.empty())
    {
        return columns;
    }
    if (const auto* vector = std::get_if<TtcBitVector>(&parts.back()))
    {
        return TtcBitVector::Count(vector->bits);
    }
    const auto* header = std::get_if<OciRowHeader>(&parts.back());
    return header && !header->bitVector.empty() ? TtcBitVector::Count(header->bitVector) : columns;
}

} // namespace ns3::net8
