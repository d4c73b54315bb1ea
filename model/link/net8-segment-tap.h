// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SEGMENT_TAP_H
#define NET8_SEGMENT_TAP_H

#include "ns3/error-model.h"
#include "ns3/mac48-address.h"
#include "ns3/packet.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <functional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Takes frames with a length field (802.3, 802.2 and SNAP) off ns-3's shared segment.
 *
 * ns3::CsmaNetDevice sends such frames, but treats the first 8 bytes of each received one as a SNAP
 * header. Its error model sees the complete frame before that: this one passes frames with a length
 * on and reports them to the device as lost, so that the device ignores them. All other frames are
 * left to the device. The path's own loss model (SetNext) is applied first.
 */
class Net8SegmentTap : public ErrorModel
{
  public:
    /// Callback invoked with a frame for the station: what follows its length, the length, source,
    /// destination.
    using Taken = std::function<void(const Ptr<Packet>& packet,
                                     uint16_t length,
                                     const Mac48Address& from,
                                     Mac48Address to)>;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8SegmentTap();
    ~Net8SegmentTap() override;

    /**
     * Set the callback.
     *
     * @param station address of the device
     * @param taken called with each frame
     */
    void SetTaken(const Mac48Address& station, Taken taken);

    /**
     * @param next the path's own loss model
     */
    void SetNext(const Ptr<ErrorModel>& next);

  protected:
    void DoDispose() override;

  private:
    bool DoCorrupt(Ptr<Packet> frame) override;
    void DoReset() override;

    Mac48Address m_station;                           ///< Address of the device.
    Taken m_taken;                                    ///< Called with each frame.
    Ptr<ErrorModel> m_next;                           ///< Loss model of the path; null: none.
    TracedCallback<Ptr<const Packet>> m_snifferTrace; ///< Frames that it takes, as sent.
};

} // namespace ns3::net8

#endif // NET8_SEGMENT_TAP_H
