// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_OCI_REPLY_H
#define NET8_OCI_REPLY_H

#include "net8-oci-status.h"

#include "ns3/net8-oci-describe.h"
#include "ns3/net8-oci-end-of-call.h"
#include "ns3/net8-oci-parameters.h"
#include "ns3/net8-oci-row-header.h"
#include "ns3/net8-oci-row.h"
#include "ns3/net8-ttc-bit-vector.h"

#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8-test
 * The messages of the reply to an OCI call, in order. Returned values of bind variables are not
 * read, nor are types with a special encoding in rows, such as LOBs.
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
    uint32_t columns{0};                           ///< Number of columns of the result.
    uint32_t rows{0};                              ///< Number of rows.
    std::optional<OciEndOfCall> end{std::nullopt}; ///< End of the call, if there is one.

    /**
     * Decode a reply.
     * @param bytes a complete reply
     * @param layout layout of the session
     * @param columns number of columns of the result, if it was described before
     * @return its messages, or nothing if it contains anything else
     */
    static std::optional<OciReply> Decode(std::span<const uint8_t> bytes,
                                          const OciLayout& layout,
                                          uint32_t columns = 0);

    /**
     * Encode the reply.
     * @param layout layout of the session
     * @return its bytes
     */
    std::vector<uint8_t> Encode(const OciLayout& layout) const;

  private:
    /**
     * Read a message.
     * @param reader positioned at a message; moved past it
     * @param layout layout of the session
     */
    void Take(TtcReader& reader, const OciLayout& layout);

    /**
     * Read a row.
     * @param reader positioned at a row
     * @param layout layout of the session
     */
    void TakeRow(TtcReader& reader, const OciLayout& layout);

    /** @return number of values in the next row */
    uint32_t CountValues() const;
};

} // namespace ns3::net8

#endif /* NET8_OCI_REPLY_H */
