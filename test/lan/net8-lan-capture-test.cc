// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * Every frame of IPX, DECnet and NetBIOS over 802.2 in real captures is decoded and written back
 * byte for byte.
 *
 * The captures are other people's and not in this tree. How many frames of each protocol there are
 * is what tshark 4.0 counts in them (display filters ipx, ipxrip, ipxsap, dec_dna,
 * dec_dna.nsp.msg_type, llc.dsap.sap == 0x78 and netbios).
 */
#include "net8-lan-capture.h"
#include "net8-lan-packet.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <span>

using namespace ns3::net8;

namespace
{

/// Frames of each protocol in a capture.
struct Census
{
    const char* file{""}; ///< Name of the capture.
    uint32_t ipx{0};      ///< Packets of IPX.
    uint32_t rip{0};      ///< Among them of RIP.
    uint32_t sap{0};      ///< Among them of SAP.
    uint32_t decnet{0};   ///< Frames of DECnet.
    uint32_t nsp{0};      ///< Among them of NSP.
    uint32_t llc{0};      ///< Frames of NetBIOS's service access point.
    uint32_t nbf{0};      ///< Among them with a header of NBF.
};

/**
 * @param frame a frame of a capture
 * @param[out] packet the same, read
 * @return what is wrong, or NONE
 */
LanError
Read(const LanCaptureFrame& frame, LanPacket& packet)
{
    if (!frame.cooked)
    {
        return LanPacket::Decode(frame.bytes, packet);
    }
    // 16 bytes: kind, device, 8 of an address, and the type; 1: IPX alone, 4: 802.2, both of them
    // without the length, which is then all that there is.
    const auto rest = std::span(frame.bytes).subspan(16);
    const auto type = static_cast<uint16_t>(frame.bytes[14] << 8 | frame.bytes[15]);
    const auto error = LanFrame::DecodeBody(
        type >= LanFrame::FIRST_TYPE ? type : static_cast<uint16_t>(rest.size()),
        rest,
        packet.frame);
    return error == LanError::NONE ? packet.DecodeContent() : error;
}

/**
 * @param packet a packet that was read
 * @param[out] census counts it
 */
void
Count(const LanPacket& packet, Census& census)
{
    if (const auto* ipx = std::get_if<IpxPacket>(&packet.content))
    {
        ++census.ipx;
        census.rip += std::holds_alternative<RipMessage>(ipx->body) ? 1 : 0;
        census.sap += std::holds_alternative<SapMessage>(ipx->body) ? 1 : 0;
    }
    else if (const auto* decnet = std::get_if<DecnetPacket>(&packet.content))
    {
        ++census.decnet;
        census.nsp += std::holds_alternative<DecnetPacket::Nsp>(decnet->body) ? 1 : 0;
        EXPECT_FALSE(std::holds_alternative<std::vector<uint8_t>>(decnet->body));
    }
    else
    {
        ++census.llc;
        census.nbf += std::holds_alternative<NbfPacket>(packet.content) ? 1 : 0;
    }
}

/// A capture and how many frames of each protocol it has.
class LanCapture : public testing::TestWithParam<Census>
{
};

TEST_P(LanCapture, FramesAreWrittenBackByteForByte)
{
    const auto folder = GetLanCaptureFolder();
    if (!folder)
    {
        GTEST_SKIP() << "NET8_SHARED names no folder with captures of LAN protocols (transports).";
    }
    Census census;
    for (const auto& frame : ReadLanCapture(*folder / GetParam().file))
    {
        LanPacket packet;
        const auto error = Read(frame, packet);
        const auto written = packet.Encode();
        ASSERT_EQ(error, LanError::NONE) << Sentence(error);
        if (!packet.IsKnown())
        {
            continue;
        }
        Count(packet, census);
        const auto again = std::span(written).subspan(frame.cooked ? LanFrame::MAC_SIZE : 0);
        const auto bytes = std::span(frame.bytes).subspan(frame.cooked ? 16 : 0);
        EXPECT_TRUE(std::ranges::equal(again, bytes));
    }
    EXPECT_EQ(census.ipx, GetParam().ipx);
    EXPECT_EQ(census.rip, GetParam().rip);
    EXPECT_EQ(census.sap, GetParam().sap);
    EXPECT_EQ(census.decnet, GetParam().decnet);
    EXPECT_EQ(census.nsp, GetParam().nsp);
    EXPECT_EQ(census.llc, GetParam().llc);
    EXPECT_EQ(census.nbf, GetParam().nbf);
}

INSTANTIATE_TEST_SUITE_P(
    Shared,
    LanCapture,
    testing::Values(
        Census{.file = "tcpdump_ipx.pcap", .ipx = 64, .rip = 10, .sap = 27},
        Census{.file = "tcpdump_DECnet_Phone.pcap", .decnet = 139, .nsp = 128},
        Census{.file = "ndpi_dos_win98_smb_netbeui.pcap", .ipx = 18, .llc = 140, .nbf = 106},
        Census{.file = "wireshark-wiki_microsoft_npc_netbios.pcapng", .llc = 36, .nbf = 24},
        Census{.file = "wireshark-wiki_novell_eth2_netbios.pcapng", .ipx = 21},
        Census{.file = "wireshark-wiki_novell_llc_netbios.pcapng", .ipx = 16},
        Census{.file = "wireshark-wiki_novell_raw_netbios.pcapng", .ipx = 18},
        Census{.file = "wireshark-wiki_smb-legacy-implementation.pcapng",
               .ipx = 239,
               .llc = 127,
               .nbf = 91},
        Census{.file = "wireshark-wiki_Obsolete_Packets_slice.pcapng",
               .ipx = 57,
               .rip = 25,
               .decnet = 67}),
    [](const auto& info) { return std::to_string(info.index); });

} // namespace
