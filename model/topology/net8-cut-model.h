// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CUT_MODEL_H
#define NET8_CUT_MODEL_H

#include "ns3/error-model.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Loses all frames that arrive at a device while its link is cut; otherwise the previous error
 * model of the device decides.
 */
class Net8CutModel : public ErrorModel
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8CutModel();
    ~Net8CutModel() override;

    /**
     * @param next decides while nothing is cut; null: no losses
     */
    void SetNext(Ptr<ErrorModel> next);

    /**
     * Remove the model that decides while nothing is cut.
     *
     * @return that model; null if there was none
     */
    Ptr<ErrorModel> TakeNext();

    /**
     * Cut the link once more, or undo one cut.
     *
     * @param cut true to cut it, false to undo a cut
     */
    void Cut(bool cut);

    /**
     * @return frames lost to cuts so far
     */
    uint64_t GetLost() const;

  protected:
    void DoDispose() override;

  private:
    bool DoCorrupt(Ptr<Packet> packet) override;
    void DoReset() override;

    Ptr<ErrorModel> m_next; ///< Decides while nothing is cut.
    uint32_t m_cuts{0};     ///< Cuts that have not been undone.
    uint64_t m_lost{0};     ///< Frames lost to cuts.
};

} // namespace ns3::net8

#endif /* NET8_CUT_MODEL_H */
