// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_ATTRIBUTES_H
#define NET8_ATTRIBUTES_H

#include "ns3/attribute.h"
#include "ns3/object-factory.h"
#include "ns3/object.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Attribute names and their values in ns-3's notation.
 */
using AttributeMap = std::map<std::string, std::string>;

/**
 * @ingroup net8
 * Set attributes of an object from strings, with errors that a user can act on.
 *
 * @param object the object
 * @param attributes names and values
 * @throw std::invalid_argument with one sentence for an unknown attribute or an invalid value
 */
void SetAttributes(const Ptr<Object>& object, const AttributeMap& attributes);

/**
 * @ingroup net8
 * Set attributes that are spread over several objects.
 *
 * @param parts the objects; the first one is named in errors
 * @param attributes names and values; each is set on the first part that has such an attribute
 * @throw std::invalid_argument as above
 */
void SetAttributes(const std::vector<Ptr<Object>>& parts, const AttributeMap& attributes);

/**
 * @ingroup net8
 * Copy attributes from one object to another.
 *
 * @param from an object
 * @param to an object whose attributes of these names have the same types
 * @param names names of attributes; empty: all that the class of the first object adds to its
 * parent's
 */
void CopyAttributes(const Ptr<const Object>& from,
                    const Ptr<Object>& to,
                    std::vector<std::string> names = {});

/**
 * @ingroup net8
 * Sets the same attributes on many objects of the same classes: names are looked up and values
 * parsed only once.
 */
class Net8AttributeSetter
{
  public:
    /**
     * @param parts objects of these classes
     * @param attributes names and values; each is set on the first part that has such an attribute
     * @throw std::invalid_argument as SetAttributes
     */
    Net8AttributeSetter(const std::vector<Ptr<Object>>& parts, const AttributeMap& attributes);

    /**
     * Set the attributes.
     *
     * @param parts objects of the same classes, in the same order
     * @param done objects that have them already, which may be among the parts; empty: none
     * @throw std::invalid_argument as SetAttributes
     */
    void Apply(const std::vector<Ptr<Object>>& parts,
               const std::vector<Ptr<Object>>& done = {}) const;

  private:
    /// One attribute.
    struct Step
    {
        std::size_t part{0};                     ///< Index of the part that has it.
        std::string name{};                      ///< Its name.
        std::string text{};                      ///< Its value, as text.
        std::string help{};                      ///< ns-3's help text.
        Ptr<const AttributeAccessor> accessor{}; ///< Sets it.
        Ptr<AttributeValue> value{};             ///< Its value; null: a separate object each.
        ObjectFactory maker{};                   ///< Creates that object.
    };

    std::vector<Step> m_steps; ///< The attributes.
};

} // namespace ns3::net8

#endif /* NET8_ATTRIBUTES_H */
