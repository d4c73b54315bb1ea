// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_RETURN_STATUS_H
#define NET8_TDS_RETURN_STATUS_H

#include "net8-tds-codec.h"
#include "net8-tds-token.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Return status of a procedure.
 */
class TdsReturnStatus : public TdsCodec<TdsReturnStatus>
{
  public:
    uint32_t value{0}; ///< The signed status.

    /**
     * Visit every field in wire order, to write or to read it.
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the token
     * @param io writes or reads the fields
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, const TdsLayout& /* layout */)
    {
        io.Expect(static_cast<uint8_t>(TdsToken::RETURN_STATUS));
        io.Little(self.value, 4);
    }
};

} // namespace ns3::net8

#endif /* NET8_TDS_RETURN_STATUS_H */
