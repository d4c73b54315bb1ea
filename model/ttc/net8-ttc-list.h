// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_LIST_H
#define NET8_TTC_LIST_H

#include "net8-ttc-layout.h"

#include <cstdint>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Lists in TTC messages.
 */
class TtcList
{
  public:
    /**
     * Visit the length of a list.
     * @param list a list; resized when reading
     * @param io writes or reads the length, a universal integer
     * @param most maximum length when reading; longer lists are malformed
     */
    template <class LIST, class IO>
    static void Count(LIST& list, IO& io, uint32_t most)
    {
        auto count = static_cast<uint32_t>(list.size());
        io.Integer(count);
        Resize(list, io, count, most);
    }

    /**
     * Visit the entries of a list.
     * @param list a list of the right length
     * @param io writes or reads the fields of its entries
     * @param layout layout of the session
     */
    template <class LIST, class IO, class LAYOUT>
    static void Entries(LIST& list, IO& io, const LAYOUT& layout)
    {
        for (auto& entry : list)
        {
            std::remove_cvref_t<decltype(entry)>::Fields(entry, io, layout);
        }
    }

    /**
     * Resize a list to be read.
     * @param list the list; unchanged when writing
     * @param io a writer or a reader
     * @param count its length; each entry takes at least one byte
     * @param most maximum length; longer lists are malformed
     */
    template <class LIST, class IO>
    static void Resize(LIST& list, IO& io, uint32_t count, uint32_t most)
    {
        if constexpr (requires { io.Fail(); })
        {
            if (count > most || count > io.Left())
            {
                io.Fail();
            }
            list.resize(io.Failed() ? 0 : count);
        }
    }
};

} // namespace ns3::net8

#endif /* NET8_TTC_LIST_H */
