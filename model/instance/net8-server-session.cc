// SPDX-License-Identifier: GPL-2.0-only
#include "net8-server-session.h"

#include "ns3/log.h"
#include "ns3/net8-body-packet.h"
#include "ns3/net8-chrono.h"
#include "ns3/net8-marker-packet.h"
#include "ns3/net8-random.h"
#include "ns3/net8-tcp-socket.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <charconv>

namespace ns3::net8
{

NS_LOG_COMPONENT_DEFINE("Net8ServerSession");
NS_OBJECT_ENSURE_REGISTERED(Net8ServerSession);

namespace
{

/// Names of the states, in their order.
constexpr std::array STATE_NAMES{"HANDING_OVER",
                                 "WAIT_REPEAT",
                                 "WAIT_DATA",
                                 "READY",
                                 "SERVING",
                                 "RESETTING",
                                 "CLOSED"};

/// TTC bytes of the challenge in Windows authentication (capture of 10.2).
constexpr uint32_t CHALLENGE_BYTES = 169;
/// CONNECT, offset 18: what OCI on Linux says of its network protocol (captures of 11 and 12.1).
constexpr uint16_t NT_LINUX = 0x7f08;
/// CONNECT, offset 22, of a big-endian sender.
constexpr uint16_t BIG_ENDIAN_ONE = 0x0001;
/// TTC bytes of the reply to an open cursor call (capture of 9.2 with 10.2).
constexpr uint32_t OPEN_CURSOR_REPLY = 10;

/// Version from which on markers carry header flag 0x20 (captures of 26ai; 11.2 has none).
constexpr uint16_t VERSION_MARKER_FLAG = 315;
/// Error of a logon with a wrong password (captures of 10.2 and 11.2).
const std::string WRONG_PASSWORD_TEXT = "ORA-01017: invalid username/password; logon denied";
/// Error of a call that the client cancelled.
const std::string CANCELLED_TEXT = "ORA-01013: user requested cancel of current operation";

} // namespace

TypeId
Net8ServerSession::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8ServerSession")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8ServerSession>()
            .AddTraceSource("StateTransition",
                            "The session changed its state: old and new name.",
                            MakeTraceSourceAccessor(&Net8ServerSession::m_stateTrace),
                            "ns3::Application::StateTransitionCallback");
    return tid;
}

Net8ServerSession::Net8ServerSession() = default;
Net8ServerSession::~Net8ServerSession() = default;

void
Net8ServerSession::DoDispose()
{
    m_event.Cancel();
    m_timeout.Cancel();
    m_probe.Cancel();
    m_silence.Cancel();
    m_executor.reset();
    if (m_connection)
    {
        m_connection->Dispose();
        m_connection = nullptr;
    }
    m_ended = nullptr;
    Object::DoDispose();
}

void
Net8ServerSession::Start(Ptr<Net8Connection> connection,
                         const ConnectPacket& connect,
                         const Setting& setting,
                         std::unique_ptr<Net8CallExecutor> executor,
                         std::function<void()> ended)
{
    m_setting = &setting;
    m_connect = connect;
    m_executor = std::move(executor);
    m_ended = std::move(ended);
    m_connection = connection;
    m_connection->SetOwner(
        {.packet =
             [this](const StreamReader::Received& received) {
                 if (m_hangs)
                 {
                     m_held.emplace_back([this, received] { HandlePacket(received); });
                     return;
                 }
                 HandlePacket(received);
             },
         .message =
             [this](const Net8Connection::Message& message) {
                 if (m_hangs)
                 {
                     m_held.emplace_back([this, message] { HandleMessage(message); });
                     return;
                 }
                 HandleMessage(message);
             },
         .taken = [this] { HandleTaken(); },
         .drained = [this] { HandleDrained(); },
         .failed = [this](SessionError error) { HandleFailed(error); },
         .closed = [this] { HandleClosed(); }});
    if (!setting.inboundConnectTimeout.IsZero())
    {
        m_timeout = Simulator::Schedule(setting.inboundConnectTimeout,
                                        &Net8ServerSession::HandleTimeout,
                                        this);
    }
    WatchClient();
    m_executor->Start({.ready = [this] { FinishHandover(); },
                       .refused =
                           [this](const std::string& text) {
                               m_error = text;
                               SendBreak();
                           },
                       .lost = [this] { HandleLost(); }});
}

void
Net8ServerSession::Reject(const std::string& text)
{
    m_rejection = text;
}

uint32_t
Net8ServerSession::GetErrorNumber(const std::string& text)
{
    constexpr std::string_view START = "ORA-";
    uint32_t number = 0;
    if (text.starts_with(START))
    {
        std::from_chars(text.data() + START.size(), text.data() + text.size(), number);
    }
    return number;
}

void
Net8ServerSession::HandleClosed()
{
    if (m_hangs)
    {
        m_held.emplace_back([this] { HandleClosed(); });
        return;
    }
    if (m_state == State::SERVING || m_state == State::RESETTING)
    {
        m_connection->Fail(SessionError::CLOSED_IN_CALL);
        return;
    }
    m_connection->Close();
    End();
}

void
Net8ServerSession::SetHanging(bool hangs)
{
    m_hangs = hangs;
    while (!m_hangs && !m_held.empty() && m_state != State::CLOSED)
    {
        const auto step = std::move(m_held.front());
        m_held.pop_front();
        step();
    }
}

void
Net8ServerSession::Abort()
{
    if (auto tcp = DynamicCast<Net8TcpSocket>(m_connection->Abandon(SessionError::SERVER_DOWN)))
    {
        tcp->Abort();
    }
}

Net8ServerSession::State
Net8ServerSession::GetState() const
{
    return m_state;
}

const SessionCounters&
Net8ServerSession::GetCounters() const
{
    return m_connection->GetCounters();
}

uint32_t
Net8ServerSession::GetProbes() const
{
    return m_probes;
}

ServerRecord
Net8ServerSession::GetRecord() const
{
    return m_record;
}

void
Net8ServerSession::SwitchToState(State state)
{
    const auto* before = STATE_NAMES.at(static_cast<std::size_t>(m_state));
    const auto* after = STATE_NAMES.at(static_cast<std::size_t>(state));
    NS_LOG_FUNCTION(this << before << after);
    m_state = state;
    m_stateTrace(before, after);
}

void
Net8ServerSession::End()
{
    if (m_state == State::CLOSED)
    {
        return;
    }
    m_event.Cancel();
    m_timeout.Cancel();
    m_probe.Cancel();
    m_silence.Cancel();
    SwitchToState(State::CLOSED);
    m_executor.reset();
    m_held.clear();
    m_ended();
}

// Session set-up

void
Net8ServerSession::HandlePacket(const StreamReader::Received& received)
{
    const auto type = static_cast<PacketType>(received.header.type);
    if (type == PacketType::CONNECT && m_state == State::WAIT_REPEAT)
    {
        HandleConnect(received);
    }
    else if (type == PacketType::DATA && m_state == State::WAIT_DATA)
    {
        SendAccept();
    }
    else if (type == PacketType::DATA && m_state == State::READY)
    {
        // The client's last packet: end of file, without payload. Its FIN follows.
        m_connection->Close();
        End();
    }
    else if (type == PacketType::MARKER && m_state >= State::READY)
    {
        HandleMarker(received);
    }
    else
    {
        m_connection->Fail(SessionError::UNEXPECTED_PACKET);
    }
}

void
Net8ServerSession::HandleConnect(const StreamReader::Received& received)
{
    if (ConnectPacket::Decode(received.bytes, LengthForm::SHORT_16, m_connect) != WireError::NONE)
    {
        m_connection->Fail(SessionError::MALFORMED_PACKET);
    }
    else if (m_connect.DataFollows())
    {
        SwitchToState(State::WAIT_DATA);
    }
    else
    {
        SendAccept();
    }
}

void
Net8ServerSession::FinishHandover()
{
    if (m_hangs)
    {
        m_held.emplace_back([this] { FinishHandover(); });
        return;
    }
    if (m_connection->IsClosedByPeer())
    {
        m_connection->Close();
        End();
        return;
    }
    if (!m_setting->resend)
    {
        SendAccept();
        return;
    }
    SwitchToState(State::WAIT_REPEAT);
    m_connection->SendPacket(ResendPacket().Encode(LengthForm::SHORT_16));
}

void
Net8ServerSession::HandleLost()
{
    m_connection->Close();
    End();
}

void
Net8ServerSession::HandleTimeout()
{
    m_connection->Fail(SessionError::LOGON_TIMEOUT);
}

void
Net8ServerSession::HandleFailed(SessionError error)
{
    // TCP tells a peer's RST as a close: this is one that does not answer.
    const bool probed = m_setting->expireTime.IsStrictlyPositive();
    if (probed && error == SessionError::RESET && GetIdleTime() >= m_setting->expireTime)
    {
        m_connection->CountError(SessionError::DEAD_CONNECTION);
    }
    End();
}

// Silent clients

void
Net8ServerSession::WatchClient()
{
    const Time expire = m_setting->expireTime;
    m_connection->SetSendTimeout(m_setting->sendTimeout);
    if (expire.IsStrictlyPositive() && !m_setting->nsProbes)
    {
        m_connection->KeepAlive(expire);
    }
    else if (expire.IsStrictlyPositive())
    {
        m_probe = Simulator::Schedule(expire, &Net8ServerSession::Probe, this);
    }
    if (m_setting->recvTimeout.IsStrictlyPositive())
    {
        m_silence =
            Simulator::Schedule(m_setting->recvTimeout, &Net8ServerSession::CheckIdle, this);
    }
}

Time
Net8ServerSession::GetIdleTime() const
{
    const bool idle = m_state == State::READY && !m_replyOpen && !m_hangs;
    return idle ? Simulator::Now() - m_waitStart : Time();
}

void
Net8ServerSession::Probe()
{
    const Time idle = GetIdleTime();
    Time next = m_setting->expireTime;
    if (idle < next)
    {
        next -= idle;
    }
    else
    {
        ++m_probes;
        m_connection->SetHeaderFlags(header_flag::PROBE);
        m_connection->SendData({}, 0, 0);
        m_connection->SetHeaderFlags(0);
    }
    m_probe = Simulator::Schedule(next, &Net8ServerSession::Probe, this);
}

void
Net8ServerSession::CheckIdle()
{
    const Time idle = GetIdleTime();
    if (idle >= m_setting->recvTimeout)
    {
        m_connection->Fail(SessionError::RECV_TIMEOUT);
        return;
    }
    m_silence =
        Simulator::Schedule(m_setting->recvTimeout - idle, &Net8ServerSession::CheckIdle, this);
}

void
Net8ServerSession::SendAccept()
{
    const auto agreement = Negotiate(m_connect, m_setting->limits);
    if (agreement.outOfRange)
    {
        m_connection->CountError(SessionError::SDU_OUT_OF_RANGE);
    }
    auto accept = MakeAccept(agreement);
    accept.serviceOptions = m_connect.serviceOptions & m_setting->release.serviceOptions;
    accept.byteOrderOne = 0x0100; // as in every capture: the servers are little-endian
    accept.connectFlags0 = m_setting->release.acceptFlags0;
    accept.connectFlags1 = m_setting->release.acceptFlags1;
    accept.acceptFlags2 = m_setting->release.acceptFlags2;
    SwitchToState(State::READY);
    m_connection->SendPacket(accept.Encode());
    m_connection->SetAgreement(agreement, m_setting->tduRule);
    m_waitStart = Simulator::Now();
}

// Calls

void
Net8ServerSession::HandleMessage(const Net8Connection::Message& message)
{
    const auto& request = message.prefix;
    if (m_state != State::READY)
    {
        m_connection->Fail(SessionError::UNEXPECTED_MESSAGE);
        return;
    }
    const bool execute =
        request.function == TtcFunction::EXECUTE || request.function == TtcFunction::EXECUTE_9I;
    const bool lob = request.function == TtcFunction::LOB;
    EndIdle(message, execute || lob || request.function == TtcFunction::FETCH);
    m_sequence = request.sequence;
    m_work = MakeWork(request);
    m_authenticated = m_authenticated || request.function == TtcFunction::AUTH_2;
    if (execute)
    {
        StartStatement(request);
    }
    else if (lob)
    {
        ReplyLob(request);
    }
    else if (m_inStatement && !m_cursorOpen)
    {
        m_connection->Fail(SessionError::FETCH_OUT_OF_SEQUENCE);
    }
    else if (m_inStatement)
    {
        ReplyRows(request, false);
    }
    else if (request.function == TtcFunction::AUTH_2 && !m_rejection.empty())
    {
        FailCall(request, m_rejection);
    }
    else if (request.function == TtcFunction::AUTH_2 &&
             (request.flags & TtcPrefix::WRONG_PASSWORD) != 0)
    {
        FailCall(request, WRONG_PASSWORD_TEXT);
    }
    else if (!ReplyShort(request))
    {
        ReplyLogon(request);
    }
}

void
Net8ServerSession::StartStatement(const TtcPrefix& request)
{
    if ((request.flags & TtcPrefix::DEFINE) != 0 && m_cursorOpen)
    {
        ReplyRows(request, false);
        return;
    }
    if (m_setting->resultSet->Fails(++m_executes))
    {
        FailCall(request, m_setting->resultSet->GetErrorText());
        return;
    }
    m_cursorOpen = true;
    m_lookAhead = (request.flags & TtcPrefix::LOOK_AHEAD) != 0;
    m_position = 0;
    m_vectors = BitVectors::FIRST;
    ReplyRows(request, true);
}

LogonPeer
Net8ServerSession::GetPeer() const
{
    // Thin drivers tell a big-endian byte order, OCI on Linux and Windows differ in what they say
    // of their network protocol.
    const bool windows = m_connect.ntCharacteristics != NT_LINUX;
    return {.thin = m_connect.byteOrderOne == BIG_ENDIAN_ONE,
            .version = std::min(m_connect.version, m_setting->limits.version),
            .samePlatform = windows == (m_setting->release.platform == Platform::WINDOWS),
            .nts = (m_connect.connectFlags0 & connect_flag::AUTHENTICATION_LINKED) != 0};
}

bool
Net8ServerSession::ReplyShort(const TtcPrefix& request)
{
    const auto peer = GetPeer();
    switch (request.function)
    {
    case TtcFunction::OPEN_CURSOR:
        Reply(TtcMessage::PARAMETER, request, OPEN_CURSOR_REPLY);
        return true;
    case TtcFunction::PARSE:
        Reply(TtcMessage::PARAMETER,
              request,
              m_setting->resultSet->GetDescribeLength() +
                  TtcReplySizes::Find(peer.thin, peer.version, peer.samePlatform).endOfCall);
        return true;
    case TtcFunction::CLOSE_CURSOR:
    case TtcFunction::COMMIT:
    case TtcFunction::LOGOFF:
        Reply(TtcMessage::STATUS, request, m_setting->release.GetStatusLength(peer));
        return true;
    default:
        return false;
    }
}

void
Net8ServerSession::ReplyLogon(const TtcPrefix& request)
{
    if (request.message == TtcMessage::NATIVE && request.rows != 0)
    {
        // Authentication by the operating system: a challenge, then nothing.
        if (!m_authenticating)
        {
            m_authenticating = true;
            Reply(TtcMessage::NATIVE, request, CHALLENGE_BYTES);
        }
        return;
    }
    const uint32_t bytes = m_setting->release.GetLogonReply(request, GetPeer());
    if (bytes == 0)
    {
        m_connection->Fail(SessionError::UNEXPECTED_MESSAGE);
        return;
    }
    const bool function = request.message == TtcMessage::FUNCTION;
    const bool fast = request.message == TtcMessage::FAST_AUTH;
    Reply(function ? TtcMessage::PARAMETER
          : fast   ? TtcMessage::PROTOCOL
                   : request.message,
          request,
          bytes);
}

void
Net8ServerSession::ReplyLob(const TtcPrefix& request)
{
    const auto& lobs = m_setting->resultSet->GetLobs();
    if (!m_cursorOpen || lobs.empty())
    {
        m_connection->Fail(SessionError::UNEXPECTED_MESSAGE);
        return;
    }
    const uint32_t bytes = std::min(request.rows, *std::ranges::max_element(lobs));
    Reply(TtcMessage::LOB_DATA, request, m_setting->resultSet->GetLobReply(bytes));
}

void
Net8ServerSession::FailCall(const TtcPrefix& request, const std::string& text)
{
    m_sequence = request.sequence;
    m_error = text;
    SwitchToState(State::SERVING);
    m_executor->Run(m_work, [this] { SendBreak(); });
}

void
Net8ServerSession::HandleMarker(const StreamReader::Received& received)
{
    MarkerPacket marker;
    const auto form = m_connection->GetAgreement().lengthForm;
    if (MarkerPacket::Decode(received.bytes, form, marker) != WireError::NONE)
    {
        m_connection->Fail(SessionError::MALFORMED_PACKET);
        return;
    }
    const bool isByte = marker.markerType == MarkerPacket::DATA_BYTE;
    if (m_state == State::RESETTING)
    {
        if (marker.data == MarkerPacket::RESET && !m_resetSeen)
        {
            AddWait(WaitEvent::BREAK_RESET_TO_CLIENT, Simulator::Now() - m_waitStart);
            m_resetSeen = true;
            if (m_resetSent)
            {
                SendError();
            }
        }
    }
    else if (isByte && marker.data != MarkerPacket::RESET)
    {
        m_error = CANCELLED_TEXT;
        if (m_state == State::READY && !m_replyOpen)
        {
            AddWait(WaitEvent::MESSAGE_FROM_CLIENT, Simulator::Now() - m_waitStart);
        }
        SendBreak();
    }
    else
    {
        NS_LOG_LOGIC("out-of-band check, not answered");
    }
}

void
Net8ServerSession::SendBreak()
{
    m_event.Cancel();
    m_executor->Cancel();
    m_connection->DropQueued();
    m_replyOpen = false;
    m_waitingForRoom = false;
    SwitchToState(State::RESETTING);
    SendMarker(MarkerPacket::BREAK);
    AddWait(WaitEvent::BREAK_RESET_TO_CLIENT, Time());
    m_waitStart = Simulator::Now();
    m_resetSeen = false;
    m_resetSent = false;
    // A second write: where it takes time, the client's reset may come before it.
    if (IsAlwaysZero(m_setting->packetTime))
    {
        SendReset();
        return;
    }
    m_event =
        Simulator::Schedule(SumOfTimes(m_setting->packetTime), &Net8ServerSession::SendReset, this);
}

void
Net8ServerSession::SendReset()
{
    m_resetSent = true;
    SendMarker(MarkerPacket::RESET);
    if (m_resetSeen)
    {
        SendError();
    }
}

void
Net8ServerSession::SendMarker(uint8_t data)
{
    const auto& agreement = m_connection->GetAgreement();
    MarkerPacket marker;
    marker.data = data;
    marker.header.flags =
        agreement.version >= VERSION_MARKER_FLAG ? header_flag::LARGE_SDU : uint8_t{0};
    m_connection->SendPacket(marker.Encode(agreement.lengthForm));
}

void
Net8ServerSession::SendError()
{
    m_reply = {.message = TtcMessage::ERROR,
               .sequence = m_sequence,
               .flags = TtcPrefix::FAILED,
               .rows = GetErrorNumber(m_error),
               .length = m_setting->resultSet->GetErrorLength(m_error)};
    m_rowsInReply = false;
    CutReply();
    m_replyOpen = true;
    m_takenPackets = 0;
    SwitchToState(State::READY);
    m_waitStart = Simulator::Now();
    if (m_packing.GetCount() > 1)
    {
        m_connection->SendMessage(m_reply, m_packing, 0);
        return;
    }
    // The text stands where a dissector looks for it: at the end, with a line feed.
    auto bytes = m_reply.Encode();
    bytes.resize(m_reply.length - m_error.size() - 1);
    bytes.insert(bytes.end(), m_error.begin(), m_error.end());
    bytes.push_back('\n');
    m_connection->SendData(bytes, m_reply.length, 0);
}

Net8CallExecutor::Work
Net8ServerSession::MakeWork(const TtcPrefix& request) const
{
    using Stage = Net8CallExecutor::Stage;
    Net8CallExecutor::Work work;
    work.wait = SumOfTimes(m_setting->callTime);
    work.stage = request.function == TtcFunction::LOGOFF   ? Stage::LOGOFF
                 : request.function == TtcFunction::AUTH_2 ? Stage::AUTHENTICATION
                 : m_authenticated                         ? Stage::CALL
                                                           : Stage::LOGON;
    if (work.stage == Stage::AUTHENTICATION)
    {
        work.cpu = SumOfTimes(m_setting->logonCpuTime);
    }
    else if (work.stage == Stage::CALL)
    {
        work.cpu = SumOfTimes(m_setting->callCpuTime);
    }
    return work;
}

void
Net8ServerSession::ReplyRows(const TtcPrefix& request, bool execute)
{
    auto& rows = *m_setting->resultSet;
    const uint64_t left = rows.GetRows() - m_position;
    const uint64_t asked = rows.IsOneRowACall() ? std::min(request.rows, 1U) : request.rows;
    const bool bounded = (request.flags & TtcPrefix::PREFETCH_MEMORY) != 0;
    const uint64_t wanted = bounded ? rows.GetRowsWithin(asked, request.memory) : asked;
    const auto count = static_cast<uint32_t>(std::min(left, wanted));
    const bool last = count < wanted || (m_lookAhead && count == left);
    m_reply.flags = last ? TtcPrefix::END_OF_DATA : 0;
    m_reply.rows = count;
    m_rowsInReply = count > 0;
    const auto layout = m_setting->pack == PackRule::ROW && count > 0
                            ? rows.GetRowLayout(execute, m_position, count, m_vectors)
                            : RowLayout{};
    const uint64_t rowBytes = layout.upTo ? layout.upTo(count)
                              : count > 0 ? rows.GetRowBytes(m_position, count, m_vectors)
                                          : 0;
    const uint64_t settings = execute && m_executes == 1 ? rows.GetSessionParameters() : 0;
    const uint64_t bytes =
        rows.GetReplyOverhead(execute, last, count > 0, m_vectors) + settings + rowBytes;
    m_vectors = rows.GetNextVectors(m_position, count, m_vectors);
    m_position += count;
    // A reply never gets shorter than the prefix that tells its row count.
    m_reply.length = static_cast<uint32_t>(
        std::clamp<uint64_t>(bytes, TtcPrefix::SIZE, std::numeric_limits<uint32_t>::max()));
    // Up to 9.2 the columns were described in the reply to the parse call.
    const bool describes = request.function == TtcFunction::EXECUTE;
    m_reply.message = describes    ? TtcMessage::DESCRIBE
                      : count == 0 ? TtcMessage::ERROR
                                   : TtcMessage::ROW_HEADER;
    m_reply.sequence = request.sequence;
    CutReply(layout);
    StartReply();
}

void
Net8ServerSession::Reply(TtcMessage type, const TtcPrefix& request, uint32_t bytes)
{
    m_reply = {.message = type,
               .sequence = request.sequence,
               .rows = type == TtcMessage::NATIVE ? request.rows : 0,
               .length = bytes};
    m_rowsInReply = false;
    if (type == TtcMessage::PROTOCOL)
    {
        const auto& release = m_setting->release;
        m_reply.rows = static_cast<uint32_t>(release.platform) |
                       static_cast<uint32_t>(release.version) << TtcPrefix::VERSION_SHIFT |
                       (release.verifier11g ? 1U << TtcPrefix::VERIFIER_SHIFT : 0U);
    }
    CutReply();
    StartReply();
}

void
Net8ServerSession::CutReply(const RowLayout& layout)
{
    const uint32_t limit = m_connection->GetPacketLimit() - m_setting->sduReserve;
    m_packing = Packing(m_reply.length, limit, layout);
}

void
Net8ServerSession::StartReply()
{
    SwitchToState(State::SERVING);
    m_replyOpen = true;
    m_takenPackets = 0;
    m_nextPacket = 0;
    m_waitingForRoom = false;
    // Captures of 12.1 and 26ai.
    const bool marked = m_reply.message == TtcMessage::NATIVE &&
                        m_connection->GetAgreement().version >= VERSION_LONG_SIZES;
    m_connection->SetHeaderFlags(marked ? header_flag::LARGE_SDU : uint8_t{0});
    m_executor->Run(m_work, [this] { WriteReply(); });
}

void
Net8ServerSession::WriteReply()
{
    if (m_authenticated)
    {
        m_timeout.Cancel();
    }
    const bool rowsTakeTime = m_rowsInReply && !IsAlwaysZero(m_setting->rowTime);
    if (rowsTakeTime || !IsAlwaysZero(m_setting->packetTime))
    {
        PrepareNextPacket();
        return;
    }
    SwitchToState(State::READY);
    m_waitStart = Simulator::Now();
    m_connection->SendMessage(m_reply, m_packing, 0);
}

void
Net8ServerSession::PrepareNextPacket()
{
    const uint64_t packets = m_packing.GetCount();
    const uint64_t rowsBefore = m_reply.rows * m_nextPacket / packets;
    const uint64_t rowsAfter = m_reply.rows * (m_nextPacket + 1) / packets;
    const Time time =
        SumOfTimes(m_setting->packetTime) +
        (m_rowsInReply ? SumOfTimes(m_setting->rowTime, rowsAfter - rowsBefore) : Time());
    m_event = Simulator::Schedule(time, &Net8ServerSession::SendNextPacket, this);
}

void
Net8ServerSession::SendNextPacket()
{
    const auto real = m_nextPacket == 0 ? m_reply.Encode() : std::vector<uint8_t>{};
    const uint32_t payload = m_packing.GetPayload(m_nextPacket);
    ++m_nextPacket;
    m_waitStart = Simulator::Now();
    if (m_nextPacket == m_packing.GetCount())
    {
        SwitchToState(State::READY);
        m_connection->SendData(real, payload, 0);
        return;
    }
    m_connection->SendData(real, payload, 0);
    m_waitingForRoom = m_state == State::SERVING && !m_connection->IsDrained();
    if (m_state == State::SERVING && !m_waitingForRoom)
    {
        PrepareNextPacket();
    }
}

void
Net8ServerSession::HandleTaken()
{
    if (!m_replyOpen)
    {
        return;
    }
    const bool full = m_packing.IsFull(m_takenPackets);
    ++m_takenPackets;
    m_replyOpen = m_takenPackets < m_packing.GetCount();
    Time time = Simulator::Now() - m_waitStart;
    if (full)
    {
        AddWait(WaitEvent::MORE_DATA_TO_CLIENT, time);
        time = Time();
    }
    if (!m_replyOpen)
    {
        AddWait(WaitEvent::MESSAGE_TO_CLIENT, time);
    }
    m_waitStart = Simulator::Now();
    if (!m_replyOpen && m_executor)
    {
        m_executor->Idle();
    }
}

void
Net8ServerSession::EndIdle(const Net8Connection::Message& message, bool ofStatement)
{
    const uint64_t further = message.packets - 1;
    const Time arrived = further == 0 ? Simulator::Now() : ToTime(message.firstByte);
    AddWait(WaitEvent::MESSAGE_FROM_CLIENT, arrived - m_waitStart);
    // The wait for a call counts for the call before it, the rest of its packets for itself.
    m_inStatement = ofStatement;
    AddWait(WaitEvent::MORE_DATA_FROM_CLIENT, Simulator::Now() - arrived, further);
}

void
Net8ServerSession::AddWait(WaitEvent event, Time time, uint64_t count)
{
    m_record.all.Add(event, time, count);
    if (m_inStatement)
    {
        m_record.statement.Add(event, time, count);
    }
}

void
Net8ServerSession::HandleDrained()
{
    if (m_waitingForRoom)
    {
        m_waitingForRoom = false;
        PrepareNextPacket();
    }
}

} // namespace ns3::net8
