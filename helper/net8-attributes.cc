// SPDX-License-Identifier: GPL-2.0-only
#include "net8-attributes.h"

#include "ns3/string.h"

#include <regex>
#include <stdexcept>
#include <utility>

namespace ns3::net8
{

namespace
{

/**
 * ns-3 ends the process at a text that its reader of numbers, times or words cannot read, so it is
 * looked at first.
 *
 * @param checker checker of an attribute
 * @param text a value in ns-3's notation
 * @return false if the text has not the form of such a value
 */
bool
IsWellFormed(const AttributeChecker& checker, const std::string& text)
{
    static const std::map<std::string, std::regex> FORMS{
        {"ns3::UintegerValue", std::regex(R"(\d+)")},
        {"ns3::IntegerValue", std::regex(R"(-?\d+)")},
        {"ns3::DoubleValue", std::regex(R"(-?\d+(\.\d*)?([eE][-+]?\d+)?)")},
        {"ns3::TimeValue",
         std::regex(R"([-+]?\d+(\.\d*)?([eE][-+]?\d+)?(y|d|h|min|s|ms|us|ns|ps|fs)?)")},
        {"ns3::DataRateValue", std::regex(R"(\d+(\.\d*)?[kKMG]?i?(bps|b/s|Bps|B/s))")},
        {"ns3::QueueSizeValue", std::regex(R"(\d+[kKMG]?i?[pB])")},
        {"ns3::BooleanValue", std::regex("true|false|0|1")}};
    const auto form = FORMS.find(checker.GetValueTypeName());
    if (form != FORMS.end())
    {
        return std::regex_match(text, form->second);
    }
    if (checker.GetValueTypeName().starts_with("ns3::EnumValue"))
    {
        const std::string words = "|" + checker.GetUnderlyingTypeInformation() + "|";
        return words.find("|" + text + "|") != std::string::npos;
    }
    return true;
}

/**
 * Find an attribute. ns-3 compares all names of a class and its parents one after the other, and a
 * run sets hundreds of attributes.
 *
 * @param type a class
 * @param name name of one of its attributes
 * @return what is known of it
 */
const TypeId::AttributeInformation&
FindAttribute(TypeId type, const std::string& name)
{
    static std::map<std::pair<TypeId, std::string>, TypeId::AttributeInformation> known;
    const auto key = std::pair(type, name);
    auto found = known.find(key);
    if (found == known.end())
    {
        TypeId::AttributeInformation info;
        if (!type.LookupAttributeByName(name, &info))
        {
            throw std::invalid_argument(type.GetName() + " has no attribute '" + name + "'.");
        }
        found = known.emplace(key, info).first;
    }
    return found->second;
}

/**
 * @param object an object
 * @param info one of its attributes
 * @param text a value in ns-3's notation
 * @return false if the attribute does not take it
 */
bool
SetAttribute(const Ptr<Object>& object,
             const TypeId::AttributeInformation& info,
             const std::string& text)
{
    if (!(info.flags & TypeId::ATTR_SET) || !info.accessor->HasSetter() ||
        !IsWellFormed(*info.checker, text))
    {
        return false;
    }
    const auto value = info.checker->CreateValidValue(StringValue(text));
    return value && info.accessor->Set(PeekPointer(object), *value);
}

} // namespace

void
SetAttributes(const Ptr<Object>& object, const AttributeMap& attributes)
{
    const auto type = object->GetInstanceTypeId();
    for (const auto& [name, value] : attributes)
    {
        const auto& info = FindAttribute(type, name);
        if (!SetAttribute(object, info, value))
        {
            throw std::invalid_argument(type.GetName() + "::" + name + " does not take '" + value +
                                        "': " + info.help);
        }
    }
}

} // namespace ns3::net8
