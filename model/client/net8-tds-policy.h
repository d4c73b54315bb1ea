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
 * How the clients of a SQL Server talk: their driver, and the settings in which they differ from
 * its defaults.
 */
class Net8TdsPolicy : public Object
{
  public:
    /**
     * How results are asked for: the driver's default, or one of the values of TdsRequest.
     */
    enum class RequestChoice : uint8_t
    {
        DEFAULT, ///< Driver's default.
        BATCH,   ///< TdsRequest::BATCH.
        CALL     ///< TdsRequest::CALL.
    };

    /**
     * How a client reads from a named pipe.
     */
    enum class PipeRead : uint8_t
    {
        PEEK, ///< It checks how much there is before each packet (`peek`).
        READ  ///< It reads at once and blocks until the answer (`read`).
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8TdsPolicy();
    ~Net8TdsPolicy() override;

    /**
     * Read the driver's profile.
     *
     * @param[out] out the driver with the attributes applied
     * @return the error in its name or file; an empty TextError if there is none
     */
    TextError Read(TdsDriverProfile& out) const;

    /**
     * @param framed whether SMB messages have the 4-byte header of a NetBIOS session over TCP
     * @param port port of the server; on 445 no such session is requested
     * @return how packets go through a named pipe; nothing: there is no pipe
     */
    std::optional<PipeSettings> GetPipe(bool framed, uint16_t port) const;

    /**
     * @param pipe how packets of sessions go through a named pipe; nothing: there is no pipe
     */
    void SetPipe(const std::optional<PipeSettings>& pipe);

    /**
     * @param characters length of the statement that clients ask
     */
    void SetStatementLength(uint32_t characters);

    /**
     * Configure sessions to use TDS.
     *
     * @param settings settings of the sessions, including timeouts and limits
     * @param identity names of the client; where empty, the driver's are used
     * @param wrongPassword whether the server rejects the password
     */
    void Equip(SessionSettings& settings, const ClientIdentity& identity, bool wrongPassword) const;

  private:
    std::string m_driver;                            ///< Driver.
    uint32_t m_packetSize{0};                        ///< Packet size, bytes; 0: the driver's.
    uint32_t m_characters{0};                        ///< Length of the statement, characters.
    RequestChoice m_request{RequestChoice::DEFAULT}; ///< How results are asked for.
    bool m_namedPipe{false};                         ///< Packets go through a named pipe.
    PipeRead m_pipeRead{PipeRead::PEEK};             ///< How a client reads from the pipe.
    uint32_t m_readLimit{0};                         ///< Most bytes per read; 0: one packet.
    Time m_peekInterval;                             ///< Time until a client checks again.
    std::optional<PipeSettings> m_pipe;              ///< Named pipe of the sessions.
};

} // namespace ns3::net8

#endif /* NET8_TDS_POLICY_H */
