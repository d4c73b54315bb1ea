// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVER_SCRIPT_H
#define NET8_SERVER_SCRIPT_H

#include "ns3/net8-connect-packet.h"
#include "ns3/net8-negotiation.h"
#include "ns3/net8-packing.h"
#include "ns3/net8-session-counters.h"
#include "ns3/net8-ttc-prefix.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The answer of a server to one request.
 */
struct ServerAnswer
{
    /// Outcome of the request.
    enum class Kind : uint8_t
    {
        REPLY,   ///< It is answered.
        FAIL,    ///< It fails: break, reset, error.
        NOTHING, ///< It needs no reply.
        WRONG    ///< It is not allowed here: the connection becomes unusable.
    };

    Kind kind{Kind::REPLY};   ///< Outcome of the request.
    TtcPrefix reply{};        ///< The reply: type, flags, rows, length.
    RowLayout layout{};       ///< Positions of its rows, if packets end with a row.
    std::string error{};      ///< Error text of a failed request, "ORA-00942: ...".
    SessionError wrong{};     ///< The error of a request that is not allowed.
    bool rowsTakeTime{false}; ///< The reply has rows that take time.
    bool notifies{false};     ///< The reply is a notification, and does not end with it.
    bool commits{false};      ///< The request commits: the redo log is written before the reply.
    uint32_t packetBytes{0};  ///< Maximum TTC bytes of one of its packets; 0: as agreed.
    /// Time that each of its packets takes; empty: that of all replies.
    std::function<std::chrono::nanoseconds()> packetTime{};
    /// All bytes of the reply, if they matter: native services.
    std::vector<uint8_t> real{};
    std::optional<std::chrono::nanoseconds> wait{}; ///< Time without CPU, if specific to the
                                                    ///< request.
    std::optional<std::chrono::nanoseconds> cpu{};  ///< CPU time, if specific to the request.
    std::chrono::nanoseconds moreCpu{0};            ///< CPU time in addition to that.

    /**
     * Make the answer to a request that fails.
     *
     * @param text text of the error
     * @return the answer
     */
    static ServerAnswer Fail(std::string text)
    {
        ServerAnswer answer;
        answer.kind = Kind::FAIL;
        answer.reply.message = TtcMessage::ERROR;
        answer.error = std::move(text);
        return answer;
    }

    /**
     * Make the answer to a request that is not allowed.
     *
     * @param error the error
     * @return the answer
     */
    static ServerAnswer Wrong(SessionError error)
    {
        ServerAnswer answer;
        answer.kind = Kind::WRONG;
        answer.wrong = error;
        return answer;
    }
};

/**
 * @ingroup net8
 * Provides the answers of one server session. How and when an answer is sent is up to the dialogue.
 */
class ServerScript
{
  public:
    ServerScript() = default;
    virtual ~ServerScript() = default;
    ServerScript(const ServerScript&) = delete;
    ServerScript& operator=(const ServerScript&) = delete;

    /**
     * Handle an accepted client. Called once, before any request.
     *
     * @param connect its CONNECT
     */
    virtual void Accept(const ConnectPacket& connect) = 0;

    /**
     * Check whether a request belongs to the statement.
     *
     * @param request a call, or a message of the logon
     * @return whether it is an execute, a fetch or a LOB call
     */
    virtual bool IsOfStatement(const TtcPrefix& request) const = 0;

    /**
     * Answer a request.
     *
     * @param request a call, or a message of the logon
     * @return the answer
     */
    virtual ServerAnswer Answer(const TtcPrefix& request) = 0;

    /**
     * Get the size of an error message.
     *
     * @param text text of an error
     * @return TTC bytes of the message that carries it
     */
    virtual uint32_t GetErrorLength(const std::string& text) const = 0;
};

} // namespace ns3::net8

#endif /* NET8_SERVER_SCRIPT_H */
