// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tds-reply.h"

namespace ns3::net8
{

namespace
{

/**
 * Read a token.
 * @tparam TOKEN type of the token
 * @param reader positioned at the token
 * @param layout layout of the session
 * @return the token
 */
template <class TOKEN>
TOKEN
Take(TtcReader& reader, const TdsLayout& layout)
{
    TOKEN token;
    TOKEN::Fields(token, reader, layout);
    return token;
}

/**
 * Read a row.
 * @param reader positioned at the row
 * @param layout layout of the session
 * @param columns its columns, or nullptr
 * @return the row
 */
TdsRow
TakeRow(TtcReader& reader, const TdsLayout& layout, const TdsColumns* columns)
{
    TdsRow row;
    row.withNulls = reader.Peek() == static_cast<uint8_t>(TdsToken::ROW_WITH_NULLS);
    if (columns == nullptr || columns->columns.size() / 8 > reader.Left())
    {
        reader.Fail();
        return row;
    }
    row.values = columns->MakeRow();
    TdsRow::Fields(row, reader, layout);
    return row;
}

/**
 * Read a token of any type.
 * @param reader positioned at the token
 * @param layout layout of the session
 * @param columns columns of the rows, or nullptr
 * @return the token; if it is unknown, the reader has failed
 */
TdsReply::Token
TakeToken(TtcReader& reader, const TdsLayout& layout, const TdsColumns* columns)
{
    switch (static_cast<TdsToken>(reader.Peek()))
    {
    case TdsToken::RETURN_STATUS:
        return Take<TdsReturnStatus>(reader, layout);
    case TdsToken::COLUMNS:
        return Take<TdsColumns>(reader, layout);
    case TdsToken::ERROR:
    case TdsToken::INFO:
        return Take<TdsMessage>(reader, layout);
    case TdsToken::RETURN_VALUE:
        return Take<TdsReturnValue>(reader, layout);
    case TdsToken::LOGIN_ACK:
        return Take<TdsLoginAck>(reader, layout);
    case TdsToken::ROW:
    case TdsToken::ROW_WITH_NULLS:
        return TakeRow(reader, layout, columns);
    case TdsToken::ENVIRONMENT:
        return Take<TdsEnvironment>(reader, layout);
    case TdsToken::ORDER:
    case TdsToken::SSPI:
        return Take<TdsCountedToken>(reader, layout);
    case TdsToken::DONE:
    case TdsToken::DONE_PROCEDURE:
    case TdsToken::DONE_IN_PROCEDURE:
        return Take<TdsDone>(reader, layout);
    default:
        reader.Fail();
        return TdsDone{};
    }
}

} // namespace

std::optional<TdsReply>
TdsReply::Decode(std::span<const uint8_t> bytes, const TdsLayout& layout)
{
    TtcReader reader(bytes);
    TdsReply reply;
    std::optional<TdsColumns> columns;
    while (!reader.Failed() && reader.Left() > 0)
    {
        reply.tokens.push_back(TakeToken(reader, layout, columns ? &*columns : nullptr));
        const auto* const told = std::get_if<TdsColumns>(&reply.tokens.back());
        // A result without columns uses those before it.
        if (told != nullptr && !told->columns.empty())
        {
            columns = *told;
        }
    }
    return reader.Failed() ? std::nullopt : std::optional(std::move(reply));
}

std::optional<TdsReply>
TdsReply::DecodeEnd(std::span<const uint8_t> bytes, const TdsLayout& layout)
{
    const auto is = [](uint8_t byte, TdsToken token) {
        return byte == static_cast<uint8_t>(token);
    };
    const std::size_t done = TdsDone().Size(layout);
    const std::size_t status = TdsReturnStatus().Size(layout);
    const std::size_t call = 2 * done + status;
    if (bytes.size() >= call)
    {
        const auto end = bytes.last(call);
        if (is(end[0], TdsToken::DONE_IN_PROCEDURE) && is(end[done], TdsToken::RETURN_STATUS) &&
            is(end[done + status], TdsToken::DONE_PROCEDURE))
        {
            return Decode(end, layout);
        }
    }
    return bytes.size() < done ? std::nullopt : Decode(bytes.last(done), layout);
}

uint64_t
TdsReply::Size(const TdsLayout& layout) const
{
    uint64_t size = 0;
    for (const auto& token : tokens)
    {
        size += std::visit([&](const auto& known) { return known.Size(layout); }, token);
    }
    return size;
}

std::vector<uint8_t>
TdsReply::Encode(const TdsLayout& layout) const
{
    std::vector<uint8_t> bytes;
    TtcWriter writer(TtcWriter::Side::SERVER, &bytes);
    for (const auto& token : tokens)
    {
        std::visit(
            [&](const auto& known) {
                std::remove_cvref_t<decltype(known)>::Fields(known, writer, layout);
            },
            token);
    }
    return bytes;
}

const TdsDone*
TdsReply::GetEnd() const
{
    const TdsDone* end = nullptr;
    for (const auto& token : tokens)
    {
        const auto* const done = std::get_if<TdsDone>(&token);
        end = done != nullptr ? done : end;
    }
    return end;
}

} // namespace ns3::net8
