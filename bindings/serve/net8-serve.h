// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVE_H
#define NET8_SERVE_H

#include "ns3/net8-experiment-plan.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A port of this machine behind which is a simulated network.
 */
struct ServePort
{
    std::string address;        ///< IP address to listen at.
    uint16_t port{0};           ///< TCP port; 0: any.
    std::string site;           ///< Site of clients that connections come from; empty: the first.
    std::string backendAddress; ///< IP address of the real server that they lead to.
    uint16_t backendPort{0};    ///< Its TCP port, also that of the simulated server host.
    std::string instance;       ///< Instance in whose place it is; empty: the first.
};

/**
 * @ingroup net8
 * What was served.
 */
struct ServeReport
{
    uint64_t connections{0};           ///< Connections that were accepted.
    uint64_t refused{0};               ///< Connections that the real server did not take.
    uint64_t bytes{0};                 ///< Bytes that were passed, in both directions.
    uint64_t pieces{0};                ///< Times at which bytes left.
    std::chrono::nanoseconds p50{0};   ///< Half of them left at most so late.
    std::chrono::nanoseconds p99{0};   ///< 99 % of them left at most so late.
    std::chrono::nanoseconds worst{0}; ///< The latest.
};

/**
 * @ingroup net8
 * Passes connections of real programs over the network of a plan, in real time.
 *
 * The clients, listeners and instances of the plan do not start; its links, queues, losses,
 * changes, faults and background traffic are as in a simulation. A connection to a port is one of
 * the first client host of a site with the host of an instance, where it is accepted by what
 * connects to the real server.
 *
 * Everything happens in the thread that calls Run.
 */
class Net8Serve
{
  public:
    /// Called with one sentence about what goes wrong.
    using Tell = std::function<void(const std::string& sentence)>;

    /**
     * Build the network.
     *
     * @param plan the plan
     * @param tell called for each reason once
     * @throw std::invalid_argument with one sentence for what cannot be served
     */
    Net8Serve(const ExperimentPlan& plan, Tell tell);
    ~Net8Serve();

    Net8Serve(const Net8Serve&) = delete;
    Net8Serve& operator=(const Net8Serve&) = delete;

    /**
     * Listen at a port. Connections are accepted by Run.
     *
     * @param port the port
     * @return number of the port
     * @throw std::invalid_argument with one sentence if it cannot be had
     */
    uint16_t Listen(const ServePort& port);

    /**
     * Find out how late this machine wakes a program up, by short sleeps.
     *
     * @return the longest of them
     */
    std::chrono::nanoseconds Check();

    /**
     * Serve until a file can be read, then reset what is open.
     *
     * @param stop descriptor of the file
     * @return what was served
     */
    ServeReport Run(int stop);

  private:
    class Work;

    std::unique_ptr<Work> m_work; ///< Sockets and simulation.
};

} // namespace ns3::net8

#endif /* NET8_SERVE_H */
