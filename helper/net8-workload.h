// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_WORKLOAD_H
#define NET8_WORKLOAD_H

#include "net8-experiment-plan.h"

#include "ns3/net8-driver.h"
#include "ns3/net8-statement.h"
#include "ns3/net8-transaction.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The statements and transactions of an experiment, where its clients do more than ask the one
 * statement of a query.
 */
class Net8Workload
{
  public:
    /**
     * @param plan what to simulate
     * @throw std::invalid_argument with one sentence for an attribute that does not exist, a value
     * that it does not take, or a transaction that cannot be run
     */
    explicit Net8Workload(const ExperimentPlan& plan);

    /**
     * Fill in what was left to the driver, as far as replies depend on it.
     *
     * @param driver driver of the first clients
     */
    void Complete(const DriverProfile& driver);

    /**
     * @return whether clients run transactions
     */
    bool HasTransactions() const;

    /**
     * @param driver a driver
     * @return what clients with it run; which of the transactions is left to them
     */
    TransactionSettings MakeTransactions(const DriverProfile& driver) const;

    /**
     * @return the statements, by number from 0
     */
    const std::vector<Ptr<Net8Statement>>& GetStatements() const;

    /**
     * @return their names
     */
    const std::vector<std::string>& GetStatementNames() const;

    /**
     * @return names of the transactions, by number from 0
     */
    std::vector<std::string> GetTransactionNames() const;

    /**
     * @param stream first random stream to use
     * @return number of random streams used
     */
    int64_t AssignStreams(int64_t stream);

  private:
    /**
     * Refuse statements that have no place in the pipeline of their transaction.
     *
     * @param settings the transactions
     */
    void CheckPipelines(const TransactionSettings& settings) const;

    std::vector<Ptr<Net8Statement>> m_statements;      ///< The statements.
    std::vector<std::string> m_names;                  ///< Their names.
    std::vector<Ptr<Net8Transaction>> m_transactions;  ///< The transactions, as attributes.
    std::vector<TransactionSettings::Entry> m_entries; ///< The same, read.
    /// Changes of what queries read, of all clients.
    std::shared_ptr<ResultChanges> m_changes{std::make_shared<ResultChanges>()};
};

} // namespace ns3::net8

#endif /* NET8_WORKLOAD_H */
