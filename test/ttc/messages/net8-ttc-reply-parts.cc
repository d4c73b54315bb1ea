// SPDX-License-Identifier: GPL-2.0-only
#include "net8-ttc-reply-parts.h"

#include <algorithm>
#include <string_view>

namespace ns3::net8
{

namespace
{

/// Types with a special encoding in rows: LONG, ROWID, LONG RAW, objects, LOBs.
constexpr std::array<uint8_t, 10> UNREAD_TYPES{8, 11, 24, 102, 109, 112, 113, 114, 119, 208};

/**
 * Check whether the rows of a result can be read.
 *
 * @param describe its description
 * @return whether they can
 */
bool
IsReadable(const TtcDescribe& describe)
{
    return std::ranges::none_of(describe.columns, [](const TtcDescribedColumn& column) {
        return std::ranges::find(UNREAD_TYPES, column.type) != UNREAD_TYPES.end();
    });
}

/**
 * Read a message.
 *
 * @tparam MESSAGE type of the message
 * @param reader positioned at the message
 * @param layout layout of the session
 * @param message receives the message
 * @return the message
 */
template <class MESSAGE>
MESSAGE
Get(TtcReader& reader, const TtcLayout& layout, MESSAGE message = {})
{
    MESSAGE::Fields(message, reader, layout);
    return message;
}

} // namespace

std::optional<TtcReplyParts>
TtcReplyParts::Decode(std::span<const uint8_t> bytes,
                      const TtcLayout& layout,
                      const Statement& statement)
{
    TtcReader reader(bytes);
    TtcReplyParts reply;
    reply.columns = statement.columns;
    while (reader.Left() > 0)
    {
        reply.Take(reader, layout, statement.rowCounts);
    }
    return reader.Failed() ? std::nullopt : std::optional(std::move(reply));
}

std::vector<uint8_t>
TtcReplyParts::Encode(const TtcLayout& layout) const
{
    std::vector<uint8_t> bytes;
    TtcWriter writer(TtcWriter::Side::SERVER, &bytes);
    for (const auto& part : parts)
    {
        std::visit(
            [&](const auto& message) {
                using Message = std::remove_cvref_t<decltype(message)>;
                if constexpr (std::is_same_v<Message, TtcBitVector>)
                {
                    Message::Fields(message, writer, columns);
                }
                else
                {
                    Message::Fields(message, writer, layout);
                }
            },
            part);
    }
    return bytes;
}

void
TtcReplyParts::Take(TtcReader& reader, const TtcLayout& layout, bool rowCounts)
{
    switch (static_cast<TtcMessage>(reader.Peek()))
    {
    case TtcMessage::DESCRIBE: {
        auto describe = Get<TtcDescribe>(reader, layout);
        columns = static_cast<uint32_t>(describe.columns.size());
        if (!IsReadable(describe))
        {
            reader.Fail();
        }
        parts.emplace_back(std::move(describe));
        break;
    }
    case TtcMessage::ROW_HEADER:
        parts.emplace_back(Get<TtcRowHeader>(reader, layout));
        break;
    case TtcMessage::BIT_VECTOR: {
        TtcBitVector vector;
        TtcBitVector::Fields(vector, reader, columns);
        parts.emplace_back(std::move(vector));
        break;
    }
    case TtcMessage::ROW_DATA:
        TakeRow(reader, layout);
        break;
    case TtcMessage::PARAMETER: {
        TtcStatementParameters parameters;
        if (rowCounts)
        {
            parameters.rowCounts.emplace();
        }
        parts.emplace_back(Get(reader, layout, std::move(parameters)));
        break;
    }
    case TtcMessage::IO_VECTOR:
        parts.emplace_back(Get<TtcIoVector>(reader, layout));
        break;
    case TtcMessage::SERVER_SIDE_PIGGYBACK:
        parts.emplace_back(Get<TtcSessionSync>(reader, layout));
        break;
    case TtcMessage::ERROR:
        end = Get<TtcEndOfCall>(reader, layout);
        parts.emplace_back(*end);
        break;
    case TtcMessage::STATUS:
        parts.emplace_back(Get<TtcStatus>(reader, layout));
        break;
    default:
        reader.Fail();
        break;
    }
}

void
TtcReplyParts::TakeRow(TtcReader& reader, const TtcLayout& layout)
{
    TtcRow row;
    row.returnCodes = !parts.empty() && std::holds_alternative<TtcIoVector>(parts.back());
    // Each value takes at least one byte.
    const uint32_t values = CountValues();
    if (values == 0 || values > reader.Left())
    {
        reader.Fail();
        return;
    }
    row.values.resize(values);
    TtcRow::Fields(row, reader, layout);
    parts.emplace_back(std::move(row));
    ++rows;
}

uint32_t
TtcReplyParts::CountValues() const
{
    if (parts.empty())
    {
        return columns;
    }
    if (const auto* vector = std::get_if<TtcBitVector>(&parts.back()))
    {
        return TtcBitVector::Count(vector->bits);
    }
    if (const auto* header = std::get_if<TtcRowHeader>(&parts.back()))
    {
        return header->bitVector.empty() ? columns : TtcBitVector::Count(header->bitVector);
    }
    if (const auto* directions = std::get_if<TtcIoVector>(&parts.back()))
    {
        return static_cast<uint32_t>(
            std::ranges::count_if(directions->directions, [](uint8_t direction) {
                return (direction & TtcIoVector::OUT) != 0;
            }));
    }
    return columns;
}

} // namespace ns3::net8
