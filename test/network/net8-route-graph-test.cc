// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Routes over small graphs, worked out by hand.
 */
#include "ns3/net8-route-graph.h"

#include <chrono>
#include <cstdint>
#include <gtest/gtest.h>
#include <optional>
#include <random>
#include <vector>

using namespace ns3::net8;
using namespace std::chrono_literals;

namespace
{

/// Links of a route.
using Steps = std::vector<Net8RouteGraph::Step>;

/**
 * Vertices 0 to 2 in a triangle: 10 ms over the link 0 between 0 and 2, 3 + 4 ms over 1, by 1
 * and 2.
 *
 * @return the graph
 */
Net8RouteGraph
MakeTriangle()
{
    Net8RouteGraph graph(3);
    graph.AddLink(0, 2, 10ms, 10ms);
    graph.AddLink(0, 1, 3ms, 3ms);
    graph.AddLink(1, 2, 4ms, 4ms);
    return graph;
}

TEST(RouteGraph, TheLeastDelayCountsNotTheNumberOfLinks)
{
    auto graph = MakeTriangle();
    graph.FindRoutes(2);
    EXPECT_EQ(graph.GetRoute(0, 2), (Steps{{1, true}, {2, true}}));
    EXPECT_EQ(graph.GetEnd({1, true}), 1U);
    EXPECT_EQ(graph.GetDelay({2, true}), 4ms);
    EXPECT_EQ(graph.GetRoute(2, 2), Steps{}) << "one is there already";
}

TEST(RouteGraph, AWayBackMayBeAnother)
{
    Net8RouteGraph graph(3);
    graph.AddLink(0, 2, 10ms, 1ms); // slow there, quick back
    graph.AddLink(0, 1, 3ms, 3ms);
    graph.AddLink(1, 2, 4ms, 4ms);
    graph.FindRoutes(2);
    graph.FindRoutes(0);
    EXPECT_EQ(graph.GetRoute(0, 2), (Steps{{1, true}, {2, true}}));
    EXPECT_EQ(graph.GetRoute(2, 0), (Steps{{0, false}}));
}

TEST(RouteGraph, OfEqualDelaysTheFewerLinksThenTheFirstOne)
{
    Net8RouteGraph graph(3);
    graph.AddLink(0, 1, 1ms, 1ms);
    graph.AddLink(1, 2, 1ms, 1ms);
    graph.AddLink(2, 0, 2ms, 2ms);
    graph.AddLink(0, 2, 2ms, 2ms);
    graph.FindRoutes(2);
    EXPECT_EQ(graph.GetRoute(0, 2), (Steps{{2, false}}));
    EXPECT_EQ(graph.GetRoute(1, 2), (Steps{{1, true}}));
}

TEST(RouteGraph, LinksWithoutDelayMakeNoCircles)
{
    Net8RouteGraph graph(4);
    graph.AddLink(0, 1, 0ms, 0ms);
    graph.AddLink(1, 2, 0ms, 0ms);
    graph.AddLink(2, 0, 0ms, 0ms);
    graph.AddLink(2, 3, 0ms, 0ms);
    graph.FindRoutes(3);
    for (uint32_t from = 0; from < 3; ++from)
    {
        EXPECT_TRUE(graph.GetRoute(from, 3)) << from;
    }
}

TEST(RouteGraph, WhatIsSetHoldsForAllThatComesThrough)
{
    auto graph = MakeTriangle();
    graph.SetNext(0, 2, 0);
    graph.FindRoutes(2);
    graph.FindRoutes(0);
    EXPECT_EQ(graph.GetRoute(0, 2), (Steps{{0, true}}));
    EXPECT_EQ(graph.GetRoute(2, 0), (Steps{{2, false}, {1, false}})) << "the way back is not set";
}

TEST(RouteGraph, NoRouteWhereNothingLeadsThereOrItGoesInACircle)
{
    Net8RouteGraph graph(4);
    graph.AddLink(0, 1, 1ms, 1ms);
    graph.AddLink(1, 2, 1ms, 1ms);
    graph.FindRoutes(3);
    EXPECT_EQ(graph.GetRoute(0, 3), std::nullopt) << "3 has no link";
    graph.SetNext(1, 2, 0); // back to 0, whence all comes to 1 again
    graph.FindRoutes(2);
    EXPECT_EQ(graph.GetRoute(0, 2), std::nullopt);
}

/// A target with one link has the routes of a search of its own, which a second link, too slow for
/// any route, makes necessary.
TEST(RouteGraph, TargetsAtTheEdgeHaveTheRoutesOfASearch)
{
    constexpr uint32_t INNER = 6;
    constexpr uint32_t ALL = 16;
    std::mt19937 random(1);
    for (int trial = 0; trial < 200; ++trial)
    {
        Net8RouteGraph edges(ALL + 1);
        Net8RouteGraph searched(ALL + 1);
        const auto add = [&](uint32_t first, uint32_t second) {
            // Few different delays, so that routes are often as long as others.
            const auto up = std::chrono::milliseconds(random() % 3);
            const auto down = std::chrono::milliseconds(random() % 3);
            edges.AddLink(first, second, up, down);
            searched.AddLink(first, second, up, down);
        };
        for (uint32_t inner = 1; inner < INNER; ++inner)
        {
            add(inner, random() % inner);
            add(random() % INNER, inner);
        }
        for (uint32_t edge = INNER; edge < ALL; ++edge)
        {
            random() % 2 == 0 ? add(edge, random() % INNER) : add(random() % INNER, edge);
        }
        for (uint32_t edge = INNER; edge < ALL; ++edge)
        {
            searched.AddLink(edge, ALL, 1h, 1h);
        }
        if (trial % 2 == 1)
        {
            // A link that is set at an inner vertex, for one inside and for one at the edge.
            edges.SetNext(1, 0, 0);
            searched.SetNext(1, 0, 0);
            edges.SetNext(1, ALL - 1, 1);
            searched.SetNext(1, ALL - 1, 1);
        }
        for (uint32_t target = 0; target < ALL; ++target)
        {
            edges.FindRoutes(target);
            searched.FindRoutes(target);
            for (uint32_t from = 0; from < ALL; ++from)
            {
                EXPECT_EQ(edges.GetRoute(from, target), searched.GetRoute(from, target))
                    << trial << ": " << from << " to " << target;
            }
        }
    }
}

} // namespace
