// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_ROW_SOURCE_H
#define NET8_ROW_SOURCE_H

#include "ns3/net8-column-repetition.h"
#include "ns3/net8-packing.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The rows that a statement returns, as sizes, for a cursor.
 */
class RowSource
{
  public:
    RowSource() = default;
    virtual ~RowSource() = default;
    RowSource(const RowSource&) = delete;
    RowSource& operator=(const RowSource&) = delete;

    /**
     * @return number of rows
     */
    virtual uint64_t GetRows() const = 0;

    /**
     * @return whether each call returns one row
     */
    virtual bool IsOneRowACall() const = 0;

    /**
     * Get the rows that fit into a buffer.
     *
     * @param most maximum number of rows
     * @param memory size of the buffer, bytes
     * @return number of rows that fit
     */
    virtual uint64_t GetRowsWithin(uint64_t most, uint64_t memory) const = 0;

    /**
     * Get the size of rows.
     *
     * @param first 0-based number of the first row
     * @param count number of rows in one reply
     * @param vectors how the server uses bit vectors in it
     * @return size of these rows with their overhead, bytes; random lengths are drawn here
     */
    virtual uint64_t GetRowBytes(uint64_t first, uint64_t count, BitVectors vectors) = 0;

    /**
     * Get the positions of rows in a reply; called instead of GetRowBytes.
     *
     * @param execute whether it is the reply to an execute
     * @param first 0-based number of its first row
     * @param count number of rows of the reply
     * @param vectors how the server uses bit vectors in it
     * @return their positions
     */
    virtual RowLayout GetRowLayout(bool execute,
                                   uint64_t first,
                                   uint64_t count,
                                   BitVectors vectors) = 0;

    /**
     * Get the use of bit vectors in the next reply.
     *
     * @param first 0-based number of the first row
     * @param count number of rows in this reply
     * @param vectors how the server used bit vectors in this reply
     * @return how it uses them in the next reply of the same execution
     */
    virtual BitVectors GetNextVectors(uint64_t first, uint64_t count, BitVectors vectors) const = 0;

    /**
     * Get the size of a reply without its rows.
     *
     * @param execute whether it is the reply to an execute
     * @param last whether the reply has the end of data
     * @param rows whether it has rows
     * @param vectors how the server uses bit vectors in it
     * @return size of the reply without its rows, bytes
     */
    virtual uint32_t GetReplyOverhead(bool execute,
                                      bool last,
                                      bool rows,
                                      BitVectors vectors) const = 0;

    /**
     * @return additional size of the reply to the first execute of a session, bytes
     */
    virtual uint32_t GetSessionParameters() const = 0;

    /**
     * @return size of the column description in the reply to a parse call, bytes
     */
    virtual uint32_t GetDescribeLength() const = 0;

    /**
     * @return size of the reply to an execute that returns no rows, without the settings sent with
     * the first reply of a session, bytes
     */
    virtual uint32_t GetChangeLength() const = 0;

    /**
     * @return size of the column description in the reply to an execute, which is not repeated for
     * an execute without text, bytes; 0 if the plan gives the length of replies
     */
    virtual uint32_t GetDescriptionInReply() const = 0;

    /**
     * @return size of the value of each LOB column, bytes
     */
    virtual const std::vector<uint32_t>& GetLobs() const = 0;

    /**
     * Get the size of the reply to a LOB call.
     *
     * @param column index of the first LOB's column among the LOB columns
     * @param bytes bytes read; 0: it asks for the length
     * @param lobs number of LOBs
     * @return TTC bytes of the reply
     */
    virtual uint32_t GetLobReply(uint32_t column, uint32_t bytes, uint32_t lobs) const = 0;

    /**
     * Check whether an execute fails.
     *
     * @param execute number of the execute in its session, from 1
     * @return whether it fails
     */
    virtual bool Fails(uint64_t execute) const = 0;

    /**
     * @return text of the error of failing executes
     */
    virtual const std::string& GetErrorText() const = 0;

    /**
     * Get the size of an error message.
     *
     * @param text text of the error
     * @return TTC bytes of the message that carries it
     */
    virtual uint32_t GetErrorLength(const std::string& text) const = 0;
};

} // namespace ns3::net8

#endif /* NET8_ROW_SOURCE_H */
