// SPDX-License-Identifier: GPL-2.0-only
#include "net8-ttc-prefix.h"

#include "net8-ttc-fetch.h"
#include "net8-ttc-re-execute.h"

#include <algorithm>
#include <array>

namespace ns3::net8
{

namespace
{

/// Cursor number of the single statement that a simulated session has open.
constexpr uint8_t CURSOR = 1;
/// Mask of the row count after a piggyback.
constexpr uint32_t ROWS_MASK = 0xffffff;

/**
 * Store a 32-bit number.
 *
 * @param value the number
 * @param out receives its four bytes, big-endian
 */
void
Put32(uint32_t value, uint8_t* out)
{
    for (int i = 0; i < 4; ++i)
    {
        out[i] = static_cast<uint8_t>(value >> (24 - 8 * i));
    }
}

/**
 * Load a 32-bit number.
 *
 * @param in four bytes, big-endian
 * @return the number
 */
uint32_t
Get32(const uint8_t* in)
{
    return uint32_t{in[0]} << 24 | uint32_t{in[1]} << 16 | uint32_t{in[2]} << 8 | in[3];
}

/**
 * Append a 32-bit number.
 *
 * @param value the number
 * @param out receives its four bytes, little-endian
 */
void
PutLittle(uint32_t value, std::vector<uint8_t>& out)
{
    for (int shift = 0; shift < 32; shift += 8)
    {
        out.push_back(static_cast<uint8_t>(value >> shift));
    }
}

/**
 * Load a little-endian 32-bit number.
 *
 * @param in four bytes, little-endian
 * @return the number
 */
uint32_t
GetLittle(const uint8_t* in)
{
    return uint32_t{in[3]} << 24 | uint32_t{in[2]} << 16 | uint32_t{in[1]} << 8 | in[0];
}

/**
 * Append the numbers announced by the flags of a call.
 *
 * @param prefix a call
 * @param bytes receives them, after the rest of the prefix
 */
void
PutNumbers(const TtcPrefix& prefix, std::vector<uint8_t>& bytes)
{
    uint8_t* out = bytes.data() + TtcPrefix::SIZE;
    if ((prefix.flags & TtcPrefix::PREFETCH_MEMORY) != 0)
    {
        Put32(prefix.memory, out);
        out += TtcPrefix::NUMBER_SIZE;
    }
    if ((prefix.flags & TtcPrefix::STATEMENT) != 0)
    {
        Put32(prefix.statement, out);
    }
}

/**
 * Read the numbers announced by the flags of a call.
 *
 * @param bytes first bytes of a call
 * @param prefix its flags; receives the numbers
 * @return false if they are cut off
 */
bool
GetNumbers(std::span<const uint8_t> bytes, TtcPrefix& prefix)
{
    if (bytes.size() < prefix.GetRealSize())
    {
        return prefix.GetRealSize() == TtcPrefix::SIZE;
    }
    const uint8_t* in = bytes.data() + TtcPrefix::SIZE;
    if ((prefix.flags & TtcPrefix::PREFETCH_MEMORY) != 0)
    {
        prefix.memory = Get32(in);
        in += TtcPrefix::NUMBER_SIZE;
    }
    if ((prefix.flags & TtcPrefix::STATEMENT) != 0)
    {
        prefix.statement = Get32(in);
    }
    return true;
}

/**
 * Check whether a message has the plain layout.
 *
 * @param type first byte of a message
 * @return whether it does
 */
bool
IsPlain(uint8_t type)
{
    constexpr std::array PLAIN{TtcMessage::PROTOCOL,
                               TtcMessage::DATA_TYPES,
                               TtcMessage::FUNCTION,
                               TtcMessage::ERROR,
                               TtcMessage::ROW_HEADER,
                               TtcMessage::PARAMETER,
                               TtcMessage::STATUS,
                               TtcMessage::IO_VECTOR,
                               TtcMessage::ACCESS_DESCRIPTION,
                               TtcMessage::LOB_DATA,
                               TtcMessage::DESCRIBE,
                               TtcMessage::PIGGYBACK,
                               TtcMessage::ONE_WAY_FUNCTION,
                               TtcMessage::FAST_AUTH};
    return std::ranges::find(PLAIN, static_cast<TtcMessage>(type)) != PLAIN.end();
}

/**
 * Check whether a fetch is from OCI.
 *
 * @param length length of the fetch, bytes
 * @return whether it is
 */
bool
IsOciFetch(uint32_t length)
{
    return length == TtcPrefix::OCI_FETCH_SIZE || length == TtcPrefix::OCI_FETCH_SIZE_18C;
}

/**
 * Encode a fetch.
 *
 * @param prefix a fetch
 * @return its bytes, all real
 */
std::vector<uint8_t>
EncodeFetch(const TtcPrefix& prefix)
{
    std::vector<uint8_t> bytes;
    bytes.reserve(TtcPrefix::SIZE);
    bytes.push_back(static_cast<uint8_t>(prefix.message));
    bytes.push_back(static_cast<uint8_t>(prefix.function));
    bytes.push_back(prefix.sequence);
    if (IsOciFetch(prefix.length))
    {
        PutLittle(prefix.statement == 0 ? CURSOR : prefix.statement, bytes);
        PutLittle(prefix.rows, bytes);
        bytes.resize(prefix.length);
        return bytes;
    }
    TtcFetch fetch;
    fetch.head.sequence = prefix.sequence;
    fetch.cursor = prefix.statement == 0 ? CURSOR : prefix.statement;
    fetch.rows = prefix.rows;
    bytes = fetch.Encode(TtcLayout::Simulated(prefix.token));
    bytes.resize(std::max<std::size_t>(bytes.size(), prefix.length));
    return bytes;
}

/**
 * Decode a fetch.
 *
 * @param bytes the whole message
 * @param prefix receives the row count
 * @return false if the integers are cut off
 */
bool
DecodeFetch(std::span<const uint8_t> bytes, TtcPrefix& prefix)
{
    if (IsOciFetch(prefix.length))
    {
        prefix.statement = GetLittle(bytes.data() + 3);
        prefix.rows = GetLittle(bytes.data() + 7);
        return true;
    }
    // A token is 0, a cursor is never 0.
    prefix.token = bytes.size() > TtcPrefix::MINIMUM && bytes[TtcPrefix::MINIMUM] == 0;
    const auto fetch = TtcFetch::Decode(bytes, TtcLayout::Simulated(prefix.token));
    prefix.rows = fetch ? fetch->rows : 0;
    prefix.statement = fetch ? fetch->cursor : 0;
    return fetch.has_value();
}

/// Minimum size of an execute without text that has a prefix, bytes.
constexpr uint32_t RE_EXECUTE_PREFIXED = TtcPrefix::SIZE + TtcPrefix::NUMBER_SIZE;

/**
 * Encode a short execute without text.
 *
 * @param prefix the execute
 * @return its real bytes
 */
std::vector<uint8_t>
EncodeReExecute(const TtcPrefix& prefix)
{
    TtcReExecute call;
    call.head = TtcHead(prefix.function);
    call.head.sequence = prefix.sequence;
    call.head.token = prefix.tokenNumber;
    call.cursor = prefix.statement;
    call.rows = prefix.rows;
    call.options = prefix.function == TtcFunction::RE_EXECUTE_AND_FETCH ? TtcReExecute::EXECUTE : 0;
    auto bytes = call.Encode(TtcLayout::Simulated(prefix.token));
    bytes.resize(std::max<std::size_t>(bytes.size(), prefix.length));
    return bytes;
}

/**
 * Decode a short execute without text.
 *
 * @param bytes the execute
 * @param prefix receives its fields
 * @return false if its integers are cut off
 */
bool
DecodeReExecute(std::span<const uint8_t> bytes, TtcPrefix& prefix)
{
    // A token is 0 except in a pipeline. There, the options are one integer later than in a call
    // without a token.
    prefix.token = bytes.size() > TtcPrefix::MINIMUM && bytes[TtcPrefix::MINIMUM] == 0;
    auto call = TtcReExecute::Decode(bytes, TtcLayout::Simulated(prefix.token));
    const bool fetches = prefix.function == TtcFunction::RE_EXECUTE_AND_FETCH;
    const uint32_t options = fetches ? TtcReExecute::EXECUTE : 0;
    if (call && !prefix.token && (call->options != options || call->moreOptions != 0))
    {
        prefix.token = true;
        call = TtcReExecute::Decode(bytes, TtcLayout::Simulated(true));
    }
    prefix.statement = call ? call->cursor : 0;
    prefix.rows = call ? call->rows : 0;
    prefix.flags = TtcPrefix::STATEMENT;
    return call.has_value();
}

/**
 * Encode a call with a piggyback.
 *
 * @param prefix the call
 * @return its bytes up to the call's type, function and sequence number
 */
std::vector<uint8_t>
EncodePiggyback(const TtcPrefix& prefix)
{
    std::vector<uint8_t> bytes(
        std::max<std::size_t>(prefix.piggybackLength, TtcPrefix::SIZE - TtcPrefix::MINIMUM));
    bytes[0] = static_cast<uint8_t>(TtcMessage::PIGGYBACK);
    bytes[1] = static_cast<uint8_t>(prefix.piggyback);
    bytes[2] = prefix.sequence;
    if (prefix.length < TtcPrefix::PIGGYBACK_SIZE)
    {
        bytes.resize(std::max(prefix.length, 2 * TtcPrefix::MINIMUM) - TtcPrefix::MINIMUM);
    }
    else
    {
        bytes.resize(std::max<std::size_t>(bytes.size(), TtcPrefix::SIZE));
        bytes[3] = prefix.flags;
        Put32(prefix.rows & ROWS_MASK, bytes.data() + 4);
        bytes[4] = static_cast<uint8_t>(prefix.function);
        Put32(prefix.length, bytes.data() + 8);
        bytes.resize(std::max<std::size_t>(bytes.size(), prefix.GetRealSize()));
        PutNumbers(prefix, bytes);
    }
    bytes.push_back(static_cast<uint8_t>(TtcMessage::FUNCTION));
    bytes.push_back(static_cast<uint8_t>(prefix.function));
    bytes.push_back(static_cast<uint8_t>(prefix.sequence + 1));
    if (prefix.length >= std::max(prefix.GetRealSize(), TtcPrefix::PIGGYBACK_SIZE))
    {
        bytes.resize(std::min<std::size_t>(bytes.size(), prefix.length));
    }
    return bytes;
}

/**
 * Decode a call with a piggyback.
 *
 * @param bytes its first bytes
 * @param prefix receives its fields; on entry, its length is the payload of the packet
 * @return false if they are cut off
 */
bool
DecodePiggyback(std::span<const uint8_t> bytes, TtcPrefix& prefix)
{
    prefix.piggyback = prefix.function;
    if (prefix.length < TtcPrefix::PIGGYBACK_SIZE && bytes.size() == prefix.length)
    {
        prefix.function = static_cast<TtcFunction>(bytes[bytes.size() - 2]);
        return true;
    }
    prefix.flags = bytes[3];
    prefix.function = static_cast<TtcFunction>(bytes[4]);
    prefix.rows = Get32(bytes.data() + 4) & ROWS_MASK;
    prefix.length = Get32(bytes.data() + 8);
    return GetNumbers(bytes, prefix);
}

} // namespace

std::vector<uint8_t>
TtcPrefix::Encode() const
{
    if (function == TtcFunction::FETCH)
    {
        return EncodeFetch(*this);
    }
    if (piggyback != TtcFunction::NONE)
    {
        return EncodePiggyback(*this);
    }
    if (IsReExecute() && length < RE_EXECUTE_PREFIXED)
    {
        return EncodeReExecute(*this);
    }
    std::vector<uint8_t> bytes(SIZE);
    if (message == TtcMessage::NATIVE)
    {
        std::ranges::copy(TTC_NATIVE_MAGIC, bytes.begin());
        bytes[4] = static_cast<uint8_t>(length >> 8);
        bytes[5] = static_cast<uint8_t>(length);
        bytes[11] = rows == 0 ? NATIVE_SERVICES : static_cast<uint8_t>(rows);
        return bytes;
    }
    bytes[0] = static_cast<uint8_t>(message);
    bytes[1] = static_cast<uint8_t>(function);
    bytes[2] = sequence;
    bytes[3] = flags;
    Put32(rows, bytes.data() + 4);
    Put32(length, bytes.data() + 8);
    bytes.resize(GetRealSize() > SIZE ? GetRealSize() : std::clamp(length, MINIMUM, SIZE));
    PutNumbers(*this, bytes);
    return bytes;
}

std::optional<TtcPrefix>
TtcPrefix::Decode(std::span<const uint8_t> bytes, uint32_t packetPayload)
{
    const auto known = std::min<std::size_t>(bytes.size(), packetPayload);
    if (known < MINIMUM || known < std::min(packetPayload, SIZE))
    {
        return std::nullopt;
    }
    TtcPrefix prefix;
    prefix.length = packetPayload;
    if (known >= SIZE && std::ranges::equal(bytes.first(TTC_NATIVE_MAGIC.size()), TTC_NATIVE_MAGIC))
    {
        prefix.message = TtcMessage::NATIVE;
        prefix.length = uint32_t{bytes[4]} << 8 | bytes[5];
        prefix.rows = bytes[11] == NATIVE_SERVICES ? 0 : bytes[11];
        return prefix.length < SIZE ? std::nullopt : std::optional(prefix);
    }
    if (!IsPlain(bytes[0]))
    {
        return std::nullopt;
    }
    prefix.message = static_cast<TtcMessage>(bytes[0]);
    prefix.function = static_cast<TtcFunction>(bytes[1]);
    prefix.sequence = bytes[2];
    if (prefix.message == TtcMessage::PIGGYBACK)
    {
        const bool whole = DecodePiggyback(bytes.first(known), prefix);
        prefix.message = TtcMessage::FUNCTION;
        return !whole || prefix.length < MINIMUM ? std::nullopt : std::optional(prefix);
    }
    if (prefix.function == TtcFunction::FETCH)
    {
        return DecodeFetch(bytes.first(known), prefix) ? std::optional(prefix) : std::nullopt;
    }
    if (prefix.IsReExecute() && packetPayload < RE_EXECUTE_PREFIXED)
    {
        return DecodeReExecute(bytes.first(known), prefix) ? std::optional(prefix) : std::nullopt;
    }
    prefix.flags = known > 3 ? bytes[3] : 0;
    if (packetPayload >= SIZE)
    {
        prefix.rows = Get32(bytes.data() + 4);
        prefix.length = Get32(bytes.data() + 8);
    }
    else if (known >= HALF_ROWS)
    {
        prefix.rows = uint32_t{bytes[4]} << 24 | uint32_t{bytes[5]} << HALF_SHIFT;
    }
    if (!GetNumbers(bytes.first(known), prefix))
    {
        return std::nullopt;
    }
    return prefix.length < MINIMUM ? std::nullopt : std::optional(prefix);
}

} // namespace ns3::net8
