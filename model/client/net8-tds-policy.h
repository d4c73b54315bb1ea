// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_POLICY_H
#define NET8_TDS_POLICY_H

#include "net8-session-settings.h"

#include "ns3/net8-client-identity.h"
#include "ns3/net8-pipe-settings.h"
#include "ns3/net8-tds-driver.h"
#include "ns3/net8-text-error.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * How the clients of a SQL Server talk: their driver, and in what they differ from it as it comes.
 */
class Net8TdsPolicy : public Object
{
  public:
    /**
     * How results are asked for: the values of TdsRequest, behind the driver's own.
     */
    enum class RequestChoice : uint8_t
    {
        DEFAULT, ///< As the driver does.
        BATCH,   ///< TdsRequest::BATCH.
        CALL     ///< TdsRequest::CALL.
    };

    /**
     * How a client reads from a named pipe.
     */
    enum class PipeRead : uint8_t
    {
        PEEK, ///< It looks how much there is before each packet (`peek`).
        READ  ///< It reads at once, and waits for the answer (`read`).
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8TdsPolicy();
    ~Net8TdsPolicy() override;

    /**
     * @param[out] out the driver with the attributes applied
     * @return what is wrong with its name or its file
     */
    TextError Read(TdsDriverProfile& out) const;

    /**
     * @param framed messages of SMB have the 4 bytes of a NetBIOS session over TCP in front
     * @param port port of the server; on 445 no such session is asked for
     * @return how packets go through a named pipe; nothing: they do not
     */
    std::optional<PipeSettings> GetPipe(bool framed, uint16_t port) const;

    /**
     * @param pipe how packets of sessions go through a named pipe; nothing: they do not
     */
    void SetPipe(const std::optional<PipeSettings>& pipe);

    /**
     * @param characters characters of the statement that clients ask
     */
    void SetStatementLength(uint32_t characters);

    /**
     * Let sessions speak TDS.
     *
     * @param settings settings of the sessions, timeouts and limits included
     * @param identity names of the client; the empty ones are the driver's
     * @param wrongPassword the server does not accept the password
     */
    void Equip(SessionSettings& settings, const ClientIdentity& identity, bool wrongPassword) const;

  private:
    std::string m_driver;                            ///< Driver.
    uint32_t m_packetSize{0};                        ///< Packet size, bytes; 0: the driver's.
    uint32_t m_characters{0};                        ///< Characters of the statement.
    RequestChoice m_request{RequestChoice::DEFAULT}; ///< How results are asked for.
    bool m_namedPipe{false};                         ///< Packets go through a named pipe.
    PipeRead m_pipeRead{PipeRead::PEEK};             ///< How a client reads from it.
    uint32_t m_readLimit{0};                         ///< Most bytes of one read; 0: a packet.
    Time m_peekInterval;                             ///< Until a client looks again.
    std::optional<PipeSettings> m_pipe;              ///< How sessions do.
};

} // namespace ns3::net8

#endif /* NET8_TDS_POLICY_H */
