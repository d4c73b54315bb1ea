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
     * @param list a list; one that is read becomes as long as its count says
     * @param io takes or gives the count, a universal integer
     * @param most entries of a list that is read, above which it is malformed
     */
    template <class LIST, class IO>
    static void Count(LIST& list, IO& io, uint32_t most)
    {
        auto count = static_cast<uint32_t>(list.size());
        io.Integer(count);
        Resize(list, io, count, most);
    }

    /**
     * @param list a list that has its length
     * @param io takes or gives the fields of its entries
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
     * @param list a list; one that is read is made so long
     * @param io a writer or a reader
     * @param count entries that it should have, each of a byte at least
     * @param most entries above which it is malformed
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
