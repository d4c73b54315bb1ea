// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tds-round-trip.h"

#include "../fuzz/net8-message-check.h"

#include "ns3/net8-tds-batch.h"
#include "ns3/net8-tds-call.h"
#include "ns3/net8-tds-login.h"
#include "ns3/net8-tds-packet-header.h"
#include "ns3/net8-tds-prelogin.h"
#include "ns3/net8-tds-reply.h"
#include "ns3/net8-tds-transaction.h"

#include <array>

namespace ns3::net8
{

namespace
{

/**
 * @param bytes what a peer sent
 * @param layout layout of the session
 * @return what is wrong with a PRELOGIN or LOGIN7, and with what is asked of it
 */
std::string
CheckLogon(std::span<const uint8_t> bytes, const TdsLayout& layout)
{
    if (const auto prelogin = TdsPrelogin::Decode(bytes, layout))
    {
        prelogin->Get(TdsPrelogin::Option::ENCRYPTION);
    }
    const auto login = TdsLogin::Decode(bytes, layout);
    for (uint8_t item = 0; login && item < static_cast<uint8_t>(TdsLogin::Item::COUNT); ++item)
    {
        login->Get(static_cast<TdsLogin::Item>(item));
    }
    return CheckMessage<TdsPrelogin>(bytes, layout) + CheckMessage<TdsLogin>(bytes, layout);
}

/**
 * @param bytes what a peer sent
 * @return what is wrong with it as the header of a packet
 */
std::string
CheckHeader(std::span<const uint8_t> bytes, const TdsLayout& /* layout */)
{
    const auto header = TdsPacketHeader::Decode(bytes);
    return header && TdsPacketHeader::Decode(header->Encode()) != header
               ? "a header does not read back"
               : "";
}

} // namespace

std::string
CheckTdsRoundTrip(std::span<const uint8_t> bytes)
{
    using Checker = std::string (*)(std::span<const uint8_t>, const TdsLayout&);
    constexpr std::array<Checker, 6> CHECKERS{&CheckLogon,
                                              &CheckMessage<TdsBatch>,
                                              &CheckMessage<TdsCalls>,
                                              &CheckMessage<TdsReply>,
                                              &CheckMessage<TdsTransaction>,
                                              &CheckHeader};
    constexpr std::size_t HEAD = 2;
    if (bytes.size() < HEAD)
    {
        return {};
    }
    const TdsLayout layout{.wide = (bytes[1] & 1) != 0};
    return CHECKERS.at(bytes[0] % CHECKERS.size())(bytes.subspan(HEAD), layout);
}

} // namespace ns3::net8
