// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TRANSACTION_H
#define NET8_TRANSACTION_H

#include "net8-transaction-settings.h"

#include "ns3/net8-driver.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <span>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One of several transactions, as attributes say it.
 */
class Net8Transaction : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8Transaction();
    ~Net8Transaction() override;

    /**
     * @return its name
     */
    const std::string& GetName() const;

    /**
     * @param statements names of the statements, by number
     * @param out the transaction
     * @return what is wrong with its steps or its mix; empty: nothing
     */
    std::string Make(std::span<const std::string> statements,
                     TransactionSettings::Entry& out) const;

    /**
     * @param driver a client's driver
     * @return what it tells its session as the transaction begins
     */
    SessionState MakeState(const DriverProfile& driver) const;

    /**
     * @param stream first stream of random numbers
     * @return number of streams that were taken
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    std::string m_name;                                        ///< Its name.
    std::string m_steps;                                       ///< Statements in their order.
    std::string m_mix;                                         ///< Statements with weights.
    std::string m_module;                                      ///< Program, as V$SESSION has it.
    std::string m_action;                                      ///< What it does, likewise.
    std::string m_clientIdentifier;                            ///< User of the application.
    std::string m_clientInfo;                                  ///< Anything else.
    std::string m_schema;                                      ///< Schema of names.
    Ptr<RandomVariableStream> m_thinkTime;                     ///< Between two statements, s.
    Transaction::OnError m_onError{Transaction::OnError::END}; ///< When a statement fails.
    bool m_pipeline{false};                                    ///< Its statements go in one.
};

} // namespace ns3::net8

#endif /* NET8_TRANSACTION_H */
