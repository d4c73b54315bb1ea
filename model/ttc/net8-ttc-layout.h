// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_LAYOUT_H
#define NET8_TTC_LAYOUT_H

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What the layout of a session's TTC messages depends on: the field version that both ends know,
 * and the properties of the client announced in its data type negotiation. Field versions are
 * numbered as in python-oracledb's constants.
 */
struct TtcLayout
{
    static constexpr uint8_t VERSION_10_2 = 4;             ///< 10.2; below those numbered there.
    static constexpr uint8_t VERSION_11_2 = 6;             ///< Field version of 11.2.
    static constexpr uint8_t VERSION_12_1 = 7;             ///< Field version of 12.1.
    static constexpr uint8_t VERSION_12_2 = 8;             ///< Field version of 12.2.
    static constexpr uint8_t VERSION_12_2_CHUNKS = 9;      ///< 12.2 with chunk ids.
    static constexpr uint8_t VERSION_20_1 = 14;            ///< Field version of 20.1.
    static constexpr uint8_t VERSION_23_1 = 17;            ///< Field version of 23.1.
    static constexpr uint8_t VERSION_23_1_TOKEN = 18;      ///< 23.1 with tokens.
    static constexpr uint8_t VERSION_23_1_ANNOTATION = 20; ///< 23.1 with annotations.
    static constexpr uint8_t VERSION_23_4 = 24;            ///< Field version of 23.4.

    uint8_t fieldVersion{VERSION_12_1}; ///< The lower version of both ends.
    bool wideBytes{false};              ///< Signed bytes, such as a scale, are universal integers.
    bool endOfResponse{false};          ///< Each reply ends with an end-of-response message.
    bool statementType{true};           ///< The client knows the end of call of 20.1.
    bool columns23{true};               ///< It knows the column descriptions of 23.
    bool textLengths{true};             ///< Texts other than keys and values have a length byte.
    bool verifier12c{false};            ///< It can log on with a 12c verifier.

    /**
     * Get a layout of the simulator, which knows two: that of 12.1 up to 21c, and that of 23ai.
     *
     * @param token whether calls have a token, as from 23ai on
     * @return the layout
     */
    static TtcLayout Simulated(bool token);

    /**
     * @return whether queries have the fields of the query cache, and executes those of array binds
     */
    bool HasQueryCache() const;

    /** @return whether the end of a call has a 32-bit error number and a 64-bit row count */
    bool HasErrorNumber() const;

    /** @return whether an execute can request the row count of each iteration */
    bool HasRowCounts() const;

    /** @return whether a described column has an id, and an execute the id of its text */
    bool HasColumnId() const;

    /** @return whether an execute has a list of chunks */
    bool HasChunkIds() const;

    /** @return whether the end of a call has type and checksum of the statement */
    bool HasStatementType() const;

    /** @return whether a function call has a token */
    bool HasToken() const;

    /** @return whether a described column has a domain */
    bool HasDomain() const;

    /** @return whether a described column has annotations */
    bool HasAnnotations() const;

    /** @return whether a described column has vector dimensions */
    bool HasVectors() const;

    /**
     * Compare two layouts.
     * @param other another layout
     * @return whether they are equal
     */
    bool operator==(const TtcLayout& other) const = default;
};

} // namespace ns3::net8

#endif /* NET8_TTC_LAYOUT_H */
