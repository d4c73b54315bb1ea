// SPDX-License-Identifier: GPL-2.0-only
#include "net8-part-attributes.h"

#include "ns3/pointer.h"

namespace ns3::net8
{

bool
Net8PartAttributes::Add(TypeId type, const std::string& name, const AttributeValue& value)
{
    TypeId::AttributeInformation own;
    if (type.LookupAttributeByName(name, &own) && (own.flags & TypeId::ATTR_SET))
    {
        return false;
    }
    for (std::size_t i = 0; i < type.GetAttributeN(); ++i)
    {
        const auto part = type.GetAttribute(i);
        const auto pointer = DynamicCast<const PointerChecker>(part.checker);
        TypeId::AttributeInformation info;
        if (pointer && !(part.flags & TypeId::ATTR_SET) &&
            pointer->GetPointeeTypeId().LookupAttributeByName(name, &info))
        {
            m_entries.push_back({part.name, name, value.Copy()});
            return true;
        }
    }
    return false;
}

void
Net8PartAttributes::Apply(const Ptr<Object>& object) const
{
    for (const auto& entry : m_entries)
    {
        PointerValue part;
        object->GetAttribute(entry.part, part);
        part.GetObject()->SetAttribute(entry.name, *entry.value);
    }
}

} // namespace ns3::net8
