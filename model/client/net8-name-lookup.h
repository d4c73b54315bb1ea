// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NAME_LOOKUP_H
#define NET8_NAME_LOOKUP_H

#include "net8-directory-query.h"
#include "net8-session-settings.h"

#include "ns3/net8-alarm.h"
#include "ns3/net8-deadlines.h"
#include "ns3/socket.h"

#include <functional>
#include <memory>

namespace ns3::net8
{

/**
 * @ingroup net8
 * How a session finds the descriptor of its alias, and the time that takes.
 *
 * - tnsnames.ora: every entry of the file is read, or ceil(log2(entries + 1)) of them with an
 * index.
 * - DNS: one datagram of 64 bytes to the name server and its echo. Directory server: a session of
 * LDAP (Net8DirectoryQuery). The server's own work is LookupTime, taken once.
 *
 * The resolver is that of glibc (ResolverSettings, and res_query.c). A name without dots is tried
 * with each of SearchDomains first; a time-out ends the list, and the name itself is tried last.
 * The query for the IPv6 address is sent with that for the IPv4 address: if both at a time do not
 * get through, they are sent again one after the other, then through a socket each.
 *
 * Of directory servers, each to which there is no connection within the time-out costs it, once
 * (NAMES.LDAP_CONN_TIMEOUT); a silent one is sent nothing.
 */
class Net8NameLookup
{
  public:
    /// Callback invoked at the end; found tells whether the alias was found.
    using Done = std::function<void(bool found)>;

    /**
     * @param settings settings common to all sessions; they must outlive the look-up
     * @param done called at the end; it must not destroy any part of the look-up
     */
    Net8NameLookup(const SessionSettings& settings, Done done);
    ~Net8NameLookup();

    Net8NameLookup(const Net8NameLookup&) = delete;
    Net8NameLookup& operator=(const Net8NameLookup&) = delete;

    /**
     * Start the look-up. The callback is never called before this returns.
     */
    void Start();

    /**
     * Make the host hang or continue.
     *
     * @param hangs whether the host hangs
     */
    void SetHanging(bool hangs);

    /**
     * @param settings settings of a client's sessions
     * @return duration of a look-up in tnsnames.ora
     */
    static Time GetScanTime(const SessionSettings& settings);

  private:
    /// Timers of the look-up.
    enum class Timer : uint8_t
    {
        FOUND,   ///< The work is done and the alias is known.
        NOBODY,  ///< There is no route to the server.
        REPEAT,  ///< No echo arrived in time, or there is no connection to a directory server.
        ANSWERED ///< The answer is that there is no such name.
    };

    /**
     * Set a timer, replacing the one set before.
     *
     * @param timer the timer
     * @param delay time until it expires
     */
    void Schedule(Timer timer, Time delay);

    /**
     * Handle a deadline.
     */
    void HandleAlarm();

    /**
     * Close the socket and release its port.
     */
    void CloseSocket();

    /// Close the connection to a directory, and hear of it no more.
    void ForgetQuery();

    /**
     * End the look-up.
     *
     * @param found whether the alias was found
     */
    void Finish(bool found);

    /**
     * Send a datagram or connect, unless the server is silent, and wait for the answer.
     */
    void Ask();

    /**
     * Ask the next server, or with the next name.
     *
     * @return whether there is one
     */
    bool AskNext();

    /**
     * @return time lost by queries for the IPv6 address of the name that was just answered
     */
    Time GetSecondQueryTime() const;

    /**
     * Handle an echo.
     *
     * @param socket the socket to read from
     */
    void HandleRead(Ptr<Socket> socket);

    /**
     * Handle what happens to the query of a directory server.
     *
     * @param event the event
     */
    void HandleDirectory(Net8DirectoryQuery::Event event);

    const SessionSettings& m_settings;           ///< Settings common to all sessions.
    Done m_done;                                 ///< Called at the end.
    Ptr<Socket> m_socket;                        ///< Socket to the name server.
    std::unique_ptr<Net8DirectoryQuery> m_query; ///< Query of a directory server.
    bool m_answered{false};                      ///< The answer has come.
    uint32_t m_tries{0};                         ///< Passes over the name servers.
    uint32_t m_server{0};                        ///< Server that is asked, counted from 0.
    uint32_t m_name{0};              ///< Name that is asked for; the last is the right one.
    bool m_hangs{false};             ///< The host hangs.
    Deadlines<Timer, 4> m_deadlines; ///< Deadline of the timer.
    Net8Alarm m_alarm;               ///< Rings at the deadline.
};

} // namespace ns3::net8

#endif /* NET8_NAME_LOOKUP_H */
