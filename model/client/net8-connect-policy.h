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
     * The IP version whose addresses are tried first.
     */
    enum class PreferIp : uint8_t
    {
        V6, ///< IPv6.
        V4  ///< IPv4.
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
     * @return the limits used where the descriptor sets none
     */
    Net8AddressWalk::Limits GetLimits(const DriverProfile& driver) const;

    /**
     * @return what follows a lost connection
     */
    const FailoverSettings& GetFailover() const;

    /**
     * @return the request to the listener
     */
    const ClientRequest& GetRequest() const;

    /**
     * @param remote address to connect to if nothing else is configured
     * @param node host of the client
     * @param resolver looks up the hosts of descriptors and REDIRECTs; the empty name stands for
     * the remote. If empty, hosts must be IP addresses
     * @return a resolver that returns addresses of the PreferIp version first; it must not outlive
     * this object
     */
    Net8AddressWalk::Resolver MakeResolver(const Address& remote,
                                           const Ptr<Node>& node,
                                           const Net8AddressWalk::Resolver& resolver) const;

    /**
     * Read the connect descriptor.
     *
     * @param remote address to connect to if there is no descriptor
     * @param[out] out the descriptor, with only the addresses that the transport can reach
     * @return false if the descriptor cannot be read
     */
    bool ReadDescriptor(const Address& remote, ConnectDescriptor& out) const;

    /**
     * @param protocol PROTOCOL of the addresses that the transport can reach, in lower case; empty:
     * those of TCP
     */
    void SetProtocol(const std::string& protocol)
    {
        m_protocol = protocol;
    }

  private:
    /**
     * Remove the addresses that the transport cannot reach.
     *
     * @param remote supplies the port, which addresses on a LAN do not have
     * @param[in,out] out the descriptor
     */
    void KeepOwn(const Address& remote, ConnectDescriptor& out) const;

    /**
     * Make a descriptor with a single address.
     *
     * @param remote the address
     * @param[out] descriptor receives it
     */
    static void GoTo(const Address& remote, ConnectDescriptor& descriptor);

    /**
     * Look up a host.
     *
     * @param host a host of a descriptor; empty: the remote
     * @param remote address of the remote
     * @param node host of the client
     * @param resolver looks up hosts, or is empty
     * @return its IP addresses in the order of RFC 6724: those for which this host has no stack
     * come last, and among the others those of the PreferIp version come first
     */
    std::vector<Address> Resolve(const std::string& host,
                                 const Address& remote,
                                 const Ptr<Node>& node,
                                 const Net8AddressWalk::Resolver& resolver) const;

    std::string m_descriptor;         ///< Connect descriptor; empty: none.
    std::string m_protocol;           ///< PROTOCOL of addresses; empty: those of TCP.
    ClientRequest m_request;          ///< Request to the listener.
    PreferIp m_preferIp{};            ///< IP version tried first.
    FailoverSettings m_failover;      ///< What follows a lost connection.
    Net8AddressWalk::Limits m_limits; ///< Limits and passes; some are the driver's.
};

} // namespace ns3::net8

#endif /* NET8_CONNECT_POLICY_H */
