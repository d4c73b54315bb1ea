// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Tests whole sessions of client engine and server dialogue, packet by packet against captures:
 * directions, headers, lengths, and for messages the bytes that the simulator sends unchanged.
 */
#include "net8-dialogue-pair.h"

#include <gtest/gtest.h>
#include <sstream>

using namespace ns3::net8;

namespace
{

/// Size of header and data flags of a DATA packet, bytes.
constexpr std::size_t DATA_HEAD = 10;

/**
 * Describe a packet.
 *
 * @param packet a packet
 * @param starts for a DATA packet, whether it starts a message
 * @return direction, header and real bytes: all of a control packet; data flags, type and function
 * of a message
 */
std::string
Show(const CapturedPacket& packet, bool starts)
{
    std::ostringstream text;
    text << (packet.ofClient ? "client" : "server") << " type " << int{packet.header.type}
         << ", flags " << int{packet.header.flags} << ", " << packet.header.length << " bytes";
    const auto type = static_cast<PacketType>(packet.header.type);
    const auto& bytes = packet.bytes;
    const auto add = [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < std::min(to, bytes.size()); ++i)
        {
            text << ' ' << int{bytes[i]};
        }
    };
    if (type != PacketType::DATA)
    {
        add(8, bytes.size());
    }
    else if (starts)
    {
        // Only calls and piggybacks have a function code after their type.
        const bool call = packet.ofClient && (bytes[DATA_HEAD] == 3 || bytes[DATA_HEAD] == 17);
        add(8, DATA_HEAD + (call ? 2 : 1));
    }
    else
    {
        add(8, DATA_HEAD);
    }
    return text.str();
}

/**
 * @ingroup net8-test
 * Sessions compared with captures.
 */
class Dialogue : public testing::Test
{
  protected:
    void SetUp() override
    {
        if (!GetCaptureFolder())
        {
            GTEST_SKIP() << "the captures are not here";
        }
    }

    /**
     * Compare packets of a capture with packets of a session.
     *
     * @param real packets of the capture
     * @param ranges first and last of the packets to compare, counted from 1, in pairs
     * @param pair the session
     * @param from first packet of the session, counted from 1
     * @return number of packets compared
     */
    static std::size_t Hold(const std::vector<CapturedPacket>& real,
                            const std::vector<std::pair<std::size_t, std::size_t>>& ranges,
                            const DialoguePair& pair,
                            std::size_t from)
    {
        std::size_t place = from - 1;
        for (const auto& [first, last] : ranges)
        {
            for (std::size_t i = first - 1; i < last; ++i, ++place)
            {
                if (i >= real.size() || place >= pair.packets.size())
                {
                    ADD_FAILURE() << "packet " << i + 1 << " is not there";
                    return place + 1 - from;
                }
                // No message starts with a zero; all bytes of a packet that continues one are
                // virtual.
                const auto& bytes = pair.packets[place].bytes;
                const bool starts = bytes.size() > DATA_HEAD && bytes[DATA_HEAD] != 0;
                EXPECT_EQ(Show(pair.packets[place], starts), Show(real[i], starts))
                    << "packet " << i + 1 << " of the capture";
            }
        }
        return place + 1 - from;
    }
};

TEST_F(Dialogue, AnOciProgramOf92LogsOnFetchesAndLogsOff)
{
    // The plan of this capture is test/plans/oci-9.2-to-10.2.toml.
    DialoguePair pair("oci", "9.2", "10.2");
    pair.settings.driver.SetPlatform(Platform::WINDOWS);
    pair.settings.driver.arraySize = 25;
    pair.settings.driver.prefetchRows = 25;
    pair.settings.identity = ClientIdentity{"secure",
                                            R"(C:\Program Files\Quest Software\TOAD\TOAD.exe)",
                                            R"(WEBCOHORT\THOMAS)",
                                            "THOMAS",
                                            "shekhar",
                                            "2196:2684"}
                                 .Complete(pair.settings.driver);
    pair.settings.request.serviceName = "secsph";
    pair.script.query.requestLength = pair.settings.driver.GetExecuteLength(31, 1);
    pair.script.query.parseLength = pair.settings.driver.GetParseLength(31);
    pair.rows.rows = 71;
    // TTC bytes of the replies of packets 67, 69 and 71 of the capture: 25, 25 and 21 rows.
    pair.rows.replies = {228 - 10, 217 - 10, 223 - 10};
    // Packet 65 has the description and an end of call.
    pair.rows.describe =
        136 - 10 -
        TtcReplySizes::Find({.client = 312, .version = 312, .samePlatform = false}).endOfCall;
    pair.Run({.host = "10.10.10.10", .port = 1521});
    // The first four packets were edited by the author of the file: the ACCEPT comes first.
    const auto real = ReadCapture(*GetCaptureFolder() / "trex_cap2_Oracle.pcap", 0, 4);
    EXPECT_EQ(Hold(real, {{1, 12}, {58, 67}, {284, 288}}, pair, 5), 27U);
    EXPECT_FALSE(std::get<client_event::Ended>(pair.events.back()).error);
    EXPECT_EQ(pair.packets.size(), 31U);
}

TEST_F(Dialogue, MessagesOfAThinDriverAreCutAtASmallSdu)
{
    // The plan of this capture is test/plans/python-thin-sdu-1024.toml; it ends during the logon.
    DialoguePair pair("python-thin", "", "21c");
    pair.server.limits.sdu = 1024;
    pair.server.resend = false;
    pair.server.release.acceptFlags0 = pair.server.release.acceptFlags1 = 0;
    pair.server.release.acceptFlags2 = 0;
    pair.settings.identity = {"scott", "app", "client", "term", "user", "13426"};
    pair.settings.request.serviceName = "FREEPDB1";
    pair.rows.rows = 1;
    pair.rows.replies = {300};
    pair.Run({.host = "127.0.0.1", .port = 1521});
    const auto real =
        ReadCapture(*GetCaptureFolder() / "drivers" / "python-c1-accept318-sdu1024.pcap");
    // The listener of the capture was one of ours, which accepts differently; packet 11 has a
    // process number of four digits.
    EXPECT_EQ(Hold(real, {{3, 10}}, pair, 3), 8U);
    EXPECT_FALSE(std::get<client_event::Ended>(pair.events.back()).error);
}

TEST_F(Dialogue, ALogonOfSqlPlus102IsDeniedBetweenBreakAndReset)
{
    // The plan of the session after this one is test/plans/sqlplus-10.2-to-10.2.toml.
    DialoguePair pair("oci", "10.2", "10.2");
    pair.server.release.platform = Platform::WINDOWS;
    pair.server.release.multibyte = false;
    auto& settings = pair.settings;
    settings.driver.SetPlatform(Platform::WINDOWS);
    settings.driver.osAuthentication = true;
    settings.driver.connectFlags |= connect_flag::AUTHENTICATION_LINKED;
    settings.identity = ClientIdentity{"yuri",
                                       R"(C:\instantclient_10_2\sqlplus.exe)",
                                       R"(XX\X)",
                                       "X",
                                       "Yuri",
                                       "1260:2544"}
                            .Complete(settings.driver);
    settings.request.serviceName = "cekpet";
    settings.wrongPassword = true;
    pair.rows.errorBytes = 158 - 10; // TTC bytes of packet 20 of the capture, the error
    pair.Run({.host = "127.0.0.1", .port = 1521});
    const auto real = ReadCapture(*GetCaptureFolder() / "wireshark-wiki_TNS_Oracle1.pcap");
    EXPECT_EQ(Hold(real, {{1, 21}}, pair, 1), 21U);
    EXPECT_EQ(pair.packets.size(), 21U);
    const auto ended = std::get<client_event::Ended>(pair.events.back());
    EXPECT_EQ(ended.error, SessionError::LOGON_DENIED);
    EXPECT_EQ(ended.code, 1017U);
}

TEST_F(Dialogue, AnAdministratorWhomThePasswordFileLacksIsRefusedFourTimes)
{
    DialoguePair pair("oci", "11.1", "11.2");
    pair.server.release.platform = Platform::WINDOWS;
    auto& settings = pair.settings;
    settings.driver.SetPlatform(Platform::LINUX);
    settings.identity =
        ClientIdentity{"root", "sqlplus@godbox", "godbox", "pts/5", "dsk", "22603"}.Complete(
            settings.driver);
    settings.request.serviceName = "ORCL";
    settings.notInPasswordFile = true;
    pair.rows.errorBytes = 128 - 10; // TTC bytes of packet 15 of the capture, ORA-01017
    pair.Run({.host = "127.0.0.1", .port = 1521});
    // Session 1 of john-samples_try-1-simple.pcap. Each refusal is break, reset, the client's reset
    // (in the capture before or after the server's) and the error.
    std::vector<std::pair<uint8_t, uint16_t>> ours;
    for (const auto& packet : pair.packets)
    {
        ours.emplace_back(packet.header.type, packet.header.length);
    }
    ASSERT_EQ(ours.size(), 31U);
    const auto data = static_cast<uint8_t>(PacketType::DATA);
    for (const std::size_t round : {10U, 20U})
    {
        EXPECT_EQ(ours[round], std::pair(data, uint16_t{233}));     // OSESSKEY, frames 19 and 32
        EXPECT_EQ(ours[round + 5], std::pair(data, uint16_t{686})); // OAUTH, frames 25 and 37
    }
    EXPECT_EQ(ours.back(), std::pair(data, uint16_t{10}));
    const auto ended = std::get<client_event::Ended>(pair.events.back());
    EXPECT_EQ(ended.error, SessionError::LOGON_DENIED);
    EXPECT_EQ(ended.code, 1031U);
}

} // namespace
