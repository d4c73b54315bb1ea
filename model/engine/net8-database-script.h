// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DATABASE_SCRIPT_H
#define NET8_DATABASE_SCRIPT_H

#include "net8-server-cursor.h"

#include "ns3/net8-release.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * What a database answers: the logon in the sizes of its release, statements with their rows,
 * calls that open, parse, close, commit, roll back and ping, other calls of a plan, the logoff.
 */
class DatabaseScript : public ServerScript
{
  public:
    /**
     * @param release Oracle release, which outlives this
     * @param version TNS version of the server
     * @param statements the statements, which outlive this; there is one at least
     * @param pack where replies are cut
     */
    DatabaseScript(const ReleaseProfile& release,
                   uint16_t version,
                   const ServerStatements& statements,
                   PackRule pack);

    /**
     * Let the logon fail, because a limit is reached.
     *
     * @param text text of the error, "ORA-00018: ..."
     */
    void Reject(const std::string& text);

    void Accept(const ConnectPacket& connect) override;
    bool IsOfStatement(const TtcPrefix& request) const override;
    ServerAnswer Answer(const TtcPrefix& request) override;
    uint32_t GetErrorLength(const std::string& text) const override;

  private:
    /**
     * @param request an authentication
     * @return what becomes of it
     */
    ServerAnswer Authenticate(const TtcPrefix& request);

    /**
     * @param request a message of the logon
     * @return what becomes of it
     */
    ServerAnswer AnswerLogon(const TtcPrefix& request);

    /**
     * @param kind what a short call is
     * @param request the call
     * @return its answer, in the time of the statement of this kind
     */
    ServerAnswer ReplyShort(StatementKind kind, const TtcPrefix& request) const;

    /**
     * @param request a call
     * @return number of the statement of kind CALL that it is; nothing: it is none
     */
    std::optional<uint32_t> FindCall(const TtcPrefix& request) const;

    /**
     * Remember which statement a call is of: errors are as long as that says.
     *
     * @param number its number
     */
    void Note(uint32_t number);

    /**
     * @param type message type of the reply
     * @param request what is answered
     * @param bytes TTC bytes of the reply
     * @return the answer
     */
    ServerAnswer Reply(TtcMessage type, const TtcPrefix& request, uint32_t bytes) const;

    const ReleaseProfile& m_release;          ///< Oracle release.
    const ServerStatements& m_statements;     ///< The statements.
    ServerCursor m_cursor;                    ///< The one that is open.
    LogonPeer m_peer;                         ///< What the CONNECT tells of the client.
    std::unique_ptr<std::string> m_rejection; ///< Error with which the logon fails, if it does.
    uint16_t m_version;                       ///< TNS version of the server.
    bool m_hasCalls;                          ///< Some are calls without a text.
    uint32_t m_asked{0};                      ///< Statement of the last call that was of one.
    bool m_authenticating{false};             ///< A native request for authentication was answered.
};

} // namespace ns3::net8

#endif /* NET8_DATABASE_SCRIPT_H */
