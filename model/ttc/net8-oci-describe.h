// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_OCI_DESCRIBE_H
#define NET8_OCI_DESCRIBE_H

#include "net8-oci-codec.h"
#include "net8-oci-described-column.h"
#include "net8-ttc-list.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Description of the columns of a result for OCI from 10.2 on (DCB). OCI 9.2 gets it in the reply
 * to its parse call, in another format.
 */
class OciDescribe : public OciServerCodec<OciDescribe>
{
  public:
    /// Maximum number of columns read.
    static constexpr uint32_t COLUMNS_MAX = 4096;
    /// Size of the hash of a statement and the time after it, bytes.
    static constexpr uint32_t IDENTITY = 23;
    /// Size of a DATE, bytes.
    static constexpr uint32_t TIME = 7;

    std::string identity = std::string(IDENTITY, '\0'); ///< Hash of the statement and time.
    uint32_t rowBytes{0};                               ///< Buffer size of a row, bytes.
    uint8_t flag{0x4d};                                 ///< Meaning unknown.
    std::vector<OciDescribedColumn> columns;            ///< The columns.
    std::string time = std::string(TIME, '\0');         ///< When the statement was parsed.
    uint32_t flags{0};                                  ///< Flags.
    uint32_t maxBytes{0};                               ///< Maximum size of a data block.
    uint32_t minRows{0};                                ///< Number of prefetched rows.
    uint32_t maxRows{0};                                ///< Maximum number of prefetched rows.
    std::string cacheKey;                               ///< Key of a query cache, from 11 on.

    /**
     * Visit every field in wire order, to write or to read it.
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io writes or reads the fields
     * @param layout layout of the session
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, const OciLayout& layout)
    {
        io.Expect(static_cast<uint8_t>(TtcMessage::DESCRIBE));
        OciFields fields(io, layout);
        auto size = static_cast<uint32_t>(self.identity.size());
        io.Little(size, layout.HasQueryCache() ? 4 : 1);
        io.Raw(self.identity, size);
        fields.U32(self.rowBytes);
        auto count = static_cast<uint32_t>(self.columns.size());
        fields.U32(count);
        TtcList::Resize(self.columns, io, count, COLUMNS_MAX);
        if (!self.columns.empty())
        {
            io.U8(self.flag);
        }
        TtcList::Entries(self.columns, io, layout);
        fields.Field(self.time);
        fields.U32(self.flags);
        fields.U32(self.maxBytes);
        fields.U32(self.minRows);
        fields.U32(self.maxRows);
        if (layout.HasQueryCache())
        {
            fields.Field(self.cacheKey);
        }
    }
};

} // namespace ns3::net8

#endif /* NET8_OCI_DESCRIBE_H */
