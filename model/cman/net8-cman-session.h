// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CMAN_SESSION_H
#define NET8_CMAN_SESSION_H

#include "net8-cman-relay.h"
#include "net8-cman-transports.h"

#include "ns3/address.h"
#include "ns3/event-id.h"
#include "ns3/net8-connection.h"
#include "ns3/net8-greeting.h"
#include "ns3/node.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A session of a Connection Manager, from the connection of its client to the end.
 *
 * 1. The CONNECT arrives. The manager then refuses or drops the connection, or lets it go on.
 * 2. The session connects to the next hop by TCP, unless it shares a connection, and sends the
 * CONNECT with the connect data for that hop, and with an SDU of at most its own. RESEND is
 * answered here, and REDIRECT is followed here. REFUSE is passed to the client. A hop that cannot
 * be reached, or that ends without an answer, leads to a REFUSE without a number (ORA-12564).
 * 3. The ACCEPT is passed to the client, and from then on a Net8CmanRelay passes on bytes.
 */
class Net8CmanSession : private Net8ConnectionOwner
{
  public:
    /// How a session ended.
    enum class Outcome : uint8_t
    {
        CLOSED,      ///< One of the ends closed or reset it.
        NO_REQUEST,  ///< No CONNECT came, or the client left before it was answered.
        REFUSED,     ///< The manager refused or dropped it.
        UNREACHABLE, ///< The next hop did not answer, or ended without an answer.
        HOP_REFUSED, ///< The next hop refused it.
        IDLE,        ///< IDLE_TIMEOUT or MIT.
        EXPIRED      ///< SESSION_TIMEOUT or MCT.
    };

    /// Who is notified.
    struct Owner
    {
        std::function<void()> requested;    ///< The CONNECT is complete.
        std::function<void(Outcome)> ended; ///< It is over; may not destroy the session at once.
        /// The client's address has become this one on the way to the next hop.
        std::function<void(const Address& local)> leaves;
        /// Finds the address of a host and port; invalid: unknown.
        std::function<Address(const std::string& host, uint16_t port)> resolve;
    };

    /// How it goes on.
    struct Course
    {
        Address remote{};                ///< Socket address of the next hop.
        std::string connectData{};       ///< Connect data for it.
        uint32_t sdu{0};                 ///< Largest SDU that the manager agrees to.
        Time outbound{};                 ///< Longest time until the next hop accepts; 0: no limit.
        Time idle{};                     ///< Longest time without a byte; 0: no limit.
        Time longest{};                  ///< Longest session; 0: no limit.
        Net8CmanRelay::Settings relay{}; ///< How the gateway works.
        /// Gets a session over a connection that others share; empty: it has one of its own.
        std::function<void(Net8CmanTransports::Taken taken)> share{};
    };

    /**
     * @param node host of the manager
     * @param owner who is notified
     */
    Net8CmanSession(Ptr<Node> node, Owner owner);
    ~Net8CmanSession();

    Net8CmanSession(const Net8CmanSession&) = delete;
    Net8CmanSession& operator=(const Net8CmanSession&) = delete;

    /**
     * Wait for the CONNECT.
     *
     * @param socket connection of a client
     * @param from its address
     * @param inbound longest time until the CONNECT is there; 0: no limit
     */
    void Start(const Ptr<Socket>& socket, const Address& from, Time inbound);

    /**
     * @return address of the client
     */
    const Address& GetFrom() const;

    /**
     * @return connect data of the client
     */
    const std::string& GetConnectData() const;

    /**
     * Refuse the connection.
     *
     * @param code Oracle error number; 0: none is sent
     * @param reason error to count
     */
    void Refuse(uint32_t code, SessionError reason);

    /**
     * Close the connection without an answer.
     */
    void Drop();

    /**
     * Connect to the next hop.
     *
     * @param course how it goes on
     */
    void Open(const Course& course);

    /**
     * @return the relay; null: it was not accepted yet
     */
    const Net8CmanRelay* GetRelay() const;

  private:
    // Notifications of the connection to the next hop.
    void HandlePacket(const StreamReader::Received& received) override;
    void HandleMessage(const TnsStream::Message& message) override;
    void HandleFailed(SessionError error) override;
    void HandleClosed() override;

    /**
     * Connect to a hop.
     *
     * @param remote its socket address
     */
    void Connect(const Address& remote);

    /**
     * Go on over a connection that others share.
     *
     * @param socket the session in it; null: there is none, and it gets one of its own
     */
    void Join(const Ptr<Socket>& socket);

    /**
     * Send the CONNECT to the hop.
     */
    void SendConnect();

    /**
     * Keep a packet for the client, and pass all on when no further text follows it.
     *
     * @param received an ACCEPT, a REFUSE, or their text
     */
    void PassOn(const StreamReader::Received& received);

    /**
     * Follow a REDIRECT.
     *
     * @param text its text
     */
    void Follow(const std::string& text);

    /**
     * Begin to pass on bytes.
     */
    void Relay();

    /**
     * End what has been idle for too long, or look again later.
     */
    void CheckIdle();

    /**
     * Tell the client that the next hop cannot be reached.
     */
    void FailHop();

    /**
     * End the session.
     *
     * @param outcome how it ended
     */
    void End(Outcome outcome);

    Ptr<Node> m_node;                         ///< Host of the manager.
    Owner m_owner;                            ///< Who is notified.
    Ptr<Net8Greeting> m_greeting;             ///< The client's connection until the ACCEPT.
    Ptr<Net8Connection> m_hop;                ///< Connection to the next hop until the ACCEPT.
    Course m_course;                          ///< How it goes on.
    std::string m_redirectData;               ///< Connect data of a REDIRECT; empty: none.
    uint32_t m_redirects{0};                  ///< REDIRECTs followed.
    uint8_t m_textOf{0};                      ///< Type of the packet whose text is due; 0: none.
    std::vector<uint8_t> m_answer;            ///< Packets for the client.
    bool m_accepted{false};                   ///< One of them is an ACCEPT.
    std::unique_ptr<Net8CmanRelay> m_relay;   ///< Passes on bytes.
    EventId m_outbound;                       ///< End of the outbound connect timeout.
    EventId m_idle;                           ///< Next look at the idle time.
    EventId m_expiry;                         ///< End of the longest session.
    bool m_over{false};                       ///< It has ended.
    std::shared_ptr<Net8CmanSession*> m_self; ///< Is here as long as this object.
};

} // namespace ns3::net8

#endif /* NET8_CMAN_SESSION_H */
