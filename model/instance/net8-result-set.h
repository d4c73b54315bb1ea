// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_RESULT_SET_H
#define NET8_RESULT_SET_H

#include "ns3/net8-column-repetition.h"
#include "ns3/net8-column.h"
#include "ns3/net8-driver.h"
#include "ns3/net8-packing.h"
#include "ns3/net8-row-source.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The rows that the one simulated statement returns, as byte counts: how many, how long, and what
 * the messages around them cost.
 *
 * A row length is the bytes of its column values. A reply is the row header and end-of-call
 * message, for each row its length and its overhead, in an execute reply the describe, and in the
 * last reply the text of ORA-01403. Overheads that are left at -1 are those of the driver.
 *
 * With Columns a row is its message type and the lengths of its columns (see Column). Columns that
 * repeat the values of the row before, the last RepeatedColumns of the list, are then left out of
 * all rows but the first of each reply, and a bit vector stands before each such row. With
 * Repetition columns repeat in a share of the rows, and bit vectors come as real servers send them
 * (see ColumnRepetition).
 */
class Net8ResultSet : public Object, public RowSource
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8ResultSet();
    ~Net8ResultSet() override;

    /**
     * Row lengths row by row; they are used in a cycle if there are fewer than rows. An empty list
     * means RowLength.
     *
     * @param bytes lengths of the rows, bytes
     */
    void SetRowLengths(const std::vector<uint32_t>& bytes);

    /**
     * Take the overheads that were left to the driver. The first call counts.
     *
     * @param driver the client's driver
     */
    void Complete(const DriverProfile& driver);

    /**
     * @return number of rows
     */
    uint64_t GetRows() const override;

    /**
     * @return true if each call returns one row: a column is LONG, or a LOB whose driver does not
     * define its columns
     */
    bool IsOneRowACall() const override;

    /**
     * @return bytes of the description in the reply to an execute; 0 where attributes give that
     */
    uint32_t GetDescriptionInReply() const override;

    /**
     * @return bytes of the value of each LOB column
     */
    const std::vector<uint32_t>& GetLobs() const override;

    /**
     * @return columns of a row: those that are listed, or named, or one
     */
    uint32_t GetColumnCount() const;

    /**
     * @return the list of columns as it was given; empty: rows have lengths alone
     */
    std::string GetColumns() const;

    /**
     * @return names of the columns as they were given; empty: they have six characters each
     */
    const std::string& GetColumnNames() const;

    /**
     * @param row 0-based number of a row
     * @return bytes of its column values, where there is no list of columns; one that comes from a
     * distribution is drawn here
     */
    uint32_t DrawRowLength(uint64_t row) const;

    /**
     * @return whether all rows have one length, which needs no draw
     */
    bool HasOneRowLength() const;

    /**
     * @return bytes of the longest row, where there is no list of columns; nothing: they come from
     * a distribution
     */
    std::optional<uint64_t> GetLongestRow() const;

    /**
     * @return bytes of a row as its columns are defined; 0: nobody knows
     */
    uint64_t GetDefinedLength() const
    {
        return m_definedLength < 0 ? 0 : static_cast<uint64_t>(m_definedLength);
    }

    /**
     * @return bytes of each LOB column's value that come with a row
     */
    const std::vector<uint32_t>& GetLobsAhead() const
    {
        return m_lobsAhead;
    }

    /**
     * @return bytes of a LOB locator
     */
    uint32_t GetLobLocator() const;

    /**
     * @param bytes bytes asked for
     * @return TTC bytes of the reply to a LOB read: data, locator, amount, end of call
     */
    uint32_t GetLobReply(uint32_t bytes) const override;

    /**
     * @return TTC bytes of the end of a call
     */
    uint32_t GetEndOfCall() const;

    /**
     * @param binds bind variables
     * @return TTC bytes of their directions
     */
    uint32_t GetIoVectorLength(uint32_t binds) const;

    /**
     * @param execute 1-based number of an execute in its session
     * @return whether it fails
     */
    bool Fails(uint64_t execute) const override;

    /**
     * @return text of the error with which executes fail
     */
    const std::string& GetErrorText() const override;

    /**
     * @param text text of an error
     * @return TTC bytes of the message that brings it: end of call, a length byte, the text and a
     * line feed
     */
    uint32_t GetErrorLength(const std::string& text) const override;

    /**
     * @return whether somebody gave the bytes of an error beside its text
     */
    bool HasErrorOverhead() const
    {
        return m_errorGiven;
    }

    /**
     * @return TTC bytes of the execute request
     */
    uint32_t GetRequestLength() const;

    /**
     * @return that where an attribute gives it, whatever the driver is
     */
    std::optional<uint32_t> GetGivenRequestLength() const;

    /**
     * @return characters of the statement, bytes
     */
    uint32_t GetStatementLength() const;

    /**
     * @return TTC bytes of the reply to an execute that returns no rows
     */
    uint32_t GetChangeLength() const override;

    /**
     * What the Columns say of the rows of one reply.
     */
    struct ColumnBytes
    {
        uint64_t first{0};   ///< Bytes of the columns of its first row.
        uint64_t further{0}; ///< Bytes of those of each further one, bit vector included.
    };

    /**
     * @return bytes of the columns; all zero without Columns
     */
    ColumnBytes GetColumnBytes() const;

    /**
     * @param first 0-based number of the first row
     * @param count number of rows of one reply
     * @param vectors what the server does with bit vectors in it
     * @return bytes of these rows with their overhead; lengths drawn from a distribution are drawn
     * here
     */
    uint64_t GetRowBytes(uint64_t first,
                         uint64_t count,
                         BitVectors vectors = BitVectors::FIRST) override;

    /**
     * @param first 0-based number of the first row
     * @param count number of rows of one reply
     * @param vectors what the server did with bit vectors in it
     * @return what it does in the next reply to the same execution
     */
    BitVectors GetNextVectors(uint64_t first, uint64_t count, BitVectors vectors) const override;

    /**
     * @param driver a client's driver
     * @return rows of an array of it, if they follow from the width of a row; 0: they do not, or
     * nobody knows the width
     */
    uint32_t GetArrayRows(const DriverProfile& driver) const;

    /**
     * @param most most rows
     * @param memory bytes of room for rows
     * @return number of rows that fit, each with the bytes of its columns as they are defined,
     * whatever they hold (OCI); possibly none
     */
    uint64_t GetRowsWithin(uint64_t most, uint64_t memory) const override;

    /**
     * @param execute whether the reply is that of an execute
     * @param last whether the reply holds the end of data
     * @param rows whether it holds rows: without, there is no row header
     * @param vectors what the server does with bit vectors in it
     * @return bytes of the reply beside its rows
     */
    uint32_t GetReplyOverhead(bool execute,
                              bool last,
                              bool rows,
                              BitVectors vectors) const override;

    /**
     * @return bytes of the description of the columns, which a parse call is answered with
     */
    uint32_t GetDescribeLength() const override;

    /**
     * @return TTC bytes of the parse request of releases up to 9.2
     */
    uint32_t GetParseLength() const;

    /**
     * @return bytes that the reply to the first execute of a session has more: settings of the
     * session
     */
    uint32_t GetSessionParameters() const override;

    /**
     * To be asked instead of GetRowBytes, and used before the next reply is made. Lengths drawn
     * from a distribution are drawn here.
     *
     * @param execute whether the reply is that of an execute
     * @param first 0-based number of its first row
     * @param count rows of the reply
     * @param vectors what the server does with bit vectors in it
     * @return where they lie in it; all that an execute reply has more counts as standing before
     * them
     */
    RowLayout GetRowLayout(bool execute,
                           uint64_t first,
                           uint64_t count,
                           BitVectors vectors) override;

    /**
     * @param stream first stream index to use
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

  private:
    /**
     * @param columns columns of a row
     * @return bytes of their names
     */
    uint32_t GetNamesLength(uint32_t columns) const;

    /**
     * @param text a list of columns
     * @return false if it is none
     */
    bool SetColumns(std::string text);

    /**
     * @param first 0-based number of the first row of a reply
     * @param count rows of the reply
     * @param vectors what the server does with bit vectors in it
     * @return bytes of the values of so many of them, from the first one on
     */
    std::function<uint64_t(uint64_t)> GetValueSums(uint64_t first,
                                                   uint64_t count,
                                                   BitVectors vectors);

    /**
     * @param row number of a row
     * @return bytes of the values of all rows before it, where lengths are listed
     */
    uint64_t GetListedBytes(uint64_t row) const;

    /**
     * @param bytes bytes of a LOB locator
     */
    void SetLobLocator(uint32_t bytes);

    /**
     * @param length bytes of a BLOB and characters of a CLOB that come with a row
     */
    void SetLobPrefetch(uint32_t length);

    /**
     * @return bytes of a BLOB and characters of a CLOB that come with a row
     */
    uint32_t GetLobPrefetch() const
    {
        return m_lobPrefetch;
    }

    /**
     * @param text shares of repetition
     * @return false if they are none
     */
    bool SetRepetition(std::string text);

    /**
     * @return the shares as they were given
     */
    std::string GetRepetition() const;

    uint64_t m_rows{0};                    ///< Number of rows.
    Ptr<RandomVariableStream> m_rowLength; ///< Length of a row, bytes.
    bool m_long{false};                    ///< One row a call.
    uint32_t m_statementLength{0};         ///< Characters of the statement.
    int64_t m_requestLength{-1};           ///< TTC bytes of the execute request, or -1.
    bool m_requestGiven{false};            ///< An attribute gave it.
    bool m_errorGiven{false};              ///< An attribute gave the bytes of its errors.
    int64_t m_executeOverhead{-1};         ///< More bytes in an execute reply, or -1.
    int64_t m_fetchOverhead{-1};           ///< Bytes of each reply beside rows, or -1.
    int64_t m_rowHeader{-1};               ///< Part of it before the first row, or -1.
    int64_t m_endOverhead{-1};             ///< More bytes in the last reply, or -1.
    int64_t m_rowOverhead{-1};             ///< Bytes of each row beside its values, or -1.
    uint64_t m_failEvery{0};               ///< Each how manieth execute fails; 0: none.
    std::string m_errorText;               ///< The error with which it fails.
    int64_t m_errorOverhead{-1};           ///< Bytes of an error message beside the text, or -1.
    int64_t m_emptyOverhead{0};            ///< Bytes of a reply without rows.
    uint32_t m_describedInReply{0};        ///< Those in the reply to an execute.
    uint32_t m_describeLength{0};          ///< Bytes of the description of the columns.
    uint32_t m_parseLength{0};             ///< TTC bytes of a parse request.
    uint32_t m_sessionParameters{0};       ///< More bytes in the reply to the first execute.
    bool m_complete{false};                ///< Complete was called.
    std::string m_columnNames;             ///< Names of the columns, or empty.
    std::string m_columnText;              ///< The columns as they were given.
    std::vector<uint32_t> m_columns;       ///< Bytes of each column; none: RowLength counts.
    std::vector<uint32_t> m_lobs;          ///< Bytes of the value of each LOB column.
    std::vector<uint32_t> m_lobsAhead;     ///< Those of them that come with a row.
    bool m_longInColumns{false};           ///< A LONG is among the columns.
    uint32_t m_lobLocator{Column::LOB_LOCATOR}; ///< Bytes of a LOB locator.
    uint32_t m_lobPrefetch{0};     ///< Bytes of a BLOB, characters of a CLOB, that come with a row.
    bool m_lobsDefined{false};     ///< The driver defines LOB columns.
    uint32_t m_changeLength{0};    ///< Bytes of a reply to a change.
    TtcReplySizes m_reply;         ///< Sizes of the parts of a reply to the driver.
    uint32_t m_repeatedColumns{0}; ///< Columns that repeat the row before, the last ones.
    bool m_elimination{true};      ///< Whether these are left out.
    std::string m_shareText;       ///< Shares of repetition as they were given.
    std::vector<double> m_shares;  ///< How likely columns repeat; the last counts for the rest.
    std::optional<ColumnRepetition> m_repetition; ///< Rows drawn by them.
    int64_t m_definedLength{-1};  ///< Bytes of a row as its columns are defined, or -1.
    uint64_t m_listedMost{0};     ///< Largest of the listed lengths.
    uint64_t m_columnsDefined{0}; ///< Bytes of a row as Columns are defined.
    uint64_t m_columnsHalved{0};  ///< Likewise, as DBD::Oracle guesses what they hold.
    std::vector<uint64_t> m_sums; ///< Sums of the listed lengths, from the first row on.
};

} // namespace ns3::net8

#endif /* NET8_RESULT_SET_H */
