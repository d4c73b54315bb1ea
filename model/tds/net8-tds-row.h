// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_ROW_H
#define NET8_TDS_ROW_H

#include "net8-tds-codec.h"
#include "net8-tds-token.h"
#include "net8-tds-value.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A row. To read it, its columns must be set.
 */
class TdsRow : public TdsCodec<TdsRow>
{
  public:
    bool withNulls{false};        ///< Nulls are marked by bits and have no value (NBCROW, 7.3).
    std::vector<TdsValue> values; ///< A value for each column.

    /**
     * Visit every field in wire order, to write or to read it.
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the token
     * @param io writes or reads the fields
     * @param layout layout of the session
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, const TdsLayout& layout)
    {
        io.Expect(static_cast<uint8_t>(self.withNulls ? TdsToken::ROW_WITH_NULLS : TdsToken::ROW));
        if (!self.withNulls)
        {
            for (auto& value : self.values)
            {
                TdsValue::Fields(value, io, layout);
            }
            return;
        }
        TakeBits(self, io);
        for (auto& value : self.values)
        {
            if (!value.null)
            {
                TdsValue::Fields(value, io, layout);
            }
        }
    }

  private:
    /**
     * Visit the null bits: one per column, lowest bit first.
     * @param self the row
     * @param io writes or reads them
     */
    template <class SELF, class IO>
    static void TakeBits(SELF& self, IO& io)
    {
        constexpr std::size_t BITS = 8;
        for (std::size_t first = 0; first < self.values.size(); first += BITS)
        {
            uint8_t bits = 0;
            const std::size_t end = std::min(self.values.size(), first + BITS);
            for (std::size_t at = first; at < end; ++at)
            {
                bits |= static_cast<uint8_t>(self.values[at].null ? 1U << (at - first) : 0U);
            }
            io.U8(bits);
            if constexpr (TdsReads<IO>)
            {
                for (std::size_t at = first; at < end; ++at)
                {
                    self.values[at].null = (bits >> (at - first) & 1U) != 0;
                }
                if (bits >> (end - first) != 0)
                {
                    io.Fail();
                }
            }
        }
    }
};

} // namespace ns3::net8

#endif /* NET8_TDS_ROW_H */
