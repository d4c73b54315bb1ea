// SPDX-License-Identifier: GPL-2.0-only
// System calls of scripts.
#include "../tcp/net8-tcp-names.h"
#include "net8-packetdrill-runner.h"

#include <algorithm>
#include <functional>
#include <map>
#include <regex>
#include <set>

namespace ns3::net8::packetdrill
{
namespace
{

/**
 * Parse a number.
 *
 * @param text "[123]", "123" or a sum of flags
 * @return the number
 */
int64_t
NumberOf(const std::string& text)
{
    std::smatch match;
    if (!std::regex_search(text, match, std::regex(R"(-?(0x[0-9a-fA-F]+|\d+))")))
    {
        throw std::runtime_error("'" + text + "' is no number");
    }
    return std::stoll(match[0], nullptr, 0);
}

/**
 * Check for a flag.
 *
 * @param call a call
 * @param first first argument that may have flags, from 0
 * @param flag a flag
 * @return whether the call has it
 */
bool
HasFlag(const ScriptCall& call, size_t first, const std::string& flag)
{
    return std::any_of(call.args.begin() +
                           static_cast<ptrdiff_t>(std::min(first, call.args.size())),
                       call.args.end(),
                       [&](const std::string& arg) { return arg.find(flag) != std::string::npos; });
}

/// Sets an option of setsockopt to a number.
using OptionSetter = std::function<void(TcpSocketOptions&, uint32_t)>;

/// @return the numeric options of setsockopt, by name
const std::map<std::string, OptionSetter>&
OptionSetters()
{
    static const std::map<std::string, OptionSetter> SETTERS = {
        {"SO_SNDBUF", [](auto& o, uint32_t v) { o.sendBuffer = v; }},
        {"SO_RCVBUF", [](auto& o, uint32_t v) { o.receiveBuffer = v; }},
        {"SO_KEEPALIVE", [](auto& o, uint32_t v) { o.keepAlive = v != 0; }},
        {"SO_MAX_PACING_RATE", [](auto& o, uint32_t v) { o.maxPacingRate = v; }},
        {"TCP_NODELAY", [](auto& o, uint32_t v) { o.noDelay = v != 0; }},
        {"TCP_CORK", [](auto& o, uint32_t v) { o.cork = v != 0; }},
        {"TCP_MAXSEG", [](auto& o, uint32_t v) { o.maxSegment = v; }},
        {"TCP_KEEPIDLE", [](auto& o, uint32_t v) { o.keepIdleMs = 1000 * v; }},
        {"TCP_KEEPINTVL", [](auto& o, uint32_t v) { o.keepIntervalMs = 1000 * v; }},
        {"TCP_KEEPCNT", [](auto& o, uint32_t v) { o.keepCount = static_cast<uint8_t>(v); }},
        {"TCP_USER_TIMEOUT", [](auto& o, uint32_t v) { o.userTimeoutMs = v; }},
        {"TCP_NOTSENT_LOWAT", [](auto& o, uint32_t v) { o.notSentLowWater = v; }},
        {"TCP_SYNCNT", [](auto& o, uint32_t v) { o.synCount = static_cast<uint8_t>(v); }},
    };
    return SETTERS;
}

} // namespace

Runner::Descriptor&
Runner::DescriptorOf(const ScriptEvent& event)
{
    if (event.call.args.empty() || !m_descriptors.contains(event.call.args[0]))
    {
        static const std::set<std::string> OF_OTHERS =
            {"epoll_create", "epoll_ctl", "epoll_wait", "open", "pipe", "sendfile", "splice"};
        if (OF_OTHERS.contains(event.call.name))
        {
            throw ScriptError(event.line, "call " + event.call.name + " is not modelled", false);
        }
        throw ScriptError(event.line, event.call.name + ": no such file descriptor", true);
    }
    return m_descriptors[event.call.args[0]];
}

void
Runner::StartCall(const ScriptEvent& event)
{
    if (m_pending)
    {
        throw ScriptError(event.line, m_pending->event->call.name + " has not ended", true);
    }
    Pending pending;
    pending.event = &event;
    const Given given = Call(event, pending);
    if (!given.blocks)
    {
        CheckResult(event, given);
        return;
    }
    if (!event.when.doneUs)
    {
        throw ScriptError(event.line, event.call.name + " blocks", true);
    }
    pending.startedAt = m_host->GetNow();
    pending.doneAt = (event.when.relative ? m_base - event.when.startUs * US_PER : 0) +
                     *event.when.doneUs * US_PER;
    m_pending = pending;
}

void
Runner::ResumeCall()
{
    if (!m_pending)
    {
        return;
    }
    Pending pending = *m_pending;
    const Given given = Call(*pending.event, pending);
    if (given.blocks)
    {
        m_pending = pending;
        return;
    }
    m_pending.reset();
    const TcpTime off = m_host->GetNow() - pending.doneAt;
    if (std::abs(off) > ToleranceFor(pending.doneAt - pending.startedAt))
    {
        throw ScriptError(pending.event->line,
                          pending.event->call.name + " ends " + std::to_string(off / US_PER) +
                              " us after the time of the script",
                          true);
    }
    CheckResult(*pending.event, given);
}

void
Runner::CheckResult(const ScriptEvent& event, const Given& given)
{
    const std::string error = given.name.empty() ? TcpErrorName(given.error) : given.name;
    const bool failed = !error.empty();
    if (event.call.result == "...")
    {
        return;
    }
    const int64_t wanted = std::stoll(event.call.result, nullptr, 0);
    const int64_t value = failed ? -1 : given.value;
    if (wanted != value || event.call.error != error)
    {
        throw ScriptError(event.line,
                          event.call.name + " gives " + std::to_string(value) + " " + error +
                              ", expected " + event.call.result + " " + event.call.error,
                          true);
    }
}

uint64_t
Runner::BytesOf(const ScriptCall& call) const
{
    const bool message = call.name == "sendmsg" || call.name == "recvmsg" ||
                         call.name == "writev" || call.name == "readv";
    if (!message)
    {
        return static_cast<uint64_t>(NumberOf(call.args.at(2)));
    }
    uint64_t bytes = 0;
    static const std::regex PART(R"(\{\s*\.\.\.\s*,\s*(\d+)\s*\})");
    const std::string& text = call.args.at(1);
    for (std::sregex_iterator i(text.begin(), text.end(), PART), end; i != end; ++i)
    {
        bytes += std::stoull((*i)[1]);
    }
    return bytes;
}

Runner::Given
Runner::Call(const ScriptEvent& event, Pending& pending)
{
    const ScriptCall& call = event.call;
    if (call.name == "socket")
    {
        static const std::regex STREAM(R"(SOCK_STREAM(\s*\|\s*SOCK_(NONBLOCK|CLOEXEC))*)");
        if (call.args.at(0) != "..." || !std::regex_match(call.args.at(1), STREAM))
        {
            throw ScriptError(event.line, "a socket of another kind is not modelled", false);
        }
        m_descriptors[call.result] = Descriptor();
        m_descriptors[call.result].nonBlocking = HasFlag(call, 1, "SOCK_NONBLOCK");
        return {std::stoll(call.result), TcpError::NONE, "", false};
    }
    if (call.name == "poll")
    {
        return Poll(event, pending);
    }
    Descriptor& descriptor = DescriptorOf(event);
    if (call.name == "connect")
    {
        return Connect(descriptor);
    }
    if (call.name == "accept" || call.name == "accept4")
    {
        return Accept(event);
    }
    static const std::set<std::string> READS = {"read", "recv", "recvfrom"};
    static const std::set<std::string> WRITES = {"write", "send", "sendto", "sendmsg", "writev"};
    if (READS.contains(call.name))
    {
        return Read(descriptor, event);
    }
    if (call.name == "recvmsg")
    {
        return ReadMessage(descriptor, event);
    }
    if (WRITES.contains(call.name))
    {
        if (call.args.at(1) == "NULL")
        {
            throw ScriptError(event.line, "memory that is not there is not modelled", false);
        }
        return Write(descriptor, call, pending);
    }
    return CallOnSocket(event);
}

Runner::Given
Runner::CallOnSocket(const ScriptEvent& event)
{
    const ScriptCall& call = event.call;
    Descriptor& descriptor = DescriptorOf(event);
    if (call.name == "bind")
    {
        return {};
    }
    if (call.name == "listen")
    {
        descriptor.listens = true;
        m_host->Listen(descriptor.options, static_cast<uint32_t>(NumberOf(call.args.at(1))));
        return {};
    }
    if (call.name == "fcntl")
    {
        if (call.args.at(1) == "F_GETFL")
        {
            return {descriptor.nonBlocking ? 0x802 : 0x2, TcpError::NONE, "", false};
        }
        descriptor.nonBlocking = call.args.at(2).find("O_NONBLOCK") != std::string::npos;
        return {};
    }
    if (call.name == "close")
    {
        if (descriptor.connection != nullptr)
        {
            descriptor.connection->Close();
        }
        m_descriptors.erase(call.args[0]);
        return {};
    }
    if (call.name == "shutdown")
    {
        const std::string& how = call.args.at(1);
        if (descriptor.connection == nullptr)
        {
            return {0, TcpError::NOT_CONNECTED, "", false};
        }
        const TcpError error = descriptor.connection->Shutdown(how != "SHUT_WR", how != "SHUT_RD");
        return {0, error, "", false};
    }
    if (call.name == "setsockopt")
    {
        return SetOption(descriptor, event);
    }
    if (call.name == "getsockopt")
    {
        return GetOption(descriptor, event);
    }
    if (call.name == "ioctl" && call.args.at(1) == "SIOCINQ" && descriptor.connection != nullptr)
    {
        const int64_t given = descriptor.connection->GetReadable();
        if (given != NumberOf(call.args.at(2)))
        {
            throw ScriptError(event.line, "SIOCINQ is " + std::to_string(given), true);
        }
        return {};
    }
    throw ScriptError(event.line, "call " + call.name + " is not modelled", false);
}

Runner::Given
Runner::Connect(Descriptor& descriptor)
{
    if (descriptor.connection == nullptr)
    {
        descriptor.connection = &m_host->Connect(descriptor.options);
        m_tested = descriptor.connection;
        if (descriptor.nonBlocking)
        {
            return {-1, TcpError::NONE, "EINPROGRESS", false};
        }
    }
    Connection& connection = *descriptor.connection;
    if (connection.IsConnecting())
    {
        return descriptor.nonBlocking ? Given{-1, TcpError::NONE, "EALREADY", false}
                                      : Given{0, TcpError::NONE, "", true};
    }
    const TcpError error = connection.TakeError();
    return {0, error, "", false};
}

Runner::Given
Runner::Accept(const ScriptEvent& event)
{
    Descriptor& listener = DescriptorOf(event);
    Connection* connection = m_host->Accept();
    if (connection == nullptr)
    {
        return listener.nonBlocking ? Given{-1, TcpError::WOULD_BLOCK, "", false}
                                    : Given{0, TcpError::NONE, "", true};
    }
    Descriptor& accepted = m_descriptors[event.call.result];
    accepted.connection = connection;
    accepted.options = connection->GetOptions();
    accepted.nonBlocking = HasFlag(event.call, 3, "SOCK_NONBLOCK");
    m_tested = connection;
    return {std::stoll(event.call.result), TcpError::NONE, "", false};
}

Runner::Given
Runner::Read(Descriptor& descriptor, const ScriptEvent& event)
{
    const ScriptCall& call = event.call;
    if (descriptor.connection == nullptr)
    {
        return {-1, TcpError::NOT_CONNECTED, "", false};
    }
    for (const char* flag : {"MSG_PEEK", "MSG_WAITALL", "MSG_TRUNC", "MSG_OOB", "MSG_ERRQUEUE"})
    {
        if (call.name != "read" && HasFlag(call, 2, flag))
        {
            throw ScriptError(event.line, std::string("flag ") + flag + " is not modelled", false);
        }
    }
    const bool waits = !descriptor.nonBlocking && !HasFlag(call, 2, "MSG_DONTWAIT");
    const auto result = descriptor.connection->Read(static_cast<uint32_t>(BytesOf(call)));
    const bool blocks = result.error == TcpError::WOULD_BLOCK && waits;
    return {static_cast<int64_t>(result.bytes), blocks ? TcpError::NONE : result.error, "", blocks};
}

Runner::Given
Runner::ReadMessage(Descriptor& descriptor, const ScriptEvent& event)
{
    const Given given = Read(descriptor, event);
    std::smatch match;
    const std::string& message = event.call.args.at(1);
    if (!given.blocks &&
        std::regex_search(message, match, std::regex(R"(TCP_CM_INQ,\s*cmsg_data=(\d+))")))
    {
        // After a FIN the kernel reports one byte that does not exist, so that the reader continues
        // (tcp_inq_hint).
        int64_t left = descriptor.connection->GetReadable();
        left = left == 0 && descriptor.connection->HasPeerFinished() ? 1 : left;
        if (left != std::stoll(match[1]))
        {
            throw ScriptError(event.line, "TCP_CM_INQ is " + std::to_string(left), true);
        }
    }
    return given;
}

Runner::Given
Runner::Write(Descriptor& descriptor, const ScriptCall& call, Pending& pending)
{
    if (descriptor.connection == nullptr)
    {
        return {-1, TcpError::BROKEN_PIPE, "", false};
    }
    std::string flags;
    for (size_t i = 2; i < call.args.size(); ++i)
    {
        flags += call.args[i] + " ";
    }
    if (flags.find("ZEROCOPY") != std::string::npos || flags.find("MSG_OOB") != std::string::npos ||
        flags.find("FASTOPEN") != std::string::npos)
    {
        throw ScriptError(pending.event->line, "flags " + flags + "are not modelled", false);
    }
    TcpSender::WriteFlags how;
    how.more = flags.find("MSG_MORE") != std::string::npos;
    how.endOfRecord = flags.find("MSG_EOR") != std::string::npos;
    how.resumed = pending.written > 0;
    Connection& connection = *descriptor.connection;
    const uint64_t bytes = BytesOf(call);
    if (pending.written > 0 && !connection.IsWritable())
    {
        return {0, TcpError::NONE, "", true};
    }
    const auto result = connection.Write(bytes - pending.written, how);
    pending.written += result.bytes;
    const bool mayWait = !descriptor.nonBlocking && flags.find("MSG_DONTWAIT") == std::string::npos;
    const bool waits = mayWait && pending.written < bytes &&
                       (result.error == TcpError::NONE || result.error == TcpError::WOULD_BLOCK);
    if (waits)
    {
        return {0, TcpError::NONE, "", true};
    }
    if (result.error == TcpError::WOULD_BLOCK && !connection.TakesParts())
    {
        throw NotThere("a write that has no room for all is not taken in part");
    }
    const bool partial = pending.written > 0;
    return {static_cast<int64_t>(pending.written),
            partial ? TcpError::NONE : result.error,
            "",
            false};
}

Runner::Given
Runner::SetOption(Descriptor& descriptor, const ScriptEvent& event)
{
    const ScriptCall& call = event.call;
    const std::string& name = call.args.at(2);
    Connection* connection = descriptor.connection;
    TcpSocketOptions options = connection ? connection->GetOptions() : descriptor.options;
    static const std::set<std::string> NEUTRAL =
        {"SO_REUSEADDR", "SO_REUSEPORT", "TCP_INQ", "IP_TOS", "IP_MTU_DISCOVER", "IPV6_TCLASS"};
    if (NEUTRAL.contains(name))
    {
        return {};
    }
    if (name == "TCP_CONGESTION" && !connection)
    {
        std::string which = call.args.at(3);
        std::erase(which, '"');
        m_shell.SetSysctl("tcp_congestion_control", which, event.line); // There is only one socket.
        return {};
    }
    if (name == "TCP_QUICKACK")
    {
        if (connection)
        {
            connection->SetQuickAck(NumberOf(call.args.at(3)) != 0);
        }
        return {};
    }
    if (name == "SO_LINGER")
    {
        std::smatch match;
        static const std::regex LINGER(R"(onoff=(\d+),\s*linger=(\d+))");
        if (!std::regex_search(call.args.at(3), match, LINGER))
        {
            throw ScriptError(event.line, "SO_LINGER is not understood", true);
        }
        options.lingerZero = match[1] != "0" && match[2] == "0";
    }
    else
    {
        const auto setter = OptionSetters().find(name);
        if (setter == OptionSetters().end())
        {
            throw ScriptError(event.line, "option " + name + " is not modelled", false);
        }
        setter->second(options, static_cast<uint32_t>(NumberOf(call.args.at(3))));
    }
    descriptor.options = options;
    if (connection)
    {
        connection->SetOptions(options);
    }
    else if (descriptor.listens)
    {
        m_host->SetListenOptions(options);
    }
    return {};
}

Runner::Given
Runner::GetOption(Descriptor& descriptor, const ScriptEvent& event)
{
    const std::string& name = event.call.args.at(2);
    const TcpSocketOptions& options = descriptor.options;
    Connection* connection = descriptor.connection;
    int64_t value = 0;
    if (name == "SO_SNDBUF" && connection)
    {
        value = connection->GetSendBuffer();
    }
    else if (name == "SO_RCVBUF" && connection)
    {
        value = connection->GetReceiveBuffer();
    }
    else if (name == "SO_ERROR" && connection)
    {
        // Scripts only check whether there is an error.
        value = connection->TakeError() == TcpError::NONE ? 0 : 1;
    }
    else if (name == "TCP_MAXSEG")
    {
        value = connection ? connection->GetMss() : options.maxSegment;
    }
    else if (name == "TCP_NOTSENT_LOWAT")
    {
        value = options.notSentLowWater;
    }
    else if (name == "TCP_NODELAY")
    {
        value = options.noDelay;
    }
    else if (name == "TCP_CORK")
    {
        value = options.cork;
    }
    else if (name == "SO_KEEPALIVE")
    {
        value = options.keepAlive;
    }
    else if (name == "TCP_USER_TIMEOUT")
    {
        value = options.userTimeoutMs;
    }
    else
    {
        throw ScriptError(event.line, "option " + name + " is not modelled", false);
    }
    if (value != NumberOf(event.call.args.at(3)))
    {
        throw ScriptError(event.line, name + " is " + std::to_string(value), true);
    }
    return {};
}

Runner::Given
Runner::Poll(const ScriptEvent& event, Pending& pending)
{
    std::smatch match;
    static const std::regex ONE(R"(fd=(\d+),\s*events=([A-Z|]+),\s*revents=([A-Z|]+))");
    if (!std::regex_search(event.call.args.at(0), match, ONE) || !m_descriptors.contains(match[1]))
    {
        throw ScriptError(event.line, "poll is not understood", true);
    }
    const Descriptor& descriptor = m_descriptors[match[1]];
    const std::string events = match[2];
    const bool in = events.find("POLLIN") != std::string::npos;
    const bool out = events.find("POLLOUT") != std::string::npos;
    bool ready = false;
    if (descriptor.listens)
    {
        ready = in && m_host->IsAcceptable();
    }
    else if (descriptor.connection)
    {
        ready = (in && descriptor.connection->IsReadable()) ||
                (out && descriptor.connection->IsWritable());
    }
    const TcpTime limit = m_host->GetNow() + NumberOf(event.call.args.at(2)) * 1000 * US_PER;
    pending.deadline = pending.deadline == 0 ? limit : pending.deadline;
    if (!ready && m_host->GetNow() < pending.deadline)
    {
        return {0, TcpError::NONE, "", true};
    }
    return {ready ? 1 : 0, TcpError::NONE, "", false};
}

} // namespace ns3::net8::packetdrill
