// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PAGES_H
#define NET8_PAGES_H

#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What an end point of a presentation other than TTC says, and how often clients ask it.
 *
 * 1. `http`: the client sends a GET; the listener answers with a status line, headers and a page,
 *    and closes.
 * 2. `ftp`: the listener sends a greeting of several lines, code 220, that contains the page; the
 *    client sends QUIT; the listener answers with code 221 and closes.
 */
class Net8Pages : public Object
{
  public:
    /// What clients of an end point speak.
    enum class Presentation : uint8_t
    {
        TTC,  ///< Oracle Net with TTC (attribute value `ttc`).
        HTTP, ///< HTTP/1.1, RFC 9112 (`http`).
        FTP,  ///< FTP, RFC 959 (`ftp`).
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8Pages();
    ~Net8Pages() override;

    /**
     * @return whether the end point has no pages but speaks TTC
     */
    bool IsTtc() const;

    /**
     * @return what the listener says first
     */
    std::string GetGreeting() const;

    /**
     * @return what the listener answers to the request
     */
    std::string GetAnswer() const;

    /**
     * @return the request of a client
     */
    std::string GetRequest() const;

    /**
     * @param received what came from a client
     * @return whether that is a whole request
     */
    bool IsWhole(const std::string& received) const;

    /**
     * @return connections for pages
     */
    uint32_t GetRequests() const;

    /**
     * @param number number of a connection, from 0
     * @return when it starts
     */
    Time GetStart(uint32_t number) const;

  private:
    Presentation m_presentation{Presentation::TTC}; ///< What clients speak.
    uint32_t m_pageSize{0};                         ///< Page, bytes.
    uint32_t m_requests{0};                         ///< Connections for pages.
    Time m_requestStart;                            ///< Start of the first one.
    Time m_requestInterval;                         ///< Time between their starts.
};

} // namespace ns3::net8

#endif /* NET8_PAGES_H */
