// SPDX-License-Identifier: GPL-2.0-only
// Tests the memory of an idle connection, counted by the allocator of this program.
#include "net8-tcp-pair.h"

#include "ns3/net8-tcp-spare.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <malloc.h>
#include <new>
#include <vector>

namespace
{

/// Bytes currently allocated, including the allocator's rounding.
size_t g_held = 0;

/// The deallocation function; volatile so that the compiler does not see that what new returns is
/// freed here.
void (*volatile g_free)(void*) = std::free;

/**
 * @param piece an allocated block
 * @return its usable bytes
 */
size_t
SizeOf(void* piece)
{
    return piece ? malloc_usable_size(piece) : 0;
}

} // namespace

void*
operator new(size_t bytes)
{
    void* piece = std::malloc(bytes);
    if (!piece)
    {
        throw std::bad_alloc();
    }
    g_held += SizeOf(piece);
    return piece;
}

void
operator delete(void* piece) noexcept
{
    g_held -= SizeOf(piece);
    g_free(piece);
}

void
operator delete(void* piece, size_t /* bytes */) noexcept
{
    operator delete(piece);
}

namespace ns3::net8
{
namespace
{

constexpr size_t KIBIBYTE = 1024;
constexpr size_t ASLEEP = 400; ///< Bytes of an idle connection that sleeps.

/**
 * Let both ends of a session write and read, and then become idle.
 *
 * @param pair the pair, opened
 */
void
UseAndRest(TcpPair& pair)
{
    for (int call = 0; call < 50; ++call)
    {
        pair.RunTo(pair.now + SECOND / 4);
        pair.Write(pair.client, 300);
        pair.RunTo(pair.now + SECOND / 4);
        pair.Read(pair.server);
        pair.Write(pair.server, call == 25 ? 20000 : 2000);
        pair.RunTo(pair.now + SECOND / 4);
        pair.Read(pair.client);
    }
    pair.RunTo(pair.now + 60 * SECOND);
    ASSERT_EQ(pair.client.read, pair.server.wrote);
    ASSERT_EQ(pair.server.read, pair.client.wrote);
}

/**
 * @param congestion congestion control of both ends
 * @param loss fraction of segments lost
 * @param sleeps whether both ends sleep then
 * @return bytes held by both ends at the end
 */
size_t
MeasurePair(TcpCongestion congestion, double loss, bool sleeps)
{
    TcpSettings settings;
    settings.congestion = congestion;
    LinkRules rules;
    rules.loss = loss;
    TcpPair pair(settings, settings, rules, 1);
    const size_t before = g_held;
    pair.Open();
    UseAndRest(pair);
    EXPECT_EQ(sleeps && pair.Sleep(), sleeps);
    const size_t after = g_held;
    // The listener remains besides the two connections, so an equal one is subtracted.
    const auto listener = std::make_unique<TcpListener>(settings, TcpSocketOptions(), 5, pair);
    return after - before - (g_held - after);
}

} // namespace

TEST(TcpSize, AnIdleConnectionHoldsAKibibyte)
{
    for (const TcpCongestion congestion :
         {TcpCongestion::CUBIC, TcpCongestion::RENO, TcpCongestion::BBR})
    {
        for (const double loss : {0.0, 0.05})
        {
            EXPECT_LE(MeasurePair(congestion, loss, false), 2 * KIBIBYTE);
            EXPECT_LE(MeasurePair(congestion, loss, true), 2 * ASLEEP);
        }
    }
}

TEST(TcpSize, TimeWaitHoldsLess)
{
    // Its key in a host's table, 38 bytes, and its timer are additional.
    EXPECT_LE(sizeof(TcpTimeWait), 64U);
}

TEST(TcpSize, ListsThatBecomeEmptyLendTheirMemory)
{
    struct Piece
    {
        int bytes{0};
    };

    std::vector<Piece> one(3);
    std::vector<Piece> other(3);
    const auto* const memory = one.data();
    TcpSpare<Piece>::TakeBack(one);
    EXPECT_TRUE(one.empty());
    EXPECT_EQ(one.capacity(), 0U);
    const size_t held = g_held;
    TcpSpare<Piece>::TakeBack(other);
    EXPECT_LT(g_held, held) << "one list is kept, no more";
    TcpSpare<Piece>::Lend(other);
    EXPECT_TRUE(other.empty());
    EXPECT_EQ(other.capacity(), 3U);
    EXPECT_EQ(other.data(), memory);
    TcpSpare<Piece>::Lend(one);
    EXPECT_EQ(one.capacity(), 0U) << "it is lent already";
}

} // namespace ns3::net8
