// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_FAILOVER_H
#define NET8_CLIENT_FAILOVER_H

#include "net8-client-event.h"
#include "net8-client-script.h"
#include "net8-client-settings.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What a session with failover keeps for the case that its connection is lost, and how it goes on
 * with another one. It exists only in sessions with failover.
 *
 * 1. Between two statements nothing is lost but an open transaction: its loss fails the next
 * statement (ORA-25402), unless that rolls back or the transaction is replayed.
 * 2. SESSION: a statement under way fails, a query of which rows have come with ORA-25401, a commit
 * with ORA-25405, what has changed something with ORA-25402, and any other with ORA-25408.
 * Rollbacks and pings are sent again.
 * 3. SELECT: a query is executed again, and as many rows as had come are fetched again and
 * discarded. Other statements are as with SESSION.
 * 4. TRANSACTION: a round trip asks for the outcome of the transaction, the statements of the open
 * transaction are executed again, and then the one under way, up to the rows that had come.
 *
 * Sources: Net Services Administrator's Guide, "What Transparent Application Failover Restores" and
 * "About the FAILOVER_MODE Parameters"; Database Error Messages, ORA-25401 to ORA-25408.
 */
class ClientFailover
{
  public:
    /// How far a session has come.
    struct Reached
    {
        ClientScript::Outcome outcome{}; ///< Outcome of the statement under way.
        ClientCall call{};               ///< Its call.
        uint32_t roundTrips{0};          ///< Round trips of the logon.
    };

    /**
     * @param type what is restored; not NONE
     */
    explicit ClientFailover(FailoverType type);

    // WHAT THE SESSION DOES

    /**
     * Note that a statement begins.
     *
     * @param task the statement
     * @return the error that fails it; 0: it is executed
     */
    uint32_t Begin(const ClientScript::Task& task);

    /**
     * Note that a call of the statement is sent.
     */
    void Send();

    /**
     * Note that a statement has ended.
     *
     * @param task the statement
     * @param failed it failed
     */
    void End(const ClientScript::Task& task, bool failed);

    /**
     * @return whether the session is between two statements
     */
    bool IsBetween() const;

    // A LOSS

    /**
     * Note that the connection is lost.
     *
     * @param task the statement under way, if there is one
     * @param reached how far the session has come
     */
    void Lose(const ClientScript::Task& task, const Reached& reached);

    /**
     * @return whether the session has lost its connection and has not gone on yet
     */
    bool IsUnderWay() const;

    /**
     * @return the error that fails the statement under way; 0: it goes on
     */
    uint32_t GetError() const;

    /**
     * @return the next call or statement that comes before the one under way; null: there is none
     */
    const ClientScript::Task* NextAgain();

    /**
     * @return whether what is executed comes before the statement under way
     */
    bool RepeatsEarlier() const;

    /**
     * Take rows of a reply.
     *
     * @param rows how many came
     * @return how many of them had come before, so that they are discarded
     */
    uint32_t Discard(uint32_t rows);

    /**
     * @return whether all that had been done is done again
     */
    bool IsRestored() const;

    /**
     * Go on with new work.
     *
     * @return what was done again
     */
    client_event::Resumed Finish();

    // WHAT WAITS MEANWHILE

    /**
     * Keep what the session was to do after a pause.
     *
     * @param due when; NEVER: nothing was to be done
     * @param next what
     */
    void Keep(std::chrono::nanoseconds due, std::function<void()> next);

    /// What the session was to do after a pause.
    struct Kept
    {
        std::chrono::nanoseconds due; ///< When.
        std::function<void()> next;   ///< What; empty: nothing.
    };

    /**
     * @return what it was to do, which is not kept any more
     */
    Kept TakeKept();

    /**
     * @return the statement under way when the connection was lost
     */
    const ClientScript::Task& GetTask() const;

    /**
     * @return how far the session had come by then
     */
    const Reached& GetReached() const;

  private:
    FailoverType m_type;                    ///< What is restored.
    std::vector<ClientScript::Task> m_open; ///< Statements since the last end of a transaction, if
                                            ///< they are to be replayed.
    bool m_changed{false};                  ///< The open transaction may have changed something.
    bool m_between{true};                   ///< Between two statements.
    bool m_sent{false};                     ///< A call of the statement under way was sent.
    bool m_mustRollBack{false};             ///< The next statement fails unless it rolls back.
    bool m_underWay{false};                 ///< The connection is lost.
    ClientScript::Task m_task{};            ///< Statement under way when it was lost.
    Reached m_reached{};                    ///< How far it had come by then.
    std::optional<std::size_t> m_next;      ///< Index in m_open, from 1, of what is executed next;
                                            ///< 0: the outcome is asked for; nothing: all are done.
    uint64_t m_discarded{0};                ///< Rows of the statement under way that came again.
    client_event::Resumed m_again{};        ///< What was done again.
    Kept m_kept{};                          ///< What it was to do after a pause.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_FAILOVER_H */
