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
 * A row for OCI (RXD): its values, up to 9.2 each with a one-byte indicator and return code.
 */
class OciRow : public OciServerCodec<OciRow>
{
  public:
    std::vector<std::string> values; ///< Values; to read them, their number must be set.

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
