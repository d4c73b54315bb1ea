// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_GRAPH_CUT_H
#define NET8_GRAPH_CUT_H

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A graph with loads that several processes share: which vertex belongs to which.
 *
 * Vertices that a link without a delay joins belong together, and so does what no link joins, as
 * processes keep step by the delays between them. The others are shared so that the
 * most loaded process has little: the heaviest part goes first, to the process with the least load,
 * or to one that has neighbours of it and room. Processes wait for each other once in each shortest
 * delay between them, so of the cuts that are nearly as even the one with the longest delays is
 * taken: links are tried as uncut from the shortest on.
 */
class Net8GraphCut
{
  public:
    /// A link between two vertices.
    struct Link
    {
        uint32_t first{0};              ///< One end.
        uint32_t second{0};             ///< The other end.
        std::chrono::nanoseconds gap{}; ///< Least delay of either direction; 0: it is never cut.
    };

    /**
     * @param loads expected load of each vertex, in any unit
     * @param links links
     */
    Net8GraphCut(std::vector<uint64_t> loads, std::vector<Link> links);

    /**
     * @param processes number of processes, at least 1
     * @return number of the process of each vertex, each of which has one at least; none: there are
     * fewer parts than processes
     */
    std::optional<std::vector<uint32_t>> Share(uint32_t processes) const;

    /**
     * @return number of parts that can be apart
     */
    uint32_t CountParts() const;

  private:
    /// Processes by vertex, and how uneven they are.
    struct Shares
    {
        std::vector<uint32_t> owners{}; ///< Process of each vertex.
        uint64_t most{0};               ///< Load of the most loaded one.
    };

    /**
     * @param least links with a shorter delay are not cut
     * @return the least vertex of each vertex's part
     */
    std::vector<uint32_t> FindParts(std::chrono::nanoseconds least) const;

    /**
     * @param parts the least vertex of each vertex's part
     * @return the parts beside each part, once for each link
     */
    std::vector<std::vector<uint32_t>> FindNeighbours(const std::vector<uint32_t>& parts) const;

    /**
     * @param parts the least vertex of each vertex's part
     * @param processes number of processes
     * @return who has which; none: there are fewer parts than processes
     */
    std::optional<Shares> Deal(const std::vector<uint32_t>& parts, uint32_t processes) const;

    std::vector<uint64_t> m_loads; ///< Of vertices.
    std::vector<Link> m_links;     ///< Links.
};

} // namespace ns3::net8

#endif /* NET8_GRAPH_CUT_H */
