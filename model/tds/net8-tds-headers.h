// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_HEADERS_H
#define NET8_TDS_HEADERS_H

#include "net8-tds-codec.h"

#include <cstdint>
#include <span>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The start of a request from 7.2 on (ALL_HEADERS): its transaction and possibly more. Before 7.2
 * there are no headers.
 */
struct TdsHeaders
{
    std::string headers = Make(0); ///< The headers, without the 4 bytes of their length.

    /**
     * Make the transaction header.
     * @param transaction number of the transaction; 0: none
     * @return the header: length 18, type 2, transaction, 1 outstanding request
     */
    static std::string Make(uint64_t transaction)
    {
        std::string header("\x12\0\0\0\x02\0", 6);
        for (uint32_t byte = 0; byte < 8; ++byte)
        {
            header += static_cast<char>(transaction >> 8 * byte & 0xffU);
        }
        return header + std::string("\x01\0\0\0", 4);
    }

    /**
     * Check whether a request starts with headers.
     * @param bytes a request
     * @return whether it does, as from 7.2 on
     */
    static bool Lead(std::span<const uint8_t> bytes)
    {
        // A text or a name does not start with a total length and the length of a header of type 1
        // to 3.
        return bytes.size() >= 10 && bytes[1] == 0 && bytes[2] == 0 && bytes[3] == 0 &&
               bytes[0] >= 10 && bytes[0] <= bytes.size() && bytes[4] <= bytes[0] - 4 &&
               bytes[5] == 0 && bytes[6] == 0 && bytes[7] == 0 && bytes[8] >= 1 && bytes[8] <= 3 &&
               bytes[9] == 0;
    }

    /**
     * Visit every field in wire order, to write or to read it.
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the headers
     * @param io writes or reads them
     * @param layout layout of the session
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, const TdsLayout& layout)
    {
        if (!layout.wide)
        {
            return;
        }
        constexpr uint32_t OWN = 4;
        auto length = static_cast<uint32_t>(OWN + self.headers.size());
        io.Little(length, 4);
        if constexpr (TdsReads<IO>)
        {
            if (length < OWN)
            {
                io.Fail();
            }
        }
        io.Raw(self.headers, length - OWN);
    }
};

} // namespace ns3::net8

#endif /* NET8_TDS_HEADERS_H */
