// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SPARE_H
#define NET8_TCP_SPARE_H

#include <utility>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The memory of a list that became empty last, for the next one that is filled: an idle connection
 * holds no memory, and one that receives and reads a segment at a time asks for none.
 *
 * A simulation runs in one thread, so nothing is locked.
 *
 * @tparam T an element of the lists
 */
template <typename T>
class TcpSpare
{
  public:
    /**
     * Give a list memory, if it has none and some is kept.
     *
     * @param list a list, about to be filled
     */
    static void Lend(std::vector<T>& list)
    {
        if (list.capacity() == 0)
        {
            list.swap(s_kept);
        }
    }

    /**
     * Empty a list, and keep its memory unless some is kept already.
     *
     * @param list a list
     */
    static void TakeBack(std::vector<T>& list)
    {
        list.clear();
        if (s_kept.capacity() == 0)
        {
            list.swap(s_kept);
            return;
        }
        std::vector<T>().swap(list);
    }

  private:
    static inline std::vector<T> s_kept; ///< An empty list with memory, or without.
};

} // namespace ns3::net8

#endif // NET8_TCP_SPARE_H
