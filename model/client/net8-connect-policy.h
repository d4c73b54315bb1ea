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
     * @return what it asks the listener for
     */
    const ClientRequest& GetRequest() const;

    /**
     * @param remote where to go if nothing else says so
     * @param node host of the client
     * @param resolver looks the hosts of descriptors and REDIRECTs up, the empty one for the
     * remote; empty: hosts are IP addresses
     * @return looks hosts up, PreferIp first; it must not outlive this object
     */
    Net8AddressWalk::Resolver MakeResolver(const Address& remote,
                                           const Ptr<Node>& node,
                                           const Net8AddressWalk::Resolver& resolver) const;

    /**
     * @param remote where to go if there is no descriptor
     * @param[out] out where to go, with addresses of the transport alone
     * @return false if the descriptor cannot be read
     */
    bool ReadDescriptor(const Address& remote, ConnectDescriptor& out) const;

    /**
     * @param protocol PROTOCOL of the addresses that the transport leads to, in small letters;
     * empty: those of TCP
     */
    void SetProtocol(const std::string& protocol)
    {
        m_protocol = protocol;
    }

  private:
    /**
     * Leave out what the transport does not lead to.
     *
     * @param remote has the port that addresses on a LAN do not have
     * @param[in,out] out where to go
     */
    void KeepOwn(const Address& remote, ConnectDescriptor& out) const;

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

    std::string m_descriptor;         ///< Connect descriptor; empty: none.
    std::string m_protocol;           ///< PROTOCOL of addresses; empty: those of TCP.
    ClientRequest m_request;          ///< What it asks the listener for.
    PreferIp m_preferIp{};            ///< IP version that is tried first.
    Net8AddressWalk::Limits m_limits; ///< Times and passes, some of them the driver's.
};

} // namespace ns3::net8

#endif /* NET8_CONNECT_POLICY_H */
