// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CONNECT_POLICY_H
#define NET8_CONNECT_POLICY_H

#include "net8-session-settings.h"

#include "ns3/object.h"

#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Where a client connects to, what it asks for there, and how long it tries.
 */
class Net8ConnectPolicy : public Object
{
  public:
    /**
     * IP version whose addresses are tried first.
     */
    enum class PreferIp : uint8_t
    {
        V6, ///< IPv6.
        V4  ///< IPv4.
    };

    /**
     * SERVER of the connect data.
     */
    enum class ServerChoice : uint8_t
    {
        ANY,       ///< Not given: the listener chooses.
        DEDICATED, ///< A server process of its own.
        SHARED,    ///< A dispatcher.
        POOLED     ///< A connection broker.
    };

    /**
     * POOL_PURITY of the connect data.
     */
    enum class PurityChoice : uint8_t
    {
        ANY,  ///< Not given.
        SELF, ///< A session that others have used will do.
        NEW   ///< It will not.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8ConnectPolicy();
    ~Net8ConnectPolicy() override;

    /**
     * @param driver the driver
     * @return limits that hold where the descriptor says nothing
     */
    Net8AddressWalk::Limits GetLimits(const DriverProfile& driver) const;

    /**
     * @param[in,out] settings what the sessions have in common, host and driver already in it
     * @param remote where to go if nothing else says so
     * @param resolver looks the hosts of descriptors and REDIRECTs up, the empty one for the
     * remote; empty: hosts are IP addresses
     */
    void Fill(SessionSettings& settings,
              const Address& remote,
              const Net8AddressWalk::Resolver& resolver) const;

  private:
    /**
     * @param remote the only address of the only description
     * @param[out] descriptor receives it
     */
    static void GoTo(const Address& remote, ConnectDescriptor& descriptor);

    /**
     * @param host a host of a descriptor; empty stands for the remote
     * @param remote that
     * @param node host of the client
     * @param resolver looks hosts up, or is empty
     * @return its IP addresses in the order of RFC 6724: those that this host has no stack for come
     * last, and of the others those of PreferIp first
     */
    std::vector<Address> Resolve(const std::string& host,
                                 const Address& remote,
                                 const Ptr<Node>& node,
                                 const Net8AddressWalk::Resolver& resolver) const;

    std::string m_descriptor;          ///< Connect descriptor; empty: none.
    std::string m_connectData;         ///< Connect data; empty: made from the service.
    std::string m_serviceName;         ///< Service asked for.
    ServerChoice m_server{};           ///< SERVER asked for.
    std::string m_poolConnectionClass; ///< POOL_CONNECTION_CLASS, or empty.
    PurityChoice m_poolPurity{};       ///< POOL_PURITY asked for.
    PreferIp m_preferIp{};             ///< IP version that is tried first.
    Time m_transportConnectTimeout;    ///< Of the TCP connect; 0: the driver's.
    Time m_connectTimeout;             ///< Up to the ACCEPT; 0: none.
    uint32_t m_retryCount{0};          ///< Further passes.
    Time m_retryDelay;                 ///< Between two passes; negative: the driver's.
};

} // namespace ns3::net8

#endif /* NET8_CONNECT_POLICY_H */
