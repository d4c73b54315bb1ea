// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NAME_LOOKUP_H
#define NET8_NAME_LOOKUP_H

#include "net8-session-settings.h"

#include "ns3/net8-alarm.h"
#include "ns3/net8-deadlines.h"
#include "ns3/socket.h"

#include <functional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * How a session finds the descriptor of its alias, and the time that takes.
 *
 * - tnsnames.ora: every entry of the file is read, or ceil(log2(entries + 1)) of them with an
 *   index.
 * - DNS: one datagram of 64 bytes to the name server and its echo; directory server: three of them
 *   one after the other, for connecting, binding and searching. A datagram that is not answered
 *   within 5 s is sent once more (the defaults of resolv.conf); then the look-up has failed. The
 *   server's own work is LookupTime, once.
 */
class Net8NameLookup
{
  public:
    /// Told at the end: whether the alias was found.
    using Done = std::function<void(bool found)>;

    /**
     * @param settings what all sessions have in common; it must outlive the look-up
     * @param done whom to tell; it may destroy nothing of the look-up
     */
    Net8NameLookup(const SessionSettings& settings, Done done);
    ~Net8NameLookup();

    Net8NameLookup(const Net8NameLookup&) = delete;
    Net8NameLookup& operator=(const Net8NameLookup&) = delete;

    /**
     * Begin. Done is never called before this returns.
     */
    void Start();

    /**
     * @param hangs whether the host hangs
     */
    void SetHanging(bool hangs);

    /**
     * @param settings of a client
     * @return time of a look-up in tnsnames.ora
     */
    static Time GetScanTime(const SessionSettings& settings);

  private:
    /// What time brings.
    enum class Timer : uint8_t
    {
        FOUND,  ///< The work is done, and the alias is known.
        NOBODY, ///< There is no way to the server.
        REPEAT  ///< No echo came.
    };

    /**
     * @param timer what comes, instead of what was to come
     * @param delay time until then
     */
    void Schedule(Timer timer, Time delay);

    /**
     * A deadline has come.
     */
    void HandleAlarm();

    /**
     * Release the port.
     */
    void CloseSocket();

    /**
     * @param found whether the alias was found
     */
    void Finish(bool found);

    /**
     * Send a datagram and wait for its echo.
     */
    void Ask();

    /**
     * @param socket the socket, with an echo to read
     */
    void HandleRead(Ptr<Socket> socket);

    const SessionSettings& m_settings; ///< What all sessions have in common.
    Done m_done;                       ///< Whom to tell.
    Ptr<Socket> m_socket;              ///< To the server.
    uint32_t m_left{0};                ///< Round trips that are left.
    uint32_t m_tries{0};               ///< Datagrams of this round trip.
    bool m_hangs{false};               ///< The host hangs.
    Deadlines<Timer, 3> m_deadlines;   ///< What comes next.
    Net8Alarm m_alarm;                 ///< Rings at the first of them.
};

} // namespace ns3::net8

#endif /* NET8_NAME_LOOKUP_H */
