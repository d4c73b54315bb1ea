// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_REPLY_PARTS_H
#define NET8_TTC_REPLY_PARTS_H

#include "ns3/net8-ttc-bit-vector.h"
#include "ns3/net8-ttc-describe.h"
#include "ns3/net8-ttc-end-of-call.h"
#include "ns3/net8-ttc-io-vector.h"
#include "ns3/net8-ttc-row-header.h"
#include "ns3/net8-ttc-row.h"
#include "ns3/net8-ttc-session-sync.h"
#include "ns3/net8-ttc-statement-parameters.h"
#include "ns3/net8-ttc-status.h"

#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8-test
 * The messages of the reply to a call of a thin driver, in order. Values of LOBs, LONGs, ROWIDs and
 * objects, which have a special encoding in rows, are not read; nor are implicit results.
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
     * What a reader must know about the statement.
     */
    struct Statement
    {
        /// Number of columns of the result, for a cursor that was described before.
        uint32_t columns{0};
        /// The execute requested the row count of each iteration.
        bool rowCounts{false};
    };

    std::vector<Part> parts;                       ///< The messages.
    uint32_t columns{0};                           ///< Number of columns of the result.
    uint32_t rows{0};                              ///< Number of rows.
    std::optional<TtcEndOfCall> end{std::nullopt}; ///< End of the call, if there is one.

    /**
     * Decode a reply.
     * @param bytes a complete reply, or as much as was received
     * @param layout layout of the session
     * @param statement what is known about the statement
     * @return its messages, or nothing if it contains anything else
     */
    static std::optional<TtcReplyParts> Decode(std::span<const uint8_t> bytes,
                                               const TtcLayout& layout,
                                               const Statement& statement);

    /**
     * Encode the reply.
     * @param layout layout of the session
     * @return its bytes
     */
    std::vector<uint8_t> Encode(const TtcLayout& layout) const;

  private:
    /**
     * Read a message.
     * @param reader positioned at a message; moved past it
     * @param layout layout of the session
     * @param rowCounts whether the execute requested the row count of each iteration
     */
    void Take(TtcReader& reader, const TtcLayout& layout, bool rowCounts);

    /**
     * Read a row.
     * @param reader positioned at a row
     * @param layout layout of the session
     */
    void TakeRow(TtcReader& reader, const TtcLayout& layout);

    /** @return number of values in the next row */
    uint32_t CountValues() const;
};

} // namespace ns3::net8

#endif /* NET8_TTC_REPLY_PARTS_H */
