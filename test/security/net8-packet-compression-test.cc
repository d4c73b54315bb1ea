// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Compression of packets: lengths by hand, what CONNECT and ACCEPT say, payloads there and back.
 */
#include "ns3/net8-packet-compression.h"

#include <gtest/gtest.h>
#include <vector>

using namespace ns3::net8;
using namespace std::chrono_literals;

namespace
{

using Scheme = CompressionScheme;

/**
 * @param ratio bytes over what they become
 * @param scheme what was agreed
 * @return an end that compresses
 */
PacketCompression
Make(double ratio, Scheme scheme = Scheme::LZO)
{
    const CompressionOffer offer{.schemes = {scheme}, .ratio = ratio};
    return {offer.ToAccept(offer.ToConnect()), offer};
}

TEST(PacketCompression, LengthsAreThoseOfTheModel)
{
    // A packet of 8192 bytes has 8182 of payload: ceil(8182 / 3) = 2728, and 6.
    EXPECT_EQ(Make(3).GetSize(8182), 2734U);
    EXPECT_EQ(Make(3).GetSize(1014), 1014U) << "1024 bytes are not longer than the threshold";
    EXPECT_EQ(Make(2).GetSize(1015), 508U + 6U);
    EXPECT_EQ(Make(1).GetSize(8182), 8182U) << "it would get longer";
    EXPECT_EQ(Make(1000).GetSize(1015), 16U) << "least, as this writes it";
    EXPECT_EQ(PacketCompression().GetSize(8182), 8182U);
    EXPECT_FALSE(PacketCompression().IsOn());
}

TEST(PacketCompression, ConnectAndAcceptHaveFourBitsForAScheme)
{
    const CompressionOffer both{.schemes = {Scheme::LZO, Scheme::ZLIB}};
    const CompressionOffer low{.schemes = {Scheme::LZO}};
    const CompressionOffer high{.schemes = {Scheme::ZLIB}};
    EXPECT_EQ(both.ToConnect(), 0x8480); // 0x8000, 1 << 10, 2 << 6
    EXPECT_EQ(CompressionOffer().ToConnect(), 0);
    EXPECT_EQ(both.ToAccept(low.ToConnect()), 0x84);  // 0x80, 1 << 2
    EXPECT_EQ(both.ToAccept(high.ToConnect()), 0x88); // 0x80, 2 << 2
    EXPECT_EQ(high.ToAccept(both.ToConnect()), 0x88);
    EXPECT_EQ(high.ToAccept(low.ToConnect()), 0) << "nothing in common";
    EXPECT_EQ(CompressionOffer().ToAccept(both.ToConnect()), 0);
    EXPECT_FALSE(PacketCompression(0, both).IsOn());
}

TEST(PacketCompression, APayloadComesBack)
{
    const std::vector<uint8_t> real{3, 94, 1, 2};
    const auto written = PacketCompression::Write(real, 8182);
    const auto opened = PacketCompression::Open(written, 2734);
    ASSERT_TRUE(opened);
    EXPECT_EQ(opened->payload, 8182U);
    EXPECT_EQ(opened->bytes, real);
    EXPECT_FALSE(PacketCompression::Open(std::vector<uint8_t>{1, 2, 3}, 3)) << "too short";
    EXPECT_FALSE(PacketCompression::Open(written, 8182)) << "it did not get shorter";
    EXPECT_FALSE(PacketCompression::Open(std::vector<uint8_t>(8, 0), 100)) << "no SDU is so long";
}

TEST(PacketCompression, TimesAreThoseOfTheScheme)
{
    EXPECT_EQ(Make(3, Scheme::ZLIB).GetPackTime(75'000), 1ms); // 75 MB/s
    EXPECT_EQ(Make(3, Scheme::ZLIB).GetUnpackTime(300'000), 1ms);
    EXPECT_EQ(Make(3).GetPackTime(500'000), 1ms); // 500 MB/s
    EXPECT_EQ(Make(3).GetPackTime(1014), 0ms);
    EXPECT_EQ(PacketCompression().GetPackTime(75'000), 0ms);
}

} // namespace
