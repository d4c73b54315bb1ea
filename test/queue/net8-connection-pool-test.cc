// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * A pool of connections, against the rules that its documentation has, in nanoseconds.
 */
#include "ns3/net8-connection-pool.h"

#include <gtest/gtest.h>
#include <string>
#include <utility>

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

} // namespace
