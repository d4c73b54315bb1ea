// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Random variables as attributes: constants are shared and cannot be changed, others are not
 * shared.
 */
#include "ns3/net8-fixed-value.h"
#include "ns3/net8-random.h"
#include "ns3/net8-server-work.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/test.h"

using namespace ns3;
using namespace ns3::net8;

namespace
{

/**
 * @ingroup net8-test
 * @param work any object with the attribute CallTime
 * @return its variable
 */
Ptr<RandomVariableStream>
CallTimeOf(const Ptr<Net8ServerWork>& work)
{
    PointerValue found;
    work->GetAttribute("CallTime", found);
    return found.Get<RandomVariableStream>();
}

/**
 * @ingroup net8-test
 * Constants set as text share an object, which cannot be changed.
 */
class SharedConstantTestCase : public TestCase
{
  public:
    SharedConstantTestCase()
        : TestCase("constants of the same value are one object, which cannot be changed")
    {
    }

  private:
    void DoRun() override
    {
        const auto first = CreateObject<Net8ServerWork>();
        const auto second = CreateObject<Net8ServerWork>();
        NS_TEST_EXPECT_MSG_EQ(CallTimeOf(first), CallTimeOf(second), "the default");
        const StringValue constant("ns3::ConstantRandomVariable[Constant=0.25]");
        first->SetAttribute("CallTime", constant);
        NS_TEST_EXPECT_MSG_NE(CallTimeOf(first), CallTimeOf(second), "another value");
        second->SetAttribute("CallTime", constant);
        NS_TEST_EXPECT_MSG_EQ(CallTimeOf(first), CallTimeOf(second), "the same value");
        NS_TEST_EXPECT_MSG_EQ(CallTimeOf(first)->GetValue(), 0.25, "what was said");
        NS_TEST_EXPECT_MSG_EQ(IsConstant(CallTimeOf(first)), true, "a constant");
        NS_TEST_EXPECT_MSG_EQ(CallTimeOf(first)->SetAttributeFailSafe("Constant", DoubleValue(1)),
                              false,
                              "who changed it would change it for all");
    }
};

/**
 * @ingroup net8-test
 * A variable that is drawn is not shared, and neither is an object set by a program.
 */
class OwnVariableTestCase : public TestCase
{
  public:
    OwnVariableTestCase()
        : TestCase("variables that are drawn, and those that a program makes, are not shared")
    {
    }

  private:
    void DoRun() override
    {
        const auto first = CreateObject<Net8ServerWork>();
        const auto second = CreateObject<Net8ServerWork>();
        const StringValue drawn("ns3::ExponentialRandomVariable[Mean=0.25]");
        first->SetAttribute("CallTime", drawn);
        second->SetAttribute("CallTime", drawn);
        NS_TEST_EXPECT_MSG_NE(CallTimeOf(first), CallTimeOf(second), "two sources of numbers");
        NS_TEST_EXPECT_MSG_EQ(IsConstant(CallTimeOf(first)), false, "drawn");
        const auto made = CreateObject<ConstantRandomVariable>();
        first->SetAttribute("CallTime", PointerValue(made));
        made->SetAttribute("Constant", DoubleValue(0.5));
        NS_TEST_EXPECT_MSG_EQ(CallTimeOf(first)->GetValue(), 0.5, "the program's own object");
        NS_TEST_EXPECT_MSG_EQ(IsConstant(CallTimeOf(first)), true, "a constant of ns-3");
    }
};

/**
 * @ingroup net8-test
 * Only ns-3's notation of a constant is parsed as one.
 */
class ConstantTextTestCase : public TestCase
{
  public:
    ConstantTextTestCase()
        : TestCase("texts that are no plain constant are left to ns-3")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto* text : {"ns3::ConstantRandomVariable",
                                 "ns3::ConstantRandomVariable[Constant=]",
                                 "ns3::ConstantRandomVariable[Constant=1|Stream=2]",
                                 "ns3::ConstantRandomVariable[Constant=1",
                                 "ns3::UniformRandomVariable[Min=1|Max=1]",
                                 ""})
        {
            NS_TEST_EXPECT_MSG_EQ(Net8FixedValue::Find(text), nullptr, text);
        }
        const auto found = Net8FixedValue::Find("ns3::ConstantRandomVariable[Constant=1.2e-05]");
        NS_TEST_ASSERT_MSG_NE(found, nullptr, "as Python writes small numbers");
        NS_TEST_EXPECT_MSG_EQ(found->GetValue(), 1.2e-05, "its value");
    }
};

/**
 * @ingroup net8-test
 * Suite of random variables.
 */
class Net8RandomTestSuite : public TestSuite
{
  public:
    Net8RandomTestSuite()
        : TestSuite("net8-random", Type::UNIT)
    {
        AddTestCase(new SharedConstantTestCase, Duration::QUICK);
        AddTestCase(new OwnVariableTestCase, Duration::QUICK);
        AddTestCase(new ConstantTextTestCase, Duration::QUICK);
    }
};

Net8RandomTestSuite g_randomSuite; ///< Registers the suite.

} // namespace
