// SPDX-License-Identifier: GPL-2.0-only
#include "net8-oci-request.h"

#include <array>
#include <utility>

namespace ns3::net8
{

namespace
{

using Call = OciRequest::Call;
/// Reads one kind of call.
using Taker = Call (*)(TtcReader& reader, const OciLayout& layout);

/**
 * Read a call.
 *
 * @tparam MESSAGE type of the call
 * @param reader positioned at the call
 * @param layout layout of the session
 * @return the call
 */
template <class MESSAGE>
Call
Take(TtcReader& reader, const OciLayout& layout)
{
    MESSAGE message;
    MESSAGE::Fields(message, reader, layout);
    return message;
}

/**
 * Read a call without parameters.
 *
 * @param reader positioned at the call
 * @return the call
 */
Call
TakeHead(TtcReader& reader, const OciLayout& /* layout */)
{
    TtcHead head;
    TtcHead::Fields(head, reader, {});
    return head;
}

/// Readers of the known calls.
constexpr std::array<std::pair<TtcFunction, Taker>, 13> TAKERS{{
    {TtcFunction::SESSION_SWITCH, &Take<OciSessionSwitch>},
    {TtcFunction::CLOSE_CURSORS, &Take<OciCloseCursors>},
    {TtcFunction::AUTH_1, &Take<OciAuthRequest>},
    {TtcFunction::AUTH_2, &Take<OciAuthRequest>},
    {TtcFunction::VERSION, &Take<OciVersion>},
    {TtcFunction::OPEN_CURSOR, &Take<OciOpenCursor>},
    {TtcFunction::EXECUTE, &Take<OciExecute>},
    {TtcFunction::FETCH, &Take<OciFetch>},
    {TtcFunction::CLOSE_CURSOR, &Take<OciCloseCursor>},
    {TtcFunction::COMMIT, &TakeHead},
    {TtcFunction::ROLLBACK, &TakeHead},
    {TtcFunction::LOGOFF, &TakeHead},
    {TtcFunction::PING, &TakeHead},
}};

} // namespace

std::optional<OciRequest>
OciRequest::Decode(std::span<const uint8_t> bytes, const OciLayout& layout)
{
    TtcReader reader(bytes);
    OciRequest request;
    while (reader.Left() > 0)
    {
        // Look at the type and function of a call before reading it.
        TtcReader ahead(bytes.subspan(reader.Position()));
        TtcHead head;
        TtcHead::Fields(head, ahead, {});
        bool known = false;
        for (const auto& [function, take] : TAKERS)
        {
            if (!ahead.Failed() && function == head.function)
            {
                request.calls.push_back(take(reader, layout));
                known = true;
            }
        }
        if (!known)
        {
            return std::nullopt;
        }
    }
    return reader.Failed() ? std::nullopt : std::optional(std::move(request));
}

std::vector<uint8_t>
OciRequest::Encode(const OciLayout& layout) const
{
    std::vector<uint8_t> bytes;
    TtcWriter writer(TtcWriter::Side::DRIVER, &bytes);
    for (const auto& call : calls)
    {
        std::visit(
            [&](const auto& message) {
                using Message = std::remove_cvref_t<decltype(message)>;
                if constexpr (std::is_same_v<Message, TtcHead>)
                {
                    TtcHead::Fields(message, writer, {});
                }
                else
                {
                    Message::Fields(message, writer, layout);
                }
            },
            call);
    }
    return bytes;
}

} // namespace ns3::net8
