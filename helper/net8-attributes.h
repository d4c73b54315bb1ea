// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_ATTRIBUTES_H
#define NET8_ATTRIBUTES_H

#include "ns3/object.h"

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
 * Set attributes from strings, with errors a user can act on.
 *
 * @param object whose attributes
 * @param attributes names and values
 * @throw std::invalid_argument with one sentence for an attribute that does not exist or a value
 * that it does not take
 */
void SetAttributes(const Ptr<Object>& object, const AttributeMap& attributes);

/**
 * @ingroup net8
 * Set attributes of something that has them in several objects.
 *
 * @param parts the objects, the one that errors name first
 * @param attributes names and values, each of the first part that has such an attribute
 * @throw std::invalid_argument as above
 */
void SetAttributes(const std::vector<Ptr<Object>>& parts, const AttributeMap& attributes);

} // namespace ns3::net8

#endif /* NET8_ATTRIBUTES_H */
