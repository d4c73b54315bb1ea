// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Helpers: every attribute of an application and of its parts is set by its name, and reached by
 * Config.
 */
#include "ns3/config.h"
#include "ns3/net8-client-helper.h"
#include "ns3/net8-client.h"
#include "ns3/net8-instance-helper.h"
#include "ns3/net8-listener-helper.h"
#include "ns3/net8-network-link.h"
#include "ns3/net8-network-site.h"
#include "ns3/net8-part-attributes.h"
#include "ns3/net8-path.h"
#include "ns3/net8-result-set.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/// An attribute of an object or of one of its parts.
struct Reached
{
    std::string part{};                ///< Name of the part; empty: the object itself.
    TypeId::AttributeInformation info; ///< The attribute.
};

/**
 * @param type a class
 * @return the attributes of its objects and of their parts that can be set
 */
std::vector<Reached>
AttributesOf(TypeId type)
{
    std::vector<Reached> found;
    for (std::size_t i = 0; i < type.GetAttributeN(); ++i)
    {
        const auto info = type.GetAttribute(i);
        if (info.flags & TypeId::ATTR_SET)
        {
            found.push_back({{}, info});
            continue;
        }
        const auto part = DynamicCast<const PointerChecker>(info.checker)->GetPointeeTypeId();
        for (std::size_t k = 0; k < part.GetAttributeN(); ++k)
        {
            found.push_back({info.name, part.GetAttribute(k)});
        }
    }
    return found;
}

/**
 * @param object an object
 * @param where one of its attributes, or of those of its parts
 * @return its value, as text
 */
std::string
Read(const Ptr<Object>& object, const Reached& where)
{
    auto owner = object;
    if (!where.part.empty())
    {
        PointerValue part;
        object->GetAttribute(where.part, part);
        owner = part.GetObject();
    }
    const auto value = where.info.checker->Create();
    owner->GetAttribute(where.info.name, *value);
    return value->SerializeToString(where.info.checker);
}

/**
 * @param info an attribute
 * @return a value that is not its default, as text; empty: none is known for its kind
 */
std::string
OtherValue(const TypeId::AttributeInformation& info)
{
    const std::map<std::string, std::vector<std::string>> texts{
        {"ns3::BooleanValue", {"true", "false"}},
        {"ns3::UintegerValue", {"7", "3", "1", "600"}},
        {"ns3::IntegerValue", {"7", "3", "1", "600"}},
        {"ns3::DoubleValue", {"0.25", "7"}},
        {"ns3::TimeValue", {"7s", "3ms"}},
        {"ns3::StringValue", {"other"}},
    };
    const auto known = texts.find(info.checker->GetValueTypeName());
    if (known == texts.end())
    {
        return {};
    }
    const auto first = info.initialValue->SerializeToString(info.checker);
    for (const auto& text : known->second)
    {
        const auto value = info.checker->CreateValidValue(StringValue(text));
        if (value && value->SerializeToString(info.checker) != first)
        {
            return text;
        }
    }
    return {};
}

/**
 * @ingroup net8-test
 * Each attribute is set by a helper of its own, and is that of the object made.
 */
class AttributeCase : public TestCase
{
  public:
    /// Sets an attribute with a new helper and makes an object.
    using Maker = std::function<Ptr<Object>(const std::string&, const AttributeValue&)>;

    /**
     * @param type class of the objects
     * @param make sets an attribute and makes an object
     * @param least attributes that can be tried, at least
     */
    AttributeCase(TypeId type, Maker make, std::size_t least)
        : TestCase("attributes of " + type.GetName()),
          m_type(type),
          m_make(std::move(make)),
          m_least(least)
    {
    }

  private:
    void DoRun() override
    {
        std::set<std::string> names;
        std::size_t tried = 0;
        for (const auto& where : AttributesOf(m_type))
        {
            const auto& info = where.info;
            const bool first = names.insert(info.name).second;
            // Whether TLS is used is said by the end point of a listener, not by its settings of
            // TLS.
            NS_TEST_EXPECT_MSG_EQ(first || info.name == "Tls",
                                  true,
                                  info.name << " of " << where.part << " is that of another part");
            const auto text = OtherValue(info);
            if (text.empty() || !first)
            {
                continue;
            }
            const auto value = info.checker->CreateValidValue(StringValue(text));
            const auto object = m_make(info.name, *value);
            NS_TEST_EXPECT_MSG_EQ(Read(object, where),
                                  value->SerializeToString(info.checker),
                                  where.part << " " << info.name);
            ++tried;
        }
        NS_TEST_EXPECT_MSG_GT_OR_EQ(tried, m_least, "attributes that were tried");
        Simulator::Destroy();
    }

    TypeId m_type;       ///< Class of the objects.
    Maker m_make;        ///< Sets an attribute and makes an object.
    std::size_t m_least; ///< Attributes that can be tried, at least.
};

/**
 * @ingroup net8-test
 * Config reaches the parts of the applications of nodes.
 */
class ConfigCase : public TestCase
{
  public:
    ConfigCase()
        : TestCase("paths of Config")
    {
    }

  private:
    void DoRun() override
    {
        NodeContainer nodes(1);
        auto client = Net8ClientHelper(Address()).Install(nodes).Get(0);
        auto listener = Net8ListenerHelper(1521).Install(nodes).Get(0);
        const std::string applications = "/NodeList/*/ApplicationList/*/";
        Config::Set(applications + "$ns3::net8::Net8Client/Driver/Sdu", UintegerValue(4096));
        Config::Set(applications + "$ns3::net8::Net8Listener/EndPoint/QueueSize", UintegerValue(9));
        NS_TEST_EXPECT_MSG_EQ(Read(client, Find(*client, "Driver", "Sdu")), "4096", "client");
        NS_TEST_EXPECT_MSG_EQ(Read(listener, Find(*listener, "EndPoint", "QueueSize")),
                              "9",
                              "listener");
        Simulator::Destroy();
    }

    /**
     * @param object an object
     * @param part name of a part
     * @param name name of its attribute
     * @return where it is
     */
    Reached Find(const Object& object, const std::string& part, const std::string& name) const
    {
        for (const auto& where : AttributesOf(object.GetInstanceTypeId()))
        {
            if (where.part == part && where.info.name == name)
            {
                return where;
            }
        }
        return {};
    }
};

/**
 * @ingroup net8-test
 * Helpers and their attributes.
 */
class HelperTestSuite : public TestSuite
{
  public:
    HelperTestSuite()
        : TestSuite("net8-helper", Type::UNIT)
    {
        using Value = AttributeValue;
        const auto client = [](const std::string& name, const Value& value) -> Ptr<Object> {
            Net8ClientHelper helper{Address()};
            helper.SetAttribute(name, value);
            return helper.Install(NodeContainer(1)).Get(0);
        };
        const auto listener = [](const std::string& name, const Value& value) -> Ptr<Object> {
            Net8ListenerHelper helper(1521);
            helper.SetAttribute(name, value);
            return helper.Install(NodeContainer(1)).Get(0);
        };
        const auto instance = [](const std::string& name, const Value& value) -> Ptr<Object> {
            Net8InstanceHelper helper;
            helper.SetAttribute(name, value);
            return helper.Install(Net8ListenerHelper(1521).Install(NodeContainer(1)).Get(0));
        };
        AddTestCase(new AttributeCase(Net8Client::GetTypeId(), client, 60));
        AddTestCase(new AttributeCase(Net8Listener::GetTypeId(), listener, 15));
        AddTestCase(new AttributeCase(Net8Instance::GetTypeId(), instance, 30));
        for (const auto& [type, least] :
             std::map<TypeId, std::size_t>{{Net8Path::GetTypeId(), 40},
                                           {Net8NetworkSite::GetTypeId(), 5},
                                           {Net8NetworkLink::GetTypeId(), 30}})
        {
            const auto make = [type](const std::string& name, const Value& value) {
                ObjectFactory factory(type.GetName());
                Net8PartAttributes parts;
                if (!parts.Add(type, name, value))
                {
                    factory.Set(name, value);
                }
                const auto object = factory.Create<Object>();
                parts.Apply(object);
                return object;
            };
            AddTestCase(new AttributeCase(type, make, least));
        }
        AddTestCase(new ConfigCase());
    }
};

HelperTestSuite g_helperTestSuite; ///< The suite.

} // namespace
