// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_OCI_DESCRIBED_COLUMN_H
#define NET8_OCI_DESCRIBED_COLUMN_H

#include "net8-oci-codec.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A column description for OCI (UDS).
 */
class OciDescribedColumn : public OciServerCodec<OciDescribedColumn>
{
  public:
    uint8_t type{1};           ///< Number of the type: 1 VARCHAR2, 2 NUMBER ...
    uint8_t flags{0x80};       ///< Flags.
    uint8_t precision{0};      ///< Decimal digits.
    uint8_t scale{0};          ///< Decimal digits after the point.
    uint32_t bufferBytes{0};   ///< Buffer size of a value, bytes.
    uint32_t maxElements{0};   ///< Maximum elements of an array.
    uint32_t continuation{0};  ///< Continuation flags.
    std::string objectId;      ///< Identifier of an object type; not read if the platforms are
                               ///< equal.
    uint16_t characterSet{0};  ///< Character set.
    uint8_t form{0};           ///< Form of the character set: 1 of the database, 2 national.
    uint32_t maxCharacters{0}; ///< Maximum number of characters.
    uint8_t nullable{1};       ///< Whether it may be null.
    std::string name;          ///< Its name.
    std::string schema;        ///< Schema of an object type.
    std::string typeName;      ///< Name of an object type.
    uint16_t place{0};         ///< Its place in the row, from 0.
    uint32_t userFlags{0};     ///< Flags of later releases, to 12.1.

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
        Type(self, io, layout);
        OciFields fields(io, layout);
        fields.U8(self.nullable);
        io.Fixed(static_cast<uint8_t>(self.name.size()));
        fields.Field(self.name);
        fields.Field(self.schema);
        fields.Field(self.typeName);
        fields.U16(self.place);
        if (layout.HasUserFlags())
        {
            fields.U32(self.userFlags);
        }
    }

    /**
     * Get the size of a type definition.
     * @param layout layout of the session
     * @return size of a type, as an execute defines a bind variable or a column, bytes
     */
    static uint32_t CountDefinition(const OciLayout& layout)
    {
        TtcWriter counter(TtcWriter::Side::DRIVER);
        Type(OciDescribedColumn(), counter, layout);
        return static_cast<uint32_t>(counter.GetSize());
    }

  private:
    /**
     * Visit the fields of the type.
     * @param self the column
     * @param io writes or reads its type
     * @param layout layout of the session
     */
    template <class SELF, class IO>
    static void Type(SELF&& self, IO& io, const OciLayout& layout)
    {
        if (layout.samePlatform)
        {
            io.Fixed(1);
        }
        OciFields fields(io, layout, layout.samePlatform);
        fields.U8(self.type);
        fields.U8(self.flags);
        fields.U8(self.precision);
        fields.U8(self.scale);
        fields.U32(self.bufferBytes);
        fields.U32(self.maxElements);
        fields.U32(self.continuation);
        uint32_t version = 0;
        if (layout.samePlatform)
        {
            fields.Pointers(1);
            fields.U32(version);
        }
        else
        {
            fields.Field(self.objectId);
            fields.U16(version);
        }
        fields.U16(self.characterSet);
        fields.U8(self.form);
        fields.U32(self.maxCharacters);
        fields.End();
    }
};

} // namespace ns3::net8

#endif /* NET8_OCI_DESCRIBED_COLUMN_H */
