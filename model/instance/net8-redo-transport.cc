// SPDX-License-Identifier: GPL-2.0-only
#include "net8-redo-transport.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/net8-accept-packet.h"
#include "ns3/net8-field-accessor.h"
#include "ns3/net8-fixed-value.h"
#include "ns3/net8-ip-version.h"
#include "ns3/net8-random.h"
#include "ns3/net8-tcp-control.h"
#include "ns3/net8-tcp-socket-factory.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8RedoTransport);

namespace
{

/// TNS version of both ends: the first with an SDU of more than 16 bits.
constexpr uint16_t VERSION = VERSION_LONG_SIZES;
/// Connect data of the standby's service.
const std::string CONNECT_DATA = "(DESCRIPTION=(CONNECT_DATA=(SERVICE_NAME=standby)))";

} // namespace

TypeId
Net8RedoTransport::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8RedoTransport")
            .SetParent<Application>()
            .SetGroupName("Net8")
            .AddConstructor<Net8RedoTransport>()
            .AddAttribute("Instance",
                          "Instance whose redo is shipped; empty: the first.",
                          StringValue(""),
                          MakeStringAccessor(&Net8RedoTransport::m_instance),
                          MakeStringChecker())
            .AddAttribute("Site",
                          "Site of the standby.",
                          StringValue(""),
                          MakeStringAccessor(&Net8RedoTransport::m_site),
                          MakeStringChecker())
            .AddAttribute("Transport",
                          "Whether a commit waits for the standby (sync) or not (async).",
                          EnumValue(Transport::SYNC),
                          MakeEnumAccessor<Transport>(&Net8RedoTransport::m_transport),
                          MakeEnumChecker(Transport::SYNC, "sync", Transport::ASYNC, "async"))
            .AddAttribute("State",
                          "Whether redo is shipped.",
                          EnumValue(State::ENABLE),
                          MakeEnumAccessor<State>(&Net8RedoTransport::m_state),
                          MakeEnumChecker(State::ENABLE, "enable", State::DEFER, "defer"))
            .AddAttribute(
                "Affirm",
                "Whether the standby confirms what it has written (AFFIRM), or what it "
                "has received (NOAFFIRM).",
                BooleanValue(true),
                MakeFieldAccessor<BooleanValue>(&Net8RedoTransport::m_standby, &Standby::affirm),
                MakeBooleanChecker())
            .AddAttribute("NetTimeout",
                          "NET_TIMEOUT: longest wait for a confirmation (sync); 0: no limit.",
                          TimeValue(Seconds(30)), // Data Guard: default of LOG_ARCHIVE_DEST_n
                          MakeTimeAccessor(&Net8RedoTransport::m_netTimeout),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Reopen",
                          "REOPEN: time from a failure to the next try; 0: never.",
                          TimeValue(Seconds(300)), // the same
                          MakeTimeAccessor(&Net8RedoTransport::m_reopen),
                          MakeTimeChecker(Time(0)))
            .AddAttribute(
                "Sdu",
                "SDU of both ends in bytes.",
                UintegerValue(65535), // advice for redo transport
                MakeFieldAccessor<UintegerValue>(&Net8RedoTransport::m_standby, &Standby::sdu),
                MakeUintegerChecker<uint32_t>(512, 2097152))
            .AddAttribute("SendBuffer",
                          "SEND_BUF_SIZE of the primary in bytes; 0: that of its TCP.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8RedoTransport::m_sendBuffer),
                          MakeUintegerChecker<uint32_t>(0, 1U << 30))
            .AddAttribute("ReceiveBuffer",
                          "RECV_BUF_SIZE of the standby in bytes; 0: that of its TCP.",
                          UintegerValue(0),
                          MakeFieldAccessor<UintegerValue>(&Net8RedoTransport::m_standby,
                                                           &Standby::receiveBuffer),
                          MakeUintegerChecker<uint32_t>(0, 1U << 30))
            .AddAttribute("MaxMessage",
                          "Most redo of a message in bytes.",
                          UintegerValue(1 << 20), // assumed
                          MakeUintegerAccessor(&Net8RedoTransport::m_maxMessage),
                          MakeUintegerChecker<uint32_t>(1024, 1U << 30))
            .AddAttribute(
                "StandbyWriteTime",
                "Time in seconds of a write to the standby's log file.",
                StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                MakeFieldAccessor<PointerValue>(&Net8RedoTransport::m_standby, &Standby::writeTime),
                MakeRandomChecker())
            .AddAttribute("StandbyWriteRate",
                          "Rate of the standby's log file, in addition to that; 0: no limit.",
                          DataRateValue(DataRate(0)),
                          MakeFieldAccessor<DataRateValue>(&Net8RedoTransport::m_standby,
                                                           &Standby::writeRate),
                          MakeDataRateChecker());
    return tid;
}

Net8RedoTransport::Net8RedoTransport() = default;
Net8RedoTransport::~Net8RedoTransport() = default;

void
Net8RedoTransport::DoDispose()
{
    m_timeout.Cancel();
    m_retry.Cancel();
    m_queue.clear();
    m_sent.clear();
    if (m_connection)
    {
        m_connection->Dispose();
    }
    m_connection = nullptr;
    m_started = nullptr;
    m_standby.writeTime = nullptr;
    Application::DoDispose();
}

const std::string&
Net8RedoTransport::GetInstanceName() const
{
    return m_instance;
}

const std::string&
Net8RedoTransport::GetSite() const
{
    return m_site;
}

const Net8RedoTransport::Standby&
Net8RedoTransport::GetStandby() const
{
    return m_standby;
}

bool
Net8RedoTransport::IsEnabled() const
{
    return m_state == State::ENABLE;
}

void
Net8RedoTransport::SetUp(const Address& standby, std::function<void()> started)
{
    m_remote = standby;
    m_started = std::move(started);
}

void
Net8RedoTransport::StartApplication()
{
    if (IsEnabled())
    {
        Open();
    }
    m_started();
}

void
Net8RedoTransport::StopApplication()
{
    m_timeout.Cancel();
    m_retry.Cancel();
}

void
Net8RedoTransport::Open()
{
    auto socket = Socket::CreateSocket(GetNode(), Net8TcpSocketFactory::GetTypeId());
    if (m_sendBuffer > 0)
    {
        socket->SetAttribute("SndBufSize", UintegerValue(m_sendBuffer));
    }
    m_connection = Create<Net8Connection>();
    m_connection->Attach(socket, *this);
    socket->SetConnectCallback(MakeCallback(&Net8RedoTransport::HandleConnected, this),
                               Callback<void, Ptr<Socket>>([this](Ptr<Socket>) { GiveUp(); }));
    if (!BindFor(socket, m_remote) || socket->Connect(m_remote) != 0)
    {
        GiveUp();
    }
}

void
Net8RedoTransport::HandleConnected(Ptr<Socket>)
{
    m_connection->DropConnectCallbacks();
    ConnectPacket connect(VERSION);
    connect.SetSdu(m_standby.sdu);
    connect.SetTdu(m_standby.sdu);
    connect.SetConnectData(CONNECT_DATA);
    m_connection->GetTns().SendPacket(connect.Encode());
    m_connection->Flush();
}

void
Net8RedoTransport::HandlePacket(const StreamReader::Received& received)
{
    AcceptPacket accept;
    if (AcceptPacket::Decode(received.bytes, LengthForm::SHORT_16, accept) != WireError::NONE)
    {
        m_connection->Fail(SessionError::UNEXPECTED_PACKET);
        return;
    }
    m_connection->GetTns().SetAgreement(ReadAgreement(accept), TduRule::IGNORE);
    Pump();
}

bool
Net8RedoTransport::Ship(uint64_t bytes, std::function<void()> done)
{
    if (!IsEnabled() || !m_connection)
    {
        m_counters.gap += IsEnabled() ? bytes : 0;
        return false;
    }
    const bool sync = m_transport == Transport::SYNC;
    m_counters.lag += bytes;
    m_counters.longestLag = std::max(m_counters.longestLag, m_counters.lag);
    if (!sync && !m_queue.empty())
    {
        m_queue.back().bytes += bytes;
    }
    else
    {
        m_queue.push_back(
            {.bytes = bytes, .since = Simulator::Now(), .done = sync ? std::move(done) : nullptr});
    }
    Pump();
    Watch();
    return sync;
}

void
Net8RedoTransport::Pump()
{
    if (!m_connection || !m_connection->GetTns().IsAgreed() || std::exchange(m_pumping, true))
    {
        return;
    }
    while (m_connection && !m_queue.empty() && m_connection->GetTns().IsDrained())
    {
        auto& first = m_queue.front();
        Message message;
        message.bytes = std::min<uint64_t>(first.bytes, m_maxMessage);
        message.since = first.since;
        first.bytes -= message.bytes;
        if (first.bytes == 0)
        {
            message.done = std::move(first.done);
            m_queue.pop_front();
        }
        const auto length = std::max<uint64_t>(message.bytes, TtcPrefix::SIZE);
        m_connection->GetTns().SendMessage({.message = TtcMessage::ONE_WAY_FUNCTION,
                                            .sequence = ++m_sequence,
                                            .length = static_cast<uint32_t>(length)},
                                           0);
        m_sent.push_back(std::move(message));
        m_connection->Flush();
    }
    m_pumping = false;
}

void
Net8RedoTransport::HandleTaken()
{
    Pump();
}

void
Net8RedoTransport::HandleMessage(const TnsStream::Message&)
{
    if (m_sent.empty())
    {
        m_connection->Fail(SessionError::UNEXPECTED_MESSAGE);
        return;
    }
    const auto message = std::move(m_sent.front());
    m_sent.pop_front();
    ++m_counters.messages;
    m_counters.bytes += message.bytes;
    m_counters.lag -= message.bytes;
    Watch();
    if (message.done)
    {
        message.done();
    }
}

void
Net8RedoTransport::Watch()
{
    m_timeout.Cancel();
    const bool open = !m_sent.empty() || !m_queue.empty();
    if (open && m_transport == Transport::SYNC && m_netTimeout.IsStrictlyPositive())
    {
        const auto since = (m_sent.empty() ? m_queue : m_sent).front().since;
        m_timeout = Simulator::Schedule(since + m_netTimeout - Simulator::Now(),
                                        &Net8RedoTransport::GiveUp,
                                        this);
    }
}

void
Net8RedoTransport::HandleFailed(SessionError)
{
    GiveUp();
}

void
Net8RedoTransport::HandleClosed()
{
    GiveUp();
}

void
Net8RedoTransport::GiveUp()
{
    const auto connection = std::exchange(m_connection, nullptr);
    if (!connection)
    {
        return;
    }
    if (const auto socket = connection->Forget())
    {
        Net8TcpControl::Abort(socket);
    }
    m_timeout.Cancel();
    ++m_counters.failures;
    m_counters.gap += m_counters.lag;
    m_counters.lag = 0;
    if (m_reopen.IsStrictlyPositive())
    {
        m_retry = Simulator::Schedule(m_reopen, &Net8RedoTransport::Open, this);
    }
    auto lost = std::exchange(m_sent, {});
    lost.splice(lost.end(), std::exchange(m_queue, {}));
    for (const auto& message : lost)
    {
        if (message.done)
        {
            Simulator::ScheduleNow(message.done);
        }
    }
}

const Net8RedoTransport::Counters&
Net8RedoTransport::GetCounters() const
{
    return m_counters;
}

int64_t
Net8RedoTransport::AssignStreams(int64_t stream)
{
    return SetStreamsOfDrawn({{"standby_write_time", m_standby.writeTime}}, stream);
}

} // namespace ns3::net8
