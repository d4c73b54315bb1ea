// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_ROUTE_GRAPH_H
#define NET8_ROUTE_GRAPH_H

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Vertices with links between them, and the routes over these: those of least delay, but where
 * somebody says otherwise.
 *
 * A link leads up from its first end to its second one, and down again; each way has a delay of its
 * own, so that routes may come back otherwise than they went. Of routes with the same delay the one
 * with fewer links is taken, then the one whose next link was added first, so that there is no
 * choice left.
 *
 * A route is a list of next links, one at each vertex for each target: what is set at a vertex
 * holds for all that comes through it.
 */
class Net8RouteGraph
{
  public:
    /// Number of a vertex, in the order in which they were added.
    using Vertex = uint32_t;

    /// A link that is taken.
    struct Step
    {
        uint32_t link{0}; ///< Its number, in the order in which they were added.
        bool up{false};   ///< Whether it is taken from its first end to its second one.

        /**
         * @param other another one
         * @return whether they are the same
         */
        bool operator==(const Step& other) const = default;
    };

    /**
     * @param vertices number of vertices
     */
    explicit Net8RouteGraph(uint32_t vertices);

    /**
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
     * Say by which link something goes on.
     *
     * @param at a vertex
     * @param target where it goes
     * @param link a link that ends at the vertex
     */
    void SetNext(Vertex at, Vertex target, uint32_t link);

    /**
     * Find the routes of least delay to a vertex, from all others.
     *
     * @param target where they go
     */
    void FindRoutes(Vertex target);

    /**
     * @param at a vertex
     * @param target a vertex whose routes were found
     * @return the next link; none: there is no route, or it is the target
     */
    std::optional<Step> GetNext(Vertex at, Vertex target) const;

    /**
     * @param from a vertex
     * @param target a vertex whose routes were found
     * @return all links, the next one first; none: there is no route, as none leads there or what
     * was set leads in a circle
     */
    std::optional<std::vector<Step>> GetRoute(Vertex from, Vertex target) const;

    /**
     * @param step a link that is taken
     * @return the vertex where it ends
     */
    Vertex GetEnd(Step step) const;

    /**
     * @param step a link that is taken
     * @return its delay that way
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

    /// What is known of the way from a vertex to a target.
    struct Way
    {
        std::chrono::nanoseconds delay{}; ///< Of all links.
        uint32_t links{0};                ///< Their number.
        std::optional<Step> next{};       ///< The next one.
        bool found{false};                ///< There is a way.
    };

    std::vector<Link> m_links;                                 ///< Links.
    std::vector<std::vector<uint32_t>> m_ends;                 ///< Links that end at each vertex.
    std::map<std::pair<Vertex, Vertex>, uint32_t> m_set;       ///< Links set, by vertex and target.
    std::map<Vertex, std::vector<std::optional<Step>>> m_next; ///< Next links, by target.
};

} // namespace ns3::net8

#endif /* NET8_ROUTE_GRAPH_H */
