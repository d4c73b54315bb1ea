// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_REDO_STANDBY_H
#define NET8_REDO_STANDBY_H

#include "net8-redo-transport.h"

#include "ns3/application.h"

#include <cstdint>
#include <list>
#include <memory>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A standby that receives redo (its listener and RFS): an application on a host of its own.
 *
 * It accepts connections, answers CONNECT by ACCEPT, and writes the messages of each to its log
 * file, one after the other. A message is confirmed when it is written, or on receipt.
 */
class Net8RedoStandby : public Application
{
  public:
    /// Port of its listener.
    static constexpr uint16_t PORT = 1521;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8RedoStandby();
    ~Net8RedoStandby() override;

    /**
     * Set how it works. Must be called before it starts.
     *
     * @param settings how it works
     * @param ipv6 whether it listens on IPv6
     */
    void SetUp(const Net8RedoTransport::Standby& settings, bool ipv6);

  private:
    /// A connection.
    class Session;

    void DoDispose() override;
    void StartApplication() override;
    void StopApplication() override;

    Net8RedoTransport::Standby m_settings;          ///< How it works.
    bool m_ipv6{false};                             ///< It listens on IPv6.
    Ptr<Socket> m_socket;                           ///< Listening socket.
    std::list<std::unique_ptr<Session>> m_sessions; ///< Connections so far.
};

} // namespace ns3::net8

#endif /* NET8_REDO_STANDBY_H */
