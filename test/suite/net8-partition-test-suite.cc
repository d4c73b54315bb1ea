// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * What ranks tell each other: nothing is lost, and sessions of servers find their clients.
 */

#include "ns3/inet-socket-address.h"
#include "ns3/net8-chrono.h"
#include "ns3/net8-experiment.h"
#include "ns3/net8-mpi.h"
#include "ns3/net8-rank-bytes.h"
#include "ns3/net8-server-book.h"
#include "ns3/test.h"

#include <stdexcept>
#include <string>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/**
 * @param session number of the session at its server
 * @param port port of the client
 * @return a record of it
 */
ServerRecord
MakeServer(uint64_t session, uint16_t port)
{
    ServerRecord record;
    record.session = session;
    record.from = InetSocketAddress("10.1.0.11", port);
    record.all.Add(WaitEvent::MESSAGE_FROM_CLIENT, ToChrono(MilliSeconds(40)), 2);
    return record;
}

/**
 * @return a WAN with four sessions
 */
ExperimentPlan
MakePlan()
{
    ExperimentPlan plan;
    plan.sections["path"] = {{"Kind", "wan"}, {"Delay", "20ms"}, {"LossRate", "0.02"}};
    plan.sections["client"] = {{"Count", "4"}, {"StartSpacing", "10ms"}};
    plan.sections["query"] = {{"Rows", "100"}};
    plan.sections["run"] = {{"SampleInterval", "50ms"}};
    return plan;
}

} // namespace

/**
 * @ingroup net8-test
 * An address used by three sessions in turn, recorded in the books of two processes.
 */
class Net8ServerBookTestCase : public TestCase
{
  public:
    Net8ServerBookTestCase()
        : TestCase("A server's session is that of the client that connected last before its end")
    {
    }

  private:
    void DoRun() override
    {
        const Address shared = InetSocketAddress("10.1.0.11", 50000);
        Net8ServerBook clients;
        clients.Add({.time = Seconds(1), .session = 7, .local = shared});
        clients.Add({.time = Seconds(2), .session = 3, .local = InetSocketAddress("10.1.0.11", 1)});
        clients.Add({.time = Seconds(4), .session = 5, .local = shared});
        clients.Add({.time = Seconds(9), .session = 6, .local = shared});
        Net8ServerBook servers;
        servers.Add({.time = Seconds(3), .record = MakeServer(1, 50000)});
        servers.Add({.time = Seconds(5), .record = MakeServer(2, 1)});
        servers.Add({.time = Seconds(6), .record = MakeServer(3, 50000)});
        servers.Add({.time = Seconds(7), .record = MakeServer(4, 2)});
        servers.Add(clients);
        const auto found = servers.Match();
        NS_TEST_ASSERT_MSG_EQ(found.size(), 3, "The fourth is of no client");
        NS_TEST_EXPECT_MSG_EQ(found[0].session, 3, "Own address");
        NS_TEST_EXPECT_MSG_EQ(found[1].session, 5, "The second on the shared address");
        NS_TEST_EXPECT_MSG_EQ(found[2].session, 7, "The first on the shared address");
        const auto& waits = found[2].all.Get(WaitEvent::MESSAGE_FROM_CLIENT);
        NS_TEST_EXPECT_MSG_EQ(waits.count, 2, "Waits come along");
    }
};

/**
 * @ingroup net8-test
 * Results do not change when they are written and read.
 */
class Net8RankBytesTestCase : public TestCase
{
  public:
    Net8RankBytesTestCase()
        : TestCase("What a rank writes the others read")
    {
    }

  private:
    void DoRun() override
    {
        auto result = Net8Experiment(MakePlan()).Run();
        auto third = result.sessions[2];
        third.error = SessionError::REFUSED;
        result.sessions.Set(third);
        Net8ServerBook book;
        book.Add({.time = Seconds(1), .session = 3, .local = InetSocketAddress("10.1.0.11", 1)});
        book.Add({.time = Seconds(5), .record = MakeServer(2, 1)});
        const auto bytes = WriteRank(result, book);

        ExperimentResult empty;
        empty.sessions.Add(0, result.sessions.size());
        Net8ServerBook emptyBook;
        ReadRank(bytes, empty, emptyBook);
        // Written again, they are the same bytes, so everything that was written has been read.
        NS_TEST_EXPECT_MSG_EQ((WriteRank(empty, emptyBook) == bytes), true, "Same again");
        NS_TEST_EXPECT_MSG_EQ(empty.calls.size(), result.calls.size(), "Calls");
        NS_TEST_EXPECT_MSG_EQ(empty.calls.back().end, result.calls.back().end, "Last call");
        NS_TEST_EXPECT_MSG_EQ(empty.attempts.front().address,
                              result.attempts.front().address,
                              "Text");
        NS_TEST_EXPECT_MSG_EQ((empty.sessions[2].error == SessionError::REFUSED), true, "Error");
        NS_TEST_EXPECT_MSG_EQ(empty.sessions[3].error.has_value(), false, "No error");
        NS_TEST_EXPECT_MSG_EQ(emptyBook.Match().front().session, 3, "Address");
        NS_TEST_EXPECT_MSG_EQ((empty.counters == result.counters), true, "Counters");

        // Another rank with the same results doubles the counts, but not the sessions.
        ReadRank(bytes, empty, emptyBook);
        NS_TEST_EXPECT_MSG_EQ(empty.events, 2 * result.events, "Events are summed");
        NS_TEST_EXPECT_MSG_EQ(empty.sessions.size(), result.sessions.size(), "Sessions are not");
        bool refused = false;
        try
        {
            ReadRank(bytes.substr(0, bytes.size() - 1), empty, emptyBook);
        }
        catch (const std::runtime_error&)
        {
            refused = true;
        }
        NS_TEST_EXPECT_MSG_EQ(refused, true, "Bytes that are cut short");
    }
};

/**
 * @ingroup net8-test
 * An impossible partition: without MPI there is none, without mpirun there is one rank.
 */
class Net8PartitionRefusalTestCase : public TestCase
{
  public:
    Net8PartitionRefusalTestCase()
        : TestCase("A partition needs MPI and as many ranks as sites")
    {
    }

  private:
    void DoRun() override
    {
        auto plan = MakePlan();
        plan.sections["run"]["Partition"] = "client,server";
        std::string sentence;
        try
        {
            Net8Experiment experiment(plan);
        }
        catch (const std::invalid_argument& error)
        {
            sentence = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(sentence,
                              (Net8Mpi::IsBuilt() ? "The partition has 2 sites and needs as many "
                                                    "ranks, not 1."
                                                  : "A partition needs an ns-3 built with MPI, and "
                                                    "the one in use is not."),
                              "Sentence");
        plan.sections["run"].erase("Partition");
        NS_TEST_EXPECT_MSG_EQ(Net8Experiment(plan).Run().rankEvents.size(), 0, "One process");
    }
};

/**
 * @ingroup net8-test
 * What ranks tell each other.
 */
class Net8PartitionTestSuite : public TestSuite
{
  public:
    Net8PartitionTestSuite()
        : TestSuite("net8-partition", Type::UNIT)
    {
        AddTestCase(new Net8ServerBookTestCase, Duration::QUICK);
        AddTestCase(new Net8RankBytesTestCase, Duration::QUICK);
        AddTestCase(new Net8PartitionRefusalTestCase, Duration::QUICK);
    }
};

/// The suite.
static Net8PartitionTestSuite g_net8PartitionTestSuite;
