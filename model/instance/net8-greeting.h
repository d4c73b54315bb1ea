// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_GREETING_H
#define NET8_GREETING_H

#include "ns3/address.h"
#include "ns3/net8-alarm.h"
#include "ns3/net8-connection.h"
#include "ns3/net8-listener-greeting.h"

#include <functional>
#include <optional>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A connection while it is at the listener, or at a server that has a port of its own: a
 * ListenerGreeting on a socket.
 */
class Net8Greeting : public Object, private Net8ConnectionOwner
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8Greeting();
    ~Net8Greeting() override;

    /**
     * Use TLS. Must be called before Start.
     *
     * @param parameters what the listener offers of TLS
     * @param costs CPU costs of handshakes and records
     * @param worker does the work on keys; empty: the work just takes its time
     */
    void SetTls(const TlsParameters& parameters,
                const TlsCosts& costs,
                Net8Connection::Worker worker);

    /**
     * @return whether the client has named the service (SNI), so that the server alone does the
     * handshake
     */
    bool IsNamed() const;

    /**
     * Start to receive the request.
     *
     * @param socket a connection that was accepted
     * @param from address of the client
     * @param timeout inbound connect timeout; 0: none
     * @param complete called once, when the request has arrived
     * @param failed called once, if no request will arrive
     */
    void Start(Ptr<Socket> socket,
               const Address& from,
               Time timeout,
               std::function<void()> complete,
               std::function<void()> failed);

    /**
     * Answer with REFUSE and close.
     *
     * @param code Oracle error number
     * @param reason error to count
     */
    void Refuse(uint32_t code, SessionError reason);

    /**
     * Answer with REDIRECT and close.
     *
     * @param address ADDRESS to redirect to
     * @param connectData connect data to send there; empty: the client's own
     */
    void Redirect(const std::string& address, const std::string& connectData);

    /**
     * End the connection at once, as the listener is gone.
     */
    void Abort();

    /**
     * @return the connection
     */
    Ptr<Net8Connection> GetConnection() const;

    /**
     * Note that the connection has another owner now.
     */
    void HandOver();

    /**
     * Handle a close by the client. A request that has arrived completely is still served, as
     * nobody checks.
     */
    void HandleClosed() override;

    /**
     * @return the CONNECT
     */
    const ConnectPacket& GetConnect() const;

    /**
     * @return the connect data
     */
    const std::string& GetConnectData() const;

    /**
     * @return address of the client
     */
    const Address& GetFrom() const;

    /**
     * @return counts of the errors while the connection was here; the next owner counts later ones
     */
    SessionCounters GetCounters() const;

  protected:
    void DoDispose() override;

  private:
    // Notifications of the connection.
    void HandlePacket(const StreamReader::Received& received) override;
    void HandleMessage(const TnsStream::Message& message) override;
    void HandleFailed(SessionError error) override;

    /**
     * Fail: no request will arrive.
     */
    void Fail();

    Ptr<Net8Connection> m_connection;   ///< The connection; null once it is handed over.
    Address m_from;                     ///< Address of the client.
    ListenerGreeting m_request;         ///< The request of the client.
    std::optional<TlsParameters> m_tls; ///< TLS that is offered; nothing: plain TCP.
    TlsCosts m_tlsCosts;                ///< Costs of TLS.
    Net8Connection::Worker m_keyWorker; ///< Does the work on keys.
    Net8Alarm m_alarm;                  ///< Inbound connect timeout.
    std::function<void()> m_completed;  ///< Called when the request has arrived.
    std::function<void()> m_failed;     ///< Called if no request will arrive.
};

} // namespace ns3::net8

#endif /* NET8_GREETING_H */
