// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NAMING_POLICY_H
#define NET8_NAMING_POLICY_H

#include "net8-session-settings.h"

#include "ns3/object.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * How a client finds the descriptor of its alias.
 */
class Net8NamingPolicy : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8NamingPolicy();
    ~Net8NamingPolicy() override;

    /**
     * Set the random streams of the times that are drawn.
     *
     * @param stream number of what it is, from which its streams follow (see StreamOf)
     * @return number of streams used; constants use none
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * @return true if it queries a name or directory server
     */
    bool AsksServer() const;

    /**
     * @return the settings made by the attributes
     */
    const NamingSettings& Get() const;

  private:
    NamingSettings m_settings; ///< Settings made by the attributes.
};

} // namespace ns3::net8

#endif /* NET8_NAMING_POLICY_H */
