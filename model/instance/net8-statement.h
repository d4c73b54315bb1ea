// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_STATEMENT_H
#define NET8_STATEMENT_H

#include "net8-result-set.h"

#include "ns3/net8-client-script.h"
#include "ns3/net8-driver.h"
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
 * One of several statements: what clients send of it, what the server takes for it, and its rows,
 * which are a part of it (Net8ResultSet).
 *
 * A query returns its rows. DML brings BindRows rows of Binds, ArraySize of them with each execute,
 * and returns none; so does a PL/SQL block, which is done once for each row. Of both, values of
 * OutBinds come back: OUT variables of a block, what RETURNING names of each row of DML. InOutBinds
 * of a block go in and come back. A block may open Cursors, which come back as REF CURSORs, and
 * ImplicitResults: queries among the statements, fetched one after the other. DDL has nothing of
 * that. Commit, rollback and ping are calls without a text; CALL is any other, of which the plan
 * says function and lengths.
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
     * @param statements all statements, which stay as they are
     * @param names their names
     * @return what is wrong, or nothing
     */
    std::string Link(std::span<const Ptr<Net8Statement>> statements,
                     std::span<const std::string> names);

    /**
     * Fill in the overheads that were left to the driver. The first call counts.
     *
     * @param driver a client's driver
     */
    void Complete(const DriverProfile& driver);

    /**
     * @param driver a client's driver
     * @param number number by which the server knows the statement
     * @return what this driver sends of it
     */
    ClientQuery MakeQuery(const DriverProfile& driver, uint32_t number) const;

    /**
     * @return what the server answers; the rows are this statement's
     */
    ServerStatement MakeAnswer() const;

    /**
     * @return rows that one execution of it returns
     */
    uint64_t GetRowsReturned() const;

    /**
     * @param stream first stream of random numbers
     * @return number of streams that were taken
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    /// Bind variables, as they were given and as columns.
    struct Binds
    {
        std::string text{};     ///< The text.
        Column::List columns{}; ///< Its columns.

        /**
         * @param given columns of a row of binds
         * @param lobs whether they may have LOBs
         * @return false if they are none, or have what they may not
         */
        bool Set(std::string given, bool lobs);
    };

    /**
     * @param text binds whose values go in
     * @return false if they are none
     */
    bool SetBinds(std::string text);

    /**
     * @return the binds as they were given
     */
    std::string GetBinds() const;

    /**
     * @param text binds whose values come back
     * @return false if they are none, or have LOBs
     */
    bool SetOutBinds(std::string text);

    /**
     * @return the binds whose values come back as they were given
     */
    std::string GetOutBinds() const;

    /// A query that a block opens.
    struct Opened
    {
        uint32_t number{0};           ///< Number by which the server knows it.
        Ptr<Net8Statement> statement; ///< The query.
        bool bound{false};            ///< It comes back in a bind variable.
    };

    /**
     * @param text variables whose values go in and come back
     * @return false if they are none, or have LOBs
     */
    bool SetInOutBinds(std::string text);

    /**
     * @return the variables whose values go in and come back, as they were given
     */
    std::string GetInOutBinds() const;

    /**
     * @return variables that come back: values, and REF CURSORs
     */
    uint32_t CountOut() const;

    /**
     * @param answer takes what comes back of a block, or of RETURNING
     */
    void AddOut(ServerStatement& answer) const;

    /**
     * @param driver a client's driver
     * @param query takes what errors of rows change of its execute
     */
    void AddBatchErrors(const DriverProfile& driver, ClientQuery& query) const;

    /**
     * @param driver a client's driver
     * @param request TTC bytes of its first execute
     * @return those of a later one that has its definitions once more
     */
    uint32_t GetRepeatLength(const DriverProfile& driver, uint32_t request) const;

    /**
     * @param answer takes what the errors of rows are told with
     */
    void AddBatchErrors(ServerStatement& answer) const;

    /**
     * @param driver a client's driver
     * @return rows of a fetch of a query; 0: as the driver has them
     */
    uint32_t GetArraySize(const DriverProfile& driver) const;

    /**
     * @param driver a client's driver
     * @return TTC bytes that its binds add to an execute with text, the rows of DML not counted
     */
    uint32_t GetBindsLength(const DriverProfile& driver) const;

    std::string m_name;                         ///< Its name.
    StatementKind m_kind{StatementKind::QUERY}; ///< What it is.
    uint8_t m_function{0};                      ///< Function code of a call.
    TtcMessage m_reply{TtcMessage::PARAMETER};  ///< What the reply to a call starts with.
    uint32_t m_replyLength{TtcPrefix::SIZE};    ///< TTC bytes of that.
    Binds m_binds;                              ///< Binds whose values go in.
    Binds m_outBinds;                           ///< Binds whose values come back.
    Binds m_inOutBinds;                         ///< Binds whose values go in and come back.
    std::string m_cursors;                      ///< Names of queries that come back as REF CURSORs.
    std::string m_implicitResults;              ///< Names of queries that are its implicit results.
    std::vector<Opened> m_opened;               ///< These queries, in their order.
    uint32_t m_bindRows{1};                     ///< Rows of binds.
    int32_t m_batchErrors{-1};  ///< Rows of each array that fail alone; -1: one fails them all.
    uint32_t m_arraySize{0};    ///< Rows of an array; 0: as otherwise.
    int64_t m_prefetchRows{-1}; ///< Rows with the execute; -1: as otherwise.
    bool m_keeps{false};        ///< Clients may keep its result.
    uint32_t m_bindValues{1};   ///< Different values of its binds.
    std::string m_changes;      ///< Names of queries whose results it makes stale.
    std::vector<uint32_t> m_changed;         ///< Their numbers.
    Ptr<RandomVariableStream> m_callTime;    ///< Of a call without CPU, s; null: as others.
    Ptr<RandomVariableStream> m_callCpuTime; ///< CPU time of a call, s; null: as others.
    Ptr<RandomVariableStream> m_rowCpuTime;  ///< CPU time of a row, s.
    Ptr<Net8ResultSet> m_rows{CreateObject<Net8ResultSet>()}; ///< Its rows.
};

} // namespace ns3::net8

#endif /* NET8_STATEMENT_H */
