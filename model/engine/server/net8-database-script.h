// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DATABASE_SCRIPT_H
#define NET8_DATABASE_SCRIPT_H

#include "net8-server-cursor.h"

#include "ns3/net8-release.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * The replies of a database: the logon with the sizes of its release, statements with their rows,
 * calls that open, parse, close, commit, roll back and ping, other calls of a plan, and the logoff.
 */
class DatabaseScript : public ServerScript
{
  public:
    /**
     * Create the script of a session.
     *
     * @param release Oracle release; must outlive this object
     * @param version TNS version of the server
     * @param statements at least one statement; must outlive this object
     * @param pack where replies are cut into packets
     */
    DatabaseScript(const ReleaseProfile& release,
                   uint16_t version,
                   const ServerStatements& statements,
                   PackRule pack);

    /**
     * Make the logon fail because a limit is reached.
     *
     * @param text text of the error, "ORA-00018: ..."
     */
    void Reject(const std::string& text);

    void Accept(const ConnectPacket& connect) override;
    bool IsOfStatement(const TtcPrefix& request) const override;
    ServerAnswer Answer(const TtcPrefix& request) override;
    uint32_t GetErrorLength(const std::string& text) const override;

    /**
     * @return the open statement
     */
    ServerCursor& GetCursor()
    {
        return m_cursor;
    }

  private:
    /**
     * Answer an authentication.
     *
     * @param request the request
     * @return the answer
     */
    ServerAnswer Authenticate(const TtcPrefix& request);

    /**
     * Answer a message of the logon.
     *
     * @param request the message
     * @return the answer
     */
    ServerAnswer AnswerLogon(const TtcPrefix& request);

    /**
     * Answer a call that begins, resumes or suspends a sessionless transaction.
     *
     * @param request the call
     * @return its answer
     */
    ServerAnswer Switch(const TtcPrefix& request) const;

    /**
     * Answer a short call.
     *
     * @param kind kind of the call
     * @param request the call
     * @return its answer, with the times of the statement of that kind
     */
    ServerAnswer ReplyShort(StatementKind kind, const TtcPrefix& request) const;

    /**
     * Find the statement of a call.
     *
     * @param request a call
     * @return number of its statement of kind CALL; nothing if there is none
     */
    std::optional<uint32_t> FindCall(const TtcPrefix& request) const;

    /**
     * Remember the statement of a call: it determines the length of errors.
     *
     * @param number number of the statement
     */
    void Note(uint32_t number);

    /**
     * Make a reply.
     *
     * @param type message type of the reply
     * @param request the request
     * @param bytes TTC bytes of the reply
     * @return the answer
     */
    ServerAnswer Reply(TtcMessage type, const TtcPrefix& request, uint32_t bytes) const;

    const ReleaseProfile& m_release;          ///< Oracle release.
    const ServerStatements& m_statements;     ///< The statements.
    ServerCursor m_cursor;                    ///< The open statement.
    LogonPeer m_peer;                         ///< What the CONNECT reveals about the client.
    std::unique_ptr<std::string> m_rejection; ///< Error that makes the logon fail, if any.
    uint16_t m_version;                       ///< TNS version of the server.
    bool m_hasCalls;                          ///< Some statements are calls without text.
    uint32_t m_asked{0};                      ///< Number of the last statement that was called.
    bool m_authenticating{false};             ///< A native authentication request was answered.
};

} // namespace ns3::net8

#endif /* NET8_DATABASE_SCRIPT_H */
