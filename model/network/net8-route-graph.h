// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_ROUTE_GRAPH_H
#define NET8_ROUTE_GRAPH_H

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Vertices with links between them, and the routes over these: those of least delay, unless set
 * otherwise.
 *
 * A link leads up from its first end to its second one, and down again; each direction has its own
 * delay, so the way back may differ from the way out. Among routes with the same delay the one with
 * fewer links is chosen, then the one whose next link was added first, so that the choice is
 * unique.
 *
 * A route is a list of next links, one at each vertex for each target: a link set at a vertex
 * applies to everything that passes through it.
 */
class Net8RouteGraph
{
  public:
    /// Number of a vertex, in the order in which they were added.
    using Vertex = uint32_t;

    /// A link in one direction.
    struct Step
    {
        uint32_t link{0}; ///< Its number, in the order in which they were added.
        bool up{false};   ///< Whether it is taken from its first end to its second one.

        /**
         * Compare two steps.
         *
         * @param other another step
         * @return whether they are the same
         */
        bool operator==(const Step& other) const = default;
    };

    /**
     * Create a graph without links.
     *
     * @param vertices number of vertices
     */
    explicit Net8RouteGraph(uint32_t vertices);

    /**
     * Add a link.
     *
     * @param first one end
     * @param second the other end
     * @param up delay from the first to the second
     * @param down delay from the second to the first
     * @return its number
     */
    uint32_t AddLink(Vertex first,
                     Vertex second,
                     std::chrono::nanoseconds up,
                     std::chrono::nanoseconds down);

    /**
     * Set the next link towards a target.
     *
     * @param at a vertex
     * @param target the destination
     * @param link a link that ends at the vertex
     */
    void SetNext(Vertex at, Vertex target, uint32_t link);

    /**
     * Find the routes of least delay from all other vertices to a target.
     *
     * @param target the destination
     */
    void FindRoutes(Vertex target);

    /**
     * Get the next link towards a target.
     *
     * @param at a vertex
     * @param target a vertex whose routes were found
     * @return the next link; nothing if there is no route or @p at is the target
     */
    std::optional<Step> GetNext(Vertex at, Vertex target) const;

    /**
     * Get the route to a target.
     *
     * @param from a vertex
     * @param target a vertex whose routes were found
     * @return all links in order; nothing if there is no route, because none leads there or the
     * links that were set form a circle
     */
    std::optional<std::vector<Step>> GetRoute(Vertex from, Vertex target) const;

    /**
     * Get the vertex at the end of a step.
     *
     * @param step a link in one direction
     * @return the vertex where it ends
     */
    Vertex GetEnd(Step step) const;

    /**
     * Get the delay of a step.
     *
     * @param step a link in one direction
     * @return the delay of the link in that direction
     */
    std::chrono::nanoseconds GetDelay(Step step) const;

  private:
    /// A link.
    struct Link
    {
        Vertex first{0};                 ///< One end.
        Vertex second{0};                ///< The other end.
        std::chrono::nanoseconds up{};   ///< Delay from the first to the second.
        std::chrono::nanoseconds down{}; ///< Delay from the second to the first.
    };

    /// The best known route from a vertex to a target.
    struct Known
    {
        std::chrono::nanoseconds delay{}; ///< Total delay.
        uint32_t links{0};                ///< Number of links.
        std::optional<Step> next{};       ///< The next link.
        bool found{false};                ///< Whether there is one.
    };

    /**
     * Get the vertex through which all routes to a target lead because the target has one link.
     *
     * Routes to such a vertex are those to the one before it and the last link, so that a network
     * with many sites at its edge needs searches for its inner vertices alone.
     *
     * @param target a vertex
     * @return the vertex before it; nothing if it has several links, or if links are set for one of
     * the two
     */
    std::optional<Vertex> FindBefore(Vertex target) const;

    std::vector<Link> m_links;                           ///< All links.
    std::vector<std::vector<uint32_t>> m_ends;           ///< Links that end at each vertex.
    std::map<std::pair<Vertex, Vertex>, uint32_t> m_set; ///< Links set explicitly, by vertex
                                                         ///< and target.
    std::set<Vertex> m_setTargets;                       ///< Targets of these.
    /// Next links, by target; none for a target behind another vertex.
    std::map<Vertex, std::vector<std::optional<Step>>> m_next;
};

} // namespace ns3::net8

#endif /* NET8_ROUTE_GRAPH_H */
