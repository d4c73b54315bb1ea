// SPDX-License-Identifier: GPL-2.0-only
#include "net8-redo-standby.h"

#include "ns3/net8-ip-version.h"
#include "ns3/net8-negotiation.h"
#include "ns3/net8-random.h"
#include "ns3/net8-tcp-socket-factory.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8RedoStandby);

/**
 * @ingroup net8
 * A connection of a primary.
 */
class Net8RedoStandby::Session : private Net8ConnectionOwner
{
  public:
    /**
     * @param socket the connection
     * @param settings how the standby works; must outlive this object
     */
    Session(const Ptr<Socket>& socket, const Net8RedoTransport::Standby& settings)
        : m_settings(settings),
          m_connection(Create<Net8Connection>())
    {
        m_connection->Attach(socket, *this);
    }

    ~Session()
    {
        m_write.Cancel();
        m_connection->Dispose();
    }

    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

  private:
    void HandlePacket(const StreamReader::Received& received) override
    {
        ConnectPacket connect(VERSION_LONG_SIZES);
        auto& tns = m_connection->GetTns();
        if (ConnectPacket::Decode(received.bytes, LengthForm::SHORT_16, connect) != WireError::NONE)
        {
            m_connection->Fail(SessionError::UNEXPECTED_PACKET);
            return;
        }
        const auto agreement = Negotiate(connect, {.sdu = m_settings.sdu});
        tns.SendPacket(MakeAccept(agreement).Encode());
        tns.SetAgreement(agreement, TduRule::IGNORE);
        m_connection->Flush();
    }

    void HandleMessage(const TnsStream::Message& message) override
    {
        if (!m_settings.affirm)
        {
            Confirm(message.prefix.sequence);
        }
        m_received.push_back({message.prefix.sequence, message.prefix.length});
        if (m_received.size() == 1)
        {
            Write();
        }
    }

    void HandleFailed(SessionError) override
    {
        m_write.Cancel();
        m_received.clear();
    }

    void HandleClosed() override
    {
        m_connection->Close();
    }

    /// A message that waits for the log file, or is being written.
    struct Received
    {
        uint8_t sequence{0}; ///< Its sequence number.
        uint32_t bytes{0};   ///< Redo in it.
    };

    /**
     * Begin to write the first message.
     */
    void Write()
    {
        auto time = SumOfTimes(m_settings.writeTime);
        if (const auto rate = m_settings.writeRate.GetBitRate(); rate > 0)
        {
            time += Seconds(8.0 * m_received.front().bytes / static_cast<double>(rate));
        }
        m_write = Simulator::Schedule(time, [this] { FinishWrite(); });
    }

    /**
     * Confirm the first message, which is written, and go on with the next.
     */
    void FinishWrite()
    {
        const auto sequence = m_received.front().sequence;
        m_received.pop_front();
        if (!m_received.empty())
        {
            Write();
        }
        if (m_settings.affirm)
        {
            Confirm(sequence);
        }
    }

    /**
     * Confirm a message.
     *
     * @param sequence its sequence number
     */
    void Confirm(uint8_t sequence)
    {
        m_connection->GetTns().SendMessage({.message = TtcMessage::STATUS,
                                            .sequence = sequence,
                                            .length = Net8RedoTransport::CONFIRMATION},
                                           0);
        m_connection->Flush();
    }

    const Net8RedoTransport::Standby& m_settings; ///< How the standby works.
    Ptr<Net8Connection> m_connection;             ///< The connection.
    std::list<Received> m_received;               ///< Messages that are not written.
    EventId m_write;                              ///< End of the write under way.
};

TypeId
Net8RedoStandby::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8RedoStandby")
                            .SetParent<Application>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8RedoStandby>();
    return tid;
}

Net8RedoStandby::Net8RedoStandby() = default;
Net8RedoStandby::~Net8RedoStandby() = default;

void
Net8RedoStandby::DoDispose()
{
    m_sessions.clear();
    m_socket = nullptr;
    m_settings.writeTime = nullptr;
    Application::DoDispose();
}

void
Net8RedoStandby::SetUp(const Net8RedoTransport::Standby& settings, bool ipv6)
{
    m_settings = settings;
    m_ipv6 = ipv6;
}

void
Net8RedoStandby::StartApplication()
{
    m_socket = Socket::CreateSocket(GetNode(), Net8TcpSocketFactory::GetTypeId());
    m_socket->Bind(AnyAddress(m_ipv6, PORT));
    m_socket->Listen();
    m_socket->SetAcceptCallback(
        MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
        Callback<void, Ptr<Socket>, const Address&>([this](Ptr<Socket> socket, const Address&) {
            m_sessions.push_back(std::make_unique<Session>(socket, m_settings));
        }));
}

void
Net8RedoStandby::StopApplication()
{
    if (m_socket)
    {
        m_socket->Close();
    }
}

} // namespace ns3::net8
