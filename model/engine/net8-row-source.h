// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_ROW_SOURCE_H
#define NET8_ROW_SOURCE_H

#include "net8-packing.h"

#include "ns3/net8-column-repetition.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The rows that a statement returns, as sizes: what a cursor asks of them.
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
     * @return true if each call returns one row
     */
    virtual bool IsOneRowACall() const = 0;

    /**
     * @param most most rows
     * @param memory bytes of room for rows
     * @return number of rows that fit
     */
    virtual uint64_t GetRowsWithin(uint64_t most, uint64_t memory) const = 0;

    /**
     * @param first 0-based number of the first row
     * @param count number of rows of one reply
     * @param vectors what the server does with bit vectors in it
     * @return bytes of these rows with their overhead; lengths that are drawn are drawn here
     */
    virtual uint64_t GetRowBytes(uint64_t first, uint64_t count, BitVectors vectors) = 0;

    /**
     * To be asked instead of GetRowBytes.
     *
     * @param execute whether the reply is that of an execute
     * @param first 0-based number of its first row
     * @param count rows of the reply
     * @param vectors what the server does with bit vectors in it
     * @return where they lie in it
     */
    virtual RowLayout GetRowLayout(bool execute,
                                   uint64_t first,
                                   uint64_t count,
                                   BitVectors vectors) = 0;

    /**
     * @param first 0-based number of the first row
     * @param count number of rows of one reply
     * @param vectors what the server did with bit vectors in it
     * @return what it does in the next reply to the same execution
     */
    virtual BitVectors GetNextVectors(uint64_t first, uint64_t count, BitVectors vectors) const = 0;

    /**
     * @param execute whether the reply is that of an execute
     * @param last whether the reply holds the end of data
     * @param rows whether it holds rows
     * @param vectors what the server does with bit vectors in it
     * @return bytes of the reply beside its rows
     */
    virtual uint32_t GetReplyOverhead(bool execute,
                                      bool last,
                                      bool rows,
                                      BitVectors vectors) const = 0;

    /**
     * @return bytes that the reply to the first execute of a session has more
     */
    virtual uint32_t GetSessionParameters() const = 0;

    /**
     * @return bytes of the description of the columns, which a parse call is answered with
     */
    virtual uint32_t GetDescribeLength() const = 0;

    /**
     * @return bytes of the reply to an execute that returns no rows, settings of a session's first
     * one not counted
     */
    virtual uint32_t GetChangeLength() const = 0;

    /**
     * @return bytes of the description of the columns in the reply to an execute, which an execute
     * without text is not told again; 0 where the plan says how long replies are
     */
    virtual uint32_t GetDescriptionInReply() const = 0;

    /**
     * @return bytes of the value of each LOB column
     */
    virtual const std::vector<uint32_t>& GetLobs() const = 0;

    /**
     * @param bytes bytes asked for
     * @return TTC bytes of the reply to a LOB read
     */
    virtual uint32_t GetLobReply(uint32_t bytes) const = 0;

    /**
     * @param execute 1-based number of an execute in its session
     * @return whether it fails
     */
    virtual bool Fails(uint64_t execute) const = 0;

    /**
     * @return text of the error with which executes fail
     */
    virtual const std::string& GetErrorText() const = 0;

    /**
     * @param text text of an error
     * @return TTC bytes of the message that brings it
     */
    virtual uint32_t GetErrorLength(const std::string& text) const = 0;
};

} // namespace ns3::net8

#endif /* NET8_ROW_SOURCE_H */
