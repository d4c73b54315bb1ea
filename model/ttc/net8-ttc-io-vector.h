// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_IO_VECTOR_H
#define NET8_TTC_IO_VECTOR_H

#include "net8-ttc-code.h"
#include "net8-ttc-codec.h"
#include "net8-ttc-list.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Directions of the bind variables of a PL/SQL block (IOV). The returned values follow in a row.
 */
class TtcIoVector : public TtcServerCodec<TtcIoVector>
{
  public:
    static constexpr uint8_t OUT = 16; ///< The server returns a value.
    static constexpr uint8_t IN = 32;  ///< The client sent a value.
    /// Maximum number of bind variables read.
    static constexpr uint32_t COUNT_MAX = 65536;

    uint8_t flags{0};                ///< Flags.
    uint32_t iterations{0};          ///< Iterations in this reply.
    uint32_t buffer{0};              ///< Length of a buffer.
    std::string bitVector;           ///< For fast fetches.
    std::string rowid;               ///< Last row.
    std::vector<uint8_t> directions; ///< OUT, IN or their sum, for each variable.

    /**
     * Visit every field in wire order, to write or to read it.
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io writes or reads the fields
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, const TtcLayout& /* layout */)
    {
        io.Expect(static_cast<uint8_t>(TtcMessage::IO_VECTOR));
        io.U8(self.flags);
        auto low = static_cast<uint32_t>(self.directions.size() % 256);
        auto high = static_cast<uint32_t>(self.directions.size() / 256);
        io.Integer(low);
        io.Integer(high);
        io.Integer(self.iterations);
        io.Integer(self.buffer);
        Bytes(self.bitVector, io);
        Bytes(self.rowid, io);
        const uint64_t count = low + 256 * uint64_t{high};
        TtcList::Resize(self.directions, io, count < COUNT_MAX ? count : COUNT_MAX + 1, COUNT_MAX);
        for (auto& direction : self.directions)
        {
            io.U8(direction);
        }
    }

  private:
    /**
     * Visit bytes preceded by their number.
     * @param text the bytes
     * @param io writes or reads them
     */
    template <class TEXT, class IO>
    static void Bytes(TEXT& text, IO& io)
    {
        auto size = static_cast<uint32_t>(text.size());
        io.Integer(size);
        io.Raw(text, size);
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_IO_VECTOR_H */
