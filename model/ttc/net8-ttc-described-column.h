// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_DESCRIBED_COLUMN_H
#define NET8_TTC_DESCRIBED_COLUMN_H

#include "net8-ttc-codec.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A column description (UDS). Annotations are not supported; a column with annotations is treated
 * as malformed.
 */
class TtcDescribedColumn : public TtcServerCodec<TtcDescribedColumn>
{
  public:
    uint8_t type{1};           ///< Number of the type: 1 VARCHAR2, 2 NUMBER ...
    uint8_t flags{0x80};       ///< Flags.
    int64_t precision{0};      ///< Decimal digits.
    int64_t scale{0};          ///< Decimal digits after the point, or of the fraction of a second.
    uint32_t bufferBytes{0};   ///< Buffer size of a value, bytes.
    uint32_t maxElements{0};   ///< Maximum elements of an array.
    uint64_t continuation{0};  ///< Continuation flags.
    std::string objectId;      ///< Identifier of an object type.
    uint32_t version{0};       ///< Version of the type.
    uint32_t characterSet{0};  ///< Character set.
    uint8_t form{0};           ///< Form of the character set: 1 of the database, 2 national.
    uint32_t maxCharacters{0}; ///< Maximum number of characters.
    uint32_t columnId{0};      ///< Id of the column, from 12.2 on.
    uint8_t nullable{1};       ///< Whether it may be null.
    std::string name;          ///< Its name.
    std::string schema;        ///< Schema of an object type.
    std::string typeName;      ///< Name of an object type.
    uint32_t place{0};         ///< Its place in the row, from 0.
    uint32_t userFlags{0};     ///< Flags of later releases.
    std::string domainSchema;  ///< Schema of its domain, from 23.1 on.
    std::string domain;        ///< Its domain, from 23.1 on.
    uint32_t dimensions{0};    ///< Dimensions of a vector, from 23.4 on.
    uint8_t vectorFormat{0};   ///< Format of a vector, from 23.4 on.
    uint8_t vectorFlags{0};    ///< Flags of a vector, from 23.4 on.

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
        io.U8(self.type);
        io.U8(self.flags);
        io.SignedByte(self.precision, layout.wideBytes);
        io.SignedByte(self.scale, layout.wideBytes);
        io.Integer(self.bufferBytes);
        io.Integer(self.maxElements);
        io.Integer(self.continuation);
        io.Field(self.objectId);
        io.Integer(self.version);
        io.Integer(self.characterSet);
        io.U8(self.form);
        io.Integer(self.maxCharacters);
        if (layout.HasColumnId())
        {
            io.Integer(self.columnId);
        }
        io.U8(self.nullable);
        io.Fixed(static_cast<uint8_t>(self.name.size()));
        io.Field(self.name);
        io.Field(self.schema);
        io.Field(self.typeName);
        io.Integer(self.place);
        if (layout.HasQueryCache())
        {
            io.Integer(self.userFlags);
        }
        Newer(self, io, layout);
    }

  private:
    /**
     * Visit the fields of later field versions.
     * @param self the column
     * @param io writes or reads them
     * @param layout layout of the session
     */
    template <class SELF, class IO>
    static void Newer(SELF& self, IO& io, const TtcLayout& layout)
    {
        if (layout.HasDomain())
        {
            io.Field(self.domainSchema);
            io.Field(self.domain);
        }
        if (layout.HasAnnotations())
        {
            uint32_t annotations = 0;
            io.Integer(annotations);
            if constexpr (requires { io.Fail(); })
            {
                if (annotations != 0)
                {
                    io.Fail();
                }
            }
        }
        if (layout.HasVectors())
        {
            io.Integer(self.dimensions);
            io.U8(self.vectorFormat);
            io.U8(self.vectorFlags);
        }
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_DESCRIBED_COLUMN_H */
