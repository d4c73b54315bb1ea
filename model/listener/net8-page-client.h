// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PAGE_CLIENT_H
#define NET8_PAGE_CLIENT_H

#include "net8-pages.h"

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/socket.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Asks an end point for its page, once on each connection.
 */
class Net8PageClient : public Application
{
  public:
    /// What became of the connections.
    struct Counts
    {
        uint64_t pages{0};  ///< Pages that came whole.
        uint64_t failed{0}; ///< Connections that ended without the whole page.
        uint64_t open{0};   ///< Connections under way, or not started yet.
        Time longest{};     ///< Longest time from the SYN to the end of a whole page.
        Time sum{};         ///< Sum of these times.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8PageClient();
    ~Net8PageClient() override;

    /**
     * Set whom to ask. Must be called before the start.
     *
     * @param pages what the end point says, and when it is asked
     * @param remote socket address of the end point
     * @param protocol socket factory
     */
    void SetRemote(Ptr<Net8Pages> pages, const Address& remote, TypeId protocol);

    /**
     * @return what became of the connections so far
     */
    Counts GetCounts() const;

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void StopApplication() override;

    /// A connection.
    struct Visit
    {
        Ptr<Socket> socket{};   ///< The connection; null once it has ended.
        Time started{};         ///< When it started.
        std::string received{}; ///< What came.
        bool asked{false};      ///< The request is sent.
    };

    /// Start the next connection.
    void Connect();

    /**
     * Send the request, once the greeting is there.
     *
     * @param number number of the connection
     */
    void Ask(std::size_t number);

    /**
     * Read what came.
     *
     * @param number number of the connection
     */
    void Read(std::size_t number);

    /**
     * Note that a connection has ended.
     *
     * @param number number of the connection
     */
    void End(std::size_t number);

    /**
     * Release the socket of a connection.
     *
     * @param visit the connection
     * @return the socket, of which nothing is told any more
     */
    static Ptr<Socket> Release(Visit& visit);

    Ptr<Net8Pages> m_pages;      ///< What the end point says.
    Address m_remote;            ///< The end point.
    TypeId m_protocol;           ///< Socket factory.
    std::vector<Visit> m_visits; ///< Connections, in the order of their starts.
    Counts m_counts;             ///< What became of them.
};

} // namespace ns3::net8

#endif /* NET8_PAGE_CLIENT_H */
