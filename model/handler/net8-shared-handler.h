// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SHARED_HANDLER_H
#define NET8_SHARED_HANDLER_H

#include "net8-dispatcher.h"
#include "net8-handler.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * A dispatcher as seen by a listener. A session takes the memory of a session; the shared servers
 * behind it, which all dispatchers share, take that of processes.
 */
class Net8SharedHandler : public Net8Handler
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Set the dispatcher.
     *
     * @param number number of the dispatcher, from 0
     * @param dispatcher the dispatcher
     */
    void SetDispatcher(uint32_t number, Ptr<Net8Dispatcher> dispatcher);

    /**
     * @return the dispatcher
     */
    Ptr<Net8Dispatcher> GetDispatcher() const;

    // Inherited
    int64_t AssignStreams(int64_t stream) override;
    void Open(const HostResources& resources) override;
    std::unique_ptr<Net8CallExecutor> Admit(const HandlerRequest& request) override;
    bool NeedsFork() const override;
    RegisteredHandler GetRegistration() const override;
    void SetHanging(bool hangs) override;

  protected:
    void DoDispose() override;

  private:
    uint32_t m_number{0};             ///< Number of the dispatcher.
    Ptr<Net8Dispatcher> m_dispatcher; ///< The dispatcher.
};

} // namespace ns3::net8

#endif /* NET8_SHARED_HANDLER_H */
