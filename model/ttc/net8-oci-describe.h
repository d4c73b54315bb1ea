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
 * Description of the columns of a result to OCI from 10.2 on (DCB). OCI 9.2 is told in the reply to
 * its parse call, in another form.
 */
class OciDescribe : public OciServerCodec<OciDescribe>
{
  public:
    /// Most columns of a result that is read.
    static constexpr uint32_t COLUMNS_MAX = 4096;
    /// Bytes of the hash of a statement and of the time behind it.
    static constexpr uint32_t IDENTITY = 23;
    /// Bytes of a DATE.
    static constexpr uint32_t TIME = 7;

    std::string identity = std::string(IDENTITY, '\0'); ///< Hash of the statement and time.
    uint32_t rowBytes{0};                               ///< Room that a row needs.
    uint8_t flag{0x4d};                                 ///< No meaning is known.
    std::vector<OciDescribedColumn> columns;            ///< The columns.
    std::string time = std::string(TIME, '\0');         ///< When the statement was parsed.
    uint32_t flags{0};                                  ///< Flags.
    uint32_t maxBytes{0};                               ///< Largest block of data.
    uint32_t minRows{0};                                ///< Rows that are prefetched.
    uint32_t maxRows{0};                                ///< Most rows that are prefetched.
    std::string cacheKey;                               ///< Key of a query cache, from 11 on.

    /**
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io takes or gives its fields
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
