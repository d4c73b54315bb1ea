// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_TRANSACTION_H
#define NET8_TDS_TRANSACTION_H

#include "net8-tds-codec.h"
#include "net8-tds-headers.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A transaction begins or ends.
 */
class TdsTransaction : public TdsCodec<TdsTransaction>
{
  public:
    /// What is asked.
    enum class Request : uint16_t
    {
        BEGIN = 5,   ///< A transaction begins.
        COMMIT = 7,  ///< It is kept.
        ROLLBACK = 8 ///< It is undone.
    };

    TdsHeaders headers;                                      ///< What it begins with.
    uint16_t request{static_cast<uint16_t>(Request::BEGIN)}; ///< What is asked.
    std::string rest;                                        ///< Level of isolation, names, flags.

    /**
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io takes or gives its fields
     * @param layout layout of the session
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, const TdsLayout& layout)
    {
        TdsHeaders::Fields(self.headers, io, layout);
        io.Little(self.request, 2);
        io.Rest(self.rest);
    }
};

} // namespace ns3::net8

#endif /* NET8_TDS_TRANSACTION_H */
