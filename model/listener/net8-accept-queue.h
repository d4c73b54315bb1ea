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
 * The end points of a listener, and the order in which it accepts their connections.
 *
 * A connection waiting at an end point is released when the limits of that end point allow it
 * (Net8ListenerLimits) and the listener has room. The others stay in the backlog; those held back
 * for lack of room are released in order as connections leave.
 */
class Net8AcceptQueue
{
  public:
    /// Callback invoked with the number of the end point whose next connection is to be accepted.
    using Released = std::function<void(uint32_t endPoint)>;

    Net8AcceptQueue();
    ~Net8AcceptQueue();
    Net8AcceptQueue(const Net8AcceptQueue&) = delete;
    Net8AcceptQueue& operator=(const Net8AcceptQueue&) = delete;

    /**
     * @return the limits on connections per second and at one time
     */
    Ptr<Net8ListenerLimits> GetLimits() const;

    /**
     * Add an end point.
     *
     * @param endPoint the end point; the first one added gets number 0
     */
    void Add(Ptr<Net8EndPoint> endPoint);

    /**
     * @return true if there is no end point
     */
    bool IsEmpty() const;

    /**
     * Read the limits of all end points.
     *
     * @return the error, or an empty TextError if there is none
     */
    TextError Configure();

    /**
     * Open all end points. May be called again after Close.
     *
     * @param node the node to listen on
     * @param protocol socket factory
     * @param released called for each connection that is to be accepted
     */
    void Open(const Ptr<Node>& node, TypeId protocol, Released released);

    /**
     * Close all end points and reset the connections waiting there.
     */
    void Close();

    /**
     * Forget the connections that were released but not accepted yet, and those held back for lack
     * of room.
     */
    void Clear();

    /**
     * Dispose of the end points.
     */
    void Dispose();

    /**
     * Accept a connection that was released. The caller must call Leave for it later, even if it
     * has gone.
     *
     * @param number number of its end point
     * @return the connection, or null if it has gone
     */
    std::shared_ptr<Net8EndPoint::Arrival> Take(uint32_t number);

    /**
     * Note that a connection that was taken has left the listener, so that the next may be
     * released.
     */
    void Leave();

    /**
     * @return connections waiting in the backlogs
     */
    uint32_t GetWaiting() const;

    /**
     * @return SYNs and ACKs that found their backlog full
     */
    uint64_t GetOverflows() const;

  private:
    /**
     * Handle a connection that starts to wait: release it as soon as the limits allow.
     *
     * @param number number of its end point
     */
    void HandleArrival(uint32_t number);

    /**
     * Release a connection whose turn has come.
     *
     * @param number number of its end point
     */
    void Release(uint32_t number);

    /**
     * @return whether the listener may take one more connection
     */
    bool HasRoom() const;

    Ptr<Net8ListenerLimits> m_limits;           ///< Limits per second and at one time.
    std::vector<Ptr<Net8EndPoint>> m_endPoints; ///< End points, by number.
    Released m_released;                        ///< Called for each release.
    uint32_t m_taking{0};                       ///< Connections released, not taken yet.
    uint32_t m_taken{0};                        ///< Connections taken that have not left.
    std::deque<uint32_t> m_held;                ///< End points of connections held back.
};

} // namespace ns3::net8

#endif /* NET8_ACCEPT_QUEUE_H */
