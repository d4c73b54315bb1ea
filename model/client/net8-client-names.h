// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_NAMES_H
#define NET8_CLIENT_NAMES_H

#include "ns3/net8-client-identity.h"
#include "ns3/object.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * The names that a client sends about itself when it connects and logs on.
 */
class Net8ClientNames : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8ClientNames();
    ~Net8ClientNames() override;

    /**
     * @return the names; those not set are empty
     */
    const ClientIdentity& Get() const;

    /**
     * @return whether the server will reject the password
     */
    bool HasWrongPassword() const;

    /**
     * @return whether the user connects AS SYSDBA but is not in the server's password file
     */
    bool IsNotInPasswordFile() const;

  private:
    ClientIdentity m_identity;       ///< The names; empty if not set.
    bool m_wrongPassword{false};     ///< The server rejects the password.
    bool m_notInPasswordFile{false}; ///< The user is not in the password file.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_NAMES_H */
