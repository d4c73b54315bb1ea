// SPDX-License-Identifier: GPL-2.0-only
#include "net8-smb-transaction.h"

#include <algorithm>

namespace ns3::net8
{

namespace
{

/// Indices of fields in the words.
struct Places
{
    std::size_t totals;     ///< Total size of all parameters, followed by that of all data.
    std::size_t parameters; ///< Size of the parameters here, followed by their offset.
    std::size_t data;       ///< Size of the data here, followed by their offset.
    std::size_t setup;      ///< Number of set-up words.
};

/// Of a request.
constexpr Places REQUEST{.totals = 0, .parameters = 9, .data = 11, .setup = 13};
/// Of a reply.
constexpr Places REPLY{.totals = 0, .parameters = 3, .data = 6, .setup = 9};

/**
 * Convert bytes to words.
 * @param words words as bytes
 * @return the words
 */
std::vector<uint16_t>
Split(const std::string& words)
{
    std::vector<uint16_t> numbers;
    for (std::size_t at = 0; at + 1 < words.size(); at += 2)
    {
        numbers.push_back(static_cast<uint16_t>(static_cast<uint8_t>(words[at]) |
                                                static_cast<uint8_t>(words[at + 1]) << 8));
    }
    return numbers;
}

/**
 * Get the start of the bytes of a block.
 * @param words number of words of the block
 * @return size of the message before the bytes, bytes
 */
std::size_t
GetStart(std::size_t words)
{
    return SmbMessage::HEAD + 1 + 2 * words + 2;
}

} // namespace

SmbTransaction
SmbTransaction::Transact(uint16_t file, const std::string& message, uint16_t most)
{
    constexpr std::size_t MOST_DATA = 3;
    SmbTransaction made;
    made.head.resize(REQUEST_WORDS);
    made.head[MOST_DATA] = most;
    made.setup = {TRANSACT, file};
    made.name = std::string("\\PIPE\\\0", 7);
    made.data = message;
    made.head[REQUEST.parameters + 1] =
        static_cast<uint16_t>(GetStart(REQUEST_WORDS + made.setup.size()) + made.name.size());
    made.head[REQUEST.data + 1] = made.head[REQUEST.parameters + 1];
    return made;
}

SmbTransaction
SmbTransaction::Answer(const std::string& message)
{
    SmbTransaction made;
    made.reply = true;
    made.head.resize(REPLY_WORDS);
    made.name = std::string(1, '\0');
    made.data = message;
    made.head[REPLY.parameters + 1] = static_cast<uint16_t>(GetStart(REPLY_WORDS) + 1);
    made.head[REPLY.data + 1] = made.head[REPLY.parameters + 1];
    return made;
}

std::optional<SmbTransaction>
SmbTransaction::Read(const SmbMessage& message)
{
    const auto words = Split(message.blocks.front().words);
    const std::size_t most = message.IsReply() ? REPLY_WORDS : REQUEST_WORDS;
    if (message.command != SmbMessage::TRANSACTION || words.size() < most)
    {
        return std::nullopt;
    }
    SmbTransaction made;
    made.reply = message.IsReply();
    const auto middle = words.begin() + static_cast<std::ptrdiff_t>(most);
    made.head = {words.begin(), middle};
    made.setup = {middle, words.end()};
    const Places& places = made.reply ? REPLY : REQUEST;
    const auto& bytes = message.blocks.front().bytes;
    const std::size_t start = GetStart(words.size());
    const std::size_t parameters = words[places.parameters];
    const std::size_t data = words[places.data];
    // An empty part may have any offset: use that of the other one.
    const std::size_t toldAt = words[places.data + 1];
    std::size_t parametersAt = words[places.parameters + 1];
    if (parameters == 0 && data > 0)
    {
        parametersAt = std::clamp(parametersAt, start, std::max(start, toldAt));
    }
    else if (parameters == 0)
    {
        parametersAt = start;
    }
    const std::size_t dataAt = data == 0 ? parametersAt + parameters : toldAt;
    if (parametersAt < start || dataAt < parametersAt + parameters ||
        dataAt + data > start + bytes.size())
    {
        return std::nullopt;
    }
    made.name = bytes.substr(0, parametersAt - start);
    made.parameters = bytes.substr(parametersAt - start, parameters);
    made.gap = bytes.substr(parametersAt + parameters - start, dataAt - parametersAt - parameters);
    made.data = bytes.substr(dataAt - start, data);
    made.tail = bytes.substr(dataAt + data - start);
    return made;
}

void
SmbTransaction::Write(SmbMessage& message) const
{
    const Places& places = reply ? REPLY : REQUEST;
    std::vector<uint16_t> words = head;
    words.insert(words.end(), setup.begin(), setup.end());
    const std::size_t at = GetStart(words.size()) + name.size();
    const auto narrow = [](std::size_t value) { return static_cast<uint16_t>(value); };
    words[places.totals] = narrow(std::max<std::size_t>(words[places.totals], parameters.size()));
    words[places.totals + 1] = narrow(std::max<std::size_t>(words[places.totals + 1], data.size()));
    words[places.parameters] = narrow(parameters.size());
    words[places.data] = narrow(data.size());
    if (!parameters.empty())
    {
        words[places.parameters + 1] = narrow(at);
    }
    if (!data.empty())
    {
        words[places.data + 1] = narrow(at + parameters.size() + gap.size());
    }
    words[places.setup] = narrow((words[places.setup] & 0xff00U) | (setup.size() & 0xffU));
    message.command = SmbMessage::TRANSACTION;
    message.flags = reply ? message.flags | SmbMessage::REPLY : message.flags;
    auto& block = message.blocks.front();
    block.words.clear();
    for (const uint16_t word : words)
    {
        block.words += static_cast<char>(word & 0xffU);
        block.words += static_cast<char>(word >> 8U);
    }
    block.bytes = name + parameters + gap + data + tail;
}

} // namespace ns3::net8
