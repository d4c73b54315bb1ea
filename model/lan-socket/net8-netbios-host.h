// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NETBIOS_HOST_H
#define NET8_NETBIOS_HOST_H

#include "net8-lan-host.h"
#include "net8-netbios-link.h"

#include <cstdint>
#include <map>
#include <memory>

namespace ns3::net8
{

/**
 * @ingroup net8
 * NetBIOS Frames (NetBEUI) on a host: name queries are frames to all stations with NetBIOS;
 * sessions use one link of 802.2 type 2 per other station.
 *
 * Only the host that has the name answers a name query. A host has at most 254 sessions; a request
 * for another one is not answered.
 */
class Net8NetbiosHost : public Net8LanHost, public Net8NetbiosStation
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8NetbiosHost();
    ~Net8NetbiosHost() override;

    /**
     * @param rules rules of its links
     */
    void SetLinkRules(const LanRules& rules)
    {
        m_linkRules = rules;
    }

    // Inherited
    void SendOverLink(const LanAddress& to, const LanUnit& unit, const Ptr<Packet>& frame) override;
    void DeliverFrame(const LanAddress& from, const Ptr<Packet>& frame) override;
    void HandleAcknowledged(const LanAddress& to, uint16_t session, const LanUnit& unit) override;
    void FailSession(uint16_t session) override;
    void Leave(uint16_t id, const LanEnds& ends) override;
    void Send(const LanEnds& ends, const LanUnit& unit, const Ptr<Packet>& payload) override;
    LanTransport::Counts GetCounts() const override;

  protected:
    void DoDispose() override;
    void Receive(Ptr<NetDevice> device,
                 Ptr<const Packet> packet,
                 uint16_t type,
                 const Address& from,
                 const Address& to,
                 NetDevice::PacketType packetType) override;
    void Take(const LanArrival& arrival, const Ptr<Packet>& payload) override;

  private:
    /**
     * @param remote another station
     * @return the link to it, created if necessary
     */
    Net8NetbiosLink& GetLink(const LanAddress& remote);

    /**
     * Handle a frame with names.
     *
     * @param bytes what follows the 802.2 header
     * @param from address of the sender
     */
    void ReceiveNames(std::span<const uint8_t> bytes, const LanAddress& from);

    LanRules m_linkRules;                                           ///< Rules of its links.
    std::map<LanAddress, std::unique_ptr<Net8NetbiosLink>> m_links; ///< Links by other station.
    uint64_t m_names{0};                                            ///< Frames with names sent.
};

} // namespace ns3::net8

#endif // NET8_NETBIOS_HOST_H
