// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * One connection: packing, prefix, reassembly, the tables of drivers and releases.
 */
#include "ns3/net8-driver.h"
#include "ns3/net8-packet-slice.h"
#include "ns3/net8-packet-source.h"
#include "ns3/net8-packing.h"
#include "ns3/net8-release.h"
#include "ns3/net8-stream-reader.h"
#include "ns3/net8-ttc-prefix.h"
#include "ns3/test.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/**
 * @ingroup net8-test
 * Messages are cut into packets as documented.
 */
class PackingTest : public TestCase
{
  public:
    PackingTest()
        : TestCase("a message is cut at SDU - 10 bytes of data")
    {
    }

  private:
    /**
     * @param bytes bytes of a message
     * @param sdu largest packet, bytes
     * @param expected sizes of its TNS packets, bytes
     */
    void Check(uint64_t bytes, uint32_t sdu, const std::vector<uint32_t>& expected)
    {
        const Packing packing(bytes, sdu);
        NS_TEST_ASSERT_MSG_EQ(packing.GetCount(),
                              expected.size(),
                              bytes << " bytes at SDU " << sdu);
        uint64_t sum = 0;
        for (std::size_t i = 0; i < expected.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(packing.GetPayload(i) + Packing::OVERHEAD,
                                  expected[i],
                                  "packet " << i);
            sum += expected[i];
        }
        NS_TEST_EXPECT_MSG_EQ(packing.GetWireBytes(), sum, "sum");
    }

    void DoRun() override
    {
        // Sun BluePrints, October 2002: rows of 1511 + 410 + 730 bytes, then 300 + 200 + 500, at
        // SDU 2048
        Check(2651, 2048, {2048, 623});
        Check(1000, 2048, {1010});
        // the same source's 15 x 100 bytes, by the same rule, at SDU 1024 and at 8 KB
        Check(1500, 1024, {1024, 496});
        Check(1500, 8192, {1510});
        // 8192 - 10 fills a packet exactly, one byte more takes another
        Check(8182, 8192, {8192});
        Check(8183, 8192, {8192, 11});
        Check(0, 8192, {10});
    }
};

/**
 * @ingroup net8-test
 * Packets end at a row boundary if asked to.
 */
class RowPackingTest : public TestCase
{
  public:
    RowPackingTest()
        : TestCase("packets end with the last row that fits")
    {
    }

  private:
    /// Packets of the same length.
    struct Sizes
    {
        uint64_t count; ///< Number of packets.
        uint32_t bytes; ///< TNS bytes per packet.
    };

    /// Rows of a message, all but the first with the same length, bytes.
    struct Rows
    {
        uint64_t head;    ///< Before the first row.
        uint64_t first;   ///< First row.
        uint64_t further; ///< Each further row.
        uint64_t count;   ///< Number of rows.
    };

    /**
     * @param rows rows of a message
     * @return their layout
     */
    static RowLayout LayOut(const Rows& rows)
    {
        return {rows.head, rows.count, [rows](uint64_t upTo) {
                    return upTo == 0 ? 0 : rows.first + (upTo - 1) * rows.further;
                }};
    }

    /**
     * @param layout rows of a message
     * @param tail bytes after them
     * @param sdu largest packet, bytes
     * @param expected its packets
     */
    void Check(const RowLayout& layout,
               uint64_t tail,
               uint32_t sdu,
               const std::vector<Sizes>& expected)
    {
        const uint64_t message = layout.head + layout.upTo(layout.rows) + tail;
        const Packing packing(message, sdu, layout);
        uint64_t index = 0;
        uint64_t sum = 0;
        for (const auto& [count, bytes] : expected)
        {
            for (const uint64_t end = index + count; index < end; ++index)
            {
                NS_TEST_EXPECT_MSG_EQ(packing.GetPayload(index) + Packing::OVERHEAD,
                                      bytes,
                                      "packet " << index << " at SDU " << sdu);
                sum += bytes;
            }
        }
        NS_TEST_EXPECT_MSG_EQ(packing.GetCount(), index, "packets at SDU " << sdu);
        NS_TEST_EXPECT_MSG_EQ(packing.GetWireBytes(), sum, "sum");
        NS_TEST_EXPECT_MSG_EQ(message + index * Packing::OVERHEAD, sum, "nothing is lost");
        NS_TEST_EXPECT_MSG_EQ(packing.IsFull(index - 1), (expected.back().bytes == sdu), "last");
        NS_TEST_EXPECT_MSG_EQ((index < 2 || packing.IsFull(0)), true, "all before it are full");
    }

    /**
     * Rows of different lengths end packets at their own boundaries.
     */
    void CheckOwnLengths()
    {
        // 300, 100, 400, 200, repeated, with room for 502: 400 | 400 | 500 | 500 | 200 and 2
        const auto upTo = [](uint64_t rows) {
            const std::array<uint64_t, 4> sums{0, 300, 400, 800};
            return rows / 4 * 1000 + sums.at(rows % 4);
        };
        Check({0, 8, upTo}, 2, 512, {{2, 410}, {2, 510}, {1, 212}});
        // 40 rows: 300 + 100 | 400 | then nine times 200 + 300 | 100 + 400 | and 200
        Check({0, 40, upTo}, 0, 512, {{2, 410}, {18, 510}, {1, 210}});
        // A row of 400 does not fit 350: cut at bytes, 1000 = 2 x 350 + 300
        Check({0, 4, upTo}, 0, 360, {{2, 360}, {1, 310}});
        // The first rows have no bytes, and a packet with only them would be too short.
        Check({4, 3, [](uint64_t rows) { return rows == 3 ? 500 : 0; }},
              0,
              512,
              {{1, 512}, {1, 12}});
    }

    void DoRun() override
    {
        // Hooper 2010: 8155 = 10 + 32 + 889 + 84 x 86, with 86 more it would pass 8192. Then
        // floor(8182 / 86) = 95 rows of 86: 8180. 5000 = 85 + 51 x 95 + 70; 10 + 70 x 86 + 56 =
        // 6086.
        const Rows hooper{32, 889, 86, 5000};
        Check(LayOut(hooper), 56, 8192, {{1, 8155}, {51, 8180}, {1, 6086}});
        // his reply of ten rows: 10 + 32 + 889 + 9 x 86 + 56
        Check(LayOut({32, 889, 86, 10}), 56, 8192, {{1, 1761}});
        // rows of 889 do not fit 502 bytes: cut at bytes, 977 = 502 + 475
        Check(LayOut({32, 889, 86, 1}), 56, 512, {{1, 512}, {1, 485}});
        // ten rows of 100 with nothing before them in 502 bytes: 5 rows, 5 rows; then 20 bytes,
        // which do not fit after 500
        Check(LayOut({0, 100, 100, 10}), 20, 512, {{2, 510}, {1, 30}});
        // 2 bytes do fit: the room is 502
        Check(LayOut({0, 100, 100, 10}), 2, 512, {{1, 510}, {1, 512}});
        // no room for the 1003 bytes after five rows: 500, then 502 + 501
        Check(LayOut({0, 100, 100, 5}), 1003, 512, {{1, 510}, {1, 512}, {1, 511}});
        // a first packet never holds less than the 12 bytes that start a message: cut at bytes
        Check(LayOut({0, 11, 500, 2}), 0, 512, {{1, 512}, {1, 19}});
        // no rows, and rows without bytes
        Check(LayOut({20, 0, 0, 0}), 1000, 512, {{2, 512}, {1, 26}});
        Check(LayOut({20, 0, 0, 7}), 1000, 512, {{2, 512}, {1, 26}});
        CheckOwnLengths();
    }
};

/**
 * @ingroup net8-test
 * The real bytes of a message survive the wire.
 */
class PrefixTest : public TestCase
{
  public:
    PrefixTest()
        : TestCase("a prefix is read as it was written, and nonsense is told from it")
    {
    }

  private:
    /**
     * @param prefix a prefix
     * @param bytes bytes of it expected on the wire
     */
    void CheckRoundTrip(const TtcPrefix& prefix, std::size_t bytes)
    {
        const auto encoded = prefix.Encode();
        NS_TEST_ASSERT_MSG_EQ(encoded.size(), bytes, "size");
        const auto decoded = TtcPrefix::Decode(encoded, prefix.length);
        NS_TEST_ASSERT_MSG_EQ(decoded.has_value(), true, "decoded");
        NS_TEST_EXPECT_MSG_EQ((decoded->message == prefix.message), true, "message");
        NS_TEST_EXPECT_MSG_EQ((decoded->function == prefix.function), true, "function");
        NS_TEST_EXPECT_MSG_EQ(decoded->rows, prefix.rows, "rows");
        NS_TEST_EXPECT_MSG_EQ(decoded->length, prefix.length, "length");
        NS_TEST_EXPECT_MSG_EQ(int{decoded->flags}, int{prefix.flags}, "flags");
    }

    /**
     * Calls with a piggyback before them, as long as in the captures.
     */
    void CheckPiggybacks()
    {
        // session switch (15) and version (31) of OCI 11: 56 TNS bytes; three bytes of the call
        // after the piggyback
        TtcPrefix version{.function = TtcFunction::VERSION, .sequence = 4, .length = 46};
        version.piggyback = TtcFunction::SESSION_SWITCH;
        version.piggybackLength = 15;
        CheckRoundTrip(version, 15 + 3);
        const auto bytes = version.Encode();
        const std::vector<uint8_t> call{3, 0x3b, 5};
        NS_TEST_EXPECT_MSG_EQ(std::ranges::equal(std::span(bytes).last(3), call), true, "call");
        NS_TEST_EXPECT_MSG_EQ(int{bytes[0]}, 17, "piggyback");
        NS_TEST_EXPECT_MSG_EQ(int{bytes[1]}, 0x6b, "session switch");

        // cursors to close (8) and logoff (3) of JDBC: 21 TNS bytes, all of them real
        TtcPrefix logoff{.function = TtcFunction::LOGOFF, .sequence = 255, .length = 11};
        logoff.piggyback = TtcFunction::CLOSE_CURSORS;
        logoff.piggybackLength = 8;
        CheckRoundTrip(logoff, 11);
        NS_TEST_EXPECT_MSG_EQ(int{logoff.Encode().back()}, 0, "the sequence number wraps");
        // with tokens (23ai): 9 and 4; too few for a whole prefix and the call after it
        logoff.piggybackLength = 9;
        logoff.length = 13;
        CheckRoundTrip(logoff, 13);

        TtcPrefix execute{.function = TtcFunction::EXECUTE, .flags = 2, .rows = 500, .length = 300};
        execute.piggyback = TtcFunction::CLOSE_CURSORS;
        execute.piggybackLength = 23;
        CheckRoundTrip(execute, 23 + 3);

        const std::vector<uint8_t> tooShort{17, 0x69, 1};
        const auto decoded = TtcPrefix::Decode(tooShort, 3);
        NS_TEST_EXPECT_MSG_EQ((decoded && decoded->function == TtcFunction::EXECUTE),
                              false,
                              "a piggyback alone is no execute");
    }

    void DoRun() override
    {
        CheckRoundTrip({.message = TtcMessage::ROW_HEADER,
                        .sequence = 7,
                        .flags = TtcPrefix::END_OF_DATA,
                        .rows = 5000,
                        .length = 1000000},
                       12);
        CheckRoundTrip({.message = TtcMessage::NATIVE, .length = 154}, 12);
        // OFETCH is 17 TNS bytes from thin drivers, 18 from 256 rows on, 21 from OCI (captures)
        CheckRoundTrip({.function = TtcFunction::FETCH, .sequence = 3, .rows = 100, .length = 7},
                       7);
        CheckRoundTrip({.function = TtcFunction::FETCH, .sequence = 3, .rows = 500, .length = 8},
                       8);
        CheckRoundTrip({.function = TtcFunction::FETCH, .sequence = 3, .rows = 25, .length = 11},
                       11);
        // logoff is 13 TNS bytes
        CheckRoundTrip({.function = TtcFunction::LOGOFF, .sequence = 9, .length = 3}, 3);
        // with a token, 0, before cursor 1 and 100 rows
        TtcPrefix token{.function = TtcFunction::FETCH, .sequence = 3, .rows = 100, .length = 8};
        token.token = true;
        CheckRoundTrip(token, 8);
        const std::vector<uint8_t> tokenFetch{3, 5, 3, 0, 1, 1, 1, 100};
        NS_TEST_EXPECT_MSG_EQ((token.Encode() == tokenFetch), true, "token first");
        CheckPiggybacks();

        const std::vector<uint8_t> unknown(12, 0x55);
        NS_TEST_EXPECT_MSG_EQ(TtcPrefix::Decode(unknown, 12).has_value(), false, "unknown type");
        const std::vector<uint8_t> shortFetch{3, 5, 1, 4, 0};
        NS_TEST_EXPECT_MSG_EQ(TtcPrefix::Decode(shortFetch, 5).has_value(),
                              false,
                              "cut off integer");
        NS_TEST_EXPECT_MSG_EQ(TtcPrefix::Decode({}, 0).has_value(), false, "nothing");
        auto zeroLength = TtcPrefix{.message = TtcMessage::ERROR}.Encode();
        zeroLength[11] = 0;
        NS_TEST_EXPECT_MSG_EQ(TtcPrefix::Decode(zeroLength, 12).has_value(), false, "length 0");
    }
};

/**
 * @ingroup net8-test
 * A stream is split into packets wherever its segments begin and end.
 */
class StreamReaderTest : public TestCase
{
  public:
    /**
     * @param segment bytes of a segment
     */
    explicit StreamReaderTest(uint32_t segment)
        : TestCase("packets are found in segments of " + std::to_string(segment) + " bytes"),
          m_segment(segment)
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<uint32_t> lengths{8, 2048, 10, 11, 623, 65535, 9};
        std::vector<uint8_t> stream;
        for (const uint32_t length : lengths)
        {
            PacketHeader header;
            header.type = static_cast<uint8_t>(PacketType::DATA);
            header.length = length;
            std::vector<uint8_t> packet(length, static_cast<uint8_t>(length));
            header.Encode(LengthForm::SHORT_16, std::span(packet).first<PacketHeader::SIZE>());
            stream.insert(stream.end(), packet.begin(), packet.end());
        }
        std::vector<uint32_t> found;
        StreamReader reader;
        reader.Configure(LengthForm::SHORT_16, 65535, StreamReader::SHORT_COPY);
        for (std::size_t at = 0; at < stream.size(); at += m_segment)
        {
            const auto size = std::min<std::size_t>(m_segment, stream.size() - at);
            PacketSource bytes(Create<Packet>(stream.data() + at, static_cast<uint32_t>(size)));
            while (const auto received = reader.Next(bytes))
            {
                found.push_back(received->header.length);
                NS_TEST_EXPECT_MSG_EQ(received->bytes.size(),
                                      std::min(received->header.length, StreamReader::SHORT_COPY),
                                      "copied bytes");
            }
            NS_TEST_ASSERT_MSG_EQ(reader.GetError().has_value(), false, "error");
        }
        NS_TEST_EXPECT_MSG_EQ((found == lengths), true, "lengths");
        NS_TEST_EXPECT_MSG_EQ(reader.IsInsidePacket(), false, "at the end");
    }

    uint32_t m_segment; ///< Bytes of a segment.
};

/**
 * @ingroup net8-test
 * Slices of one packet, which is read from its beginning only, near to it and far from it.
 */
class SliceTest : public TestCase
{
  public:
    SliceTest()
        : TestCase("slices of a packet are read, skipped and split like packets of their own")
    {
    }

  private:
    void DoRun() override
    {
        std::vector<uint8_t> all(256);
        std::iota(all.begin(), all.end(), uint8_t{0});
        const auto packet = Create<Packet>(all.data(), static_cast<uint32_t>(all.size()));
        for (uint32_t start = 0; start < 200; ++start)
        {
            const auto slice = Net8PacketSlice::Whole(packet).Cut(start, 50);
            PacketSource source(slice);
            std::vector<uint8_t> found(20);
            source.Take(found);
            source.Skip(3);
            const auto part = source.Split(7);
            found.resize(27);
            part->Take(std::span(found).subspan(20));
            NS_TEST_EXPECT_MSG_EQ(part->GetSize(), 0, "the part is empty");
            NS_TEST_EXPECT_MSG_EQ(source.GetSize(), 20, "what is left of 50 bytes");
            found.resize(47);
            source.Take(std::span(found).subspan(27));
            NS_TEST_EXPECT_MSG_EQ(source.GetSize(), 0, "nothing is left");
            auto wanted = std::vector(all.begin() + start, all.begin() + start + 50);
            wanted.erase(wanted.begin() + 20, wanted.begin() + 23); // what was skipped
            NS_TEST_EXPECT_MSG_EQ((found == wanted), true, "the bytes from " << start);
        }
        NS_TEST_EXPECT_MSG_EQ(packet->GetSize(), 256, "the packet is as it was");
    }
};

/**
 * @ingroup net8-test
 * A packet of a slice is its own one only if nobody else uses it.
 */
class ReleaseTest : public TestCase
{
  public:
    ReleaseTest()
        : TestCase("a slice gives its own packet away if nobody else uses it")
    {
    }

  private:
    void DoRun() override
    {
        auto packet = Create<Packet>(10);
        auto* const own = PeekPointer(packet);
        const auto shared = Net8PacketSlice::Release(Net8PacketSlice::Whole(packet));
        NS_TEST_EXPECT_MSG_EQ((PeekPointer(shared) == own), false, "it is used here");
        NS_TEST_EXPECT_MSG_EQ(shared->GetSize(), 10, "its bytes");
        auto part = Net8PacketSlice{.packet = packet, .start = 2, .bytes = 5};
        auto whole = Net8PacketSlice::Whole(packet);
        packet = nullptr;
        const auto cut = Net8PacketSlice::Release(std::move(part));
        NS_TEST_EXPECT_MSG_EQ((PeekPointer(cut) == own), false, "it has more bytes");
        NS_TEST_EXPECT_MSG_EQ(cut->GetSize(), 5, "those of the slice");
        part = {};
        const auto last = Net8PacketSlice::Release(std::move(whole));
        NS_TEST_EXPECT_MSG_EQ((PeekPointer(last) == own), true, "it is used nowhere else");
        NS_TEST_EXPECT_MSG_EQ(Net8PacketSlice::Release({})->GetSize(), 0, "no bytes");
    }
};

/**
 * @ingroup net8-test
 * The out-of-band byte of a client, within the stream because a firewall has cleared the URG flag.
 */
class CheckByteTest : public TestCase
{
  public:
    /**
     * @param form form of the packet length
     * @param segment bytes of a segment
     */
    CheckByteTest(LengthForm form, uint32_t segment)
        : TestCase("an out-of-band byte in front of a marker is passed over, " +
                   std::string(form == LengthForm::LONG_32 ? "32" : "16") +
                   "-bit lengths, segments of " + std::to_string(segment) + " bytes"),
          m_form(form),
          m_segment(segment)
    {
    }

  private:
    void DoRun() override
    {
        // Markers of python-oracledb and JDBC after the check: section 7 of the fact sheet on TNS.
        // With 32-bit lengths, 21 00 00 00 0b would be a RESEND of 8448 bytes.
        const bool isLong = m_form == LengthForm::LONG_32;
        std::vector<uint8_t> stream;
        for (const std::vector<uint8_t>& body :
             {std::vector<uint8_t>{1, 0, 2}, std::vector<uint8_t>{2, 0, 3}})
        {
            stream.push_back('!');
            const std::vector<uint8_t> front{0,
                                             uint8_t(isLong ? 0 : 11),
                                             0,
                                             uint8_t(isLong ? 11 : 0)};
            stream.insert(stream.end(), front.begin(), front.end());
            const std::vector<uint8_t> rest{12, 0x20, 0, 0};
            stream.insert(stream.end(), rest.begin(), rest.end());
            stream.insert(stream.end(), body.begin(), body.end());
        }
        std::vector<uint8_t> found;
        StreamReader reader;
        reader.Configure(m_form, 8192, StreamReader::SHORT_COPY);
        for (std::size_t at = 0; at < stream.size(); at += m_segment)
        {
            const auto size = std::min<std::size_t>(m_segment, stream.size() - at);
            PacketSource bytes(Create<Packet>(stream.data() + at, static_cast<uint32_t>(size)));
            while (const auto received = reader.Next(bytes))
            {
                NS_TEST_EXPECT_MSG_EQ(received->header.length, 11, "length");
                found.push_back(received->header.type);
                found.insert(found.end(), received->bytes.begin() + 8, received->bytes.end());
            }
            NS_TEST_ASSERT_MSG_EQ(reader.GetError().has_value(), false, "error");
        }
        const std::vector<uint8_t> expected{12, 1, 0, 2, 12, 2, 0, 3};
        NS_TEST_EXPECT_MSG_EQ((found == expected), true, "markers");
        NS_TEST_EXPECT_MSG_EQ(reader.IsInsidePacket(), false, "at the end");
    }

    LengthForm m_form;  ///< Form of the packet length.
    uint32_t m_segment; ///< Bytes of a segment.
};

/**
 * @ingroup net8-test
 * Invalid data of a peer: each kind has its own error.
 */
class StreamErrorTest : public TestCase
{
  public:
    StreamErrorTest()
        : TestCase("a stream that is no TNS is told by name")
    {
    }

  private:
    /**
     * @param bytes start of a stream
     * @param expected the error in it
     */
    void Check(const std::vector<uint8_t>& bytes, SessionError expected)
    {
        StreamReader reader;
        reader.Configure(LengthForm::SHORT_16, 8192, StreamReader::SHORT_COPY);
        SpanSource segment(bytes);
        NS_TEST_EXPECT_MSG_EQ(reader.Next(segment).has_value(), false, "packet");
        const auto error = reader.GetError();
        NS_TEST_ASSERT_MSG_EQ(error.has_value(), true, SessionCounters::Name(expected));
        NS_TEST_EXPECT_MSG_EQ(SessionCounters::Name(*error),
                              SessionCounters::Name(expected),
                              "error");
        SpanSource again(bytes);
        NS_TEST_EXPECT_MSG_EQ(reader.Next(again).has_value(), false, "packet");
        NS_TEST_EXPECT_MSG_EQ(reader.GetError().has_value(), true, "stays unreadable");
    }

    void DoRun() override
    {
        Check({0, 7, 0, 0, 6, 0, 0, 0}, SessionError::LENGTH_BELOW_HEADER);
        Check({0x20, 1, 0, 0, 6, 0, 0, 0}, SessionError::LENGTH_ABOVE_SDU);
        Check({0, 10, 0, 0, 99, 0, 0, 0}, SessionError::UNKNOWN_TYPE);
        // A RESEND is only a header.
        Check({0, 10, 0, 0, 11, 0, 0, 0}, SessionError::MALFORMED_PACKET);
        Check({0x21, 0, 0, 0, 11, 6, 0, 0}, SessionError::LENGTH_ABOVE_SDU);
        Check({'G', 'E', 'T', ' ', '/', ' ', 'H', 'T'}, SessionError::UNKNOWN_TYPE);
    }
};

/**
 * @ingroup net8-test
 * Round trips of a logon, without those of CONNECT.
 */
class LogonTest : public TestCase
{
  public:
    LogonTest()
        : TestCase("each driver logs on with the round trips of its captures")
    {
    }

  private:
    /**
     * @param name driver
     * @param release its release
     * @param native whether the ACCEPT offers native services
     * @param fast whether the ACCEPT offers fast authentication
     * @param expected round trips after the ACCEPT
     */
    void Check(const char* name, const char* release, bool native, bool fast, std::size_t expected)
    {
        const auto driver = DriverProfile::Find(name, release);
        NS_TEST_ASSERT_MSG_EQ(driver.has_value(), true, name << " " << release);
        NS_TEST_EXPECT_MSG_EQ(driver->GetLogon(driver->version, native, fast).size(),
                              expected,
                              name << " " << release);
    }

    void DoRun() override
    {
        // OCI 9.2 to 12.1: 8 round trips, including CONNECT/RESEND and CONNECT/ACCEPT
        Check("oci", "9.2", true, false, 8 - 2);
        Check("sqlplus", "12.1", true, false, 8 - 2);
        // python: 5 up to 21c, 3 from 23ai on, including CONNECT
        Check("python-thin", "21c", true, false, 5 - 1);
        Check("python-thin", "23ai", true, true, 3 - 1);
        // node: the same, and one more if the ACCEPT offers native services
        Check("node-thin", "21c", false, false, 5 - 1);
        Check("node-thin", "21c", true, false, 6 - 1);
        Check("node-thin", "23ai", false, true, 3 - 1);
        // JDBC up to 21c: 6 or 7, including the version call (SQL Developer; runs of 12.2.0.1,
        // 19.3, 19.26 and 21.1)
        Check("jdbc-thin", "12.2", true, false, 7 - 1);
        Check("jdbc-thin", "19c", true, false, 7 - 1);
        Check("jdbc-thin", "21c", false, false, 6 - 1);
        Check("jdbc-thin", "21c", true, false, 7 - 1);
        // JDBC 23: no version call; 23.3 sends three messages where later releases send one
        Check("jdbc-thin", "23.3", true, true, 6 - 1);
        Check("jdbc-thin", "26ai", true, true, 4 - 1);
        // older releases of the others, runs: no native services, and initially no fast
        // authentication
        Check("node-thin", "6.5", true, true, 3 - 1);
        Check("node-thin", "6.0", true, true, 5 - 1);
        Check("python-thin", "2.0", true, true, 5 - 1);
        Check("python-thin", "3.4", true, true, 3 - 1);
    }
};

/**
 * @ingroup net8-test
 * Names used in plans are found, others are not.
 */
class TableTest : public TestCase
{
  public:
    TableTest()
        : TestCase("drivers and releases are found by name")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto& name : DriverProfile::GetNames())
        {
            NS_TEST_EXPECT_MSG_EQ(DriverProfile::Find(name).has_value(), true, name);
        }
        for (const auto& name : ReleaseProfile::GetNames())
        {
            NS_TEST_EXPECT_MSG_EQ(ReleaseProfile::Find(name)->name, name, name);
            NS_TEST_EXPECT_MSG_EQ(DriverProfile::Find("oci", name).has_value(), true, name);
        }
        NS_TEST_EXPECT_MSG_EQ(DriverProfile::Find("perl").has_value(), false, "unknown driver");
        NS_TEST_EXPECT_MSG_EQ(DriverProfile::Find("oci", "13.1").has_value(),
                              false,
                              "unknown release");
        NS_TEST_EXPECT_MSG_EQ(ReleaseProfile::Find("").has_value(), false, "no release");
    }
};

/**
 * @ingroup net8-test
 * One connection.
 */
class Net8SessionTestSuite : public TestSuite
{
  public:
    Net8SessionTestSuite()
        : TestSuite("net8-session", Type::UNIT)
    {
        AddTestCase(new PackingTest, Duration::QUICK);
        AddTestCase(new RowPackingTest, Duration::QUICK);
        AddTestCase(new PrefixTest, Duration::QUICK);
        for (const uint32_t segment : {1U, 7U, 8U, 9U, 22U, 536U, 1448U, 100000U})
        {
            AddTestCase(new StreamReaderTest(segment), Duration::QUICK);
        }
        for (const uint32_t segment : {1U, 8U, 9U, 24U})
        {
            AddTestCase(new CheckByteTest(LengthForm::SHORT_16, segment), Duration::QUICK);
            AddTestCase(new CheckByteTest(LengthForm::LONG_32, segment), Duration::QUICK);
        }
        AddTestCase(new SliceTest, Duration::QUICK);
        AddTestCase(new ReleaseTest, Duration::QUICK);
        AddTestCase(new StreamErrorTest, Duration::QUICK);
        AddTestCase(new LogonTest, Duration::QUICK);
        AddTestCase(new TableTest, Duration::QUICK);
    }
};

const Net8SessionTestSuite g_net8SessionTestSuite; ///< Registers the suite.

} // namespace
