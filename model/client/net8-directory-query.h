// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DIRECTORY_QUERY_H
#define NET8_DIRECTORY_QUERY_H

#include "net8-dial.h"
#include "net8-directory-connection.h"
#include "net8-session-settings.h"

#include <functional>
#include <memory>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The look-up of an alias at one directory server by LDAP (RFC 4511): connect, bind, search; then
 * unbind, which nothing answers.
 */
class Net8DirectoryQuery
{
  public:
    /// What happens on the way.
    enum class Event : uint8_t
    {
        CONNECTED, ///< The connection is there.
        FOUND,     ///< The server has answered with the entry.
        UNKNOWN,   ///< The server has answered that there is no such entry.
        FAILED     ///< The connection could not be made, or is lost.
    };
    /// Callback invoked for each event; it must not destroy the query.
    using Told = std::function<void(Event event)>;

    /**
     * Start the look-up.
     *
     * @param settings settings common to all sessions; they must outlive the query
     * @param told called for each event, but not before the constructor returns
     */
    Net8DirectoryQuery(const SessionSettings& settings, Told told);

    Net8DirectoryQuery(const Net8DirectoryQuery&) = delete;
    Net8DirectoryQuery& operator=(const Net8DirectoryQuery&) = delete;

    /// Send the UnbindRequest and close.
    void Unbind();

    /// Close without a word.
    void Close();

    /**
     * Make the host hang or continue.
     *
     * @param hangs whether the host hangs
     */
    void SetHanging(bool hangs);

  private:
    /**
     * Handle the end of the TCP connect.
     *
     * @param error why it failed; nothing: TCP is connected
     */
    void HandleDialled(std::optional<SessionError> error);

    /**
     * Handle a message.
     *
     * @param message the message
     */
    void HandleMessage(const LdapMessage& message);

    /// Send the SearchRequest.
    void Search();

    const SessionSettings& m_settings;                     ///< Settings of all sessions.
    Told m_told;                                           ///< Called for each event.
    Net8Dial m_dial;                                       ///< The TCP connect.
    std::unique_ptr<Net8DirectoryConnection> m_connection; ///< The connection.
    uint8_t m_messages{0};                                 ///< Requests sent.
    bool m_found{false};                                   ///< The entry has come.
};

} // namespace ns3::net8

#endif /* NET8_DIRECTORY_QUERY_H */
