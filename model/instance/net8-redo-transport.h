// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_REDO_TRANSPORT_H
#define NET8_REDO_TRANSPORT_H

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/data-rate.h"
#include "ns3/net8-connection.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <functional>
#include <list>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Ships the redo of an instance to one standby: the process next to the log writer (NSS for SYNC,
 * NSA for ASYNC), an application on the primary's host.
 *
 * 1. It connects when it starts: TCP, CONNECT, ACCEPT. Redo that comes before the ACCEPT waits.
 * 2. Redo is sent as messages of at most MaxMessage bytes, cut into DATA packets of the agreed SDU.
 * With SYNC, each write of the log writer begins a message; with ASYNC, a message takes all redo
 * that has come until the socket has room, and none waits for an answer.
 * 3. The standby confirms each message. With SYNC, a message that is not confirmed within
 * NetTimeout gives the destination up: whoever waits for it waits no longer, and redo is not
 * shipped until the next try, Reopen later. What was not confirmed counts as a gap; that it is
 * fetched later, from archived logs, is not simulated.
 *
 * Connect, ACCEPT and packet headers are bytes as Oracle sends them; the contents of redo messages,
 * for which there is no source, are zeros behind the prefix of a simulated message, and so are the
 * authentication of the connection (none) and the confirmation (CONFIRMATION bytes).
 */
class Net8RedoTransport : public Application, private Net8ConnectionOwner
{
  public:
    /// When a commit is safe, as far as this destination is concerned.
    enum class Transport : uint8_t
    {
        SYNC, ///< When it confirmed the redo (attribute value `sync`).
        ASYNC ///< At once (`async`).
    };

    /// Whether redo is shipped, as set by LOG_ARCHIVE_DEST_STATE_n.
    enum class State : uint8_t
    {
        ENABLE, ///< It is (attribute value `enable`).
        DEFER   ///< It is not (`defer`).
    };

    /// How the standby works.
    struct Standby
    {
        bool affirm{true};                   ///< It confirms what it has written, not received.
        Ptr<RandomVariableStream> writeTime; ///< Time of a write, s.
        DataRate writeRate;                  ///< Rate of its log file; 0: no limit.
        uint32_t sdu{65535};                 ///< SDU of both ends, bytes.
        uint32_t receiveBuffer{0};           ///< Receive buffer, bytes; 0: that of [server.tcp].
    };

    /// What it has done so far.
    struct Counters
    {
        uint64_t messages{0};   ///< Messages confirmed.
        uint64_t bytes{0};      ///< Redo in them, bytes.
        uint64_t gap{0};        ///< Redo that was not confirmed, or not shipped, bytes.
        uint64_t failures{0};   ///< Times that the destination was given up.
        uint64_t lag{0};        ///< Redo that is not confirmed yet, bytes.
        uint64_t longestLag{0}; ///< Most of it, bytes.
    };

    /// TTC bytes of a confirmation (assumed).
    static constexpr uint32_t CONFIRMATION = 12;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8RedoTransport();
    ~Net8RedoTransport() override;

    /**
     * @return name of the instance whose redo it ships; empty: the first
     */
    const std::string& GetInstanceName() const;

    /**
     * @return site of the standby
     */
    const std::string& GetSite() const;

    /**
     * @return how the standby works
     */
    const Standby& GetStandby() const;

    /**
     * @return whether redo is shipped at all
     */
    bool IsEnabled() const;

    /**
     * Set where it connects to. Must be called before it starts.
     *
     * @param standby socket address of the standby's listener
     * @param started called when it starts
     */
    void SetUp(const Address& standby, std::function<void()> started);

    /**
     * Ship redo.
     *
     * @param bytes how much
     * @param done called once when the redo is safe or the destination was given up, never from
     * within this method
     * @return whether done will be called: with SYNC, unless the destination is given up
     */
    bool Ship(uint64_t bytes, std::function<void()> done);

    /**
     * @return what it has done so far
     */
    const Counters& GetCounters() const;

    /**
     * Set the random streams; constants use none.
     *
     * @param stream number of what it is, from which its streams follow (see StreamOf)
     * @return number of random streams used
     */
    int64_t AssignStreams(int64_t stream) override;

  private:
    /// A message.
    struct Message
    {
        uint64_t bytes{0};          ///< Redo in it.
        Time since;                 ///< When it was handed over.
        std::function<void()> done; ///< Called when it is confirmed; empty: nobody waits.
    };

    void DoDispose() override;
    void StartApplication() override;
    void StopApplication() override;
    void HandlePacket(const StreamReader::Received& received) override;
    void HandleMessage(const TnsStream::Message& message) override;
    void HandleTaken() override;
    void HandleFailed(SessionError error) override;
    void HandleClosed() override;

    /**
     * Begin to connect.
     */
    void Open();

    /**
     * Send the CONNECT.
     *
     * @param socket the socket, connected
     */
    void HandleConnected(Ptr<Socket> socket);

    /**
     * Send messages for which the socket has room.
     */
    void Pump();

    /**
     * Set the timer of NET_TIMEOUT to the oldest message that is not confirmed.
     */
    void Watch();

    /**
     * Give the destination up, and try again later.
     */
    void GiveUp();

    // ATTRIBUTES
    std::string m_instance;                 ///< Its instance; empty: the first.
    std::string m_site;                     ///< Site of the standby.
    Transport m_transport{Transport::SYNC}; ///< When a commit is safe.
    State m_state{State::ENABLE};           ///< Whether redo is shipped.
    Time m_netTimeout;                      ///< NET_TIMEOUT.
    Time m_reopen;                          ///< REOPEN.
    uint32_t m_sendBuffer{0};               ///< Send buffer, bytes; 0: that of the host.
    uint32_t m_maxMessage{1 << 20};         ///< Most redo of a message, bytes.
    Standby m_standby;                      ///< How the standby works.

    // STATE
    std::function<void()> m_started;  ///< Called when it starts.
    Address m_remote;                 ///< The standby's listener.
    Ptr<Net8Connection> m_connection; ///< The connection; null while it is given up.
    std::list<Message> m_queue;       ///< Messages to be sent; at most one with ASYNC.
    std::list<Message> m_sent;        ///< Messages sent but not confirmed.
    uint8_t m_sequence{0};            ///< Sequence number of the last message.
    bool m_pumping{false};            ///< Pump is running.
    EventId m_timeout;                ///< NET_TIMEOUT of the oldest message.
    EventId m_retry;                  ///< The next try.
    Counters m_counters;              ///< What it has done.
};

} // namespace ns3::net8

#endif /* NET8_REDO_TRANSPORT_H */
