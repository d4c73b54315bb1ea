// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * The memory of a host: limit, accounts and refusals.
 */
#include "ns3/net8-host-memory.h"
#include "ns3/node.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <limits>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/// A process and a session of a dedicated server, bytes (documentation example: 4 MB and 400 KB).
constexpr uint64_t PROCESS = 4'000'000;
/// Of these, the session, bytes.
constexpr uint64_t SESSION = 400'000;

/**
 * @ingroup net8-test
 * Dedicated servers until the memory is full.
 */
class LimitTest : public TestCase
{
  public:
    LimitTest()
        : TestCase("dedicated servers of 4.4 MB fill 2 GB, and the next one is refused")
    {
    }

  private:
    void DoRun() override
    {
        auto memory = CreateObject<Net8HostMemory>();
        memory->SetAttribute("Limit", UintegerValue(2'000'000'000));
        std::vector<std::string> refused;
        memory->TraceConnectWithoutContext("Refused",
                                           Callback<void, const std::string&, uint64_t>(
                                               [&refused](const std::string& name, uint64_t bytes) {
                                                   refused.push_back(name + " " +
                                                                     std::to_string(bytes));
                                               }));
        uint64_t traced = 0;
        memory->TraceConnectWithoutContext(
            "Used",
            Callback<void, uint64_t, uint64_t>(
                [&traced](uint64_t, uint64_t now) { traced = now; }));
        // floor(2,000,000,000 / 4,400,000) = 454, which take 1,997,600,000; 2,400,000 are left.
        int servers = 0;
        while (memory->Reserve("process", PROCESS) && memory->Reserve("session", SESSION))
        {
            ++servers;
        }
        NS_TEST_EXPECT_MSG_EQ(servers, 454, "servers");
        NS_TEST_EXPECT_MSG_EQ(memory->GetUsed(), 1'997'600'000, "used, bytes");
        NS_TEST_EXPECT_MSG_EQ(memory->GetFree(), 2'400'000, "free, bytes");
        NS_TEST_EXPECT_MSG_EQ(traced, 1'997'600'000, "traced, bytes");
        NS_TEST_ASSERT_MSG_EQ(refused.size(), 1, "refusals");
        NS_TEST_EXPECT_MSG_EQ(refused[0], "process 4000000", "refusal");
        NS_TEST_EXPECT_MSG_EQ(memory->Reserve("session", 2'400'000), true, "just fits");
        NS_TEST_EXPECT_MSG_EQ(memory->Reserve("session", 1), false, "full");
        NS_TEST_EXPECT_MSG_EQ(memory->Reserve("session", 0), true, "nothing always fits");
    }
};

/**
 * @ingroup net8-test
 * Values of the accounts.
 */
class AccountTest : public TestCase
{
  public:
    AccountTest()
        : TestCase("accounts know what is used, the most there was, and what was refused")
    {
    }

  private:
    void DoRun() override
    {
        auto node = CreateObject<Node>();
        node->AggregateObject(CreateObject<Net8HostMemory>());
        auto memory = node->GetObject<Net8HostMemory>();
        memory->SetAttribute("Limit", UintegerValue(1000));
        memory->Reserve("process", 600);
        memory->Reserve("session", 300);
        memory->Release("process", 200);
        memory->Reserve("session", 50);
        memory->Reserve("session", std::numeric_limits<uint64_t>::max());
        memory->Reserve("session", 251); // 750 are used
        const auto& accounts = memory->GetAccounts();
        NS_TEST_ASSERT_MSG_EQ(accounts.size(), 2, "accounts");
        const auto& process = accounts.at("process");
        NS_TEST_EXPECT_MSG_EQ(process.usedBytes, 400, "process, used");
        NS_TEST_EXPECT_MSG_EQ(process.peakBytes, 600, "process, peak");
        NS_TEST_EXPECT_MSG_EQ(process.refusals, 0, "process, refusals");
        const auto& session = accounts.at("session");
        NS_TEST_EXPECT_MSG_EQ(session.usedBytes, 350, "session, used");
        NS_TEST_EXPECT_MSG_EQ(session.refusals, 2, "session, refusals");
        NS_TEST_EXPECT_MSG_EQ(memory->GetUsed(), 750, "used");
        NS_TEST_EXPECT_MSG_EQ(memory->GetPeak(), 900, "peak");
        NS_TEST_EXPECT_MSG_EQ(memory->GetRefusals(), 2, "refusals");

        memory->Clear();
        NS_TEST_EXPECT_MSG_EQ(memory->GetUsed(), 0, "used after the host went down");
        NS_TEST_EXPECT_MSG_EQ(process.usedBytes, 0, "process, used");
        NS_TEST_EXPECT_MSG_EQ(memory->GetPeak(), 900, "peaks stay");
        NS_TEST_EXPECT_MSG_EQ(memory->Reserve("process", 1000), true, "room again");
        NS_TEST_EXPECT_MSG_EQ(memory->GetPeak(), 1000, "new peak");
    }
};

/**
 * @ingroup net8-test
 * A host without limit.
 */
class NoLimitTest : public TestCase
{
  public:
    NoLimitTest()
        : TestCase("without a limit everything that can be counted fits")
    {
    }

  private:
    void DoRun() override
    {
        auto memory = CreateObject<Net8HostMemory>();
        const auto all = std::numeric_limits<uint64_t>::max();
        NS_TEST_EXPECT_MSG_EQ(memory->Reserve("session", all - 1), true, "almost all");
        NS_TEST_EXPECT_MSG_EQ(memory->Reserve("session", 2), false, "no overflow");
        memory->Release("session", all - 1);
        NS_TEST_EXPECT_MSG_EQ(memory->GetUsed(), 0, "all back");
        NS_TEST_EXPECT_MSG_EQ(memory->GetPeak(), all - 1, "peak");
    }
};

/**
 * @ingroup net8-test
 * The suite of the host's memory.
 */
class Net8HostMemoryTestSuite : public TestSuite
{
  public:
    Net8HostMemoryTestSuite()
        : TestSuite("net8-host-memory", Type::UNIT)
    {
        AddTestCase(new LimitTest, Duration::QUICK);
        AddTestCase(new AccountTest, Duration::QUICK);
        AddTestCase(new NoLimitTest, Duration::QUICK);
    }
};

Net8HostMemoryTestSuite g_net8HostMemoryTestSuite; ///< Registers the suite.

} // namespace
