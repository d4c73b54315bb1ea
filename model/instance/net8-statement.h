// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STATEMENT_H
#define NET8_STATEMENT_H

#include "net8-result-set.h"

#include "ns3/net8-client-script.h"
#include "ns3/net8-driver.h"
#include "ns3/net8-random.h"
#include "ns3/net8-server-statement.h"
#include "ns3/net8-statement-kind.h"
#include "ns3/net8-ttc-prefix.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One of several statements: what clients send for it, the time the server takes for it, and its
 * rows, which are a part of it (Net8ResultSet).
 *
 * A query returns its rows. DML binds BindRows rows of Binds, ArraySize of them with each execute,
 * and returns no rows; a PL/SQL block does the same and is executed once per row. Both can return
 * values of OutBinds: OUT variables of a block, or what RETURNING names for each row of DML.
 * InOutBinds of a block are sent and returned. A block may open Cursors, which are returned as REF
 * CURSORs, and ImplicitResults: queries among the statements, which are fetched one after the
 * other. DDL has none of this. A direct path load sends BindRows rows of Binds, ArraySize of them
 * in a batch, into a Table, without a text. Commit, rollback and ping are calls without a text, as
 * are those that begin, resume and suspend a sessionless transaction; CALL is any other call, whose
 * function and lengths are set in the plan.
 */
class Net8Statement : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8Statement();
    ~Net8Statement() override;

    /**
     * @return this statement and its rows, each with attributes of its own
     */
    std::vector<Ptr<Object>> GetParts();

    /**
     * @return its name
     */
    const std::string& GetName() const;

    /**
     * Find the queries that it opens. Called once.
     *
     * @param statements all statements; they are not changed
     * @param names their names
     * @return the error; empty if there is none
     */
    std::string Link(std::span<const Ptr<Net8Statement>> statements,
                     std::span<const std::string> names);

    /**
     * Fill in the overheads that were left to the driver. Only the first call has an effect.
     *
     * @param driver a client's driver
     */
    void Complete(const DriverProfile& driver);

    /**
     * @param driver a client's driver
     * @param number number under which the server knows the statement
     * @return what this driver sends for it
     */
    ClientQuery MakeQuery(const DriverProfile& driver, uint32_t number) const;

    /**
     * @return the server's answer; its rows belong to this statement
     */
    ServerStatement MakeAnswer() const;

    /**
     * Make an answer draw the times of this statement.
     *
     * @param[in,out] answer the answer
     * @param own finds the variables that it draws from
     */
    void ApplyTimes(ServerStatement& answer, const OwnVariable& own) const;

    /**
     * @return whether any of these times is random
     */
    bool Draws() const;

    /**
     * @return time between the statement before it in a transaction and an execution, s; null: that
     * of the transaction
     */
    Ptr<RandomVariableStream> GetThinkTime() const;

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
    /// Bind variables, as text and as columns.
    struct Binds
    {
        std::string text{};     ///< The text.
        Column::List columns{}; ///< Its columns.

        /**
         * @param given columns of a row of binds
         * @param lobs whether LOBs are allowed
         * @return false if the columns are not valid, or have LOBs that are not allowed
         */
        bool Set(std::string given, bool lobs);
    };

    /**
     * @param text binds whose values are sent
     * @return false if they are not valid
     */
    bool SetBinds(std::string text);

    /**
     * @return the binds whose values are sent, as they were set
     */
    std::string GetBinds() const;

    /**
     * @param text binds whose values are returned
     * @return false if they are not valid, or have LOBs
     */
    bool SetOutBinds(std::string text);

    /**
     * @return the binds whose values are returned, as they were set
     */
    std::string GetOutBinds() const;

    /// A query opened by a block.
    struct Opened
    {
        uint32_t number{0};           ///< Number under which the server knows it.
        Ptr<Net8Statement> statement; ///< The query.
        bool bound{false};            ///< It is returned in a bind variable.
    };

    /**
     * @param text variables whose values are sent and returned
     * @return false if they are not valid, or have LOBs
     */
    bool SetInOutBinds(std::string text);

    /**
     * @return the variables whose values are sent and returned, as they were set
     */
    std::string GetInOutBinds() const;

    /**
     * @return number of variables that are returned: values, and REF CURSORs
     */
    uint32_t CountOut() const;

    /**
     * @param answer receives what a block, or RETURNING, returns
     */
    void AddOut(ServerStatement& answer) const;

    /**
     * @param driver a client's driver
     * @param number number under which the server knows the statement
     * @return what this driver sends for a direct path load
     */
    ClientQuery MakeLoad(const DriverProfile& driver, uint32_t number) const;

    /**
     * @param driver a client's driver
     * @param query receives the changes that batch errors make to its execute
     */
    void AddBatchErrors(const DriverProfile& driver, ClientQuery& query) const;

    /**
     * @param driver a client's driver
     * @param request TTC bytes of its first execute
     * @return TTC bytes of a later execute that repeats its definitions
     */
    uint32_t GetRepeatLength(const DriverProfile& driver, uint32_t request) const;

    /**
     * @param answer receives what is needed to report batch errors
     */
    void AddBatchErrors(ServerStatement& answer) const;

    /**
     * @param driver a client's driver
     * @return rows per fetch of a query; 0: the driver's
     */
    uint32_t GetArraySize(const DriverProfile& driver) const;

    /**
     * @param driver a client's driver
     * @return TTC bytes that its binds add to an execute with text, except the rows of DML
     */
    uint32_t GetBindsLength(const DriverProfile& driver) const;

    std::string m_name;                         ///< Its name.
    StatementKind m_kind{StatementKind::QUERY}; ///< Kind of statement.
    uint8_t m_function{0};                      ///< Function code of a call.
    uint32_t m_requestPacketSize{0};            ///< Most bytes of its packets; 0: the SDU.
    Time m_requestPacketTime;                   ///< Time before each of these but the first.
    TtcMessage m_reply{TtcMessage::PARAMETER};  ///< First message of the reply to a call.
    uint32_t m_replyLength{TtcPrefix::SIZE};    ///< TTC bytes of that message.
    Binds m_binds;                              ///< Binds whose values are sent.
    Binds m_outBinds;                           ///< Binds whose values are returned.
    Binds m_inOutBinds;                         ///< Binds whose values are sent and returned.
    std::string m_cursors;                      ///< Names of queries returned as REF CURSORs.
    std::string m_implicitResults;              ///< Names of queries returned as implicit results.
    std::vector<Opened> m_opened;               ///< These queries, in order.
    std::string m_table;                        ///< Schema and table of a direct path load.
    uint32_t m_bindRows{1};                     ///< Number of rows of binds.
    int32_t m_batchErrors{-1};                  ///< Failing rows per array; -1: one fails all.
    uint32_t m_arraySize{0};                    ///< Rows per array; 0: the default.
    int64_t m_prefetchRows{-1};                 ///< Rows with the execute; -1: the default.
    bool m_keeps{false};                        ///< Clients may cache its result.
    uint32_t m_bindValues{1};                   ///< Number of different bind values.
    std::string m_changes;                      ///< Names of queries whose results it makes stale.
    std::vector<uint32_t> m_changed;            ///< Their numbers.
    Ptr<RandomVariableStream> m_thinkTime;      ///< Time before it, s; null: the transaction's.
    Ptr<RandomVariableStream> m_callTime;    ///< Time per call without CPU, s; null: the default.
    Ptr<RandomVariableStream> m_callCpuTime; ///< CPU time per call, s; null: the default.
    Ptr<RandomVariableStream> m_rowCpuTime;  ///< CPU time per row, s.
    Ptr<RandomVariableStream> m_packetTime;  ///< Time per TNS packet, s; null: the default.
    Ptr<Net8ResultSet> m_rows{CreateObject<Net8ResultSet>()}; ///< Its rows.
};

} // namespace ns3::net8

#endif /* NET8_STATEMENT_H */
