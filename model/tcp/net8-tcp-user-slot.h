// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_USER_SLOT_H
#define NET8_TCP_USER_SLOT_H

#include "net8-tcp-user.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A socket that can have a user.
 */
class TcpUserSlot
{
  public:
    static constexpr uint32_t URGENT = 1; ///< Flag of Send: the last byte is urgent (MSG_OOB).

    /**
     * @param user user to notify instead of callbacks, until another one is set; null: callbacks
     */
    virtual void SetUser(TcpUser* user) = 0;

  protected:
    ~TcpUserSlot() = default;
};

} // namespace ns3::net8

#endif // NET8_TCP_USER_SLOT_H
