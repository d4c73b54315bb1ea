// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CONNECTION_POOL_H
#define NET8_CONNECTION_POOL_H

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The session pool of an application: its connections to the database and the requests that wait
 * for one. The caller passes in events and the time; the pool calls its Owner and sets one
 * deadline.
 *
 * 1. Min connections are opened at the start. A request gets the most recently returned connection;
 * if there is none, it waits, first come first served.
 * 2. While more requests wait than connections are being opened, Increment more are opened, up to
 * Max. A connection that cannot be opened fails the request that has waited longest.
 * 3. With NOWAIT, a request that finds Max connections, all in use, fails with ORA-24496; with
 * TIMEDWAIT, a request that has waited for WaitTimeout fails with ORA-24457.
 * 4. A connection that was idle for PingInterval is pinged before it is handed out; if it does not
 * answer, it is dropped and its request waits again, ahead of all others.
 * 5. A connection that was idle for Timeout is closed while there are more than Min.
 * 6. When an instance that had been down is up again, connections to it are opened in the place of
 * those that were lost; if that needs more than Max, idle connections make room.
 */
class ConnectionPool
{
  public:
    /// What a request does if there is no free connection.
    enum class GetMode : uint8_t
    {
        WAIT,     ///< It waits.
        NOWAIT,   ///< It fails, unless the pool may grow.
        TIMEDWAIT ///< It waits for up to WaitTimeout.
    };

    /// Oracle error number of a request that finds all connections in use and does not wait.
    static constexpr uint32_t ALL_IN_USE = 24496;
    /// Oracle error number of a request that waited too long.
    static constexpr uint32_t WAITED_IN_VAIN = 24457;
    /// A deadline that never expires.
    static constexpr std::chrono::nanoseconds NEVER = std::chrono::nanoseconds::max();

    /// What the application configures.
    struct Settings
    {
        uint32_t min{1};                                       ///< Connections opened at the start.
        uint32_t max{2};                                       ///< Maximum number of connections.
        uint32_t increment{1};                                 ///< Connections opened at a time.
        GetMode getMode{GetMode::WAIT};                        ///< If no connection is free.
        std::chrono::nanoseconds waitTimeout{0};               ///< Longest wait, with TIMEDWAIT.
        std::chrono::nanoseconds timeout{0};                   ///< Longest idle time; 0: no limit.
        std::chrono::nanoseconds pingInterval{60'000'000'000}; ///< Idle time before a ping.
    };

    /// Carries out what the pool decides.
    class Owner
    {
      public:
        virtual ~Owner() = default;

        /**
         * Start to open a connection; HandleReady or HandleEnd reports the result later.
         *
         * @return its number
         */
        virtual uint32_t Open() = 0;

        /**
         * Check whether a connection is alive; HandleReady or HandleEnd reports the result.
         *
         * @param connection its number
         */
        virtual void Ping(uint32_t connection) = 0;

        /**
         * Hand a connection to a request, until HandleReady or HandleEnd.
         *
         * @param connection its number
         * @param request the request
         */
        virtual void Give(uint32_t connection, uint64_t request) = 0;

        /**
         * Close a connection; HandleEnd reports when it is closed.
         *
         * @param connection its number
         */
        virtual void Close(uint32_t connection) = 0;

        /**
         * Fail a request.
         *
         * @param request a request that gets no connection, or whose connection was lost
         * @param error Oracle error number
         */
        virtual void Refuse(uint64_t request, uint32_t error) = 0;
    };

    /**
     * Create a pool.
     *
     * @param settings what the application configures
     * @param owner carries out the decisions; must outlive the pool
     */
    ConnectionPool(const Settings& settings, Owner& owner);

    /**
     * Open the first connections.
     */
    void Start();

    /**
     * Ask for a connection.
     *
     * @param request number of the request, unique in the pool
     * @param now current simulation time
     */
    void Ask(uint64_t request, std::chrono::nanoseconds now);

    /**
     * Handle a usable connection.
     *
     * @param connection a connection that was opened, has answered its ping, or was returned
     * @param now current simulation time
     */
    void HandleReady(uint32_t connection, std::chrono::nanoseconds now);

    /**
     * Handle a lost or closed connection.
     *
     * @param connection the connection
     * @param error why, an Oracle error number
     * @param now current simulation time
     */
    void HandleEnd(uint32_t connection, uint32_t error, std::chrono::nanoseconds now);

    /**
     * Check the waiting requests and the idle connections.
     *
     * @param now current simulation time, at or after the deadline
     */
    void HandleDeadline(std::chrono::nanoseconds now);

    /**
     * @return connections that are neither being opened nor closed, free ones first: closed in this
     * order, none of them is handed to a request that waits
     */
    std::vector<uint32_t> GetUsable() const;

    /**
     * Open connections, closing those that were idle for the longest time if there would be more
     * than Max.
     *
     * @param number number of connections to open
     * @return number of connections that were opened
     */
    uint32_t Replace(uint32_t number);

    /**
     * Drain the pool, as no more requests will come: close the free connections now and the others
     * when they are returned.
     */
    void Finish();

    /**
     * @return time at which to call HandleDeadline, or NEVER
     */
    std::chrono::nanoseconds GetDeadline() const;

    /**
     * @return number of connections, including those being opened, excluding those being closed
     */
    uint32_t GetOpen() const;

    /**
     * @return number of waiting requests
     */
    std::size_t GetWaiting() const;

  private:
    /// What a connection is doing.
    enum class State : uint8_t
    {
        OPENING, ///< It is being opened.
        FREE,    ///< It waits for a request.
        PINGING, ///< It is being pinged for a request.
        BUSY,    ///< It is in use by a request.
        CLOSING  ///< It is being closed.
    };

    /// A connection.
    struct Connection
    {
        State state{State::OPENING};       ///< What it is doing.
        uint64_t request{0};               ///< Its request, while pinging or busy.
        std::chrono::nanoseconds since{0}; ///< When it became free.
    };

    /// A request that waits.
    struct Waiting
    {
        uint64_t request{0};                   ///< The request.
        std::chrono::nanoseconds until{NEVER}; ///< When it stops waiting.
    };

    /**
     * Hand free connections to waiting requests.
     *
     * @param now current simulation time
     */
    void Serve(std::chrono::nanoseconds now);

    /**
     * Open connections if requests wait and none is free.
     */
    void Grow();

    /**
     * Open connections.
     *
     * @param number number of connections to open
     */
    void Open(uint32_t number);

    /**
     * Close a connection.
     *
     * @param connection its number
     */
    void Close(uint32_t connection);

    Settings m_settings;                          ///< What the application configures.
    Owner& m_owner;                               ///< Carries out the decisions.
    std::map<uint32_t, Connection> m_connections; ///< Connections, by number.
    std::deque<uint32_t> m_free;                  ///< Free ones, the last returned at the back.
    std::deque<Waiting> m_waiting;                ///< Waiting requests, in order.
    uint32_t m_open{0};                           ///< Connections that are not being closed.
    uint32_t m_opening{0};                        ///< Those being opened.
    bool m_finishing{false};                      ///< No more requests will come.
};

} // namespace ns3::net8

#endif /* NET8_CONNECTION_POOL_H */
