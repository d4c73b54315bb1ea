// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TRANSACTION_SETTINGS_H
#define NET8_TRANSACTION_SETTINGS_H

#include "net8-result-cache.h"

#include "ns3/net8-client-script.h"
#include "ns3/net8-transaction-walk.h"
#include "ns3/random-variable-stream.h"

#include <memory>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The transactions that the sessions of a host run, if they do more than ask one statement.
 */
struct TransactionSettings
{
    /// A transaction and the pauses in it.
    struct Entry
    {
        Transaction transaction;             ///< The transaction.
        Ptr<RandomVariableStream> thinkTime; ///< Time between two of its statements, s.
        SessionState state{};                ///< Session state set at its begin.
    };

    /// Time between the statement before one in a transaction and that one.
    struct Pause
    {
        std::string name;                    ///< Name of its random stream.
        Ptr<RandomVariableStream> thinkTime; ///< It, s; null: that of the transaction.
    };

    std::vector<ClientQuery> statements; ///< The statements, by number from 0.
    std::vector<Pause> pauses;           ///< Pauses before them, by the same numbers.
    std::vector<Entry> transactions;     ///< The transactions, by number; none: one statement.
    WeightedMix mix;                     ///< Mix of transactions that sessions run.
    /// What the database knows about cached results of all clients.
    std::shared_ptr<ResultChanges> changes{};
};

} // namespace ns3::net8

#endif /* NET8_TRANSACTION_SETTINGS_H */
