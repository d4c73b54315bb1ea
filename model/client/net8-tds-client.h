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
 * A client of SQL Server with one session over TCP, which logs on with a packet size, sends some
 * batches and closes. The results are in the TdsClientEngine that GetSession returns.
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
     * @param size packet size to ask for, bytes; 0: the server's
     */
    void SetPacketSize(uint32_t size);

    /**
     * @return packet size to ask for, bytes
     */
    uint32_t GetPacketSize() const;

  private:
    void DoDispose() override;
    void StartApplication() override;
    void StopApplication() override;
    std::optional<Task> GetNext() override;

    /**
     * Send, set the alarm and close, as the session requires.
     */
    void Follow();

    TypeId m_protocol;            ///< Socket factory.
    Address m_remote;             ///< Address of the server.
    uint32_t m_batches{1};        ///< Number of batches to send.
    uint32_t m_characters{0};     ///< Characters per batch.
    Time m_wait;                  ///< Time before each batch.
    Time m_patience;              ///< Time after which a batch is cancelled; 0: never.
    uint32_t m_asked{0};          ///< Batches sent so far.
    TdsClientSettings m_settings; ///< Settings of the dialogue.
    TdsConnection m_connection;   ///< Its connection.
    std::unique_ptr<TdsClientEngine> m_session; ///< Its session.
    Net8TdsSocket m_socket;                     ///< Its socket.
    Net8Alarm m_alarm;                          ///< Rings at the next deadline.
};

} // namespace ns3::net8

#endif /* NET8_TDS_CLIENT_H */
