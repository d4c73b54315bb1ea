// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * A last hop of 802.11g: times of the standard, retransmissions, changing rates, one channel for
 * all.
 */
#include "net8-path-test-flow.h"

#include "ns3/net8-attributes.h"
#include "ns3/net8-path.h"
#include "ns3/net8-radio.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::net8;

namespace
{

/// Size of the packet in each frame, bytes.
constexpr uint32_t PAYLOAD = 1500;

/**
 * @ingroup net8-test
 * A radio, and one sender that always has a frame to send.
 */
class Station
{
  public:
    /**
     * @param attributes attributes of the radio
     * @param frames frames to send
     */
    Station(const std::map<std::string, std::string>& attributes, uint32_t frames)
        : m_radio(CreateObject<Net8Radio>()),
          m_left(frames)
    {
        for (const auto& [name, value] : attributes)
        {
            m_radio->SetAttribute(name, StringValue(value));
        }
        m_radio->AssignStreams(1);
        Next();
        Simulator::Run();
        Simulator::Destroy();
    }

    std::vector<int64_t> times; ///< Ends of frames, us.
    uint32_t given{0};          ///< Frames given up.

    /**
     * @return transmissions lost
     */
    uint64_t GetLost() const
    {
        return m_radio->GetLost();
    }

  private:
    /// Send the next frame.
    void Next()
    {
        if (m_left-- > 0)
        {
            m_radio->Carry(PAYLOAD, [this](bool arrived) {
                times.push_back(Simulator::Now().GetMicroSeconds());
                given += arrived ? 0 : 1;
                Next();
            });
        }
    }

    Ptr<Net8Radio> m_radio; ///< The radio.
    int64_t m_left;         ///< Frames to send.
};

/**
 * @ingroup net8-test
 * Frame times are those of the standard, computed by hand.
 */
class RadioTimeTestCase : public TestCase
{
  public:
    RadioTimeTestCase()
        : TestCase("a frame takes preamble, whole symbols and signal extension")
    {
    }

  private:
    void DoRun() override
    {
        // 1500 + 36 bytes and 22 bits are 12,310: 57 symbols of 216 bits, 513 of 24.
        NS_TEST_EXPECT_MSG_EQ(Net8Radio::GetFrameTime(PAYLOAD, 54),
                              MicroSeconds(20 + 57 * 4 + 6),
                              "at 54 Mbit/s");
        NS_TEST_EXPECT_MSG_EQ(Net8Radio::GetFrameTime(PAYLOAD, 6),
                              MicroSeconds(20 + 513 * 4 + 6),
                              "at 6 Mbit/s");
        // 14 bytes and 22 bits are 134: 2 symbols of 96 bits, 3 of 48, 6 of 24.
        NS_TEST_EXPECT_MSG_EQ(Net8Radio::GetAckTime(54), MicroSeconds(34), "ACK at 24 Mbit/s");
        NS_TEST_EXPECT_MSG_EQ(Net8Radio::GetAckTime(18), MicroSeconds(38), "ACK at 12 Mbit/s");
        NS_TEST_EXPECT_MSG_EQ(Net8Radio::GetAckTime(9), MicroSeconds(50), "ACK at 6 Mbit/s");
    }
};

/**
 * @ingroup net8-test
 * One station without loss: frames follow each other as in the standard.
 */
class RadioThroughputTestCase : public TestCase
{
  public:
    RadioThroughputTestCase()
        : TestCase("one station without loss gets what the standard's times give")
    {
    }

  private:
    void DoRun() override
    {
        const Station station({}, 10000);
        for (std::size_t i = 1; i < station.times.size(); ++i)
        {
            // SIFS, ACK, DIFS and the frame are 10 + 34 + 28 + 254 us; then 0 to 15 slots of 9 us.
            const auto slots = station.times[i] - station.times[i - 1] - 326;
            NS_TEST_ASSERT_MSG_EQ((slots % 9), 0, "not a whole number of slots");
            NS_TEST_ASSERT_MSG_EQ((slots >= 0 && slots <= 15 * 9), true, "not in the window");
        }
        // 7.5 slots on average: 393.5 us, 30.5 Mbit/s; four standard errors are 1.7 us.
        const double mean = static_cast<double>(station.times.back()) / 10000;
        NS_TEST_EXPECT_MSG_EQ_TOL(mean, 393.5, 1.7, "mean time from frame to frame, us");
        NS_TEST_EXPECT_MSG_EQ(station.GetLost() + station.given, 0, "nothing is lost");
    }
};

/**
 * @ingroup net8-test
 * Lost frames are repeated, and finally given up.
 */
class RadioLossTestCase : public TestCase
{
  public:
    RadioLossTestCase()
        : TestCase("a lost frame is repeated up to Attempts, with larger windows")
    {
    }

  private:
    void DoRun() override
    {
        const Station half({{"FrameLoss", "0.5"}}, 10000);
        // 1/2 + 1/4 ... + 1/128 transmissions of a frame are lost, and 1/128 of the frames are
        // given up: 78, of which four standard errors are 35.
        NS_TEST_EXPECT_MSG_EQ_TOL(half.GetLost() / 10000.0, 127.0 / 128, 0.05, "lost");
        NS_TEST_EXPECT_MSG_EQ_TOL(half.given, 78, 35, "given up");

        const Station none({{"FrameLoss", "1"}}, 1);
        NS_TEST_EXPECT_MSG_EQ(none.GetLost(), 7, "transmissions of a frame");
        NS_TEST_EXPECT_MSG_EQ(none.given, 1, "given up");
        // Seven times DIFS and frame, six times SIFS and ACK; backoffs of at most 15 + 31 ... +
        // 1023 = 2025 slots.
        const int64_t least = 7 * (28 + 254) + 6 * (10 + 34);
        NS_TEST_EXPECT_MSG_EQ((none.times[0] >= least && none.times[0] <= least + 2025 * 9),
                              true,
                              "time of seven transmissions: " << none.times[0] << " us");
    }
};

/**
 * @ingroup net8-test
 * The rate changes, and stays for DwellTime on average.
 */
class RadioRateTestCase : public TestCase
{
  public:
    RadioRateTestCase()
        : TestCase("half of the time at each of two rates")
    {
    }

  private:
    void DoRun() override
    {
        const Station station({{"Rates", "54Mbps,6Mbps"}, {"DwellTime", "50ms"}}, 100000);
        int64_t slow = 0;
        uint32_t changes = 0;
        bool last = false;
        for (std::size_t i = 1; i < station.times.size(); ++i)
        {
            const auto time = station.times[i] - station.times[i - 1];
            const bool isSlow = time > 2000;
            slow += isSlow ? time : 0;
            changes += isSlow != last ? 1 : 0;
            last = isSlow;
        }
        const double share = static_cast<double>(slow) / station.times.back();
        NS_TEST_EXPECT_MSG_EQ_TOL(share, 0.5, 0.1, "time at 6 Mbit/s");
        // A newly drawn rate is the other one half of the time.
        const double expected = station.times.back() / 50000.0 / 2;
        NS_TEST_EXPECT_MSG_EQ_TOL(changes, expected, 0.15 * expected, "changes");
    }
};

/**
 * @ingroup net8-test
 * Two senders take turns on one channel.
 */
class RadioSharedTestCase : public TestCase
{
  public:
    RadioSharedTestCase()
        : TestCase("the channel carries one frame at a time")
    {
    }

  private:
    void DoRun() override
    {
        auto radio = CreateObject<Net8Radio>();
        radio->AssignStreams(1);
        std::vector<int64_t> times;
        for (int i = 0; i < 2; ++i)
        {
            radio->Carry(PAYLOAD,
                         [&times](bool) { times.push_back(Simulator::Now().GetMicroSeconds()); });
        }
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(times.size(), 2, "frames");
        NS_TEST_EXPECT_MSG_EQ((times[1] - times[0] >= 326),
                              true,
                              "the second one waits for the ACK");
        Simulator::Destroy();
    }
};

/**
 * @ingroup net8-test
 * TCP over a path with a radio.
 */
class RadioPathTestCase : public TestCase
{
  public:
    RadioPathTestCase()
        : TestCase("TCP over a last hop of 802.11g")
    {
    }

  private:
    void DoRun() override
    {
        const PathTestFlow::Attributes clear{{"Kind", "lan"}, {"LastHop", "radio"}};
        auto lossy = clear;
        lossy["RadioFrameLoss"] = "0.3";
        lossy["RadioAttempts"] = "30";
        lossy["RadioRates"] = "54Mbps,24Mbps";
        constexpr uint64_t BYTES = 10000000;
        NS_TEST_EXPECT_MSG_EQ_TOL(Transfer(clear, BYTES).rate, 23.92, 0.7, "Mbit/s");
        const auto first = Transfer(lossy, BYTES);
        NS_TEST_EXPECT_MSG_EQ(first.received, BYTES, "all bytes arrive");
        NS_TEST_EXPECT_MSG_EQ(first.lost, 0, "a loss shows as delay");
        NS_TEST_EXPECT_MSG_EQ((first.rate < 20), true, "repeats take time: " << first.rate);
        NS_TEST_EXPECT_MSG_EQ(Transfer(lossy, BYTES).digest, first.digest, "the same once more");
        lossy["RadioAttempts"] = "2";
        NS_TEST_EXPECT_MSG_EQ((Transfer(lossy, 1000000).lost > 0), true, "frames given up count");
    }

    /// Outcome of a transfer.
    struct Outcome
    {
        double rate;       ///< Payload rate, Mbit/s.
        uint64_t received; ///< Bytes.
        uint64_t lost;     ///< Frames given up.
        uint64_t digest;   ///< Changes if a frame changes.
    };

    /**
     * Two segments of 1448 bytes take 2 x 393.5 us. The ACK for both is a packet of 52 bytes: 4
     * symbols, so 28 + 67.5 + 42 + 10 + 34 = 181.5 us. 23,168 bits in 968.5 us are 23.92 Mbit/s.
     *
     * @param path attributes of the path
     * @param bytes number of bytes to transfer
     * @return the outcome
     */
    static Outcome Transfer(const PathTestFlow::Attributes& path, uint64_t bytes)
    {
        PathTestFlow flow(path, {}, bytes);
        flow.Run(Seconds(60));
        Time last;
        for (const auto& frame : flow.GetFrames())
        {
            last = frame.toClient && frame.payload > 0 ? frame.time : last;
        }
        const auto drops = flow.GetPath()->GetDrops();
        const Outcome outcome{8e-6 * flow.GetReceived() / last.GetSeconds(),
                              flow.GetReceived(),
                              drops.lossToClient + drops.lossToServer,
                              flow.GetDigest()};
        flow.GetPath()->Dispose();
        Simulator::Destroy();
        return outcome;
    }
};

/**
 * @ingroup net8-test
 * Attributes that do not go together are rejected with a sentence.
 */
class RadioRefusalTestCase : public TestCase
{
  public:
    RadioRefusalTestCase()
        : TestCase("no radio on a bus, with jumbo frames or at rates of others")
    {
    }

  private:
    void DoRun() override
    {
        Refuse("Kind", "segment", "bus");
        Refuse("Mtu", "9000", "2296");
        Refuse("RadioRates", "11Mbps", "\"11Mbps\" is not a rate of 802.11g");
        Refuse("RadioRates", "", "at least one rate");
    }

    /**
     * @param name an attribute of the path
     * @param value its value
     * @param word word expected in the sentence
     */
    void Refuse(const std::string& name, const std::string& value, const std::string& word)
    {
        auto path = CreateObject<Net8Path>();
        SetAttributes(path->GetParts(), {{"Kind", "lan"}, {"LastHop", "radio"}});
        SetAttributes(path->GetParts(), {{name, value}});
        std::string said;
        try
        {
            path->Build(1);
        }
        catch (const std::invalid_argument& error)
        {
            said = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ((said.find(word) != std::string::npos), true, name << ": " << said);
        Simulator::Destroy();
    }
};

/**
 * @ingroup net8-test
 * The radio suite.
 */
class Net8RadioTestSuite : public TestSuite
{
  public:
    Net8RadioTestSuite()
        : TestSuite("net8-radio", Type::UNIT)
    {
        AddTestCase(new RadioTimeTestCase, Duration::QUICK);
        AddTestCase(new RadioThroughputTestCase, Duration::QUICK);
        AddTestCase(new RadioLossTestCase, Duration::QUICK);
        AddTestCase(new RadioRateTestCase, Duration::QUICK);
        AddTestCase(new RadioSharedTestCase, Duration::QUICK);
        AddTestCase(new RadioPathTestCase, Duration::QUICK);
        AddTestCase(new RadioRefusalTestCase, Duration::QUICK);
    }
};

Net8RadioTestSuite g_net8RadioTestSuite; ///< Registers the suite.

} // namespace
