// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CUT_MODEL_H
#define NET8_CUT_MODEL_H

#include "ns3/error-model.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Loses all frames that arrive at a device while its link is cut; else the error model that the
 * device had before decides.
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
     * @param next decides while nothing is cut; null: nothing is lost
     */
    void SetNext(Ptr<ErrorModel> next);

    /**
     * Let somebody else decide while nothing is cut.
     *
     * @return what decided so far; null: nothing was lost
     */
    Ptr<ErrorModel> TakeNext();

    /**
     * Cut the link once more, or undo one cut.
     *
     * @param cut whether to cut it
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
    uint32_t m_cuts{0};     ///< Cuts not undone.
    uint64_t m_lost{0};     ///< Frames lost to cuts.
};

} // namespace ns3::net8

#endif /* NET8_CUT_MODEL_H */
