// SPDX-License-Identifier: GPL-2.0-only
#include "net8-smb-call.h"

#include "net8-smb-transaction.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace ns3::net8
{

namespace
{

using Kind = SmbCall::Kind;
using Block = SmbMessage::Block;

/// A command and its size.
struct Command
{
    uint8_t code;             ///< The command.
    std::size_t requestWords; ///< Number of words of its request.
    std::size_t replyWords;   ///< Number of words of its reply.
};

/// In order of Kind. The words of PEEK are those of a transaction, including its set-up.
constexpr std::array<Command, 8> COMMANDS{{{0x72, 0, 17},
                                           {0x73, 13, 3},
                                           {0x75, 4, 3},
                                           {0xa2, 24, 34},
                                           {0x2f, 14, 6},
                                           {SmbMessage::TRANSACTION, 16, 10},
                                           {SmbMessage::READ_CHAINED, 10, 12},
                                           {SmbMessage::CLOSE, 3, 0}}};

/// Flags of requests: names are case-insensitive.
constexpr uint8_t FLAGS = 0x08;
/// Further flags: long names, NT status.
constexpr uint16_t FLAGS_2 = 0x4001;
/// Process number of the client.
constexpr uint16_t PROCESS = 0x0cfe;
/// Numbers of user and share, once assigned.
constexpr uint16_t NUMBER = 1;

/**
 * Get the command of a call.
 * @param kind kind of the call
 * @return its command
 */
const Command&
Find(Kind kind)
{
    return COMMANDS.at(static_cast<std::size_t>(kind));
}

/**
 * Store a little-endian number.
 * @param[in,out] words words as bytes
 * @param at offset of the number, bytes
 * @param value a number
 * @param bytes its size, bytes
 */
void
Put(std::string& words, std::size_t at, uint64_t value, std::size_t bytes)
{
    for (std::size_t i = 0; i < bytes; ++i)
    {
        words[at + i] = static_cast<char>(value >> 8U * i & 0xffU);
    }
}

/**
 * Load a 16-bit number.
 * @param words words as bytes
 * @param at offset of the number, bytes
 * @return the number
 */
uint32_t
Get(const std::string& words, std::size_t at)
{
    return static_cast<uint8_t>(words[at]) |
           static_cast<uint32_t>(static_cast<uint8_t>(words[at + 1])) << 8U;
}

/**
 * Make the words of an unchained command.
 * @param words their number
 * @return the words
 */
std::string
Unchained(std::size_t words)
{
    std::string made(2 * words, '\0');
    made[0] = static_cast<char>(SmbMessage::NO_MORE);
    return made;
}

/**
 * Concatenate texts.
 * @param texts the texts
 * @return the texts, each with a terminating zero
 */
std::string
Join(std::initializer_list<std::string_view> texts)
{
    std::string joined;
    for (const auto text : texts)
    {
        joined += text;
        joined += '\0';
    }
    return joined;
}

/**
 * @return the dialects offered by a client, as in the capture
 */
std::string
MakeDialects()
{
    std::string made;
    for (const std::string_view dialect : {"PC NETWORK PROGRAM 1.0",
                                           "MICROSOFT NETWORKS 1.03",
                                           "MICROSOFT NETWORKS 3.0",
                                           "LANMAN1.0",
                                           "LM1.2X002",
                                           "DOS LANMAN2.1",
                                           "LANMAN2.1",
                                           "Samba",
                                           "NT LANMAN 1.0",
                                           "NT LM 0.12"})
    {
        made += '\x02';
        made += dialect;
        made += '\0';
    }
    return made;
}

/**
 * Make the reply to NEGOTIATE.
 * @param call the reply
 * @return its words and bytes
 */
Block
MakeDialect(const SmbCall& call)
{
    Block block{.gap = {}, .words = std::string(34, '\0'), .bytes = std::string(8, 'k')};
    Put(block.words, 0, 9, 2);           // the last dialect
    Put(block.words, 2, 0x03, 1);        // user-level, with passwords that are not sent
    Put(block.words, 3, 50, 2);          // concurrent requests
    Put(block.words, 5, 1, 2);           // virtual circuits
    Put(block.words, 7, 4356, 4);        // buffer size (MS-CIFS)
    Put(block.words, 11, 65536, 4);      // raw buffer size
    Put(block.words, 19, 0x0000c041, 4); // raw mode, NT status, large reads and writes
    Put(block.words, 33, 8, 1);          // size of the challenge
    block.bytes += Join({call.name});
    return block;
}

/**
 * Make the request SET_UP.
 * @param call the request
 * @return its words and bytes
 */
Block
MakeSetUp(const SmbCall& call)
{
    Block block{.gap = {}, .words = Unchained(13), .bytes = std::string(1, '\0')};
    Put(block.words, 4, 0xffff, 2);  // maximum message size
    Put(block.words, 6, 2, 2);       // concurrent requests
    Put(block.words, 8, NUMBER, 2);  // circuit number
    Put(block.words, 14, 1, 2);      // size of the password
    Put(block.words, 22, 0x4050, 4); // NT status, large reads
    block.bytes += Join({call.name, "DOMAIN", "Windows NT", "Windows NT 4.0"});
    return block;
}

/**
 * Make the request OPEN.
 * @param call the request
 * @return its words and bytes
 */
Block
MakeOpen(const SmbCall& call)
{
    Block block{.gap = {}, .words = Unchained(24), .bytes = Join({call.name})};
    Put(block.words, 5, call.name.size(), 2);
    Put(block.words, 15, 0x0002019f, 4); // read and write
    Put(block.words, 31, 3, 4);          // shared
    Put(block.words, 35, 1, 4);          // it must exist
    Put(block.words, 43, 2, 4);          // impersonation
    return block;
}

/**
 * Make the reply to OPEN.
 * @param call the reply
 * @return its words and bytes
 */
Block
MakeOpened(const SmbCall& call)
{
    Block block{.gap = {}, .words = Unchained(34), .bytes = {}};
    Put(block.words, 5, call.file, 2);
    Put(block.words, 7, 1, 4);       // it existed
    Put(block.words, 43, 0x80, 4);   // without attributes
    Put(block.words, 63, 2, 2);      // a message-mode pipe
    Put(block.words, 65, 0x05ff, 2); // its state
    return block;
}

/**
 * Make the request WRITE.
 * @param call the request
 * @return its words and bytes: 64 bytes of SMB plus the data
 */
Block
MakeWrite(const SmbCall& call)
{
    Block block{.gap = {}, .words = Unchained(14), .bytes = std::string(1, '\0') + call.data};
    Put(block.words, 4, call.file, 2);
    Put(block.words, 14, 0x0008, 2); // a message starts
    Put(block.words, 16, call.data.size(), 2);
    Put(block.words, 20, call.data.size(), 2);
    Put(block.words, 22, 64, 2); // their offset
    return block;
}

/**
 * Make the request READ.
 * @param call the request
 * @return its words and bytes: 55 bytes of SMB
 */
Block
MakeRead(const SmbCall& call)
{
    Block block{.gap = {}, .words = Unchained(10), .bytes = {}};
    Put(block.words, 4, call.file, 2);
    Put(block.words, 10, call.size, 2);
    return block;
}

/**
 * Make the reply to READ.
 * @param call the reply
 * @return its words and bytes: 60 bytes of SMB plus the data
 */
Block
MakeReadReply(const SmbCall& call)
{
    Block block{.gap = {}, .words = Unchained(12), .bytes = std::string(1, '\0') + call.data};
    Put(block.words, 10, call.data.size(), 2);
    Put(block.words, 12, 60, 2); // their offset
    return block;
}

/**
 * Make a PEEK or its reply.
 * @param call the request or reply
 * @return the transaction: 84 bytes of SMB with the name of the pipe, 64 for the reply
 */
SmbTransaction
MakePeek(const SmbCall& call)
{
    if (!call.reply)
    {
        auto made = SmbTransaction::Transact(call.file, {}, 0);
        made.head[2] = 6; // maximum size of parameters
        made.setup.front() = SmbTransaction::PEEK;
        made.name = Join({"\\PIPE\\sql\\query", ""});
        made.head[10] = made.head[12] = 84;
        return made;
    }
    auto made = SmbTransaction::Answer({});
    made.parameters.resize(6);
    Put(made.parameters, 0, call.size, 2); // bytes waiting
    Put(made.parameters, 2, call.size, 2); // in the first message
    Put(made.parameters, 4, 0x0003, 2);    // connected
    made.gap = std::string(2, '\0');
    made.head[7] = 64;
    return made;
}

/**
 * Make a request other than PEEK.
 * @param call the request
 * @return its words and bytes
 */
Block
MakeRequest(const SmbCall& call)
{
    switch (call.kind)
    {
    case Kind::NEGOTIATE:
        return {.gap = {}, .words = {}, .bytes = MakeDialects()};
    case Kind::SET_UP:
        return MakeSetUp(call);
    case Kind::CONNECT: {
        Block block{.gap = {}, .words = Unchained(4), .bytes = std::string(1, '\0')};
        Put(block.words, 4, 0x0008, 2); // extended reply about the share
        Put(block.words, 6, 1, 2);      // size of the password
        block.bytes += Join({call.name, "IPC"});
        return block;
    }
    case Kind::OPEN:
        return MakeOpen(call);
    case Kind::WRITE:
        return MakeWrite(call);
    case Kind::READ:
        return MakeRead(call);
    default: {
        Block block{.gap = {}, .words = std::string(6, '\xff'), .bytes = {}};
        Put(block.words, 0, call.file, 2);
        return block;
    }
    }
}

/**
 * Make a reply other than that of PEEK.
 * @param call the reply
 * @return its words and bytes
 */
Block
MakeReply(const SmbCall& call)
{
    switch (call.kind)
    {
    case Kind::NEGOTIATE:
        return MakeDialect(call);
    case Kind::SET_UP:
        return {.gap = {},
                .words = Unchained(3),
                .bytes = Join({"Windows NT 4.0", "NT LAN Manager 4.0", call.name})};
    case Kind::CONNECT: {
        Block block{.gap = {}, .words = Unchained(3), .bytes = Join({"IPC", ""})};
        Put(block.words, 4, 0x0001, 2);
        return block;
    }
    case Kind::OPEN:
        return MakeOpened(call);
    case Kind::WRITE: {
        Block block{.gap = {}, .words = Unchained(6), .bytes = {}};
        Put(block.words, 4, call.size, 2);
        return block;
    }
    case Kind::READ:
        return MakeReadReply(call);
    default:
        return {};
    }
}

/**
 * Read the data of a WRITE, or of the reply to a READ.
 * @param block its words and bytes
 * @param sizeAt offset of the data size in the words, which is followed by the data offset, bytes
 * @param head bytes of the message before the block's bytes
 * @param[out] data receives the data
 * @return whether the data are where the words say
 */
bool
TakeData(const Block& block, std::size_t sizeAt, std::size_t head, std::string& data)
{
    const std::size_t size = Get(block.words, sizeAt);
    const std::size_t place = Get(block.words, sizeAt + 2);
    if (place < head || place + size != head + block.bytes.size())
    {
        return false;
    }
    data = block.bytes.substr(place - head);
    return true;
}

/**
 * Read a request.
 * @param block its words and bytes
 * @param[in,out] call receives its fields
 * @return whether it is valid
 */
bool
TakeRequest(const Block& block, SmbCall& call)
{
    switch (call.kind)
    {
    case Kind::WRITE:
        call.file = static_cast<uint16_t>(Get(block.words, 4));
        return TakeData(block, 20, 63, call.data);
    case Kind::READ:
        call.file = static_cast<uint16_t>(Get(block.words, 4));
        call.size = Get(block.words, 10);
        return call.size > 0;
    case Kind::CLOSE:
        call.file = static_cast<uint16_t>(Get(block.words, 0));
        return true;
    default:
        return true;
    }
}

/**
 * Read a reply.
 * @param block its words and bytes
 * @param[in,out] call receives its fields
 * @return whether it is valid
 */
bool
TakeReply(const Block& block, SmbCall& call)
{
    switch (call.kind)
    {
    case Kind::OPEN:
        call.file = static_cast<uint16_t>(Get(block.words, 5));
        return true;
    case Kind::WRITE:
        call.size = Get(block.words, 4);
        return true;
    case Kind::READ:
        return TakeData(block, 10, 59, call.data);
    default:
        return true;
    }
}

/**
 * Read a PEEK or its reply.
 * @param message a message with a transaction
 * @param[in,out] call receives its fields
 * @return whether it is a PEEK
 */
bool
TakePeek(const SmbMessage& message, SmbCall& call)
{
    const auto peek = SmbTransaction::Read(message);
    if (!peek)
    {
        return false;
    }
    if (call.reply)
    {
        call.size = peek->parameters.size() == 6 ? Get(peek->parameters, 2) : 0;
        return peek->parameters.size() == 6;
    }
    const bool named = peek->setup.size() == 2 && peek->setup[0] == SmbTransaction::PEEK;
    call.file = named ? peek->setup[1] : 0;
    return named;
}

} // namespace

SmbMessage
SmbCall::Make() const
{
    SmbMessage message;
    message.command = Find(kind).code;
    message.status = reply ? status : 0;
    message.flags = static_cast<uint8_t>(FLAGS | (reply ? SmbMessage::REPLY : 0U));
    message.flags2 = FLAGS_2;
    message.process = PROCESS;
    message.number = number;
    message.user = kind > Kind::SET_UP || (reply && kind == Kind::SET_UP) ? NUMBER : 0;
    message.tree = kind > Kind::CONNECT || (reply && kind == Kind::CONNECT) ? NUMBER : 0;
    if (kind == Kind::PEEK)
    {
        MakePeek(*this).Write(message);
        return message;
    }
    message.blocks.front() = reply ? MakeReply(*this) : MakeRequest(*this);
    return message;
}

std::optional<SmbCall>
SmbCall::Read(const SmbMessage& message)
{
    SmbCall call{.reply = message.IsReply(), .number = message.number, .status = message.status};
    const auto found = std::ranges::find(COMMANDS, message.command, &Command::code);
    if (found == COMMANDS.end())
    {
        return std::nullopt;
    }
    call.kind = static_cast<Kind>(found - COMMANDS.begin());
    const auto& block = message.blocks.front();
    const bool fails = call.reply && call.status != 0 && call.status != MORE;
    if (fails && block.words.empty())
    {
        return call;
    }
    if (block.words.size() != 2 * (call.reply ? found->replyWords : found->requestWords))
    {
        return std::nullopt;
    }
    const bool whole = call.kind == Kind::PEEK ? TakePeek(message, call)
                       : call.reply            ? TakeReply(block, call)
                                               : TakeRequest(block, call);
    return whole ? std::optional(call) : std::nullopt;
}

} // namespace ns3::net8
