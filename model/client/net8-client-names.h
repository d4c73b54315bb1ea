// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_NAMES_H
#define NET8_CLIENT_NAMES_H

#include "ns3/net8-client-settings.h"
#include "ns3/object.h"

#include <string>

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
     * @param[in,out] settings how the client talks, its driver already read
     */
    void Fill(ClientSettings& settings) const;

  private:
    std::string m_userName;      ///< Database user, or empty.
    std::string m_program;       ///< Program, or empty.
    std::string m_machine;       ///< Host name, or empty.
    std::string m_terminal;      ///< Terminal, or empty.
    std::string m_osUser;        ///< User of the operating system, or empty.
    std::string m_processId;     ///< Process, or empty.
    bool m_wrongPassword{false}; ///< The server will not accept the password.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_NAMES_H */
