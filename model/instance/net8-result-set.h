// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_RESULT_SET_H
#define NET8_RESULT_SET_H

#include "ns3/net8-client-script.h"
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
 * The rows that one simulated statement returns, as byte counts: how many rows, how long they are,
 * and the overhead of the messages around them.
 *
 * A row length is the number of bytes of its column values. A reply consists of the row header and
 * the end-of-call message; for each row, its length and its overhead; in an execute reply, the
 * describe; and in the last reply, the text of ORA-01403. Overheads left at -1 are those of the
 * driver.
 *
 * With Columns a row consists of its message type and the lengths of its columns (see Column).
 * Columns that repeat the values of the previous row, the last RepeatedColumns of the list, are
 * then omitted from all rows but the first of each reply, and a bit vector precedes each such row.
 * With Repetition columns repeat in a share of the rows, and bit vectors are sent as by real
 * servers (see ColumnRepetition).
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
     * Set the length of each row. The list is repeated if it has fewer entries than there are rows;
     * if it is empty, RowLength applies.
     *
     * @param bytes lengths of the rows, bytes
     */
    void SetRowLengths(const std::vector<uint32_t>& bytes);

    /**
     * Fill in the overheads that were left to the driver. Only the first call has an effect.
     *
     * @param driver the client's driver
     */
    void Complete(const DriverProfile& driver);

    /**
     * @return number of rows
     */
    uint64_t GetRows() const override;

    /**
     * @return true if each call returns one row, because a column is a LONG
     */
    bool IsOneRowACall() const override;

    /**
     * @return bytes of the description in the reply to an execute; 0 if attributes set the overhead
     */
    uint32_t GetDescriptionInReply() const override;

    /**
     * @return size of the value of each LOB column, bytes
     */
    const std::vector<uint32_t>& GetLobs() const override;

    /**
     * Replace the columns.
     *
     * @param text a list of columns
     * @param form what a row contains of each LOB
     * @return false if the list is not valid
     */
    bool ReadColumns(const std::string& text, const Column::LobForm& form);

    /**
     * @return number of columns: those listed, or named, or one
     */
    uint32_t GetColumnCount() const;

    /**
     * @return the list of columns as it was set; empty: rows have only lengths
     */
    std::string GetColumns() const;

    /**
     * @return names of the columns as they were set; empty: names have six characters each
     */
    const std::string& GetColumnNames() const;

    /**
     * Get the length of a row if there is no list of columns. If lengths have a distribution, it is
     * drawn here.
     *
     * @param row 0-based number of a row
     * @return bytes of its column values
     */
    uint32_t DrawRowLength(uint64_t row) const;

    /**
     * @return whether all rows have the same length, so that none has to be drawn
     */
    bool HasOneRowLength() const;

    /**
     * @return length of the longest row if there is no list of columns, bytes; nothing if lengths
     * have a distribution
     */
    std::optional<uint64_t> GetLongestRow() const;

    /**
     * @return length of a row as its columns are defined, bytes; 0: unknown
     */
    uint64_t GetDefinedLength() const
    {
        return m_definedLength < 0 ? 0 : static_cast<uint64_t>(m_definedLength);
    }

    /**
     * Get the LOB columns as a driver sees them.
     *
     * @param driver the driver of a client
     * @return its LOB columns
     */
    std::vector<LobColumn> GetLobColumns(const DriverProfile& driver) const;

    /**
     * @return size of the locator of a LOB of a table, bytes
     */
    uint32_t GetLobLocator() const;

    /**
     * Get the size of the reply to a LOB call.
     *
     * @param column index of the first LOB's column among the LOB columns
     * @param bytes bytes read; 0: it asks for the length
     * @param lobs number of LOBs
     * @return TTC bytes: data, locators, amounts, end of call
     */
    uint32_t GetLobReply(uint32_t column, uint32_t bytes, uint32_t lobs) const override;

    /**
     * @return TTC bytes of an end-of-call message
     */
    uint32_t GetEndOfCall() const;

    /**
     * @param binds number of bind variables
     * @return TTC bytes of the message with their directions
     */
    uint32_t GetIoVectorLength(uint32_t binds) const;

    /**
     * @param columns number of columns
     * @return TTC bytes of the reply to the prepare of a direct path load
     */
    uint32_t GetPreparedLength(uint32_t columns) const;

    /**
     * @return TTC bytes of the reply to each later call of a direct path load
     */
    uint32_t GetLoadedLength() const;

    /**
     * @param columns number of columns of a row
     * @return bytes of their names
     */
    uint32_t GetNamesLength(uint32_t columns) const;

    /**
     * @param execute 1-based number of an execute in its session
     * @return whether it fails
     */
    bool Fails(uint64_t execute) const override;

    /**
     * @return text of the error of failing executes
     */
    const std::string& GetErrorText() const override;

    /**
     * @param text text of an error
     * @return TTC bytes of the message that carries it: end of call, a length byte, the text and a
     * line feed
     */
    uint32_t GetErrorLength(const std::string& text) const override;

    /**
     * @return whether an attribute sets the bytes of an error in addition to its text
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
     * @return TTC bytes of the execute request, if an attribute sets them whatever the driver is
     */
    std::optional<uint32_t> GetGivenRequestLength() const;

    /**
     * @return length of the statement, bytes
     */
    uint32_t GetStatementLength() const;

    /**
     * @return TTC bytes of the reply to an execute that returns no rows
     */
    uint32_t GetChangeLength() const override;

    /**
     * Bytes of the Columns in one reply.
     */
    struct ColumnBytes
    {
        uint64_t first{0};   ///< Bytes of the columns of the first row.
        uint64_t further{0}; ///< Bytes of each further row, bit vector included.
    };

    /**
     * @return bytes of the columns; all zero without Columns
     */
    ColumnBytes GetColumnBytes() const;

    /**
     * Get the bytes of some rows with their overhead. If lengths have a distribution, they are
     * drawn here.
     *
     * @param first 0-based number of the first row
     * @param count number of rows of one reply
     * @param vectors how the server uses bit vectors in it
     * @return bytes of these rows
     */
    uint64_t GetRowBytes(uint64_t first,
                         uint64_t count,
                         BitVectors vectors = BitVectors::FIRST) override;

    /**
     * @param first 0-based number of the first row
     * @param count number of rows of one reply
     * @param vectors how the server used bit vectors in it
     * @return how it uses them in the next reply of the same execution
     */
    BitVectors GetNextVectors(uint64_t first, uint64_t count, BitVectors vectors) const override;

    /**
     * @param driver a client's driver
     * @return rows of one of its arrays, if they follow from the width of a row; 0: they do not, or
     * the width is unknown
     */
    uint32_t GetArrayRows(const DriverProfile& driver) const;

    /**
     * Get the number of rows that fit into a buffer. Each takes the bytes of its columns as
     * defined, whatever they hold (OCI).
     *
     * @param most largest number of rows
     * @param memory size of the buffer, bytes
     * @return number of rows that fit; may be 0
     */
    uint64_t GetRowsWithin(uint64_t most, uint64_t memory) const override;

    /**
     * @param execute whether this is the reply to an execute
     * @param last whether the reply contains the end of data
     * @param rows whether the reply contains rows; without them there is no row header
     * @param vectors how the server uses bit vectors in it
     * @return bytes of the reply other than its rows
     */
    uint32_t GetReplyOverhead(bool execute,
                              bool last,
                              bool rows,
                              BitVectors vectors) const override;

    /**
     * @return bytes of the description of the columns, which is the reply to a parse call
     */
    uint32_t GetDescribeLength() const override;

    /**
     * @return TTC bytes of the parse request of releases up to 9.2
     */
    uint32_t GetParseLength() const;

    /**
     * @return additional bytes of the reply to the first execute of a session: session parameters
     */
    uint32_t GetSessionParameters() const override;

    /**
     * Get the positions of the rows in a reply. Call this instead of GetRowBytes, and use the
     * result before the next reply is made. If lengths have a distribution, they are drawn here.
     *
     * @param execute whether this is the reply to an execute
     * @param first 0-based number of its first row
     * @param count rows of the reply
     * @param vectors how the server uses bit vectors in it
     * @return positions of the rows; the additional bytes of an execute reply count as preceding
     * them
     */
    RowLayout GetRowLayout(bool execute,
                           uint64_t first,
                           uint64_t count,
                           BitVectors vectors) override;

    /**
     * Set the random streams.
     *
     * @param stream number of what it is, from which its streams follow (see StreamOf)
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

  private:
    /**
     * @param text a list of columns
     * @return false if it is not a valid list
     */
    bool SetColumns(const std::string& text);

    /**
     * @param first 0-based number of the first row of a reply
     * @param count rows of the reply
     * @param vectors how the server uses bit vectors in it
     * @return a function that returns the bytes of the values of the first n of these rows
     */
    std::function<uint64_t(uint64_t)> GetValueSums(uint64_t first,
                                                   uint64_t count,
                                                   BitVectors vectors);

    /**
     * @param row number of a row
     * @return bytes of the values of all rows before it, if lengths are listed
     */
    uint64_t GetListedBytes(uint64_t row) const;

    /**
     * @param bytes size of a LOB locator, bytes
     */
    void SetLobLocator(uint32_t bytes);

    /**
     * @param driver a driver
     * @return what a row for it contains of each LOB
     */
    Column::LobForm GetLobForm(const DriverProfile& driver) const;

    /**
     * @param text shares of repetition
     * @return false if they are not valid
     */
    bool SetRepetition(std::string text);

    /**
     * @return the shares as they were set
     */
    std::string GetRepetition() const;

    uint64_t m_rows{0};                         ///< Number of rows.
    Ptr<RandomVariableStream> m_rowLength;      ///< Length of a row, bytes.
    bool m_long{false};                         ///< Each call returns one row.
    uint32_t m_statementLength{0};              ///< Length of the statement, characters.
    int64_t m_requestLength{-1};                ///< TTC bytes of the execute request, or -1.
    bool m_requestGiven{false};                 ///< The request length was set by an attribute.
    bool m_errorGiven{false};                   ///< Bytes of errors were set by an attribute.
    int64_t m_executeOverhead{-1};              ///< Additional bytes in an execute reply, or -1.
    int64_t m_fetchOverhead{-1};                ///< Bytes of each reply other than rows, or -1.
    int64_t m_rowHeader{-1};                    ///< Part of it before the first row, or -1.
    int64_t m_endOverhead{-1};                  ///< Additional bytes in the last reply, or -1.
    int64_t m_rowOverhead{-1};                  ///< Bytes of each row other than values, or -1.
    uint64_t m_failEvery{0};                    ///< Every n-th execute fails; 0: none.
    std::string m_errorText;                    ///< Error of failing executes.
    int64_t m_errorOverhead{-1};                ///< Bytes of an error other than its text, or -1.
    int64_t m_emptyOverhead{0};                 ///< Bytes of a reply without rows.
    uint32_t m_describedInReply{0};             ///< Bytes of the description in an execute reply.
    uint32_t m_describeLength{0};               ///< Bytes of the description of the columns.
    uint32_t m_parseLength{0};                  ///< TTC bytes of a parse request.
    uint32_t m_sessionParameters{0};            ///< Additional bytes in the first execute reply.
    bool m_complete{false};                     ///< Complete was called.
    std::string m_columnNames;                  ///< Names of the columns, or empty.
    std::string m_columnText;                   ///< The columns as they were set.
    std::vector<uint32_t> m_columns;            ///< Bytes per column; empty: RowLength applies.
    std::vector<uint32_t> m_lobs;               ///< Size of the value of each LOB column, bytes.
    std::vector<uint32_t> m_lobLocators;        ///< Size of the locator of each, bytes.
    bool m_longInColumns{false};                ///< One of the columns is a LONG.
    uint32_t m_lobLocator{Column::LOB_LOCATOR}; ///< Size of a LOB locator, bytes.
    int64_t m_lobPrefetch{-2};     ///< Bytes of a BLOB, characters of a CLOB, sent with a row; -1:
                                   ///< not even their sizes; -2: as the driver requests.
    uint32_t m_changeLength{0};    ///< Bytes of the reply to a change.
    TtcReplySizes m_reply;         ///< Sizes of the parts of a reply to this driver.
    uint32_t m_repeatedColumns{0}; ///< Number of last columns that repeat the previous row.
    bool m_elimination{true};      ///< Whether these are omitted.
    std::string m_shareText;       ///< Shares of repetition as they were set.
    std::vector<double> m_shares;  ///< Probabilities of repetition; the last applies to the rest.
    std::optional<ColumnRepetition> m_repetition; ///< Rows drawn with these probabilities.
    int64_t m_definedLength{-1};  ///< Length of a row as its columns are defined, bytes, or -1.
    uint64_t m_listedMost{0};     ///< Largest listed length.
    uint64_t m_columnsDefined{0}; ///< Bytes of a row as the Columns are defined.
    uint64_t m_columnsHalved{0};  ///< Likewise, with DBD::Oracle's estimate of their contents.
    std::vector<uint64_t> m_sums; ///< Prefix sums of the listed lengths.
};

} // namespace ns3::net8

#endif /* NET8_RESULT_SET_H */
