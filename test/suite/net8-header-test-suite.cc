// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * The ns-3 headers over the codec: on a packet they give the codec's bytes, and take nothing that
 * the codec does not.
 */
#include "ns3/net8-data-ns3-header.h"
#include "ns3/net8-packet-ns3-header.h"
#include "ns3/net8-whole-packet-ns3-header.h"
#include "ns3/packet.h"
#include "ns3/test.h"

#include <sstream>
#include <vector>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/**
 * @param packet a packet
 * @return its bytes
 */
std::vector<uint8_t>
BytesOf(const Ptr<Packet>& packet)
{
    std::vector<uint8_t> bytes(packet->GetSize());
    packet->CopyData(bytes.data(), packet->GetSize());
    return bytes;
}

/**
 * @ingroup net8-test
 * One kind of packet as an ns-3 header.
 *
 * @tparam CODEC codec class of the kind
 */
template <class CODEC>
class HeaderTest : public TestCase
{
  public:
    /**
     * @param name name of the kind
     * @param codec a packet of the kind
     */
    HeaderTest(const std::string& name, CODEC codec)
        : TestCase(name + " is written as the codec does, read back, and refused when cut off"),
          m_codec(std::move(codec))
    {
    }

  private:
    void DoRun() override
    {
        const auto expected = m_codec.Encode(LengthForm::SHORT_16);
        Net8WholePacketHeader<CODEC> header;
        header.fields = m_codec;
        auto packet = Create<Packet>();
        packet->AddHeader(header);
        NS_TEST_ASSERT_MSG_EQ((BytesOf(packet) == expected), true, "bytes");

        Net8WholePacketHeader<CODEC> read;
        NS_TEST_EXPECT_MSG_EQ(packet->PeekHeader(read), expected.size(), "size");
        NS_TEST_EXPECT_MSG_EQ((read.fields.Encode(LengthForm::SHORT_16) == expected),
                              true,
                              "again");
        std::ostringstream text;
        read.Print(text);
        NS_TEST_EXPECT_MSG_EQ(text.str().empty(), false, "printed");

        for (uint32_t size = 0; size < expected.size(); ++size)
        {
            auto part = packet->CreateFragment(0, size);
            Net8WholePacketHeader<CODEC> cut;
            NS_TEST_EXPECT_MSG_EQ(part->PeekHeader(cut), 0, "cut off at " << size);
            NS_TEST_EXPECT_MSG_EQ((cut.GetError() == WireError::NONE),
                                  false,
                                  "cut off at " << size);
        }
    }

    CODEC m_codec; ///< A packet of the kind.
};

/**
 * @ingroup net8-test
 * The two headers that stand in front of a virtual payload.
 */
class PayloadHeaderTest : public TestCase
{
  public:
    /**
     * @param form length form
     * @param expected first eight bytes of an 8192-byte DATA packet
     */
    PayloadHeaderTest(LengthForm form, std::vector<uint8_t> expected)
        : TestCase("the 10 bytes of a DATA packet stand in front of a virtual payload"),
          m_form(form),
          m_expected(std::move(expected))
    {
    }

  private:
    void DoRun() override
    {
        Net8DataHeader header(m_form);
        header.fields.SetPayloadSize(8182);
        header.fields.flags = data_flag::END_OF_FILE;
        auto packet = Create<Packet>(8182);
        packet->AddHeader(header);
        NS_TEST_ASSERT_MSG_EQ(packet->GetSize(), 8192, "size");
        auto bytes = BytesOf(packet);
        bytes.resize(10);
        auto expected = m_expected;
        expected.insert(expected.end(), {0x00, 0x40});
        NS_TEST_EXPECT_MSG_EQ((bytes == expected), true, "bytes");

        Net8DataHeader read(m_form);
        NS_TEST_EXPECT_MSG_EQ(packet->PeekHeader(read), 10, "size of the header");
        NS_TEST_EXPECT_MSG_EQ(read.fields.header.length, 8192, "length");
        Net8PacketHeader common(m_form);
        NS_TEST_EXPECT_MSG_EQ(packet->PeekHeader(common), 8, "size of the common header");
        NS_TEST_EXPECT_MSG_EQ(common.fields.length, 8192, "length");
        NS_TEST_EXPECT_MSG_EQ(packet->CreateFragment(0, 7)->PeekHeader(common), 0, "cut off");
    }

    LengthForm m_form;               ///< Length form.
    std::vector<uint8_t> m_expected; ///< First eight bytes.
};

/**
 * @ingroup net8-test
 * The ns-3 headers.
 */
class Net8HeaderTestSuite : public TestSuite
{
  public:
    Net8HeaderTestSuite()
        : TestSuite("net8-header", Type::UNIT)
    {
        ConnectPacket connect(319);
        connect.SetSdu(65535);
        connect.SetTdu(2097152);
        connect.SetConnectData("(DESCRIPTION=(CONNECT_DATA=(SERVICE_NAME=orcl)))");
        Add("CONNECT", connect);
        AcceptPacket accept(318);
        accept.SetSdu(8192);
        accept.SetTdu(8192);
        Add("ACCEPT", accept);
        RefusePacket refuse;
        refuse.SetText("(DESCRIPTION=(ERR=12514))");
        Add("REFUSE", refuse);
        RedirectPacket redirect;
        redirect.SetTarget("(ADDRESS=(PROTOCOL=tcp)(HOST=h)(PORT=1521))");
        Add("REDIRECT", redirect);
        Add("RESEND", ResendPacket());
        Add("MARKER", MarkerPacket());
        Add("ATTENTION", AttentionPacket());
        Add("CONTROL", ControlPacket());
        Add("ABORT", AbortPacket());
        Add("NULL", NullPacket());
        Add("ACK", AckPacket());
        Add("DATA DESCRIPTOR", DataDescriptorPacket());
        // 8192 = 0x2000; type 6
        AddTestCase(new PayloadHeaderTest(LengthForm::SHORT_16, {0x20, 0, 0, 0, 6, 0, 0, 0}),
                    Duration::QUICK);
        AddTestCase(new PayloadHeaderTest(LengthForm::LONG_32, {0, 0, 0x20, 0, 6, 0, 0, 0}),
                    Duration::QUICK);
    }

  private:
    /**
     * @tparam CODEC codec class of the kind
     * @param name name of the kind
     * @param codec a packet of the kind
     */
    template <class CODEC>
    void Add(const std::string& name, const CODEC& codec)
    {
        AddTestCase(new HeaderTest<CODEC>(name, codec), Duration::QUICK);
    }
};

const Net8HeaderTestSuite g_net8HeaderTestSuite; ///< Registers the suite.

} // namespace
