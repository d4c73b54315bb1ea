// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * A pool of connections, against the rules that its documentation has, in nanoseconds.
 */
#include "ns3/net8-connection-pool.h"

#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

using namespace ns3::net8;
using namespace std::chrono_literals;

namespace
{

using GetMode = ConnectionPool::GetMode;

/// Writes down what a pool decides: o(pened), p(inged), g(iven to a request), c(losed), r(efused).
class Book : public ConnectionPool::Owner
{
  public:
    uint32_t Open() override
    {
        text += " o" + std::to_string(++m_opened);
        return m_opened;
    }

    void Ping(uint32_t connection) override
    {
        text += " p" + std::to_string(connection);
    }

    void Give(uint32_t connection, uint64_t request) override
    {
        text += " g" + std::to_string(connection) + "/" + std::to_string(request);
    }

    void Close(uint32_t connection) override
    {
        text += " c" + std::to_string(connection);
    }

    void Refuse(uint64_t request, uint32_t error) override
    {
        text += " r" + std::to_string(request) + ":" + std::to_string(error);
    }

    /**
     * @return what was decided since it was last asked
     */
    std::string Take()
    {
        return std::exchange(text, {});
    }

    std::string text; ///< What was decided.

  private:
    uint32_t m_opened{0}; ///< Connections so far.
};

TEST(ConnectionPool, GivesTheConnectionThatCameBackLast)
{
    Book book;
    ConnectionPool pool({.min = 2, .max = 2}, book);
    pool.Start();
    pool.HandleReady(1, 0ns);
    pool.HandleReady(2, 0ns);
    pool.Ask(10, 1ns);
    pool.Ask(11, 1ns);
    pool.Ask(12, 1ns);
    EXPECT_EQ(book.Take(), " o1 o2 g2/10 g1/11");
    EXPECT_EQ(pool.GetWaiting(), 1U);
    pool.HandleReady(1, 2ns);
    EXPECT_EQ(book.Take(), " g1/12") << "who waits comes before the free ones";
    pool.HandleReady(2, 3ns);
    pool.HandleReady(1, 4ns);
    pool.Ask(13, 5ns);
    EXPECT_EQ(book.Take(), " g1/13");
}

TEST(ConnectionPool, GrowsByTheIncrementUpToTheMaximum)
{
    Book book;
    ConnectionPool pool({.min = 0, .max = 5, .increment = 2}, book);
    pool.Start();
    for (uint64_t request = 1; request <= 6; ++request)
    {
        pool.Ask(request, 0ns);
    }
    EXPECT_EQ(book.Take(), " o1 o2 o3 o4 o5") << "two for 1 and 2, two for 3 and 4, one is left";
    EXPECT_EQ(pool.GetOpen(), 5U);
    pool.HandleReady(3, 1ns);
    EXPECT_EQ(book.Take(), " g3/1") << "first come, first served";
}

TEST(ConnectionPool, WithoutWaitingOnlyAFullPoolRefuses)
{
    Book book;
    ConnectionPool pool({.min = 1, .max = 2, .getMode = GetMode::NOWAIT}, book);
    pool.Start();
    pool.HandleReady(1, 0ns);
    pool.Ask(1, 1ns);
    pool.Ask(2, 1ns);
    pool.Ask(3, 1ns);
    EXPECT_EQ(book.Take(), " o1 g1/1 o2 r3:24496");
}

TEST(ConnectionPool, AWaitEndsAtItsLimit)
{
    Book book;
    ConnectionPool pool({.min = 1, .max = 1, .getMode = GetMode::TIMEDWAIT, .waitTimeout = 10ns},
                        book);
    pool.Start();
    pool.HandleReady(1, 0ns);
    pool.Ask(1, 0ns);
    pool.Ask(2, 3ns);
    pool.Ask(3, 5ns);
    EXPECT_EQ(pool.GetDeadline(), 13ns);
    book.Take();
    pool.HandleDeadline(13ns);
    EXPECT_EQ(book.Take(), " r2:24457");
    EXPECT_EQ(pool.GetDeadline(), 15ns);
    pool.HandleReady(1, 14ns);
    EXPECT_EQ(book.Take(), " g1/3");
    EXPECT_EQ(pool.GetDeadline(), ConnectionPool::NEVER);
}

TEST(ConnectionPool, PingsWhatWasIdleForLongAndReplacesWhatIsDead)
{
    Book book;
    ConnectionPool pool({.min = 1, .max = 2, .pingInterval = 60ns}, book);
    pool.Start();
    pool.HandleReady(1, 0ns);
    pool.Ask(1, 59ns);
    pool.HandleReady(1, 60ns);
    EXPECT_EQ(book.Take(), " o1 g1/1") << "idle for 59";
    pool.Ask(2, 120ns);
    pool.HandleReady(1, 121ns);
    EXPECT_EQ(book.Take(), " p1 g1/2") << "idle for 60; it answers";
    pool.HandleReady(1, 122ns);
    pool.Ask(3, 200ns);
    pool.Ask(4, 200ns);
    EXPECT_EQ(book.Take(), " p1 o2");
    pool.HandleEnd(1, 3113, 201ns);
    EXPECT_EQ(book.Take(), " o3") << "it does not; two wait, one connection is being made";
    pool.HandleReady(2, 202ns);
    EXPECT_EQ(book.Take(), " g2/3") << "its request is first again";
}

TEST(ConnectionPool, ShrinksToTheMinimumAndCloses)
{
    Book book;
    ConnectionPool pool({.min = 1, .max = 3, .increment = 3, .timeout = 100ns}, book);
    pool.Start();
    pool.Ask(1, 0ns);
    pool.Ask(2, 0ns);
    pool.HandleReady(1, 1ns);
    pool.HandleReady(2, 1ns);
    pool.HandleReady(3, 2ns);
    EXPECT_EQ(book.Take(), " o1 o2 o3 g1/1 g2/2");
    pool.HandleReady(2, 5ns);
    EXPECT_EQ(pool.GetDeadline(), 102ns);
    pool.HandleDeadline(102ns);
    EXPECT_EQ(book.Take(), " c3");
    pool.HandleEnd(3, 0, 103ns);
    pool.HandleDeadline(105ns);
    EXPECT_EQ(book.Take(), " c2");
    EXPECT_EQ(pool.GetDeadline(), ConnectionPool::NEVER) << "one is left, which is busy";
    pool.Finish();
    EXPECT_EQ(book.Take(), "");
    pool.HandleReady(1, 200ns);
    EXPECT_EQ(book.Take(), " c1");
}

TEST(ConnectionPool, AFailureFailsTheRequestsThatItIsOf)
{
    Book book;
    ConnectionPool pool({.min = 1, .max = 2}, book);
    pool.Start();
    pool.HandleReady(1, 0ns);
    pool.Ask(1, 0ns);
    pool.Ask(2, 0ns);
    EXPECT_EQ(book.Take(), " o1 g1/1 o2");
    pool.HandleEnd(2, 12514, 1ns);
    EXPECT_EQ(book.Take(), " r2:12514");
    pool.HandleEnd(1, 3113, 2ns);
    EXPECT_EQ(book.Take(), " r1:3113");
    EXPECT_EQ(pool.GetOpen(), 0U);
    pool.Ask(3, 3ns);
    EXPECT_EQ(book.Take(), " o3");
}

/**
 * End connections, as a caller does that knows them to be dead.
 *
 * @param pool the pool
 * @param dead whether a connection is
 */
void
EndDead(ConnectionPool& pool, const std::function<bool(uint32_t)>& dead)
{
    for (const auto number : pool.GetUsable())
    {
        if (dead(number))
        {
            pool.HandleEnd(number, 12547, 1ns);
        }
    }
}

TEST(ConnectionPool, DeadConnectionsAreEndedBeforeTheyAreHandedOut)
{
    // 2 is being pinged for request 11; 1 and 3 are free and come first, so that the request does
    // not get one of them when the ping fails.
    Book book;
    ConnectionPool pool({.min = 3, .max = 4, .pingInterval = 5ns}, book);
    pool.Start();
    pool.HandleReady(1, 0ns);
    pool.HandleReady(3, 0ns);
    pool.HandleReady(2, 0ns);
    pool.Ask(11, 5ns);
    pool.Ask(12, 5ns);
    EXPECT_EQ(book.Take(), " o1 o2 o3 p2 p3");
    pool.HandleReady(3, 6ns);
    pool.HandleReady(3, 7ns);
    EXPECT_EQ(book.Take(), " g3/12");
    EXPECT_EQ(pool.GetUsable(), (std::vector<uint32_t>{1, 3, 2}));
    EndDead(pool, [](uint32_t) { return true; });
    EXPECT_EQ(book.Take(), " o4") << "request 11 waits again, for a new connection";
    EXPECT_EQ(pool.GetOpen(), 1U);
    EXPECT_TRUE(pool.GetUsable().empty()) << "one that is being opened is not usable";
    pool.HandleReady(4, 9ns);
    EXPECT_EQ(book.Take(), " g4/11");
}

TEST(ConnectionPool, ARequestWithADeadConnectionFails)
{
    Book book;
    ConnectionPool pool({.min = 2, .max = 2}, book);
    pool.Start();
    pool.HandleReady(1, 0ns);
    pool.HandleReady(2, 0ns);
    pool.Ask(11, 1ns);
    pool.Ask(12, 1ns);
    pool.Ask(13, 1ns);
    EXPECT_EQ(book.Take(), " o1 o2 g2/11 g1/12");
    EndDead(pool, [](uint32_t number) { return number == 2; });
    EXPECT_EQ(book.Take(), " r11:12547 o3") << "request 13 waits, for a new one";
}

TEST(ConnectionPool, ConnectionsAreReplacedWhereThereIsRoom)
{
    // Four of at most four: 1 and 2 were idle longest, 3 is in use.
    Book book;
    ConnectionPool pool({.min = 3, .max = 4}, book);
    pool.Start();
    for (uint32_t number = 1; number <= 3; ++number)
    {
        pool.HandleReady(number, 0ns);
    }
    pool.Ask(11, 1ns);
    book.Take();
    EXPECT_EQ(pool.Replace(2), 2U);
    EXPECT_EQ(book.Take(), " o4 c1 o5") << "one is added, then one makes room";
    EXPECT_EQ(pool.GetOpen(), 4U);
    EXPECT_EQ(pool.Replace(3), 1U) << "2 makes room, no other is idle";
    EXPECT_EQ(book.Take(), " c2 o6");
    pool.Finish();
    EXPECT_EQ(pool.Replace(1), 0U) << "nobody needs it any more";
}

} // namespace
