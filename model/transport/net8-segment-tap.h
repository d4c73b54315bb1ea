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
 * Takes frames with a length, of 802.3, 802.2 and SNAP, off ns-3's shared segment.
 *
 * ns3::CsmaNetDevice sends such frames, but takes the first 8 bytes of each that comes in for those
 * of SNAP. Its error model sees a frame before that, whole: this one hands frames with a length on
 * and tells the device that they are lost, so that it leaves them alone. All others are those of
 * the device, and what loses frames on the path (SetNext) does so before.
 */
class Net8SegmentTap : public ErrorModel
{
  public:
    /// Told of a frame for the station: what follows its length, the length, from whom, to whom.
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
     * @param station address of the device
     * @param taken told of each frame
     */
    void SetTaken(const Mac48Address& station, Taken taken);

    /**
     * @param next what loses frames on the path
     */
    void SetNext(const Ptr<ErrorModel>& next);

  protected:
    void DoDispose() override;

  private:
    bool DoCorrupt(Ptr<Packet> frame) override;
    void DoReset() override;

    Mac48Address m_station; ///< Address of the device.
    Taken m_taken;          ///< Told of each frame.
    Ptr<ErrorModel> m_next; ///< What loses frames on the path; null: nothing.
    TracedCallback<Ptr<const Packet>> m_snifferTrace; ///< Frames that it takes, as sent.
};

} // namespace ns3::net8

#endif // NET8_SEGMENT_TAP_H
