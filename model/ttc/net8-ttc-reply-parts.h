// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_REPLY_PARTS_H
#define NET8_TTC_REPLY_PARTS_H

#include "net8-ttc-bit-vector.h"
#include "net8-ttc-describe.h"
#include "net8-ttc-end-of-call.h"
#include "net8-ttc-io-vector.h"
#include "net8-ttc-row-header.h"
#include "net8-ttc-row.h"
#include "net8-ttc-session-sync.h"
#include "net8-ttc-statement-parameters.h"
#include "net8-ttc-status.h"

#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The messages of which the reply to a call of a thin driver consists, in their order. Values of
 * LOBs, LONGs, ROWIDs and objects, which have a form of their own in a row, are not read; nor are
 * implicit results.
 */
class TtcReplyParts
{
  public:
    /// One message.
    using Part = std::variant<TtcDescribe,
                              TtcRowHeader,
                              TtcBitVector,
                              TtcRow,
                              TtcStatementParameters,
                              TtcIoVector,
                              TtcEndOfCall,
                              TtcSessionSync,
                              TtcStatus>;

    /**
     * What a reader must know of the statement.
     */
    struct Statement
    {
        /// Columns of the result, of a cursor that was described before.
        uint32_t columns{0};
        /// The execute asked for the rows that each iteration changed.
        bool rowCounts{false};
    };

    std::vector<Part> parts;                       ///< The messages.
    uint32_t columns{0};                           ///< Columns of the result.
    uint32_t rows{0};                              ///< Rows.
    std::optional<TtcEndOfCall> end{std::nullopt}; ///< End of the call, if there is one.

    /**
     * @param bytes a whole reply, or what came of it
     * @param layout layout of the session
     * @param statement what is known of the statement
     * @return its messages, or nothing if it holds something else
     */
    static std::optional<TtcReplyParts> Decode(std::span<const uint8_t> bytes,
                                               const TtcLayout& layout,
                                               const Statement& statement);

    /**
     * @param layout layout of the session
     * @return the reply
     */
    std::vector<uint8_t> Encode(const TtcLayout& layout) const;

  private:
    /**
     * @param reader stands at a message; moved behind it
     * @param layout layout of the session
     * @param rowCounts the execute asked for the rows that each iteration changed
     */
    void Take(TtcReader& reader, const TtcLayout& layout, bool rowCounts);

    /**
     * @param reader stands at a row
     * @param layout layout of the session
     */
    void TakeRow(TtcReader& reader, const TtcLayout& layout);

    /** @return values of the next row */
    uint32_t CountValues() const;
};

} // namespace ns3::net8

#endif /* NET8_TTC_REPLY_PARTS_H */
