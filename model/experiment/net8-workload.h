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
 * The statements and transactions of an experiment, if its clients do more than ask the single
 * statement of a query.
 */
class Net8Workload
{
  public:
    /**
     * @param plan the plan
     * @throw std::invalid_argument with one sentence for an unknown attribute, an invalid value, or
     * a transaction that cannot be run
     */
    explicit Net8Workload(const ExperimentPlan& plan);

    /**
     * Fill in the values left to the driver, as far as replies depend on them.
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
     * @return the transactions that clients with this driver run; which of them is up to the
     * clients
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
     * @param stream number of what it is, from which its streams follow (see StreamOf)
     * @return number of random streams used
     */
    int64_t AssignStreams(int64_t stream);

  private:
    /**
     * Check that all statements are allowed in the pipeline of their transaction.
     *
     * @param settings the transactions
     */
    void CheckPipelines(const TransactionSettings& settings) const;

    std::vector<Ptr<Net8Statement>> m_statements;      ///< The statements.
    std::vector<std::string> m_names;                  ///< Their names.
    std::vector<Ptr<Net8Transaction>> m_transactions;  ///< The transactions, as attributes.
    std::vector<TransactionSettings::Entry> m_entries; ///< The transactions, parsed.
    /// Changes of the data that queries read, by all clients.
    std::shared_ptr<ResultChanges> m_changes{std::make_shared<ResultChanges>()};
};

} // namespace ns3::net8

#endif /* NET8_WORKLOAD_H */
