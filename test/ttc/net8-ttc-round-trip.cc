// SPDX-License-Identifier: GPL-2.0-only
#include "net8-ttc-round-trip.h"

#include "../fuzz/net8-message-check.h"
#include "net8-ttc-reply-parts.h"
#include "net8-ttc-version.h"

#include "ns3/net8-ttc-auth-reply.h"
#include "ns3/net8-ttc-auth-request.h"
#include "ns3/net8-ttc-close-cursors.h"
#include "ns3/net8-ttc-data-types-reply.h"
#include "ns3/net8-ttc-direct-path-load.h"
#include "ns3/net8-ttc-direct-path-operation.h"
#include "ns3/net8-ttc-direct-path-prepare.h"
#include "ns3/net8-ttc-end-to-end.h"
#include "ns3/net8-ttc-execute.h"
#include "ns3/net8-ttc-fast-auth.h"
#include "ns3/net8-ttc-fetch.h"
#include "ns3/net8-ttc-key-values.h"
#include "ns3/net8-ttc-lob-call.h"
#include "ns3/net8-ttc-pipeline.h"
#include "ns3/net8-ttc-protocol-reply.h"
#include "ns3/net8-ttc-request.h"
#include "ns3/net8-ttc-session-state.h"
#include "ns3/net8-ttc-set-schema.h"
#include "ns3/net8-ttc-transaction-switch.h"
#include "ns3/net8-ttc-version-reply.h"

#include <array>

namespace ns3::net8
{

namespace
{

/**
 * @param bytes what a peer sent
 * @param layout layout of the session
 * @return what is wrong with it as a reply
 */
std::string
CheckReply(std::span<const uint8_t> bytes, const TtcLayout& layout)
{
    const TtcReplyParts::Statement statement{.columns = 2, .rowCounts = layout.verifier12c};
    const auto reply = TtcReplyParts::Decode(bytes, layout, statement);
    if (!reply)
    {
        return {};
    }
    const auto once = reply->Encode(layout);
    const auto again = TtcReplyParts::Decode(once, layout, statement);
    return again && again->Encode(layout) == once ? "" : "a reply does not read back";
}

/**
 * @param bytes what a peer sent
 * @return what is wrong with what its first bytes tell
 */
std::string
CheckHead(std::span<const uint8_t> bytes, const TtcLayout& /* layout */)
{
    const auto found = TtcRequest::Find(bytes);
    TtcRequest::GetRowsAsked(bytes);
    TtcRequest::IsWholeNative(bytes);
    return found.start > bytes.size() || found.GetName().empty() ? "a call outside of its message"
                                                                 : "";
}

} // namespace

std::string
CheckTtcRoundTrip(std::span<const uint8_t> bytes)
{
    using Checker = std::string (*)(std::span<const uint8_t>, const TtcLayout&);
    constexpr std::array<Checker, 27> CHECKERS{&CheckMessage<TtcAuthReply>,
                                               &CheckMessage<TtcAuthRequest>,
                                               &CheckMessage<TtcCloseCursors>,
                                               &CheckMessage<TtcEndToEnd>,
                                               &CheckMessage<TtcSetSchema>,
                                               &CheckMessage<TtcSessionState>,
                                               &CheckMessage<TtcDataTypesReply>,
                                               &CheckMessage<TtcDataTypesRequest>,
                                               &CheckMessage<TtcExecute>,
                                               &CheckMessage<TtcFastAuth>,
                                               &CheckMessage<TtcFetch>,
                                               &CheckMessage<TtcHead>,
                                               &CheckMessage<TtcLobCall>,
                                               &CheckMessage<TtcProtocolReply>,
                                               &CheckMessage<TtcProtocolRequest>,
                                               &CheckMessage<TtcVersion>,
                                               &CheckMessage<TtcVersionReply>,
                                               &CheckReply,
                                               &CheckHead,
                                               &CheckMessage<TtcPipelineBegin>,
                                               &CheckMessage<TtcPipelineEnd>,
                                               &CheckMessage<TtcToken>,
                                               &CheckMessage<TtcDirectPathPrepare>,
                                               &CheckMessage<TtcDirectPathLoad>,
                                               &CheckMessage<TtcDirectPathOperation>,
                                               &CheckMessage<TtcTransactionSwitch>,
                                               &CheckMessage<TtcKeyValues>};
    constexpr std::size_t HEAD = 3;
    if (bytes.size() < HEAD)
    {
        return {};
    }
    TtcLayout layout;
    layout.fieldVersion = bytes[1];
    layout.wideBytes = (bytes[2] & 1) != 0;
    layout.statementType = (bytes[2] & 2) != 0;
    layout.columns23 = (bytes[2] & 4) != 0;
    layout.textLengths = (bytes[2] & 8) != 0;
    layout.verifier12c = (bytes[2] & 16) != 0;
    return CHECKERS.at(bytes[0] % CHECKERS.size())(bytes.subspan(HEAD), layout);
}

} // namespace ns3::net8
