// SPDX-License-Identifier: GPL-2.0-only
#include "net8-attributes.h"

#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/string.h"

#include <optional>
#include <regex>
#include <sstream>
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

/// An attribute of a class, with what texts of it were found to say.
struct KnownAttribute
{
    TypeId::AttributeInformation info;                 ///< what ns-3 knows of it
    std::map<std::string, Ptr<AttributeValue>> values; ///< by text; of objects nothing
    std::map<std::string, ObjectFactory> makers;       ///< of objects, which nobody shares, by text
};

/// Most texts of one attribute that are kept: a sweep has few, arrivals may have millions.
constexpr std::size_t MAX_KEPT_TEXTS = 256;

/**
 * Find an attribute. ns-3 compares all names of a class and its parents one after the other, and a
 * run sets hundreds of attributes.
 *
 * @param type a class
 * @param name name of one of its attributes
 * @return what is known of it; nothing if there is none
 */
KnownAttribute*
FindAttribute(TypeId type, const std::string& name)
{
    static std::map<std::pair<TypeId, std::string>, std::optional<KnownAttribute>> known;
    const auto key = std::pair(type, name);
    auto found = known.find(key);
    if (found == known.end())
    {
        TypeId::AttributeInformation info;
        const bool exists = type.LookupAttributeByName(name, &info);
        found = known.emplace(key, std::nullopt).first;
        if (exists)
        {
            found->second = KnownAttribute{info, {}, {}};
        }
    }
    return found->second ? &*found->second : nullptr;
}

/**
 * Read a value for the first time.
 *
 * @param attribute an attribute, which remembers it
 * @param text a value in ns-3's notation
 * @return the value, or nothing if the attribute does not take it
 */
Ptr<AttributeValue>
ReadValue(KnownAttribute& attribute, const std::string& text)
{
    const auto& info = attribute.info;
    if (!(info.flags & TypeId::ATTR_SET) || !info.accessor->HasSetter() ||
        !IsWellFormed(*info.checker, text))
    {
        return nullptr;
    }
    const auto value = info.checker->CreateValidValue(StringValue(text));
    if (!value || attribute.values.size() + attribute.makers.size() >= MAX_KEPT_TEXTS)
    {
        return value;
    }
    if (!DynamicCast<PointerValue>(value))
    {
        attribute.values[text] = value;
    }
    else if (!text.empty())
    {
        std::istringstream(text) >> attribute.makers[text];
    }
    return value;
}

/**
 * Read a value. Nearly all texts of a run were read in the run before it.
 *
 * @param attribute an attribute
 * @param text a value in ns-3's notation
 * @return the value, or nothing if the attribute does not take it
 */
Ptr<AttributeValue>
FindValue(KnownAttribute& attribute, const std::string& text)
{
    if (const auto value = attribute.values.find(text); value != attribute.values.end())
    {
        return value->second;
    }
    if (const auto maker = attribute.makers.find(text); maker != attribute.makers.end())
    {
        return Create<PointerValue>(maker->second.Create<Object>());
    }
    return ReadValue(attribute, text);
}

} // namespace

void
SetAttributes(const Ptr<Object>& object, const AttributeMap& attributes)
{
    SetAttributes(std::vector{object}, attributes);
}

void
SetAttributes(const std::vector<Ptr<Object>>& parts, const AttributeMap& attributes)
{
    for (const auto& [name, value] : attributes)
    {
        KnownAttribute* attribute = nullptr;
        auto part = parts.begin();
        for (; part != parts.end() && !attribute; ++part)
        {
            attribute = FindAttribute((*part)->GetInstanceTypeId(), name);
        }
        if (!attribute)
        {
            throw std::invalid_argument(parts.front()->GetInstanceTypeId().GetName() +
                                        " has no attribute '" + name + "'.");
        }
        --part;
        const auto found = FindValue(*attribute, value);
        if (!found || !attribute->info.accessor->Set(PeekPointer(*part), *found))
        {
            throw std::invalid_argument((*part)->GetInstanceTypeId().GetName() + "::" + name +
                                        " does not take '" + value + "': " + attribute->info.help);
        }
    }
}

} // namespace ns3::net8
