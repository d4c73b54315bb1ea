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
 * A connection while it is with the listener, or with a server that has a port of its own: a
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
     * @param parameters what the listener offers of TLS, before it starts
     * @param costs what a handshake and records take
     * @param worker who works on keys; none: that takes its time
     */
    void SetTls(const TlsParameters& parameters,
                const TlsCosts& costs,
                Net8Connection::Worker worker);

    /**
     * @return whether the client has named the service, so that the server shakes hands alone
     */
    bool IsNamed() const;

    /**
     * @param socket a connection that was accepted
     * @param from address of the client
     * @param timeout inbound connect timeout; 0: none
     * @param complete called once, when the request is there
     * @param failed called once, when there will be none
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
     * @param reason what is counted
     */
    void Refuse(uint32_t code, SessionError reason);

    /**
     * Answer with REDIRECT and close.
     *
     * @param address ADDRESS to go to
     * @param connectData connect data to send there; empty: the client's own
     */
    void Redirect(const std::string& address, const std::string& connectData);

    /**
     * The listener is gone: the connection ends at once.
     */
    void Abort();

    /**
     * @return the connection
     */
    Ptr<Net8Connection> GetConnection() const;

    /**
     * The connection has another owner now.
     */
    void HandOver();

    /**
     * The client has closed. A request that is whole is served all the same: nobody looks.
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
     * @return what went wrong while the connection was here; the next owner counts from then on
     */
    SessionCounters GetCounters() const;

  protected:
    void DoDispose() override;

  private:
    // What the connection tells.
    void HandlePacket(const StreamReader::Received& received) override;
    void HandleMessage(const TnsStream::Message& message) override;
    void HandleFailed(SessionError error) override;

    /**
     * There will be no request.
     */
    void Fail();

    Ptr<Net8Connection> m_connection;   ///< The connection; null once handed over.
    Address m_from;                     ///< The client.
    ListenerGreeting m_request;         ///< What the client asks for.
    std::optional<TlsParameters> m_tls; ///< What is offered of TLS; nothing: it is TCP.
    TlsCosts m_tlsCosts;                ///< What that takes.
    Net8Connection::Worker m_keyWorker; ///< Who works on keys.
    Net8Alarm m_alarm;                  ///< Inbound connect timeout.
    std::function<void()> m_completed;  ///< Whom to tell of the request.
    std::function<void()> m_failed;     ///< Whom to tell that there is none.
};

} // namespace ns3::net8

#endif /* NET8_GREETING_H */
