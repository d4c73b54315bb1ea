// SPDX-License-Identifier: GPL-2.0-only
#include "net8-attributes.h"

#include "ns3/net8-fixed-value.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/string.h"

#include <memory>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <unordered_map>
#include <utility>

namespace ns3::net8
{

namespace
{

/**
 * Check the form of a value. ns-3 ends the process if its parser of numbers, times or words fails,
 * so the text is checked first.
 *
 * @param checker checker of an attribute
 * @param text a value in ns-3's notation
 * @return false if the text does not have the form of such a value
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

/// An attribute of a class, and the values parsed from texts so far.
struct KnownAttribute
{
    TypeId::AttributeInformation info;                 ///< ns-3's information on it
    std::map<std::string, Ptr<AttributeValue>> values; ///< shared values, by text
    std::map<std::string, ObjectFactory>
        makers; ///< factories of objects that are not shared, by text
};

/**
 * @param value a value of an attribute
 * @return true if it can be shared: anything but an object that changes
 */
bool
IsShared(const Ptr<AttributeValue>& value)
{
    const auto pointer = DynamicCast<PointerValue>(value);
    return !pointer || DynamicCast<Net8FixedValue>(pointer->GetObject());
}

/// Most texts kept per attribute: a sweep has few, arrivals may have millions.
constexpr std::size_t MAX_KEPT_TEXTS = 256;

/// The attributes of a name, by class; null for classes without it.
using Namesakes = std::vector<std::pair<TypeId, std::unique_ptr<KnownAttribute>>>;

/**
 * Find an attribute. ns-3 compares all names of a class and its parents one after the other, and a
 * run sets hundreds of attributes.
 *
 * @param type a class
 * @param name name of one of its attributes
 * @param namesakes cache of the attributes with that name
 * @return the attribute; null if there is none
 */
KnownAttribute*
FindAttribute(TypeId type, const std::string& name, Namesakes& namesakes)
{
    for (const auto& [owner, attribute] : namesakes)
    {
        if (owner == type)
        {
            return attribute.get();
        }
    }
    TypeId::AttributeInformation info;
    auto& found = namesakes.emplace_back(type, nullptr).second;
    // A part of an object is an attribute that is only read, and may be called as one of its own.
    if (type.LookupAttributeByName(name, &info) && (info.flags & TypeId::ATTR_SET))
    {
        found = std::make_unique<KnownAttribute>(KnownAttribute{info, {}, {}});
    }
    return found.get();
}

/**
 * Parse a value for the first time.
 *
 * @param attribute an attribute, which caches it
 * @param text a value in ns-3's notation
 * @return the value, or null if it is not valid for the attribute
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
    if (IsShared(value))
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
 * Parse a value. Nearly all texts of a run were parsed in the run before.
 *
 * @param attribute an attribute
 * @param text a value in ns-3's notation
 * @return the value, or null if it is not valid for the attribute
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

/**
 * Find an attribute that may be in one of several objects.
 *
 * @param parts the objects
 * @param name name of an attribute of one of them
 * @return index of the first object that has it, and the attribute
 * @throw std::invalid_argument with one sentence if none has it
 */
std::pair<std::size_t, KnownAttribute*>
FindAttribute(const std::vector<Ptr<Object>>& parts, const std::string& name)
{
    static std::unordered_map<std::string, Namesakes> known;
    auto& namesakes = known[name];
    for (std::size_t part = 0; part < parts.size(); ++part)
    {
        if (auto* const attribute =
                FindAttribute(parts[part]->GetInstanceTypeId(), name, namesakes))
        {
            return {part, attribute};
        }
    }
    throw std::invalid_argument(parts.front()->GetInstanceTypeId().GetName() +
                                " has no attribute '" + name + "'.");
}

/**
 * Report an invalid value.
 *
 * @param part an object
 * @param name name of one of its attributes
 * @param text the value
 * @param help ns-3's help text of the attribute
 * @throw std::invalid_argument with one sentence
 */
[[noreturn]] void
Refuse(const Object& part,
       const std::string& name,
       const std::string& text,
       const std::string& help)
{
    throw std::invalid_argument(part.GetInstanceTypeId().GetName() + "::" + name +
                                " does not take '" + text + "': " + help);
}

} // namespace

void
SetAttributes(const Ptr<Object>& object, const AttributeMap& attributes)
{
    SetAttributes(std::vector{object}, attributes);
}

void
CopyAttributes(const Ptr<const Object>& from, const Ptr<Object>& to, std::vector<std::string> names)
{
    const auto type = from->GetInstanceTypeId();
    const std::size_t all = names.empty() ? type.GetAttributeN() : 0;
    for (std::size_t i = 0; i < all; ++i)
    {
        names.push_back(type.GetAttribute(i).name);
    }
    for (const auto& name : names)
    {
        TypeId::AttributeInformation info;
        NS_ABORT_MSG_UNLESS(type.LookupAttributeByName(name, &info), "No attribute " << name);
        const auto value = info.checker->Create();
        from->GetAttribute(name, *value);
        to->SetAttribute(name, *value);
    }
}

Net8AttributeSetter::Net8AttributeSetter(const std::vector<Ptr<Object>>& parts,
                                         const AttributeMap& attributes)
{
    for (const auto& [name, text] : attributes)
    {
        const auto [part, attribute] = FindAttribute(parts, name);
        Step step{.part = part,
                  .name = name,
                  .text = text,
                  .help = attribute->info.help,
                  .accessor = attribute->info.accessor,
                  .value = FindValue(*attribute, text)};
        if (!step.value)
        {
            Refuse(*parts[step.part], step.name, step.text, step.help);
        }
        if (!IsShared(step.value) && !text.empty())
        {
            step.value = nullptr;
            std::istringstream(text) >> step.maker;
        }
        m_steps.push_back(step);
    }
}

void
Net8AttributeSetter::Apply(const std::vector<Ptr<Object>>& parts,
                           const std::vector<Ptr<Object>>& done) const
{
    for (const auto& step : m_steps)
    {
        auto* const part = PeekPointer(parts[step.part]);
        if (!done.empty() && done[step.part] == parts[step.part])
        {
            continue;
        }
        const bool taken =
            step.value ? step.accessor->Set(part, *step.value)
                       : step.accessor->Set(part, PointerValue(step.maker.Create<Object>()));
        if (!taken)
        {
            Refuse(*part, step.name, step.text, step.help);
        }
    }
}

void
SetAttributes(const std::vector<Ptr<Object>>& parts, const AttributeMap& attributes)
{
    for (const auto& [name, text] : attributes)
    {
        const auto [part, attribute] = FindAttribute(parts, name);
        const auto value = FindValue(*attribute, text);
        if (!value || !attribute->info.accessor->Set(PeekPointer(parts[part]), *value))
        {
            Refuse(*parts[part], name, text, attribute->info.help);
        }
    }
}

} // namespace ns3::net8
