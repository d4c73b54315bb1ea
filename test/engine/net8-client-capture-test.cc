// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Tests that the client engine answers the servers of captures as the real drivers did.
 */
#include "net8-capture-file.h"
#include "net8-client-case.h"

#include <gtest/gtest.h>
#include <string>

using namespace ns3::net8;

namespace
{

/**
 * Normalize a CONNECT.
 *
 * @param bytes a CONNECT
 * @return the same with the random id of python-oracledb's connection blanked and the protocol as
 * written by the model: the driver repeats the user's spelling, here in lower case
 */
std::string
Comparable(const std::vector<uint8_t>& bytes)
{
    std::string text(bytes.begin(), bytes.end());
    if (const auto at = text.find("(PROTOCOL=tcp)"); at != std::string::npos)
    {
        text.replace(at, 14, "(PROTOCOL=TCP)");
    }
    constexpr std::string_view ID = "(CONNECTION_ID=";
    if (const auto at = text.find(ID); at != std::string::npos)
    {
        text.replace(at + ID.size(), 24, 24, '.');
    }
    return text;
}

/**
 * @ingroup net8-test
 * Sessions of python-oracledb, with the names used in its captures.
 */
class ClientCapture : public testing::Test
{
  protected:
    void SetUp() override
    {
        if (!GetCaptureFolder())
        {
            GTEST_SKIP() << "the captures are not here";
        }
        m_client.settings.identity = {"scott", "app", "client", "term", "user", "13426"};
        m_client.settings.request.serviceName = "FREEPDB1";
    }

    /**
     * Run the client against the server of a capture.
     *
     * @param name name of the capture
     * @param stream 0-based number of a TCP connection in it
     */
    void Meet(const std::string& name, std::size_t stream)
    {
        const auto file = *GetCaptureFolder() / "drivers" / (name + ".pcap");
        std::size_t compared = 0;
        for (const auto& packet : ReadCapture(file, stream))
        {
            if (!packet.ofClient)
            {
                m_client.Arrive(packet.bytes);
                continue;
            }
            if (packet.header.type != static_cast<uint8_t>(PacketType::CONNECT))
            {
                break; // the rest is the logon
            }
            EXPECT_EQ(Comparable(m_client.Sent()), Comparable(packet.bytes));
            ++compared;
        }
        EXPECT_GT(compared, 0U);
    }

    ClientCase m_client{"python-thin"}; ///< The client.
    /// Server address in the captures.
    const ClientTarget m_target{.host = "127.0.0.1", .port = 1521};
};

TEST_F(ClientCapture, ARefuseOfAListener)
{
    m_client.Try(m_target);
    Meet("python-a1-refuse12514", 0);
    EXPECT_EQ(m_client.Get<client_event::AttemptFailed>().code, 12514U);
}

TEST_F(ClientCapture, AResendBeforeTheRefuse)
{
    m_client.Try(m_target);
    Meet("python-d-resend-then-refuse12514", 0);
    EXPECT_EQ(m_client.GetEngine().GetProgress().roundTrips, 2U);
    EXPECT_EQ(m_client.Get<client_event::AttemptFailed>().code, 12514U);
}

TEST_F(ClientCapture, ARedirectWithConnectDataInAPacketOfTheirOwn)
{
    m_client.Try(m_target);
    Meet("python-b4-redirect-next-data-addr-data", 0);
    EXPECT_EQ(m_client.Get<client_event::Redirected>().port, 1522);
}

TEST_F(ClientCapture, AnAcceptWithASmallSdu)
{
    m_client.Try(m_target);
    Meet("python-c1-accept318-sdu1024", 0);
    EXPECT_EQ(m_client.GetTns().GetAgreement().sdu, 1024U);
    EXPECT_EQ(m_client.GetEngine().GetProgress().state, ClientState::LOGGING_ON);
}

} // namespace
