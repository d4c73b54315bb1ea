// SPDX-License-Identifier: GPL-2.0-only
#include "net8-smb-round-trip.h"

#include "ns3/net8-nbt-session.h"
#include "ns3/net8-smb-message.h"
#include "ns3/net8-smb-transaction.h"

#include <array>

namespace ns3::net8
{

namespace
{

/**
 * @tparam MESSAGE a message
 * @param bytes what a peer sent
 * @return what is wrong
 */
template <class MESSAGE>
std::string
Check(std::span<const uint8_t> bytes)
{
    const auto message = MESSAGE::Decode(bytes);
    if (!message)
    {
        return {};
    }
    const auto once = message->Encode();
    if (message->Size() != once.size())
    {
        return "what was counted is not as long as what was written";
    }
    const auto again = MESSAGE::Decode(once);
    return again && again->Encode() == once ? "" : "what was written does not read back";
}

/**
 * @param bytes what a peer sent
 * @return what is wrong with it as a message of SMB and as a transaction
 */
std::string
CheckMessage(std::span<const uint8_t> bytes)
{
    auto message = SmbMessage::Decode(bytes);
    const auto transaction = message ? SmbTransaction::Read(*message) : std::nullopt;
    if (transaction)
    {
        transaction->Write(*message);
        const auto again = SmbTransaction::Read(*message);
        if (!again || again->data != transaction->data ||
            again->parameters != transaction->parameters)
        {
            return "a transaction does not read back";
        }
    }
    return Check<SmbMessage>(bytes);
}

} // namespace

std::string
CheckSmbRoundTrip(std::span<const uint8_t> bytes)
{
    using Checker = std::string (*)(std::span<const uint8_t>);
    constexpr std::array<Checker, 2> CHECKERS{&CheckMessage, &Check<NbtSession>};
    return bytes.empty() ? "" : CHECKERS.at(bytes[0] % CHECKERS.size())(bytes.subspan(1));
}

} // namespace ns3::net8
