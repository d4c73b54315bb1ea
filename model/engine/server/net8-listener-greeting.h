// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LISTENER_GREETING_H
#define NET8_LISTENER_GREETING_H

#include "ns3/net8-connect-packet.h"
#include "ns3/net8-deadlines.h"
#include "ns3/net8-session-counters.h"
#include "ns3/net8-stream-reader.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The exchange of a listener with a client, independent of sockets and clocks: a CONNECT, with its
 * connect data inside or in the DATA packet after it, within the inbound connect timeout; then
 * REFUSE or REDIRECT, or nothing if the connection is handed over.
 */
class ListenerGreeting
{
  public:
    /**
     * Start with an accepted connection.
     *
     * @param now current simulation time
     * @param timeout time limit of the request; 0: none
     */
    void Start(std::chrono::nanoseconds now, std::chrono::nanoseconds timeout);

    /**
     * Handle a packet of the client.
     *
     * @param received the packet
     * @return the error, if any; the connection then ends
     */
    std::optional<SessionError> HandlePacket(const StreamReader::Received& received);

    /**
     * @return deadline of the request; NEVER if there is none or it is complete
     */
    std::chrono::nanoseconds GetDeadline() const;

    /**
     * Give up on the request.
     */
    void End();

    /**
     * @return whether the request is complete
     */
    bool IsComplete() const;

    /**
     * @return whether nothing more is expected: the request is complete, or will not come
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
     * Encode a REFUSE.
     *
     * @param code Oracle error number; 0: the REFUSE has none
     * @return a REFUSE in the format of a 21c listener
     */
    static std::vector<uint8_t> EncodeRefuse(uint32_t code);

    /**
     * Encode a REDIRECT.
     *
     * @param address ADDRESS to connect to
     * @param connectData connect data to send there; empty if the client sends its own
     * @return a REDIRECT
     */
    static std::vector<uint8_t> EncodeRedirect(const std::string& address,
                                               const std::string& connectData);

  private:
    /// Progress of the request.
    enum class State : uint8_t
    {
        WAIT_CONNECT, ///< Nothing has arrived.
        WAIT_DATA,    ///< CONNECT has arrived, its connect data follow.
        COMPLETE,     ///< The request is complete.
        ENDED         ///< It will not come.
    };

    /**
     * Complete the request.
     *
     * @param connectData all of the connect data
     */
    void Complete(std::string connectData);

    State m_state{State::WAIT_CONNECT};         ///< Progress of the request.
    std::chrono::nanoseconds m_deadline{NEVER}; ///< Deadline of the request.
    ConnectPacket m_connect;                    ///< The CONNECT.
    std::string m_connectData;                  ///< Its connect data.
};

} // namespace ns3::net8

#endif /* NET8_LISTENER_GREETING_H */
