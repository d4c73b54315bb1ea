// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_POOLED_H
#define NET8_POOLED_H

#include <cstddef>
#include <new>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Base class of objects of which one comes and goes with each segment or event: the memory of one
 * that goes is kept for the next one.
 *
 * What is kept is as much as there once was at the same time. ns-3 has one simulation at a time in
 * a process and runs it in one thread, so nothing is locked. Where AddressSanitizer looks for
 * memory that is used after its end, nothing is kept.
 *
 * @tparam T the class itself
 */
template <typename T>
class Net8Pooled
{
  public:
    /**
     * @param size bytes of the object
     * @return memory for it
     */
    static void* operator new(std::size_t size)
    {
        if (size != sizeof(T) || !s_free)
        {
            return ::operator new(size);
        }
        auto* const block = s_free;
        s_free = block->next;
        return block;
    }

    /**
     * @param memory memory of an object that has ended
     * @param size its bytes
     */
    static void operator delete(void* memory, std::size_t size)
    {
        static_assert(sizeof(T) >= sizeof(Block));
#ifdef __SANITIZE_ADDRESS__
        constexpr bool keeps = false;
#else
        constexpr bool keeps = true;
#endif
        if (!keeps || size != sizeof(T))
        {
            ::operator delete(memory);
            return;
        }
        s_free = new (memory) Block{s_free};
    }

  private:
    /// Memory that is kept.
    struct Block
    {
        Block* next; ///< The one before; null: none.
    };

    static inline Block* s_free{nullptr}; ///< The memory kept last; null: none.
};

} // namespace ns3::net8

#endif // NET8_POOLED_H
