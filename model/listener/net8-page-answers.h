// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PAGE_ANSWERS_H
#define NET8_PAGE_ANSWERS_H

#include "net8-end-point.h"
#include "net8-pages.h"

#include "ns3/socket.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The connections that a listener has accepted at end points of other presentations, and answers
 * with pages.
 */
class Net8PageAnswers
{
  public:
    /// Callback that lets the process of the listener do some work, then calls its argument.
    using Work = std::function<void(std::function<void()> done)>;

    Net8PageAnswers();
    ~Net8PageAnswers();
    Net8PageAnswers(const Net8PageAnswers&) = delete;
    Net8PageAnswers& operator=(const Net8PageAnswers&) = delete;

    /**
     * Greet and answer a connection.
     *
     * @param arrival the connection
     * @param work called to read the request
     * @param left called once the listener has closed the connection
     */
    void Answer(const Net8EndPoint::Arrival& arrival, Work work, std::function<void()> left);

    /**
     * Reset all connections.
     */
    void Abort();

    /**
     * Forget all connections without sending anything.
     */
    void Clear();

  private:
    /// A connection.
    struct Visit
    {
        Ptr<Socket> socket;         ///< The connection.
        Ptr<Net8Pages> pages;       ///< What its end point says.
        Work work;                  ///< Called to read the request.
        std::function<void()> left; ///< Called when it is closed.
        std::string received{};     ///< The request so far.
        std::string text{};         ///< What the listener says.
        std::size_t sent{0};        ///< Bytes of that handed to TCP.
        bool asked{false};          ///< The request is whole.
        bool last{false};           ///< The connection is closed after the text.
    };

    /**
     * Read what came.
     *
     * @param number number of the connection
     */
    void Read(uint64_t number);

    /**
     * Send as much as TCP takes, and close after the last byte.
     *
     * @param number number of the connection
     */
    void Pump(uint64_t number);

    /**
     * Answer a request.
     *
     * @param number number of the connection
     */
    void Say(uint64_t number);

    /**
     * Close a connection.
     *
     * @param number number of the connection
     * @param reset whether to reset it
     */
    void End(uint64_t number, bool reset);

    std::map<uint64_t, Visit> m_visits; ///< Connections by number.
    uint64_t m_next{0};                 ///< Number of the next one.
};

} // namespace ns3::net8

#endif /* NET8_PAGE_ANSWERS_H */
