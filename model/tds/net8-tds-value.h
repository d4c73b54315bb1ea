// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_VALUE_H
#define NET8_TDS_VALUE_H

#include "net8-tds-type.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A value of a row or of a parameter. To read it, its length encoding must be set.
 */
class TdsValue : public TdsCodec<TdsValue>
{
  public:
    /// Size of the pointer before a long value in a row, bytes: 16, and 8 of a timestamp.
    static constexpr uint32_t POINTER = 24;
    /// Total size of chunks if not known in advance.
    static constexpr uint64_t UNKNOWN = 0xfffffffffffffffe;
    /// Total size that means null.
    static constexpr uint64_t NONE = 0xffffffffffffffff;

    TdsType::Count count{TdsType::Count::FIXED}; ///< Length encoding.
    bool inRow{false};            ///< It belongs to a row, where a long value has a pointer.
    bool null{false};             ///< It is null.
    uint32_t fixedSize{0};        ///< Size of a fixed-size value, bytes.
    uint64_t total{0};            ///< Announced total size of all chunks, bytes; may be UNKNOWN.
    std::string bytes;            ///< The value; for a long one in a row, preceded by the pointer.
    std::vector<uint32_t> chunks; ///< Size of each chunk, bytes.

    TdsValue() = default;

    /**
     * Create a value.
     * @param type its type
     * @param inRow whether it belongs to a row
     */
    explicit TdsValue(const TdsType& type, bool inRow = false)
        : count(type.GetCount().value_or(TdsType::Count::FIXED)),
          inRow(inRow),
          fixedSize(type.GetFixedSize())
    {
    }

    /**
     * Visit every field in wire order, to write or to read it.
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the value
     * @param io writes or reads it
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, const TdsLayout& /* layout */)
    {
        switch (self.count)
        {
        case TdsType::Count::FIXED:
            io.Raw(self.bytes, self.fixedSize);
            break;
        case TdsType::Count::BYTE:
            Counted(self, io, 1, 0);
            break;
        case TdsType::Count::SHORT:
            Counted(self, io, 2, 0xffff);
            break;
        case TdsType::Count::LONG:
            self.inRow ? Pointed(self, io) : Counted(self, io, 4, 0xffffffff);
            break;
        case TdsType::Count::CHUNKS:
            Chunked(self, io);
            break;
        }
    }

  private:
    /**
     * Visit a value with a length.
     * @param self the value
     * @param io writes or reads it
     * @param size size of the length, bytes
     * @param none length that means null
     */
    template <class SELF, class IO>
    static void Counted(SELF& self, IO& io, uint32_t size, uint32_t none)
    {
        auto length = self.null ? none : static_cast<uint32_t>(self.bytes.size());
        io.Little(length, size);
        if constexpr (TdsReads<IO>)
        {
            self.null = length == none;
        }
        io.Raw(self.bytes, self.null ? 0 : length);
    }

    /**
     * Visit a long value of a row.
     * @param self the value
     * @param io writes or reads it
     */
    template <class SELF, class IO>
    static void Pointed(SELF& self, IO& io)
    {
        constexpr uint8_t POINTER_SIZE = 16;
        uint8_t size = self.null ? 0 : POINTER_SIZE;
        io.U8(size);
        if constexpr (TdsReads<IO>)
        {
            self.null = size == 0;
            std::string pointer;
            uint32_t length = 0;
            io.Raw(pointer, self.null ? 0 : size + POINTER - POINTER_SIZE);
            if (!self.null)
            {
                io.Little(length, 4);
            }
            io.Raw(self.bytes, length);
            self.bytes.insert(0, pointer);
            if (size != POINTER_SIZE && size != 0)
            {
                io.Fail();
            }
        }
        else if (!self.null)
        {
            io.Raw(std::string_view(self.bytes).substr(0, POINTER));
            io.Little(self.bytes.size() - POINTER, 4);
            io.Raw(std::string_view(self.bytes).substr(POINTER));
        }
    }

    /**
     * Visit a chunked value.
     * @param self the value
     * @param io writes or reads it
     */
    template <class SELF, class IO>
    static void Chunked(SELF& self, IO& io)
    {
        auto total = self.null ? NONE : self.total;
        io.Little(total, 8);
        if constexpr (TdsReads<IO>)
        {
            self.null = total == NONE;
            self.total = self.null ? 0 : total;
            uint32_t size = self.null ? 0 : 1;
            while (size > 0 && !io.Failed())
            {
                std::string chunk;
                io.Little(size, 4);
                io.Raw(chunk, size);
                if (size > 0)
                {
                    self.chunks.push_back(size);
                }
                self.bytes += chunk;
            }
        }
        else if (!self.null)
        {
            std::size_t at = 0;
            for (const uint32_t size : self.chunks)
            {
                io.Little(size, 4);
                io.Raw(std::string_view(self.bytes).substr(at, size));
                at += size;
            }
            io.Little(0, 4);
        }
    }
};

} // namespace ns3::net8

#endif /* NET8_TDS_VALUE_H */
