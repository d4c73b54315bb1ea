// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CONNECTION_POOL_H
#define NET8_CONNECTION_POOL_H

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The connections that an application keeps to its database, and who waits for one: what happens
 * and the time go in; what is to be done and one deadline come out.
 *
 * 1. Min connections are made at the start. A request takes the connection that was given back
 * last, else it waits, first come first served.
 * 2. While more requests wait than connections are being made, Increment more are made, up to Max.
 * A connection that cannot be made fails the request that waits longest.
 * 3. With NOWAIT a request that finds Max connections, all in use, fails with ORA-24496; with
 * TIMEDWAIT one that has waited for WaitTimeout fails with ORA-24457.
 * 4. A connection that was idle for PingInterval is pinged before it is given; one that does not
 * answer is gone, and its request waits again, before all others.
 * 5. A connection that was idle for Timeout is closed while there are more than Min.
 */
class ConnectionPool
{
  public:
    /// What becomes of a request that finds no free connection.
    enum class GetMode : uint8_t
    {
        WAIT,     ///< It waits.
        NOWAIT,   ///< It fails, unless the pool may grow.
        TIMEDWAIT ///< It waits for so long.
    };

    /// Oracle error number of a request that finds all connections in use and is not to wait.
    static constexpr uint32_t ALL_IN_USE = 24496;
    /// Oracle error number of one that has waited in vain.
    static constexpr uint32_t WAITED_IN_VAIN = 24457;
    /// A deadline that never comes.
    static constexpr std::chrono::nanoseconds NEVER = std::chrono::nanoseconds::max();

    /// What an application sets.
    struct Settings
    {
        uint32_t min{1};                                       ///< Connections from the start on.
        uint32_t max{2};                                       ///< Most connections.
        uint32_t increment{1};                                 ///< Made at a time.
        GetMode getMode{GetMode::WAIT};                        ///< Without a free connection.
        std::chrono::nanoseconds waitTimeout{0};               ///< Longest wait, with TIMEDWAIT.
        std::chrono::nanoseconds timeout{0};                   ///< Longest idle time; 0: any.
        std::chrono::nanoseconds pingInterval{60'000'000'000}; ///< Idle time before a ping.
    };

    /// Who does what the pool decides.
    class Owner
    {
      public:
        virtual ~Owner() = default;

        /**
         * Begin to make a connection; HandleReady or HandleEnd tells of it later.
         *
         * @return its number
         */
        virtual uint32_t Open() = 0;

        /**
         * Ask whether a connection is alive; HandleReady or HandleEnd tells.
         *
         * @param connection its number
         */
        virtual void Ping(uint32_t connection) = 0;

        /**
         * Let a request have a connection, until HandleReady or HandleEnd.
         *
         * @param connection its number
         * @param request the request
         */
        virtual void Give(uint32_t connection, uint64_t request) = 0;

        /**
         * End a connection; HandleEnd tells when it has.
         *
         * @param connection its number
         */
        virtual void Close(uint32_t connection) = 0;

        /**
         * @param request a request that gets no connection, or whose connection is gone
         * @param error Oracle error number
         */
        virtual void Refuse(uint64_t request, uint32_t error) = 0;
    };

    /**
     * @param settings what the application sets
     * @param owner who does it; must outlive the pool
     */
    ConnectionPool(const Settings& settings, Owner& owner);

    /**
     * Make the first connections.
     */
    void Start();

    /**
     * @param request a request that needs a connection, by a number of its own
     * @param now the time
     */
    void Ask(uint64_t request, std::chrono::nanoseconds now);

    /**
     * @param connection a connection that is made, has answered its ping, or is given back
     * @param now the time
     */
    void HandleReady(uint32_t connection, std::chrono::nanoseconds now);

    /**
     * @param connection a connection that is gone
     * @param error why, an Oracle error number
     * @param now the time
     */
    void HandleEnd(uint32_t connection, uint32_t error, std::chrono::nanoseconds now);

    /**
     * Look at waits and idle connections.
     *
     * @param now the time, which is that of the deadline or behind it
     */
    void HandleDeadline(std::chrono::nanoseconds now);

    /**
     * No request comes any more: close what is free, and the rest once it is.
     */
    void Finish();

    /**
     * @return when HandleDeadline is to be called; NEVER: not at all
     */
    std::chrono::nanoseconds GetDeadline() const;

    /**
     * @return connections, those that are being made included and those being closed not
     */
    uint32_t GetOpen() const;

    /**
     * @return requests that wait
     */
    std::size_t GetWaiting() const;

  private:
    /// What a connection is doing.
    enum class State : uint8_t
    {
        OPENING, ///< It is made.
        FREE,    ///< It waits for a request.
        PINGING, ///< It is asked whether it is alive, for a request.
        BUSY,    ///< A request has it.
        CLOSING  ///< It is ended.
    };

    /// A connection.
    struct Connection
    {
        State state{State::OPENING};       ///< What it is doing.
        uint64_t request{0};               ///< For whom, while it pings or is busy.
        std::chrono::nanoseconds since{0}; ///< Since when it is free.
    };

    /// A request that waits.
    struct Waiting
    {
        uint64_t request{0};                   ///< The request.
        std::chrono::nanoseconds until{NEVER}; ///< For how long.
    };

    /**
     * Give free connections to those that wait.
     *
     * @param now the time
     */
    void Serve(std::chrono::nanoseconds now);

    /**
     * Make connections where requests wait and none is free.
     */
    void Grow();

    /**
     * @param number of connections to be made
     */
    void Open(uint32_t number);

    /**
     * @param connection a connection that is to end
     */
    void Close(uint32_t connection);

    Settings m_settings;                          ///< What the application sets.
    Owner& m_owner;                               ///< Who does it.
    std::map<uint32_t, Connection> m_connections; ///< Connections, by number.
    std::deque<uint32_t> m_free;                  ///< Free ones, the last one given back last.
    std::deque<Waiting> m_waiting;                ///< Requests that wait, in their order.
    uint32_t m_open{0};                           ///< Connections that are not being closed.
    uint32_t m_opening{0};                        ///< Those that are being made.
    bool m_finishing{false};                      ///< No request comes any more.
};

} // namespace ns3::net8

#endif /* NET8_CONNECTION_POOL_H */
