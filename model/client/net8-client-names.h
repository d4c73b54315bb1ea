// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_NAMES_H
#define NET8_CLIENT_NAMES_H

#include "ns3/net8-client-identity.h"
#include "ns3/object.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * The names that a client tells of itself when it connects and logs on.
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
     * @return the names that are given, the others empty
     */
    const ClientIdentity& Get() const;

    /**
     * @return whether the server will not accept the password
     */
    bool HasWrongPassword() const;

    /**
     * @return whether the user connects AS SYSDBA and is not in the server's password file
     */
    bool IsNotInPasswordFile() const;

  private:
    ClientIdentity m_identity;       ///< Names, or empty.
    bool m_wrongPassword{false};     ///< The server will not accept the password.
    bool m_notInPasswordFile{false}; ///< The password file does not have the user.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_NAMES_H */
