// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_CLIENT_H
#define NET8_TDS_CLIENT_H

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/net8-alarm.h"
#include "ns3/net8-tds-client-engine.h"
#include "ns3/net8-tds-socket.h"

#include <memory>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A client of SQL Server: one session over TCP, which logs on with a packet size, sends some
 * batches and closes. What it does is told by TdsClientEngine; GetSession gives it.
 */
class Net8TdsClient : public Application, private TdsClientScript
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8TdsClient();
    ~Net8TdsClient() override;

    /**
     * @return its session; nullptr before the start
     */
    const TdsClientEngine* GetSession() const;

    /**
     * @param size packet size that it asks for, bytes; 0: the server's
     */
    void SetPacketSize(uint32_t size);

    /**
     * @return packet size that it asks for, bytes
     */
    uint32_t GetPacketSize() const;

  private:
    void DoDispose() override;
    void StartApplication() override;
    void StopApplication() override;
    std::optional<Task> GetNext() override;

    /**
     * Send, set the clock and close, as the session wants it.
     */
    void Follow();

    TypeId m_protocol;            ///< Factory of its socket.
    Address m_remote;             ///< Where the server listens.
    uint32_t m_batches{1};        ///< Batches that it sends.
    uint32_t m_characters{0};     ///< Characters of a batch.
    Time m_wait;                  ///< Time before each.
    Time m_patience;              ///< Time after which a batch is cancelled; 0: never.
    uint32_t m_asked{0};          ///< Batches that were asked for.
    TdsClientSettings m_settings; ///< How it talks.
    TdsConnection m_connection;   ///< Its connection.
    std::unique_ptr<TdsClientEngine> m_session; ///< Its session.
    Net8TdsSocket m_socket;                     ///< Its socket.
    Net8Alarm m_alarm;                          ///< Its clock.
};

} // namespace ns3::net8

#endif /* NET8_TDS_CLIENT_H */
