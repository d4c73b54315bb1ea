// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LISTENER_GREETING_H
#define NET8_LISTENER_GREETING_H

#include "net8-deadlines.h"
#include "net8-stream-reader.h"

#include "ns3/net8-connect-packet.h"
#include "ns3/net8-session-counters.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What a listener hears from a client and what it answers, without socket and clock: a CONNECT,
 * with its connect data inside or in a DATA packet behind it, within the inbound connect timeout;
 * then REFUSE or REDIRECT, or nothing where the connection is handed over.
 */
class ListenerGreeting
{
  public:
    /**
     * A connection was accepted.
     *
     * @param now the time
     * @param timeout time for the request; 0: any
     */
    void Start(std::chrono::nanoseconds now, std::chrono::nanoseconds timeout);

    /**
     * @param received a packet of the client
     * @return what is wrong with it; the connection ends then
     */
    std::optional<SessionError> HandlePacket(const StreamReader::Received& received);

    /**
     * @return when the request has to be there; NEVER: at any time, or it is
     */
    std::chrono::nanoseconds GetDeadline() const;

    /**
     * There will be no request.
     */
    void End();

    /**
     * @return whether the request is there
     */
    bool IsComplete() const;

    /**
     * @return whether nothing more is expected: the request is there, or will not come
     */
    bool IsDone() const;

    /**
     * @return the CONNECT
     */
    const ConnectPacket& GetConnect() const;

    /**
     * @return the connect data
     */
    const std::string& GetConnectData() const;

    /**
     * @param code Oracle error number
     * @return a REFUSE in the form of a 21c listener
     */
    static std::vector<uint8_t> EncodeRefuse(uint32_t code);

    /**
     * @param address ADDRESS to go to
     * @param connectData connect data to send there; empty: the client's own
     * @return a REDIRECT
     */
    static std::vector<uint8_t> EncodeRedirect(const std::string& address,
                                               const std::string& connectData);

  private:
    /// How far the request is.
    enum class State : uint8_t
    {
        WAIT_CONNECT, ///< Nothing came.
        WAIT_DATA,    ///< CONNECT is there, its connect data follow.
        COMPLETE,     ///< All is there.
        ENDED         ///< It will not come.
    };

    /**
     * @param connectData all of it
     */
    void Complete(std::string connectData);

    State m_state{State::WAIT_CONNECT};         ///< How far the request is.
    std::chrono::nanoseconds m_deadline{NEVER}; ///< When it has to be there.
    ConnectPacket m_connect;                    ///< The CONNECT.
    std::string m_connectData;                  ///< Its connect data.
};

} // namespace ns3::net8

#endif /* NET8_LISTENER_GREETING_H */
