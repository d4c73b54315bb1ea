// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_OCI_ROW_H
#define NET8_OCI_ROW_H

#include "net8-oci-codec.h"

#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A row to OCI (RXD): its values, to 9.2 each with an indicator and a return code of a byte.
 */
class OciRow : public OciServerCodec<OciRow>
{
  public:
    std::vector<std::string> values; ///< Values; one that is read has its length before.

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
        io.Expect(static_cast<uint8_t>(TtcMessage::ROW_DATA));
        OciFields fields(io, layout);
        for (auto& value : self.values)
        {
            fields.Text(value, OciFields<IO>::SHORT_TEXT);
            io.Zeros(layout.HasSequence() ? 0 : sizeof(uint16_t));
        }
    }
};

} // namespace ns3::net8

#endif /* NET8_OCI_ROW_H */
