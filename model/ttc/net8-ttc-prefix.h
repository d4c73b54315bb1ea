// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_PREFIX_H
#define NET8_TTC_PREFIX_H

#include "net8-ttc-code.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The real bytes at the start of each simulated TTC message; the rest of the message is virtual.
 *
 * Layout, in wire order:
 * - 1 byte message type (TtcMessage);
 * - 1 byte function code (TtcFunction), 0 in replies;
 * - 1 byte sequence number of the call;
 * - 1 byte flags: bit 0 end of data (ORA-01403 follows in the reply), bit 1 the client wants the
 * end of data with the last row (SQL*Plus and database links never make another empty call), bit 2
 * the password of an authentication is wrong, bit 3 the call failed, bit 4 the execute defines
 * columns, bit 5 the size of the prefetch buffer follows the prefix, bit 6 the number of the
 * statement follows that, bit 7 a pipeline stops after a failed call;
 * - 4 bytes rows requested (request) or contained (reply), rows of binds sent by an execute, bytes
 * requested of a LOB, or the error number of a failed call;
 * - 4 bytes length of the message, prefix included.
 *
 * The first three bytes are those of the TTC protocol. The rest replaces the fields of a real
 * message that follow from its columns, which the simulator does not carry: it tells the receiver
 * what a TTC parser would find out. Four kinds of messages are entirely real:
 * - a fetch: cursor and row count as universal integers (7 or 8 bytes, thin drivers; preceded by a
 * token, 0, from 23ai on) or as two 4-byte little-endian integers (11 bytes, OCI, and nine zeros
 * from 18c on);
 * - an execute without text (thin drivers) that is shorter than a prefix with its statement, up to
 * the rows of binds after it; its cursor is the number of the statement;
 * - a message of fewer than 12 bytes (logoff and its reply) ends where its packet ends; one of six
 * or more bytes has the upper half of its row count;
 * - a native service negotiation: 0xDEADBEEF, 2 bytes length, 4 bytes version (0), 2 bytes number
 * of services (all four unless the row count says otherwise).
 *
 * A piggyback precedes its call: type 17, its function code and sequence number, flags of the call;
 * then 1 byte function code of the call, 3 bytes rows, the length; zeros, and at the end of the
 * piggyback the call's type, function code and sequence number. If there are fewer than 15 bytes,
 * these three are the last.
 *
 * The reply to a protocol request has, in place of a row count, what a real one tells by its name,
 * its capabilities and the first authentication: the server's platform in the low byte, its TNS
 * version in the two bytes above, and in the highest byte whether the user has an 11g verifier and
 * whether the server takes key values for high availability.
 */
struct TtcPrefix
{
    /// Size of a whole prefix, bytes.
    static constexpr uint32_t SIZE = 12;
    /// Minimum size of a message, bytes: type, function, sequence number.
    static constexpr uint32_t MINIMUM = 3;
    /// Minimum size of a message with a piggyback that has room for a whole prefix and a call,
    /// bytes.
    static constexpr uint32_t PIGGYBACK_SIZE = SIZE + MINIMUM;
    /// TTC bytes of an OCI fetch.
    static constexpr uint32_t OCI_FETCH_SIZE = 11;
    /// TTC bytes of an OCI fetch from 18c on (published measurements of 19c): nine more zeros.
    static constexpr uint32_t OCI_FETCH_SIZE_18C = 20;
    /// Flag: the reply has the last row.
    static constexpr uint8_t END_OF_DATA = 0x01;
    /// Flag: report the end of data together with the last row.
    static constexpr uint8_t LOOK_AHEAD = 0x02;
    /// Flag: the password in the request is wrong.
    static constexpr uint8_t WRONG_PASSWORD = 0x04;
    /// Flag: the call failed; the row count is the error number.
    static constexpr uint8_t FAILED = 0x08;
    /// Flag: the execute defines the columns of a statement that has already been executed.
    static constexpr uint8_t DEFINE = 0x10;
    /// Flag: 4 bytes follow the prefix, the size of the prefetch buffer, or which LOBs are read.
    static constexpr uint8_t PREFETCH_MEMORY = 0x20;
    /// Flag: 4 bytes follow, the number of the executed statement.
    static constexpr uint8_t STATEMENT = 0x40;
    /// Flag: the pipeline that starts before the call ends at the first error.
    static constexpr uint8_t ABORT_PIPELINE = 0x80;
    /// Bytes that each of PREFETCH_MEMORY and STATEMENT adds.
    static constexpr uint32_t NUMBER_SIZE = 4;
    /// Position of the TNS version in the row count of a protocol reply, bits.
    static constexpr uint32_t VERSION_SHIFT = 8;
    /// Position of the verifier there, bits.
    static constexpr uint32_t VERIFIER_SHIFT = 24;
    /// Position there of whether the server takes key values for high availability, bits.
    static constexpr uint32_t READINESS_SHIFT = 25;
    /// Minimum size of a message that has half of its row count, bytes.
    static constexpr uint32_t HALF_ROWS = 6;
    /// Position of that half, bits.
    static constexpr uint32_t HALF_SHIFT = 16;
    /// Cursors from here on identify fetches that are separate statements, by number.
    static constexpr uint32_t CALL_CURSOR = 0x10000;
    /// Row count of an authentication AS SYSDBA by a user who is not in the password file.
    static constexpr uint32_t UNKNOWN_ADMINISTRATOR = 1;
    /// Bits of a LOB's column in the number of EncodeLobs.
    static constexpr uint32_t LOB_COLUMN_BITS = 12;
    /// Services of a native negotiation: supervisor, authentication, encryption, data integrity.
    static constexpr uint8_t NATIVE_SERVICES = 4;

    TtcMessage message{TtcMessage::FUNCTION}; ///< Message type.
    TtcFunction function{TtcFunction::NONE};  ///< Function code.
    uint8_t sequence{0};                      ///< Number of the call, modulo 256.
    uint8_t flags{0};                         ///< END_OF_DATA, LOOK_AHEAD and so on.
    uint32_t rows{0};                         ///< Rows requested or contained.
    uint32_t memory{0};    ///< Size of the prefetch buffer, bytes, with PREFETCH_MEMORY; of a LOB
                           ///< call what EncodeLobs says.
    uint32_t statement{0}; ///< Number of the statement, with STATEMENT; 0: the only one.
    uint32_t length{SIZE}; ///< Size of the message with this prefix, bytes.
    TtcFunction piggyback{TtcFunction::NONE}; ///< Function of the piggyback, if there is one.
    uint32_t piggybackLength{0};              ///< Its size, bytes; unknown to a receiver.
    bool token{false};                        ///< A fetch has a token before its integers.
    uint32_t tokenNumber{0};                  ///< Token of a call in a pipeline, from 1; else 0.
    uint32_t piggybacks{0};                   ///< Number of piggybacks; unknown to a receiver.

    /**
     * Encode what a call reads of the LOBs of a row, for the number with PREFETCH_MEMORY.
     *
     * @param column index of the first LOB's column among the LOB columns
     * @param lobs number of LOBs
     * @return the number; 0 for one LOB of the first column
     */
    static constexpr uint32_t EncodeLobs(std::size_t column, uint32_t lobs)
    {
        return static_cast<uint32_t>(column) | (lobs - 1) << LOB_COLUMN_BITS;
    }

    /**
     * @return index of the first LOB's column
     */
    uint32_t GetLobColumn() const
    {
        return memory & ((1U << LOB_COLUMN_BITS) - 1);
    }

    /**
     * @return number of LOBs that a call reads
     */
    uint32_t GetLobCount() const
    {
        return (memory >> LOB_COLUMN_BITS) + 1;
    }

    /**
     * @return whether this is an execute without SQL text
     */
    bool IsReExecute() const
    {
        return function == TtcFunction::RE_EXECUTE || function == TtcFunction::RE_EXECUTE_AND_FETCH;
    }

    /**
     * @return size of a prefix with these flags, bytes: the minimum size of a message that has it
     */
    uint32_t GetRealSize() const
    {
        return SIZE + ((flags & PREFETCH_MEMORY) != 0 ? NUMBER_SIZE : 0) +
               ((flags & STATEMENT) != 0 ? NUMBER_SIZE : 0);
    }

    /**
     * @return the bytes: SIZE of them, or the whole message if it is shorter; with a piggyback, up
     * to the call after it
     */
    std::vector<uint8_t> Encode() const;

    /**
     * Decode a prefix.
     * @param bytes the first bytes of a message, as many as its first packet has, of which at most
     * SIZE are read
     * @param packetPayload bytes of the message in its first packet
     * @return the prefix, or nothing if there are too few bytes, or the type or the length is
     * invalid
     */
    static std::optional<TtcPrefix> Decode(std::span<const uint8_t> bytes, uint32_t packetPayload);
};

} // namespace ns3::net8

#endif /* NET8_TTC_PREFIX_H */
