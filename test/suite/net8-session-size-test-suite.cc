// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Tests that what each session has stays small: a million may be open at once.
 */
#include "ns3/net8-client-session.h"
#include "ns3/net8-dedicated-executor.h"
#include "ns3/net8-server-session.h"
#include "ns3/net8-tcp-machine-socket.h"
#include "ns3/test.h"

#include <cstddef>
#include <string>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/**
 * @ingroup net8-test
 * Sizes of the largest objects of a session, without their bases of ns-3, whose size depends on its
 * release. Who needs more for what few sessions do puts it behind a pointer.
 */
class SessionSizeTest : public TestCase
{
  public:
    SessionSizeTest()
        : TestCase("The objects of a session stay small")
    {
    }

  private:
    /**
     * @param name name of a class
     * @param bytes its size, bytes
     * @param most its largest size, bytes
     */
    void Check(const std::string& name, std::size_t bytes, std::size_t most)
    {
        NS_TEST_EXPECT_MSG_LT_OR_EQ(bytes, most, name);
    }

    void DoRun() override
    {
        Check("socket", sizeof(Net8TcpMachineSocket) - sizeof(TcpSocket), 304);
        Check("connection of Oracle Net", sizeof(Net8Connection), 280);
        Check("client session", sizeof(Net8ClientSession), 536);
        Check("client dialogue", sizeof(ClientDialogue), 552);
        Check("server session", sizeof(Net8ServerSession) - sizeof(Object), 600);
        Check("executor", sizeof(Net8DedicatedExecutor), 56);
    }
};

/**
 * @ingroup net8-test
 * Tests of the sizes of a session.
 */
class SessionSizeTestSuite : public TestSuite
{
  public:
    SessionSizeTestSuite()
        : TestSuite("net8-session-size", Type::UNIT)
    {
        AddTestCase(new SessionSizeTest, Duration::QUICK);
    }
};

SessionSizeTestSuite g_sessionSizeTestSuite; ///< Registers the suite.

} // namespace
