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
 * The application above a Net8Client that runs transactions: as many of a mix as it else asks
 * queries, each with its statements one after the other, and random times between.
 */
class Net8TransactionScript : public Net8RandomScript
{
  public:
    /**
     * @param settings what all sessions of the host have in common; it must outlive the script
     */
    explicit Net8TransactionScript(const SessionSettings& settings);

    std::optional<Task> GetNext(const Outcome& before) override;

  private:
    /**
     * Begin the next transaction.
     *
     * @return its first statement, by number; nothing: it has none
     */
    std::optional<uint32_t> Begin();

    /**
     * In a pool: take the turn, and begin the transaction of a turn to work.
     *
     * @return what is asked; nothing: the session logs off
     */
    std::optional<Task> AskInPool();

    /**
     * @param statement a statement, by number
     * @param wait time until it is asked
     * @param first whether it is the first of its transaction
     * @return what is asked
     */
    Task MakeTask(uint32_t statement, Time wait, bool first);

    /**
     * A statement is over: keep its result, and take note of those that it made stale.
     *
     * @param before what became of it
     */
    void Learn(const Outcome& before);

    /**
     * @param query the statement that is next
     * @param at when it is asked
     * @return rows of its result, if that was kept
     */
    std::optional<uint32_t> FindKept(const ClientQuery& query, Time at);

    const SessionSettings& m_settings;   ///< What all sessions have in common.
    TransactionWalk m_walk;              ///< The transaction under way.
    uint32_t m_transaction{0};           ///< Its number.
    uint32_t m_begun{0};                 ///< Transactions begun so far.
    bool m_underWay{false};              ///< One of them is, in a pool.
    const ClientQuery* m_asked{nullptr}; ///< The statement that was asked last.
    ResultCache::Key m_key;              ///< Which result it has.
    bool m_fromKept{false};              ///< It was one that was kept.
};

} // namespace ns3::net8

#endif /* NET8_TRANSACTION_SCRIPT_H */
