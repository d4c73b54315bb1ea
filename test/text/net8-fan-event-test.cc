// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Events of FAN: their payload against logs that Oracle prints, and messages that come in pieces.
 */
#include "ns3/net8-fan-event.h"

#include <gtest/gtest.h>
#include <string>

using namespace ns3::net8;

namespace
{

/// An event as in the log of a fan watcher: "VERSION=1.0 event_type=SERVICEMEMBER
/// service=unisrv.pub.example instance=lvrac2 ... status=down reason=FAILURE
/// timestamp=2021-11-22 15:48:41 timezone=+00:00". 2021-11-22 15:48:41 UTC is 1637596121.
const FanEvent DOWN{.id = 7,
                    .kind = FanEvent::Kind::SERVICE,
                    .host = "lvracdb-2",
                    .instance = "lvrac2",
                    .service = "unisrv",
                    .seconds = 1'637'596'121,
                    .sender = "lvracdb-1"};

TEST(FanEvent, HasThePayloadOfTheLogs)
{
    EXPECT_TRUE(DOWN.Print().ends_with(
        "\r\n\r\nVERSION=1.0 event_type=SERVICEMEMBER service=unisrv instance=lvrac2 "
        "database=unisrv db_domain= host=lvracdb-2 status=down reason=FAILURE "
        "timestamp=2021-11-22 15:48:41 timezone=+00:00"))
        << DOWN.Print();
}

TEST(FanEvent, IsReadAsItWasWritten)
{
    auto up = DOWN;
    up.up = true;
    const FanEvent node{.id = 8, .host = "node1", .sender = "node2"};
    for (const auto& event : {DOWN, up, node})
    {
        const auto read = FanEvent::Read(event.Print());
        ASSERT_TRUE(read);
        EXPECT_EQ(read->id, event.id);
        EXPECT_EQ(read->kind, event.kind);
        EXPECT_EQ(read->up, event.up);
        EXPECT_EQ(read->host, event.host);
        EXPECT_EQ(read->instance, event.instance);
        EXPECT_EQ(read->service, event.service);
        EXPECT_EQ(read->sender, event.sender);
    }
}

TEST(FanEvent, MessagesAreTakenOneByOneAndWhole)
{
    const auto first = FanEvent::PrintSubscription();
    const auto both = first + DOWN.Print();
    std::string received;
    for (std::size_t i = 0; i < first.size(); ++i)
    {
        EXPECT_FALSE(FanEvent::TakeMessage(received)) << i;
        received += both[i];
    }
    EXPECT_EQ(FanEvent::TakeMessage(received), first);
    EXPECT_FALSE(FanEvent::Read(first)) << "a subscription is no event";
    received = both.substr(first.size(), both.size() - first.size() - 1);
    EXPECT_FALSE(FanEvent::TakeMessage(received)) << "the last byte of the body is missing";
    received += both.back();
    EXPECT_EQ(FanEvent::TakeMessage(received), DOWN.Print());
    EXPECT_TRUE(received.empty());
}

TEST(FanEvent, BytesThatAreNoMessageAreDropped)
{
    for (const std::string head :
         {"POST /event HTTP/1.1", "Content-Length: x", "Content-Length: 99999"})
    {
        auto received = head + "\r\n\r\nrest";
        EXPECT_FALSE(FanEvent::TakeMessage(received));
        EXPECT_TRUE(received.empty()) << head;
    }
    EXPECT_FALSE(FanEvent::Read("no message"));
    EXPECT_FALSE(FanEvent::Read("eventId: 1\r\n\r\nevent_type=NODE host=node1 status=odd"));
}

} // namespace
