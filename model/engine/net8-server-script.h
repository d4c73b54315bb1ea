// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVER_SCRIPT_H
#define NET8_SERVER_SCRIPT_H

#include "net8-packing.h"

#include "ns3/net8-connect-packet.h"
#include "ns3/net8-negotiation.h"
#include "ns3/net8-session-counters.h"
#include "ns3/net8-ttc-prefix.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What a server makes of one request.
 */
struct ServerAnswer
{
    /// What becomes of the request.
    enum class Kind : uint8_t
    {
        REPLY,   ///< It is answered.
        FAIL,    ///< It fails: break, reset, error.
        NOTHING, ///< It needs no answer.
        WRONG    ///< It has no place here: the connection is of no more use.
    };

    Kind kind{Kind::REPLY};   ///< What becomes of it.
    TtcPrefix reply{};        ///< The reply: type, flags, rows, length.
    RowLayout layout{};       ///< Where its rows are, if packets end with a row.
    std::string error{};      ///< Text of the error with which it fails, "ORA-00942: ...".
    SessionError wrong{};     ///< What is wrong with it.
    bool rowsTakeTime{false}; ///< The reply brings rows that take time.
    uint32_t packetBytes{0};  ///< Most TTC bytes of one of its packets; 0: as agreed.
    /// All bytes of the reply, where they matter: those of the native services.
    std::vector<uint8_t> real{};
    std::optional<std::chrono::nanoseconds> wait{}; ///< Time without CPU, where it has its own.
    std::optional<std::chrono::nanoseconds> cpu{};  ///< CPU time, where it has its own.
    std::chrono::nanoseconds moreCpu{0};            ///< CPU time beside that.

    /**
     * @param text text of an error
     * @return the answer to a request that fails with it
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
     * @param error what is wrong with a request
     * @return the answer to it
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
 * What stands behind the dialogue of one server session: it is asked, it answers. How the answer
 * goes out, and when, is the dialogue's.
 */
class ServerScript
{
  public:
    ServerScript() = default;
    virtual ~ServerScript() = default;
    ServerScript(const ServerScript&) = delete;
    ServerScript& operator=(const ServerScript&) = delete;

    /**
     * A client is accepted. Called once, before anything is asked.
     *
     * @param connect its CONNECT
     */
    virtual void Accept(const ConnectPacket& connect) = 0;

    /**
     * @param request a call, or a message of the logon
     * @return whether it is one of the statement: execute, fetch, LOB
     */
    virtual bool IsOfStatement(const TtcPrefix& request) const = 0;

    /**
     * @param request a call, or a message of the logon
     * @return what becomes of it
     */
    virtual ServerAnswer Answer(const TtcPrefix& request) = 0;

    /**
     * @param text text of an error
     * @return TTC bytes of the message that brings it
     */
    virtual uint32_t GetErrorLength(const std::string& text) const = 0;
};

} // namespace ns3::net8

#endif /* NET8_SERVER_SCRIPT_H */
