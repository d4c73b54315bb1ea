// SPDX-License-Identifier: GPL-2.0-only
#include "net8-ttc-request.h"

#include "net8-oci-fetch.h"
#include "net8-ttc-name.h"
#include "net8-ttc-reader.h"

#include <algorithm>
#include <array>

namespace ns3::net8
{

namespace
{

/// Size of type, function and sequence number, bytes.
constexpr std::size_t HEAD = 3;
/// How far after a piggyback its call is searched for, bytes: some 1000 cursors to close.
constexpr std::size_t REACH = 4096;
/// Maximum distance of a call's sequence number from that of its first piggyback; some piggybacks
/// have none.
constexpr uint8_t PIGGYBACKS = 4;
/// TTC bytes of an OCI fetch from 18c on; its additional fields are unpublished.
constexpr std::size_t OCI_FETCH_18C = 20;

/**
 * Check whether a message belongs to the native services.
 *
 * @param bytes a message
 * @return whether it does
 */
bool
IsNative(std::span<const uint8_t> bytes)
{
    return bytes.size() >= TTC_NATIVE_MAGIC.size() &&
           std::ranges::equal(bytes.first(TTC_NATIVE_MAGIC.size()), TTC_NATIVE_MAGIC);
}

/**
 * Check whether a message has a function code.
 *
 * @param type first byte of a message
 * @return whether its second byte is a function code
 */
bool
HasFunction(uint8_t type)
{
    using enum TtcMessage;
    const auto message = static_cast<TtcMessage>(type);
    return message == FUNCTION || message == PIGGYBACK || message == ONE_WAY_FUNCTION;
}

/**
 * Find the call after a piggyback.
 *
 * @param bytes a message that starts with a piggyback
 * @param least how far its sequence number is ahead of that of the piggyback, at least
 * @param most the same, at most
 * @return offset of the call, bytes; 0 if there is none
 */
std::size_t
FindCall(std::span<const uint8_t> bytes, uint8_t least, uint8_t most)
{
    const std::size_t end = std::min(bytes.size(), REACH);
    for (std::size_t at = HEAD; at + HEAD <= end; ++at)
    {
        const auto ahead = static_cast<uint8_t>(bytes[at + 2] - bytes[2]);
        if (bytes[at] == static_cast<uint8_t>(TtcMessage::FUNCTION) && ahead >= least &&
            ahead <= most && !GetTtcName(static_cast<TtcFunction>(bytes[at + 1])).empty())
        {
            return at;
        }
    }
    return 0;
}

} // namespace

std::string
TtcRequest::GetName() const
{
    if (native)
    {
        return "native services";
    }
    const auto name = GetTtcName(static_cast<TtcMessage>(message));
    return name.empty() ? "type " + std::to_string(message) : std::string(name);
}

std::string
TtcRequest::GetFunctionName() const
{
    if (!function)
    {
        return {};
    }
    constexpr std::string_view DIGITS = "0123456789abcdef";
    std::string name(GetTtcName(static_cast<TtcFunction>(*function)));
    if (name.empty())
    {
        name = std::string("function 0x") + DIGITS[*function >> 4] + DIGITS[*function & 0xf];
    }
    return piggybacked ? name + " + " + std::string(GetTtcName(*piggybacked)) : name;
}

TtcRequest
TtcRequest::Find(std::span<const uint8_t> bytes)
{
    TtcRequest found;
    found.message = bytes.empty() ? 0 : bytes[0];
    found.native = IsNative(bytes);
    if (found.native || bytes.size() < 2 || !HasFunction(bytes[0]))
    {
        return found;
    }
    found.function = bytes[1];
    found.sequence = bytes.size() >= HEAD ? bytes[2] : 0;
    if (bytes[0] == static_cast<uint8_t>(TtcMessage::PIGGYBACK) && bytes.size() >= HEAD)
    {
        found.start = FindCall(bytes, 1, PIGGYBACKS);
        if (found.start == 0 && bytes[2] == 0)
        {
            // Some drivers, such as go-ora, leave all sequence numbers at 0.
            found.start = FindCall(bytes, 0, 0);
        }
    }
    if (found.start > 0)
    {
        found.piggybacked = static_cast<TtcFunction>(bytes[found.start + 1]);
        found.sequence = bytes[found.start + 2];
    }
    return found;
}

bool
TtcRequest::IsWholeNative(std::span<const uint8_t> bytes)
{
    return IsNative(bytes) && bytes.size() >= 6 &&
           (std::size_t{bytes[4]} << 8 | bytes[5]) == bytes.size();
}

std::optional<uint64_t>
TtcRequest::GetRowsAsked(std::span<const uint8_t> bytes)
{
    if (bytes.size() < HEAD || bytes[0] != static_cast<uint8_t>(TtcMessage::FUNCTION) ||
        bytes[1] != static_cast<uint8_t>(TtcFunction::FETCH))
    {
        return std::nullopt;
    }
    if (bytes.size() == OciFetch().Size() || bytes.size() == OCI_FETCH_18C)
    {
        return OciFetch::Decode(bytes).value_or(OciFetch()).rows;
    }
    TtcReader reader(bytes.subspan(HEAD));
    std::array<uint64_t, 3> numbers{};
    std::size_t count = 0;
    for (; count < numbers.size() && reader.Left() > 0; ++count)
    {
        reader.Integer(numbers[count]);
    }
    return reader.Failed() || count < 2 ? std::nullopt : std::optional(numbers[count - 1]);
}

} // namespace ns3::net8
