// SPDX-License-Identifier: GPL-2.0-only
#include "net8-cman-transports.h"

#include "ns3/net8-accept-packet.h"
#include "ns3/net8-connection.h"
#include "ns3/net8-ip-version.h"
#include "ns3/net8-multiplex.h"
#include "ns3/net8-tcp-socket-factory.h"
#include "ns3/simulator.h"

#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A connection to a dispatcher.
 */
class Net8CmanTransports::Line : private Net8ConnectionOwner
{
  public:
    /**
     * @param node host of the manager
     * @param remote socket address of the next hop
     * @param service of the clients
     * @param counters what is counted
     * @param over called when it is over; may not destroy it at once
     */
    Line(const Ptr<Node>& node,
         const Address& remote,
         const std::string& service,
         Counters& counters,
         std::function<void()> over)
        : m_service(service),
          m_counters(counters),
          m_over(std::move(over)),
          m_connection(Create<Net8Connection>())
    {
        const auto socket = Socket::CreateSocket(node, Net8TcpSocketFactory::GetTypeId());
        m_connection->Attach(socket, *this);
        socket->SetConnectCallback(
            Callback<void, Ptr<Socket>>([this](Ptr<Socket>) { SendConnect(); }),
            Callback<void, Ptr<Socket>>([this](Ptr<Socket>) { End(); }));
        m_failed = !BindFor(socket, remote) || socket->Connect(remote) != 0;
    }

    ~Line()
    {
        if (m_connection)
        {
            m_connection->Dispose();
        }
        if (m_multiplex)
        {
            m_multiplex->Drop();
        }
    }

    Line(const Line&) = delete;
    Line& operator=(const Line&) = delete;

    /**
     * Begin a session.
     *
     * @param number its number
     * @param taken called once
     */
    void Request(uint16_t number, Taken taken)
    {
        if (m_multiplex)
        {
            Begin(number, taken);
            return;
        }
        m_waiting.emplace_back(number, std::move(taken));
        if (m_failed)
        {
            End();
        }
    }

  private:
    /**
     * Begin a session over the connection.
     *
     * @param number its number
     * @param taken called once
     */
    void Begin(uint16_t number, const Taken& taken)
    {
        const auto session = m_multiplex->Open(number);
        m_counters.sessions += session ? 1 : 0;
        taken(session);
    }

    /**
     * Ask for multiplexing.
     */
    void SendConnect()
    {
        m_connection->DropConnectCallbacks();
        ConnectPacket connect(VERSION_LONG_SIZES);
        connect.SetSdu(Net8Multiplex::SDU);
        connect.SetTdu(Net8Multiplex::SDU);
        connect.SetConnectData(Net8Multiplex::MakeConnectData(m_service));
        m_connection->GetTns().SendPacket(connect.Encode());
        m_connection->Flush();
    }

    void HandlePacket(const StreamReader::Received& received) override
    {
        AcceptPacket accept;
        const auto accepted = AcceptPacket::Decode(received.bytes, LengthForm::SHORT_16, accept);
        const auto socket = accepted == WireError::NONE ? m_connection->Forget() : nullptr;
        if (!socket)
        {
            End();
            return;
        }
        ++m_counters.opened;
        m_multiplex = Create<Net8Multiplex>(
            socket,
            Net8Multiplex::Owner{.opened = {}, .ended = [this] { m_over(); }});
        for (const auto& [number, taken] : std::exchange(m_waiting, {}))
        {
            Begin(number, taken);
        }
    }

    void HandleMessage(const TnsStream::Message& /* message */) override
    {
        // Before the ACCEPT no packet is part of a message.
    }

    void HandleFailed(SessionError /* error */) override
    {
        End();
    }

    void HandleClosed() override
    {
        End();
    }

    /**
     * Give up: sessions that wait get none.
     */
    void End()
    {
        if (!m_multiplex)
        {
            m_connection->Close();
            for (const auto& [number, taken] : std::exchange(m_waiting, {}))
            {
                taken(nullptr);
            }
            m_over();
        }
    }

    std::string m_service;                             ///< Service of the clients.
    Counters& m_counters;                              ///< What is counted.
    std::function<void()> m_over;                      ///< Called when it is over.
    Ptr<Net8Connection> m_connection;                  ///< The connection until the ACCEPT.
    Ptr<Net8Multiplex> m_multiplex;                    ///< Its sessions; null: not accepted yet.
    bool m_failed{false};                              ///< It could not begin to connect.
    std::vector<std::pair<uint16_t, Taken>> m_waiting; ///< Sessions that wait for the ACCEPT.
};

Net8CmanTransports::Net8CmanTransports(Ptr<Node> node)
    : m_node(std::move(node))
{
}

Net8CmanTransports::~Net8CmanTransports() = default;

void
Net8CmanTransports::Request(const Address& remote,
                            const std::string& service,
                            uint16_t number,
                            Taken taken)
{
    const Key key{remote, service};
    auto& line = m_lines[key];
    if (!line)
    {
        line = std::make_unique<Line>(m_node, remote, service, m_counters, [this, key] {
            Forget(key);
        });
    }
    line->Request(number, std::move(taken));
}

void
Net8CmanTransports::Forget(const Key& key)
{
    // It is still on the call stack.
    const auto found = m_lines.find(key);
    if (found != m_lines.end())
    {
        const std::shared_ptr<Line> over = std::move(found->second);
        m_lines.erase(found);
        Simulator::ScheduleNow([over] {});
    }
}

const Net8CmanTransports::Counters&
Net8CmanTransports::GetCounters() const
{
    return m_counters;
}

} // namespace ns3::net8
