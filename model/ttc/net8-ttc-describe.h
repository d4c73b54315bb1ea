// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_DESCRIBE_H
#define NET8_TTC_DESCRIBE_H

#include "net8-ttc-code.h"
#include "net8-ttc-described-column.h"
#include "net8-ttc-list.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Description of the columns of a result (DCB).
 */
class TtcDescribe : public TtcServerCodec<TtcDescribe>
{
  public:
    /// Maximum number of columns read (columns of a table in 23ai).
    static constexpr uint32_t COLUMNS_MAX = 4096;

    std::string identity;                    ///< Hash of the statement and time, 23 bytes.
    uint32_t rowBytes{0};                    ///< Buffer size of a row, bytes.
    uint8_t flag{0x51};                      ///< Meaning unknown.
    std::vector<TtcDescribedColumn> columns; ///< The columns.
    std::string time;                        ///< Time the statement was parsed, a DATE.
    uint32_t flags{0};                       ///< Flags.
    uint32_t maxBytes{0};                    ///< Maximum size of a data block.
    uint32_t minRows{0};                     ///< Number of prefetched rows.
    uint32_t maxRows{0};                     ///< Maximum number of prefetched rows.
    std::string cacheKey;                    ///< Key of a query cache.

    /**
     * Visit every field in wire order, to write or to read it.
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io writes or reads the fields
     * @param layout layout of the session
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, const TtcLayout& layout)
    {
        io.Expect(static_cast<uint8_t>(TtcMessage::DESCRIBE));
        io.String(self.identity);
        io.Integer(self.rowBytes);
        TtcList::Count(self.columns, io, COLUMNS_MAX);
        if (!self.columns.empty())
        {
            io.U8(self.flag);
        }
        TtcList::Entries(self.columns, io, layout);
        io.Field(self.time);
        io.Integer(self.flags);
        io.Integer(self.maxBytes);
        io.Integer(self.minRows);
        io.Integer(self.maxRows);
        if (layout.HasQueryCache())
        {
            io.Field(self.cacheKey);
        }
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_DESCRIBE_H */
