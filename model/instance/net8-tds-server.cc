// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tds-server.h"

#include "ns3/net8-alarm.h"
#include "ns3/net8-chrono.h"
#include "ns3/net8-cpu-task.h"
#include "ns3/net8-host-cpu.h"
#include "ns3/net8-message-socket.h"
#include "ns3/net8-tcp-control.h"
#include "ns3/net8-tds-client-settings.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8TdsServer);

/**
 * A session of a server: its connection, its dialogue, its socket and its alarm.
 */
class Net8TdsServer::Session
{
  public:
    /**
     * @param server the server
     * @param process number of its process
     * @param socket the connection
     */
    Session(Net8TdsServer& server, uint16_t process, Ptr<Socket> socket)
        : m_cpu(server.GetNode()->GetObject<Net8HostCpu>()),
          m_counters(server.m_counters),
          m_connection(process),
          m_dialogue(server.m_settings, server, m_connection),
          m_pipe(MakePipe(server.m_pipe)),
          m_socket(
              m_pipe ? static_cast<OutgoingBytes&>(*m_pipe) : m_connection,
              [this](ByteSource& segment) {
                  const auto now = Net8Alarm::Now();
                  m_pipe ? m_pipe->HandleBytes(segment, now) : m_dialogue.HandleBytes(segment, now);
                  Follow();
              },
              [this] {
                  m_over = true;
                  m_work.Cancel();
                  m_alarm.Set(NEVER);
              }),
          m_alarm([this] {
              m_dialogue.HandleDeadline(Net8Alarm::Now());
              Follow();
          })
    {
        m_socket.Attach(socket);
        if (server.m_hangs)
        {
            SetHanging(true);
        }
    }

    /**
     * @param hangs whether the server hangs
     */
    void SetHanging(bool hangs)
    {
        m_dialogue.SetHanging(hangs, Net8Alarm::Now());
        m_socket.SetHanging(hangs);
        if (!m_over)
        {
            Follow();
        }
    }

    /**
     * Forget everything.
     */
    void Abort()
    {
        m_over = true;
        m_work.Cancel();
        m_alarm.Set(NEVER);
        Net8TcpControl::Abort(m_socket.Forget());
    }

    /**
     * @return whether it is over
     */
    bool IsOver() const
    {
        return m_over;
    }

  private:
    /**
     * @param settings settings of the named pipe, if any
     * @return the server's end of the pipe; null: clients connect through sockets
     */
    std::unique_ptr<PipeServer> MakePipe(const std::optional<PipeSettings>& settings)
    {
        if (!settings)
        {
            return nullptr;
        }
        return std::make_unique<PipeServer>(
            *settings,
            m_connection,
            [this](ByteSource& bytes, std::chrono::nanoseconds now) {
                m_dialogue.HandleBytes(bytes, now);
            });
    }

    /**
     * Send, set the alarm and close, as the dialogue requires.
     */
    void Follow()
    {
        if (const auto work = m_dialogue.TakeWork())
        {
            m_work.Start(m_cpu, ToTime(*work), [this] {
                m_dialogue.HandleWorked(Net8Alarm::Now());
                Follow();
            });
        }
        m_alarm.Set(m_dialogue.GetDeadline());
        const auto wrong = m_pipe ? m_pipe->GetError() : std::nullopt;
        const auto error = wrong ? wrong : m_dialogue.GetError();
        if (error && !m_counted)
        {
            m_counted = true;
            m_counters.Count(*error);
        }
        error ? m_socket.CloseWhenSent() : m_socket.Flush();
    }

    Ptr<Net8HostCpu> m_cpu;             ///< Processor of the host; null if it has none.
    SessionCounters& m_counters;        ///< Counts of errors.
    TdsConnection m_connection;         ///< Its connection.
    TdsServerDialogue m_dialogue;       ///< Its dialogue.
    std::unique_ptr<PipeServer> m_pipe; ///< Named pipe under it; null: none.
    Net8MessageSocket m_socket;         ///< Its socket.
    Net8Alarm m_alarm;                  ///< Rings at its next deadline.
    Net8CpuTask m_work;                 ///< Its work on the processor.
    bool m_over{false};                 ///< It is over.
    bool m_counted{false};              ///< Its error was counted.
};

TypeId
Net8TdsServer::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8TdsServer")
            .SetParent<Application>()
            .SetGroupName("Net8")
            .AddConstructor<Net8TdsServer>()
            .AddAttribute("Protocol",
                          "Factory of its socket.",
                          TypeIdValue(TypeId::LookupByName("ns3::TcpSocketFactory")),
                          MakeTypeIdAccessor(&Net8TdsServer::m_protocol),
                          MakeTypeIdChecker())
            .AddAttribute("Local",
                          "Address and port on which it listens.",
                          AddressValue(),
                          MakeAddressAccessor(&Net8TdsServer::m_local),
                          MakeAddressChecker());
    return tid;
}

Net8TdsServer::Net8TdsServer() = default;

Net8TdsServer::~Net8TdsServer() = default;

const SessionCounters&
Net8TdsServer::GetCounters() const
{
    return m_counters;
}

uint64_t
Net8TdsServer::GetSessions() const
{
    return m_accepted;
}

uint32_t
Net8TdsServer::GetSessionCount() const
{
    return static_cast<uint32_t>(
        std::ranges::count_if(m_sessions, [](const auto& each) { return !each->IsOver(); }));
}

void
Net8TdsServer::SetResult(std::shared_ptr<Net8TdsResult> result)
{
    m_result = std::move(result);
}

void
Net8TdsServer::SetPipe(const std::optional<PipeSettings>& pipe)
{
    m_pipe = pipe;
}

void
Net8TdsServer::SetWork(const ServerSettings& settings)
{
    m_work = settings;
}

void
Net8TdsServer::DoDispose()
{
    m_sessions.clear();
    m_socket = nullptr;
    Application::DoDispose();
}

void
Net8TdsServer::StartApplication()
{
    Startup();
}

void
Net8TdsServer::Startup()
{
    m_socket = Socket::CreateSocket(GetNode(), m_protocol);
    m_socket->Bind(m_local);
    m_socket->Listen();
    m_socket->SetAcceptCallback(
        MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
        Callback<void, Ptr<Socket>, const Address&>(
            [this](Ptr<Socket> socket, const Address&) { HandleAccept(socket); }));
}

void
Net8TdsServer::StopApplication()
{
    if (m_socket)
    {
        m_socket->Close();
    }
}

void
Net8TdsServer::Shutdown()
{
    StopApplication();
    for (const auto& session : m_sessions)
    {
        session->Abort();
    }
}

void
Net8TdsServer::SetHanging(bool hangs)
{
    m_hangs = hangs;
    for (const auto& session : m_sessions)
    {
        session->SetHanging(hangs);
    }
}

bool
Net8TdsServer::Admits(const std::string& /* user */, const std::string& password)
{
    return password == TdsClientSettings::PASSWORD;
}

TdsServerScript::Answer
Net8TdsServer::GetAnswer(const std::string& /* text */, const TdsLayout& layout)
{
    constexpr uint16_t SELECT = 0xc1;
    const uint64_t rows = m_result->GetRows();
    const auto effort = m_work.DrawEffort(ServerStage::CALL);
    TdsDone done;
    done.status = TdsDone::COUNT;
    done.command = SELECT;
    done.rows = rows;
    Answer answer{.time = effort.wait, .result = m_result->Get(layout)};
    answer.time += m_work.rowTime ? m_work.rowTime(rows) : std::chrono::nanoseconds(0);
    answer.cpu = effort.cpu;
    answer.reply.tokens = {done};
    return answer;
}

std::chrono::nanoseconds
Net8TdsServer::GetLogonCpu()
{
    return m_work.DrawEffort(ServerStage::AUTHENTICATION).cpu;
}

void
Net8TdsServer::HandleAccept(Ptr<Socket> socket)
{
    constexpr uint64_t FIRST_PROCESS = 51;
    std::erase_if(m_sessions, [](const auto& session) { return session->IsOver(); });
    const auto process = static_cast<uint16_t>(FIRST_PROCESS + m_accepted % 0x7000);
    ++m_accepted;
    m_sessions.push_back(std::make_unique<Session>(*this, process, socket));
}

} // namespace ns3::net8
