// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_ALLOCATION_CHECK_H
#define NET8_ALLOCATION_CHECK_H

#include <cstdio>
#include <cstdlib>
#include <sanitizer/allocator_interface.h>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Ends the program if what runs while an object of this class lives allocates more than a constant
 * times the size of its input.
 *
 * All bytes that are asked for count, those that are freed again too, so that work that grows
 * faster than the input is found as well.
 */
class AllocationCheck
{
  public:
    /// Bytes allowed for an input of no bytes: error sentences, tables made at the first call.
    static constexpr size_t FIXED = 65536;

    /**
     * @param size bytes of the input
     * @param factor bytes allowed for each of them
     */
    AllocationCheck(size_t size, size_t factor)
        : m_limit(FIXED + size * factor)
    {
        static const int installed = __sanitizer_install_malloc_and_free_hooks(Count, Ignore);
        if (installed == 0)
        {
            std::abort();
        }
        s_bytes = 0;
    }

    AllocationCheck(const AllocationCheck&) = delete;
    AllocationCheck& operator=(const AllocationCheck&) = delete;

    ~AllocationCheck()
    {
        const size_t bytes = s_bytes;
        if (bytes > m_limit)
        {
            std::fprintf(stderr, "%zu bytes allocated, at most %zu are right\n", bytes, m_limit);
            std::abort();
        }
    }

    /**
     * Allow for a further input.
     *
     * @param size bytes of it
     * @param factor bytes allowed for each of them
     */
    void Allow(size_t size, size_t factor)
    {
        m_limit += FIXED + size * factor;
    }

  private:
    /**
     * @param size bytes asked for
     */
    static void Count(const volatile void*, size_t size)
    {
        s_bytes += size;
    }

    static void Ignore(const volatile void*)
    {
    }

    static inline thread_local size_t s_bytes =
        0;          ///< Bytes asked for since the last object was made.
    size_t m_limit; ///< Bytes allowed.
};

} // namespace ns3::net8

#endif /* NET8_ALLOCATION_CHECK_H */
