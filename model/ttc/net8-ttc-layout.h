// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_LAYOUT_H
#define NET8_TTC_LAYOUT_H

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What the layout of a session's TTC messages depends on: the field version that both ends know,
 * and habits of the client that its negotiation of data types tells. Field versions are numbered as
 * in python-oracledb's constants.
 */
struct TtcLayout
{
    static constexpr uint8_t VERSION_10_2 = 4;             ///< Of 10.2, below those numbered there.
    static constexpr uint8_t VERSION_11_2 = 6;             ///< Field version of 11.2.
    static constexpr uint8_t VERSION_12_1 = 7;             ///< Field version of 12.1.
    static constexpr uint8_t VERSION_12_2 = 8;             ///< Field version of 12.2.
    static constexpr uint8_t VERSION_12_2_CHUNKS = 9;      ///< Of 12.2, with chunk ids.
    static constexpr uint8_t VERSION_20_1 = 14;            ///< Field version of 20.1.
    static constexpr uint8_t VERSION_23_1 = 17;            ///< Field version of 23.1.
    static constexpr uint8_t VERSION_23_1_TOKEN = 18;      ///< Of 23.1, with tokens.
    static constexpr uint8_t VERSION_23_1_ANNOTATION = 20; ///< Of 23.1, with annotations.
    static constexpr uint8_t VERSION_23_4 = 24;            ///< Field version of 23.4.

    uint8_t fieldVersion{VERSION_12_1}; ///< The older one of both ends.
    bool wideBytes{false};              ///< Signed bytes, such as a scale, are universal integers.
    bool endOfResponse{false};          ///< Each reply ends with a message that says so.
    bool statementType{true};           ///< The client knows the end of a call of 20.1.
    bool columns23{true};               ///< It knows the described columns of 23.
    bool textLengths{true};  ///< Texts outside of pairs of key and value have a length byte.
    bool verifier12c{false}; ///< It can log on with a verifier of 12c.

    /**
     * The simulator knows two layouts: that of 12.1 up to 21c, and that of 23ai.
     *
     * @param token calls have a token, as from 23ai on
     * @return the layout
     */
    static TtcLayout Simulated(bool token);

    /** @return whether queries have what came with the query cache, executes with array binds */
    bool HasQueryCache() const;

    /** @return whether the end of a call has its error number with 32 bits, and its rows with 64 */
    bool HasErrorNumber() const;

    /** @return whether an execute can ask for the rows that each of its iterations changed */
    bool HasRowCounts() const;

    /** @return whether a described column has a number of its own, an execute the id of its text */
    bool HasColumnId() const;

    /** @return whether an execute has a list of chunks */
    bool HasChunkIds() const;

    /** @return whether the end of a call names type and checksum of the statement */
    bool HasStatementType() const;

    /** @return whether a function call has a token */
    bool HasToken() const;

    /** @return whether a described column has a domain */
    bool HasDomain() const;

    /** @return whether a described column has annotations */
    bool HasAnnotations() const;

    /** @return whether a described column has dimensions of vectors */
    bool HasVectors() const;

    /**
     * @param other another layout
     * @return whether they are the same
     */
    bool operator==(const TtcLayout& other) const = default;
};

} // namespace ns3::net8

#endif /* NET8_TTC_LAYOUT_H */
