// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_APPLICATION_HELPER_H
#define NET8_APPLICATION_HELPER_H

#include "net8-part-attributes.h"

#include "ns3/application-helper.h"

#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Helper to install an application of this module, whose attributes are spread over parts. Its
 * sockets use the TCP machine (Net8LinuxTcpSocketFactory) unless the attribute Protocol names
 * another factory.
 */
class Net8ApplicationHelper : public ApplicationHelper
{
  public:
    /**
     * @param typeId class of the application
     */
    explicit Net8ApplicationHelper(TypeId typeId);

    /**
     * Set an attribute of the applications to install, or of one of their parts. As everywhere in
     * ns-3, a name that none of them has ends the program with a message.
     *
     * @param name name of the attribute
     * @param value its value
     */
    void SetAttribute(const std::string& name, const AttributeValue& value);

  protected:
    // Inherited
    Ptr<Application> DoInstall(Ptr<Node> node) override;

  private:
    TypeId m_type;              ///< Class of the application.
    Net8PartAttributes m_parts; ///< Attributes of its parts.
};

} // namespace ns3::net8

#endif /* NET8_APPLICATION_HELPER_H */
