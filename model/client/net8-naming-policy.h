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
     * @return true if it needs a name or directory server
     */
    bool AsksServer() const;

    /**
     * @param[in,out] settings what the sessions have in common
     */
    void Fill(SessionSettings& settings) const;

  private:
    NamingMethod m_naming{NamingMethod::NONE}; ///< How the alias is found.
    uint32_t m_namingEntries{1};               ///< Entries of tnsnames.ora.
    Time m_entryTime;                          ///< To read one of them.
    Time m_lookupTime;                         ///< Of a name or directory server.
    Address m_nameServer;                      ///< Where it is.
};

} // namespace ns3::net8

#endif /* NET8_NAMING_POLICY_H */
