// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_BATCH_H
#define NET8_TDS_BATCH_H

#include "net8-tds-codec.h"
#include "net8-tds-headers.h"

#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A batch: statements as text.
 */
class TdsBatch : public TdsCodec<TdsBatch>
{
  public:
    TdsHeaders headers; ///< Headers of the request.
    std::string text;   ///< The statements, in UTF-16.

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
        io.Rest(self.text);
    }
};

} // namespace ns3::net8

#endif /* NET8_TDS_BATCH_H */
