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
 * Divides a weighted graph among several processes: which vertex belongs to which.
 *
 * Vertices joined by a link without delay belong together, and so do vertices without any link,
 * since processes synchronize by the delays between them. The other parts are distributed to keep
 * the load of the most loaded process low: the heaviest part goes first, to the process with the
 * least load, or to one that has its neighbours and has room. Processes wait for each other once
 * per shortest delay between them, so among nearly equally balanced cuts the one with the longest
 * delays is used: links are tried as uncut in order of increasing delay.
 */
class Net8GraphCut
{
  public:
    /// A link between two vertices.
    struct Link
    {
        uint32_t first{0};              ///< One end.
        uint32_t second{0};             ///< The other end.
        std::chrono::nanoseconds gap{}; ///< Minimum delay of either direction; 0: never cut.
    };

    /**
     * Create a graph.
     *
     * @param loads expected load of each vertex, in any unit
     * @param links its links
     */
    Net8GraphCut(std::vector<uint64_t> loads, std::vector<Link> links);

    /**
     * Divide the graph.
     *
     * @param processes number of processes, at least 1
     * @return number of the process of each vertex, where every process has at least one vertex;
     * nothing if there are fewer parts than processes
     */
    std::optional<std::vector<uint32_t>> Share(uint32_t processes) const;

    /**
     * @return number of parts that can be separated
     */
    uint32_t CountParts() const;

  private:
    /// Processes by vertex, and the balance.
    struct Shares
    {
        std::vector<uint32_t> owners{}; ///< Process of each vertex.
        uint64_t most{0};               ///< Load of the most loaded process.
    };

    /**
     * Find the parts that stay together.
     *
     * @param least links with a shorter delay are not cut
     * @return for each vertex, the lowest vertex of its part
     */
    std::vector<uint32_t> FindParts(std::chrono::nanoseconds least) const;

    /**
     * Find the neighbours of each part.
     *
     * @param parts for each vertex, the lowest vertex of its part
     * @return the neighbouring parts of each part, once per link
     */
    std::vector<std::vector<uint32_t>> FindNeighbours(const std::vector<uint32_t>& parts) const;

    /**
     * Distribute parts among processes.
     *
     * @param parts for each vertex, the lowest vertex of its part
     * @param processes number of processes
     * @return the distribution; nothing if there are fewer parts than processes
     */
    std::optional<Shares> Deal(const std::vector<uint32_t>& parts, uint32_t processes) const;

    std::vector<uint64_t> m_loads; ///< Load of each vertex.
    std::vector<Link> m_links;     ///< Links.
};

} // namespace ns3::net8

#endif /* NET8_GRAPH_CUT_H */
