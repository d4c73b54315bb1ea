// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_OCI_REQUEST_H
#define NET8_OCI_REQUEST_H

#include "net8-oci-close-cursor.h"
#include "net8-oci-open-cursor.h"
#include "net8-oci-session-switch.h"

#include "ns3/net8-oci-auth-request.h"
#include "ns3/net8-oci-close-cursors.h"
#include "ns3/net8-oci-execute.h"
#include "ns3/net8-oci-fetch.h"
#include "ns3/net8-oci-version.h"

#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8-test
 * A request of OCI: piggybacks, which have no reply, and the call after them. Parse and execute
 * calls of 9.2, LOB reads and rarer calls are not read.
 */
class OciRequest
{
  public:
    /// One call.
    using Call = std::variant<TtcHead,
                              OciSessionSwitch,
                              OciCloseCursors,
                              OciAuthRequest,
                              OciVersion,
                              OciOpenCursor,
                              OciExecute,
                              OciFetch,
                              OciCloseCursor>;

    std::vector<Call> calls; ///< The calls.

    /**
     * Decode a request.
     * @param bytes a complete request
     * @param layout layout of the session
     * @return its calls, or nothing if it contains anything else
     */
    static std::optional<OciRequest> Decode(std::span<const uint8_t> bytes,
                                            const OciLayout& layout);

    /**
     * Encode the request.
     * @param layout layout of the session
     * @return its bytes
     */
    std::vector<uint8_t> Encode(const OciLayout& layout) const;
};

} // namespace ns3::net8

#endif /* NET8_OCI_REQUEST_H */
