// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TRANSACTION_SCRIPT_H
#define NET8_TRANSACTION_SCRIPT_H

#include "net8-random-script.h"
#include "net8-result-cache.h"

#include "ns3/net8-transaction-walk.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The application above a Net8Client that runs transactions, drawn from a mix: as many as there
 * would be queries otherwise, each with its statements in sequence and random times between.
 */
class Net8TransactionScript : public Net8RandomScript
{
  public:
    /**
     * @param settings settings common to all sessions of the host; they must outlive the script
     * @param stream number of the random streams of the session
     */
    Net8TransactionScript(const SessionSettings& settings, int64_t stream);

    std::optional<Task> GetNext(const Outcome& before) override;

  private:
    /**
     * Begin the next transaction.
     *
     * @return number of its first statement; nothing: it has none
     */
    std::optional<uint32_t> Begin();

    /**
     * Take the turn in a pool, and begin a transaction if the turn is one to work.
     *
     * @return the task to do; nothing: the session logs off
     */
    std::optional<Task> AskInPool();

    /**
     * @param statement number of the statement
     * @param wait time until it is asked
     * @param first whether it is the first of its transaction
     * @return the task
     */
    Task MakeTask(uint32_t statement, Time wait, bool first);

    /**
     * @param statement number of a statement that is not the first of its transaction
     * @return the client's time before it
     */
    Time DrawThinkTime(uint32_t statement);

    /**
     * Handle the end of a statement: cache its result, and note the results that it made stale.
     *
     * @param before outcome of the statement
     */
    void Learn(const Outcome& before);

    /**
     * Find a cached result.
     *
     * @param query the next statement
     * @param at when it is asked
     * @return number of rows of its result, if that is cached
     */
    std::optional<uint32_t> FindKept(const ClientQuery& query, Time at);

    const SessionSettings& m_settings;   ///< Settings common to all sessions.
    TransactionWalk m_walk;              ///< The transaction under way.
    uint32_t m_transaction{0};           ///< Number of the transaction under way.
    uint32_t m_begun{0};                 ///< Transactions begun so far.
    bool m_underWay{false};              ///< A transaction is under way, in a pool.
    const ClientQuery* m_asked{nullptr}; ///< Statement asked last.
    ResultCache::Key m_key;              ///< Key of its result.
    bool m_fromKept{false};              ///< Its result came from the cache.
};

} // namespace ns3::net8

#endif /* NET8_TRANSACTION_SCRIPT_H */
