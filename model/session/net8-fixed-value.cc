// SPDX-License-Identifier: GPL-2.0-only
#include "net8-fixed-value.h"

#include "ns3/pointer.h"

#include <charconv>
#include <map>
#include <string_view>

namespace ns3::net8
{

namespace
{

/** How ns-3 writes a constant, up to its value. */
constexpr std::string_view BEFORE = "ns3::ConstantRandomVariable[Constant=";
/** Most values kept for sharing: a sweep in one process may have any number of them. */
constexpr size_t MOST_KEPT = 256;

/** A random variable as the value of an attribute. */
class RandomValue : public PointerValue
{
  public:
    bool DeserializeFromString(std::string value, Ptr<const AttributeChecker> checker) override
    {
        if (const auto found = Net8FixedValue::Find(value))
        {
            SetObject(found);
            return true;
        }
        return PointerValue::DeserializeFromString(std::move(value), checker);
    }
};

/**
 * The checker of MakePointerChecker<RandomVariableStream>, except for the value that it creates to
 * read text into.
 */
class RandomChecker : public PointerChecker
{
  public:
    bool Check(const AttributeValue& value) const override
    {
        return m_pointer->Check(value);
    }

    std::string GetValueTypeName() const override
    {
        return m_pointer->GetValueTypeName();
    }

    bool HasUnderlyingTypeInformation() const override
    {
        return m_pointer->HasUnderlyingTypeInformation();
    }

    std::string GetUnderlyingTypeInformation() const override
    {
        return m_pointer->GetUnderlyingTypeInformation();
    }

    Ptr<AttributeValue> Create() const override
    {
        return ns3::Create<RandomValue>();
    }

    bool Copy(const AttributeValue& source, AttributeValue& destination) const override
    {
        return m_pointer->Copy(source, destination);
    }

    TypeId GetPointeeTypeId() const override
    {
        return RandomVariableStream::GetTypeId();
    }

  private:
    /** The checker that this one delegates to. */
    Ptr<AttributeChecker> m_pointer{MakePointerChecker<RandomVariableStream>()};
};

} // namespace

NS_OBJECT_ENSURE_REGISTERED(Net8FixedValue);

TypeId
Net8FixedValue::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8FixedValue")
                            .SetParent<RandomVariableStream>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8FixedValue>();
    return tid;
}

Ptr<Net8FixedValue>
Net8FixedValue::Find(const std::string& text)
{
    static std::map<std::string, Ptr<Net8FixedValue>> kept;
    if (const auto found = kept.find(text); found != kept.end())
    {
        return found->second;
    }
    if (!text.starts_with(BEFORE) || !text.ends_with(']'))
    {
        return nullptr;
    }
    double value = 0;
    const char* const end = text.data() + text.size() - 1;
    const auto read = std::from_chars(text.data() + BEFORE.size(), end, value);
    if (read.ec != std::errc() || read.ptr != end)
    {
        return nullptr;
    }
    if (kept.size() == MOST_KEPT)
    {
        kept.clear();
    }
    const auto made = CreateObject<Net8FixedValue>();
    made->m_value = value;
    return kept[text] = made;
}

double
Net8FixedValue::GetValue()
{
    return m_value;
}

Ptr<const AttributeChecker>
MakeRandomChecker()
{
    return Create<RandomChecker>();
}

} // namespace ns3::net8
