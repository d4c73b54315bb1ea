// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_ACCEPT_QUEUE_H
#define NET8_ACCEPT_QUEUE_H

#include "net8-end-point.h"
#include "net8-listener-limits.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The end points of a listener, and whose turn it is to be accepted.
 *
 * A connection that waits at an end point is released when the limits of that end point allow it
 * (Net8ListenerLimits), and as long as the listener has room; others stay in the backlog, and those
 * for which there is no room are taken, in their order, as connections leave.
 */
class Net8AcceptQueue
{
  public:
    /// Told the number of an end point one connection of which is to be accepted.
    using Released = std::function<void(uint32_t endPoint)>;

    Net8AcceptQueue();
    ~Net8AcceptQueue();
    Net8AcceptQueue(const Net8AcceptQueue&) = delete;
    Net8AcceptQueue& operator=(const Net8AcceptQueue&) = delete;

    /**
     * @return connections in a second and at once
     */
    Ptr<Net8ListenerLimits> GetLimits() const;

    /**
     * @param endPoint one more end point; the first one has number 0
     */
    void Add(Ptr<Net8EndPoint> endPoint);

    /**
     * @return true without any end point
     */
    bool IsEmpty() const;

    /**
     * Read what the end points say of their limits.
     *
     * @return what is wrong
     */
    TextError Configure();

    /**
     * Open all end points; again, after Close.
     *
     * @param node where
     * @param protocol socket factory
     * @param released called for each connection that is to be accepted
     */
    void Open(const Ptr<Node>& node, TypeId protocol, Released released);

    /**
     * Close all end points; what waits there is reset.
     */
    void Close();

    /**
     * Forget who was released and is not accepted yet, and who waits for room.
     */
    void Clear();

    /**
     * Dispose of the end points.
     */
    void Dispose();

    /**
     * Accept a connection that was released. Leave is called for it later, even if it is gone.
     *
     * @param number number of its end point
     * @return the connection; nothing: it has gone
     */
    std::shared_ptr<Net8EndPoint::Arrival> Take(uint32_t number);

    /**
     * A connection that was taken is no longer with the listener: the next one may be released.
     */
    void Leave();

    /**
     * @return connections that wait in the backlogs
     */
    uint32_t GetWaiting() const;

    /**
     * @return SYNs and ACKs for which a backlog had no room
     */
    uint64_t GetOverflows() const;

  private:
    /**
     * A connection waits: release it when its turn comes.
     *
     * @param number where it waits
     */
    void HandleArrival(uint32_t number);

    /**
     * The turn of a connection has come.
     *
     * @param number where it waits
     */
    void Release(uint32_t number);

    /**
     * @return whether the listener may take one more
     */
    bool HasRoom() const;

    Ptr<Net8ListenerLimits> m_limits;           ///< Connections in a second and at once.
    std::vector<Ptr<Net8EndPoint>> m_endPoints; ///< Where it listens.
    Released m_released;                        ///< Whom to tell.
    uint32_t m_taking{0};                       ///< Released and not taken yet.
    uint32_t m_taken{0};                        ///< Taken, and have not left.
    std::deque<uint32_t> m_held;                ///< End points of those that wait for room.
};

} // namespace ns3::net8

#endif /* NET8_ACCEPT_QUEUE_H */
