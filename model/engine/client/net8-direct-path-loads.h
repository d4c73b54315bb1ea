// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DIRECT_PATH_LOADS_H
#define NET8_DIRECT_PATH_LOADS_H

#include "net8-call-kind.h"
#include "net8-client-script.h"

#include "ns3/net8-driver.h"
#include "ns3/net8-ttc-prefix.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The calls of a direct path load: one that prepares it, one for each batch of rows, and one that
 * finishes it, or aborts it after an error. A driver that loads all rows of a call of its
 * application at once makes these three calls for each batch.
 */
class DirectPathLoads
{
  public:
    /// A call.
    struct Call
    {
        CallKind kind{CallKind::PREPARE}; ///< Its purpose.
        TtcPrefix prefix;                 ///< Its message.
    };

    /**
     * Start a load.
     *
     * @param query the statement; must exist until its last reply
     */
    void Begin(const ClientQuery& query);

    /**
     * Get the next call; there must be one.
     *
     * @param driver the driver, adapted to the server
     * @return the call
     */
    Call Next(const DriverProfile& driver);

    /**
     * Handle a failed call: a load that was prepared is aborted.
     *
     * @param kind its purpose
     */
    void Fail(CallKind kind);

    /** @return whether the load has ended */
    bool IsDone() const;

  private:
    /// What comes next.
    enum class Stage : uint8_t
    {
        PREPARE, ///< The prepare.
        LOAD,    ///< A batch.
        FINISH,  ///< The finish.
        DONE     ///< Nothing.
    };

    /**
     * @param driver the driver, adapted to the server
     * @return the next batch
     */
    TtcPrefix MakeLoad(const DriverProfile& driver);

    const ClientQuery* m_query{nullptr}; ///< The statement.
    Stage m_stage{Stage::DONE};          ///< What comes next.
    uint32_t m_left{0};                  ///< Rows not sent yet.
};

} // namespace ns3::net8

#endif /* NET8_DIRECT_PATH_LOADS_H */
