// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_OCI_REPLY_H
#define NET8_OCI_REPLY_H

#include "net8-oci-describe.h"
#include "net8-oci-end-of-call.h"
#include "net8-oci-parameters.h"
#include "net8-oci-row-header.h"
#include "net8-oci-row.h"
#include "net8-oci-status.h"
#include "net8-ttc-bit-vector.h"

#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The messages of which the reply to a call of OCI consists, in their order. Values that bind
 * variables bring back are not read, nor LOBs and the like, which have a form of their own in a
 * row.
 */
class OciReply
{
  public:
    /// One message.
    using Part = std::variant<OciDescribe,
                              OciRowHeader,
                              TtcBitVector,
                              OciRow,
                              OciParameters,
                              OciEndOfCall,
                              OciStatus>;

    std::vector<Part> parts;                       ///< The messages.
    uint32_t columns{0};                           ///< Columns of the result.
    uint32_t rows{0};                              ///< Rows.
    std::optional<OciEndOfCall> end{std::nullopt}; ///< End of the call, if there is one.

    /**
     * @param bytes a whole reply
     * @param layout layout of the session
     * @param columns columns of the result, if it was described before
     * @return its messages, or nothing if it holds something else
     */
    static std::optional<OciReply> Decode(std::span<const uint8_t> bytes,
                                          const OciLayout& layout,
                                          uint32_t columns = 0);

    /**
     * @param layout layout of the session
     * @return the reply
     */
    std::vector<uint8_t> Encode(const OciLayout& layout) const;

  private:
    /**
     * @param reader stands at a message; moved behind it
     * @param layout layout of the session
     */
    void Take(TtcReader& reader, const OciLayout& layout);

    /**
     * @param reader stands at a row
     * @param layout layout of the session
     */
    void TakeRow(TtcReader& reader, const OciLayout& layout);

    /** @return values of the next row */
    uint32_t CountValues() const;
};

} // namespace ns3::net8

#endif /* NET8_OCI_REPLY_H */
