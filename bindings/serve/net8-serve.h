// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVE_H
#define NET8_SERVE_H

#include "net8-packet-treatment.h"
#include "net8-stream-treatment.h"

#include "ns3/net8-experiment-plan.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

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
    uint16_t backendPort{0};    ///< Its TCP port, also that of the simulated server host; 0: they
                                ///< lead to the listener of the plan.
    std::string instance;       ///< Instance in whose place it is; empty: the first.
};

/**
 * @ingroup net8
 * A link on the way from the clients of a port to its server.
 */
struct ServeLink
{
    std::string name;                      ///< Its name.
    bool up{false};                        ///< Whether the way begins at its first end.
    uint64_t rate{0};                      ///< Rate towards the server, bit/s.
    uint64_t rateBack{0};                  ///< Rate back, bit/s.
    std::chrono::nanoseconds delay{0};     ///< Delay towards the server.
    std::chrono::nanoseconds delayBack{0}; ///< Delay back.
};

/**
 * @ingroup net8
 * What one direction of a link is from now on.
 */
struct ServeChange
{
    std::string link;                  ///< Name of the link.
    bool up{false};                    ///< Whether from its first end to its second, or back.
    uint64_t rate{0};                  ///< Rate, bit/s.
    std::chrono::nanoseconds delay{0}; ///< Delay.
    double loss{0};                    ///< Probability of a loss.
};

/**
 * @ingroup net8
 * What happens to one direction of connections of a port, besides what links do.
 */
struct ServeToxic
{
    uint16_t port{0};       ///< The port.
    std::string name;       ///< A name that it has alone at the port.
    bool up{false};         ///< Whether it is that towards the server, or back.
    double share{1};        ///< Probability that it happens to a connection.
    StreamTreatment does{}; ///< What happens to its bytes.
    PacketTreatment wire{}; ///< What happens to its packets; nothing of both: only ResetAll has to
                            ///< do with it.
};

/**
 * @ingroup net8
 * One end of an open connection.
 */
struct ServeEnd
{
    uint64_t number{0};               ///< Its number.
    uint16_t port{0};                 ///< Port that accepted it; 0: this is the server's end.
    std::chrono::microseconds rtt{0}; ///< Smoothed round-trip time.
    uint32_t window{0};               ///< Congestion window, segments.
    uint32_t unacked{0};              ///< Segments in flight.
    uint32_t waiting{0};              ///< Bytes written and not sent yet.
    uint32_t retransmitted{0};        ///< Segments retransmitted.
    uint64_t sent{0};                 ///< Bytes sent and acknowledged.
    uint64_t received{0};             ///< Bytes received.
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
    uint64_t calls{0};                 ///< Requests with their replies, each one turn of a client.
    std::chrono::nanoseconds callP50{0};   ///< Half of them were at most so late.
    std::chrono::nanoseconds callP99{0};   ///< 99 % of them were at most so late.
    std::chrono::nanoseconds callWorst{0}; ///< The latest.
};

/**
 * @ingroup net8
 * A connection of a program that is open.
 */
struct ServeConnection
{
    uint64_t number{0};   ///< Its number.
    uint16_t port{0};     ///< Port that accepted it.
    std::string program;  ///< Address and port of the program.
    bool frozen{false};   ///< Whether nothing is passed.
    uint64_t sent{0};     ///< Bytes taken from the program.
    uint64_t received{0}; ///< Bytes given to it.
};

/**
 * @ingroup net8
 * Passes connections of real programs over the network of a plan, in real time.
 *
 * The clients of the plan do not start, and its listeners and instances only if they are the
 * server; its links, queues, losses, changes, faults and background traffic are as in a simulation.
 * A connection to a port is one of the first client host of a site with the host of an instance,
 * where it is accepted by the listener, or by what connects to the real server.
 *
 * Everything happens in the thread that calls Run. After Open other threads may call Listen, Close,
 * ResetAll, AddToxic, RemoveToxic, GetWay, Change, Cut, Freeze, Kill, GetConnections, GetEnds and
 * GetReport: Run does it, and they wait.
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
     * @param simulated whether the listeners and instances of the plan are the server
     * @param tell called for each reason once
     * @throw std::invalid_argument with one sentence for what cannot be served
     */
    Net8Serve(const ExperimentPlan& plan, bool simulated, Tell tell);
    ~Net8Serve();

    Net8Serve(const Net8Serve&) = delete;
    Net8Serve& operator=(const Net8Serve&) = delete;

    /**
     * Listen at a port.
     *
     * @param port the port
     * @return number of the port
     * @throw std::invalid_argument with one sentence if it cannot be had
     */
    uint16_t Listen(const ServePort& port);

    /**
     * Listen no more at a port, and reset its connections.
     *
     * @param port number of the port
     */
    void Close(uint16_t port);

    /**
     * Reset connections of a port, at the clients' end. What happens to their packets ends before,
     * so that the other end gets the RST.
     *
     * @param port number of the port
     * @param toxic name of a toxic, which happens to them; empty: all connections
     */
    void ResetAll(uint16_t port, const std::string& toxic = {});

    /**
     * Let something happen to connections of a port, open ones and later ones.
     *
     * @param toxic what happens; takes the place of one of the same name. What happens to packets
     * does so at the server's host, and needs a plan whose hops are not computed
     */
    void AddToxic(const ServeToxic& toxic);

    /**
     * Let it happen no more.
     *
     * @param port number of the port
     * @param name its name
     */
    void RemoveToxic(uint16_t port, const std::string& name);

    /**
     * @param port number of a port
     * @return the links on its way
     */
    std::vector<ServeLink> GetWay(uint16_t port);

    /**
     * Change a direction of a link. The hops of the plan must not be computed.
     *
     * @param change what it is from now on
     * @throw std::invalid_argument with one sentence if it cannot be changed
     */
    void Change(const ServeChange& change);

    /**
     * Cut a link, or reconnect it.
     *
     * @param link name of the link
     * @param up false to cut it; each cut needs a call with true to undo it
     */
    void Cut(const std::string& link, bool up);

    /**
     * @return what was served up to now
     */
    ServeReport GetReport();

    /**
     * @return the ends of open connections
     */
    std::vector<ServeEnd> GetEnds();

    /**
     * Pass no bytes of a connection at the client's end, or go on. TCP goes on at both ends.
     *
     * @param number number of the connection
     * @param frozen whether nothing is passed
     * @throw std::invalid_argument with one sentence if it is not open
     */
    void Freeze(uint64_t number, bool frozen);

    /**
     * Reset a connection at both ends, as ResetAll does.
     *
     * @param number number of the connection
     * @throw std::invalid_argument with one sentence if it is not open
     */
    void Kill(uint64_t number);

    /**
     * @return the connections of programs that are open
     */
    std::vector<ServeConnection> GetConnections();

    /// Let other threads call.
    void Open();

    /**
     * Drop the simulation, which closes its captures; later calls throw std::runtime_error. After
     * Run.
     */
    void End();

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
     * @param spin how long before an event is due it no longer sleeps
     * @return what was served
     */
    ServeReport Run(int stop, std::chrono::nanoseconds spin);

  private:
    class Work;

    /**
     * @return sockets and simulation
     * @throw std::runtime_error after End
     */
    Work& GetWork() const;

    std::unique_ptr<Work> m_work; ///< Sockets and simulation.
};

} // namespace ns3::net8

#endif /* NET8_SERVE_H */
