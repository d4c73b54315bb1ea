// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_POLICY_H
#define NET8_TDS_POLICY_H

#include "net8-session-settings.h"

#include "ns3/net8-client-identity.h"
#include "ns3/net8-tds-driver.h"
#include "ns3/net8-text-error.h"
#include "ns3/object.h"

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
};

} // namespace ns3::net8

#endif /* NET8_TDS_POLICY_H */
