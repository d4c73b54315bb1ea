// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_TYPE_H
#define NET8_TDS_TYPE_H

#include "net8-tds-codec.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Type of a column or parameter: a byte, followed by the details of its kind.
 */
class TdsType : public TdsCodec<TdsType>
{
  public:
    /// How the length of a value is encoded.
    enum class Count : uint8_t
    {
        FIXED, ///< No length.
        BYTE,  ///< One byte, 0 for null.
        SHORT, ///< Two bytes, 0xffff for null.
        LONG,  ///< Four bytes, 0xffffffff for null; in rows preceded by a pointer.
        CHUNKS ///< In chunks, each preceded by its length.
    };

    /// Types that are used here by name.
    enum Name : uint8_t
    {
        INT = 0x38,      ///< 4 bytes.
        INT_NULL = 0x26, ///< 1, 2, 4 or 8 bytes, or null.
        DATETIME = 0x3d, ///< 8 bytes.
        VARCHAR = 0xa7,  ///< Text in a code page.
        NVARCHAR = 0xe7  ///< UTF-16.
    };

    /// Size of a collation, bytes.
    static constexpr uint32_t COLLATION = 5;
    /// Size of a type whose values come in chunks.
    static constexpr uint32_t WITHOUT_LIMIT = 0xffff;

    uint8_t type{INT};     ///< The type.
    uint32_t size{0};      ///< Maximum size of a value, bytes.
    uint8_t precision{0};  ///< Digits of a decimal.
    uint8_t scale{0};      ///< Digits after the point.
    std::string collation; ///< Collation of character types.

    /**
     * @return length encoding of its values; nothing if the type is unknown
     */
    std::optional<Count> GetCount() const;

    /**
     * @return size of a fixed-size value, bytes
     */
    uint32_t GetFixedSize() const;

    /**
     * Visit every field in wire order, to write or to read it.
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the type
     * @param io writes or reads it
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, const TdsLayout& /* layout */)
    {
        io.U8(self.type);
        const uint32_t bytes = self.GetSizeBytes();
        if (bytes > 0)
        {
            io.Little(self.size, bytes);
        }
        if (self.HasPrecision())
        {
            io.U8(self.precision);
        }
        if (self.HasScale())
        {
            io.U8(self.scale);
        }
        if (self.HasCollation())
        {
            io.Raw(self.collation, COLLATION);
        }
        if constexpr (TdsReads<IO>)
        {
            if (!self.GetCount())
            {
                io.Fail();
            }
        }
    }

  private:
    /** @return size of its size field, bytes; 0 if it has none */
    uint32_t GetSizeBytes() const;
    /** @return whether it has a precision */
    bool HasPrecision() const;
    /** @return whether it has a scale */
    bool HasScale() const;
    /** @return whether it has a collation */
    bool HasCollation() const;
};

} // namespace ns3::net8

#endif /* NET8_TDS_TYPE_H */
