// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_OCI_ROW_HEADER_H
#define NET8_OCI_ROW_HEADER_H

#include "net8-oci-codec.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Header of rows for OCI (RXH).
 */
class OciRowHeader : public OciServerCodec<OciRowHeader>
{
  public:
    uint8_t mark{1};        ///< Byte before the structure if the platforms are equal: 0 or 1.
    uint8_t flags{2};       ///< Flags.
    uint16_t requests{1};   ///< Requests.
    uint32_t iteration{0};  ///< Number of the iteration.
    uint32_t iterations{0}; ///< Iterations.
    uint16_t buffer{0};     ///< Size of a buffer.
    std::string bitVector;  ///< Columns of the first row that are sent, if others repeat.

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
        io.Expect(static_cast<uint8_t>(TtcMessage::ROW_HEADER));
        if (layout.samePlatform)
        {
            io.U8(self.mark);
        }
        OciFields fields(io, layout, layout.samePlatform);
        fields.U8(self.flags);
        fields.U16(self.requests);
        Iterations(self, fields, layout);
        fields.U16(self.buffer);
        if (!layout.samePlatform)
        {
            fields.Field(self.bitVector);
            uint32_t rowid = 0;
            fields.U32(rowid);
            return;
        }
        // The length of the target of a null pointer is not set.
        auto size = static_cast<uint16_t>(self.bitVector.size());
        auto pointer = fields.PointTo(size);
        fields.Pointer(pointer);
        fields.U16(size);
        fields.Pointers(1);
        uint32_t rowid = 0;
        fields.U32(rowid);
        fields.End();
        io.Raw(self.bitVector, pointer == 0 ? 0 : size);
    }

  private:
    /**
     * Visit the iteration counters, which were shorter before 10g.
     * @param self the message
     * @param fields writes or reads them
     * @param layout layout of the session
     */
    template <class SELF, class FIELDS>
    static void Iterations(SELF& self, FIELDS& fields, const OciLayout& layout)
    {
        if (layout.HasSequence())
        {
            fields.U32(self.iteration);
            fields.U32(self.iterations);
        }
        else
        {
            fields.U16(self.iteration);
            fields.U16(self.iterations);
        }
    }
};

} // namespace ns3::net8

#endif /* NET8_OCI_ROW_HEADER_H */
