// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PART_ATTRIBUTES_H
#define NET8_PART_ATTRIBUTES_H

#include "ns3/attribute.h"
#include "ns3/object.h"
#include "ns3/type-id.h"

#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Attributes of the parts of an object that does not exist yet.
 *
 * A part is an attribute of the object that is a pointer and only read, such as Driver of
 * Net8Client. Its own attributes are reached by paths of Config (".../Driver/Sdu"), and by this
 * class from their names alone.
 */
class Net8PartAttributes
{
  public:
    /**
     * Remember an attribute if it is one of a part.
     *
     * @param type class of the object
     * @param name name of the attribute
     * @param value its value
     * @return false if the object has the attribute itself, or nothing has it
     */
    bool Add(TypeId type, const std::string& name, const AttributeValue& value);

    /**
     * Set the attributes. As everywhere in ns-3, a value that an attribute does not take ends the
     * program with a message.
     *
     * @param object an object of the class
     */
    void Apply(const Ptr<Object>& object) const;

  private:
    /// An attribute of a part.
    struct Entry
    {
        std::string part{};                ///< Name of the part.
        std::string name{};                ///< Name of the attribute.
        Ptr<const AttributeValue> value{}; ///< Its value.
    };

    std::vector<Entry> m_entries; ///< In the order of their setting.
};

} // namespace ns3::net8

#endif /* NET8_PART_ATTRIBUTES_H */
