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
 * Begins or ends a transaction.
 */
class TdsTransaction : public TdsCodec<TdsTransaction>
{
  public:
    /// Type of request.
    enum class Request : uint16_t
    {
        BEGIN = 5,   ///< Begin a transaction.
        COMMIT = 7,  ///< Commit it.
        ROLLBACK = 8 ///< Roll it back.
    };

    TdsHeaders headers;                                      ///< Headers of the request.
    uint16_t request{static_cast<uint16_t>(Request::BEGIN)}; ///< Type of request.
    std::string rest;                                        ///< Isolation level, names, flags.

    /**
     * Visit every field in wire order, to write or to read it.
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io writes or reads the fields
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
