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
 * One transaction of several, set by attributes.
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
     * Make the transaction.
     *
     * @param statements names of the statements, by number
     * @param out the transaction
     * @return the error in its steps or its mix; empty if there is none
     */
    std::string Make(std::span<const std::string> statements,
                     TransactionSettings::Entry& out) const;

    /**
     * @param driver a client's driver
     * @return the session state to set at the begin of the transaction
     */
    SessionState MakeState(const DriverProfile& driver) const;

    /**
     * Set the random streams.
     *
     * @param stream number of what it is, from which its streams follow (see StreamOf)
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    /// What the first call of a transaction does to a sessionless transaction.
    enum class Sessionless : uint8_t
    {
        NO,    ///< Nothing.
        BEGIN, ///< It begins one.
        RESUME ///< It resumes one that was suspended.
    };

    std::string m_name;                    ///< Its name.
    std::string m_steps;                   ///< Statements, in order.
    std::string m_mix;                     ///< Statements with weights.
    std::string m_module;                  ///< Name of the program, as in V$SESSION.
    std::string m_action;                  ///< Action of the program, likewise.
    std::string m_clientIdentifier;        ///< User of the application.
    std::string m_clientInfo;              ///< Any other information.
    std::string m_schema;                  ///< Schema in which names are resolved.
    Ptr<RandomVariableStream> m_thinkTime; ///< Time between two statements, s.
    Transaction::OnError m_onError{Transaction::OnError::END}; ///< What to do if a statement fails.
    Sessionless m_sessionless{Sessionless::NO};                ///< What its first call does.
    bool m_pipeline{false}; ///< Its statements are sent as one pipeline.
};

} // namespace ns3::net8

#endif /* NET8_TRANSACTION_H */
