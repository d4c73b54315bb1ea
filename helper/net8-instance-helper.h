// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_INSTANCE_HELPER_H
#define NET8_INSTANCE_HELPER_H

#include "net8-part-attributes.h"

#include "ns3/net8-instance.h"
#include "ns3/net8-listener.h"
#include "ns3/object-factory.h"

#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Helper to create instances of a database behind listeners, and to set attributes of them, of
 * their parts, such as Sdu of their release, and of their rows, such as Rows.
 */
class Net8InstanceHelper
{
  public:
    Net8InstanceHelper();

    /**
     * Set an attribute of the instances to create, of one of their parts, or of the rows of the
     * query. As everywhere in ns-3, a name that none of them has ends the program with a message.
     *
     * @param name name of the attribute
     * @param value its value
     */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Create an instance that a listener knows.
     *
     * @param listener an installed Net8Listener
     * @return the instance
     */
    Ptr<Net8Instance> Install(const Ptr<Application>& listener) const;

  private:
    ObjectFactory m_instance;   ///< Creates instances.
    ObjectFactory m_rows;       ///< Creates their rows.
    Net8PartAttributes m_parts; ///< Attributes of their parts.
};

} // namespace ns3::net8

#endif /* NET8_INSTANCE_HELPER_H */
