// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8-test
 * Programs and a server, which are threads here, over a served network: what test/python/serving
 * tests from outside, for sanitizers.
 */
#include "net8-serve.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <netinet/in.h>
#include <random>
#include <stdexcept>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace ns3::net8;
using namespace std::chrono_literals;

namespace
{

using Bytes = std::vector<uint8_t>; ///< Bytes of a stream.

/**
 * @ingroup net8-test
 * A file that is closed in the end.
 */
class File
{
  public:
    /**
     * @param descriptor its descriptor
     */
    explicit File(int descriptor)
        : m_descriptor(descriptor)
    {
    }

    /**
     * @param other another one, empty from then on
     */
    File(File&& other) noexcept
        : m_descriptor(std::exchange(other.m_descriptor, -1))
    {
    }

    /**
     * @param other another one, which gets this one's file
     * @return this
     */
    File& operator=(File&& other) noexcept
    {
        std::swap(m_descriptor, other.m_descriptor);
        return *this;
    }

    File(const File&) = delete;
    File& operator=(const File&) = delete;

    ~File()
    {
        if (m_descriptor >= 0)
        {
            ::close(m_descriptor);
        }
    }

    /// @return its descriptor
    int Get() const
    {
        return m_descriptor;
    }

  private:
    int m_descriptor; ///< Its descriptor.
};

/**
 * @param port a port
 * @return the place on this machine
 */
sockaddr_in
Here(uint16_t port)
{
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port = htons(port);
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return place;
}

/// @return a socket, which waits no longer than a minute
File
MakeSocket()
{
    File made(::socket(AF_INET, SOCK_STREAM, 0));
    const timeval most{.tv_sec = 60, .tv_usec = 0};
    ::setsockopt(made.Get(), SOL_SOCKET, SO_RCVTIMEO, &most, sizeof(most));
    ::setsockopt(made.Get(), SOL_SOCKET, SO_SNDTIMEO, &most, sizeof(most));
    return made;
}

/**
 * @param port a port
 * @return a connection to it
 */
File
Connect(uint16_t port)
{
    File made = MakeSocket();
    const auto place = Here(port);
    if (::connect(made.Get(), reinterpret_cast<const sockaddr*>(&place), sizeof(place)) != 0)
    {
        throw std::runtime_error("no connection");
    }
    return made;
}

/**
 * @param socket a connection
 * @return all that comes until its end or a reset
 */
Bytes
ReadAll(const File& socket)
{
    Bytes all;
    std::array<uint8_t, 65536> piece{};
    while (true)
    {
        const auto bytes = ::recv(socket.Get(), piece.data(), piece.size(), 0);
        if (bytes <= 0)
        {
            return all;
        }
        all.insert(all.end(), piece.begin(), piece.begin() + bytes);
    }
}

/**
 * @param socket a connection
 * @param bytes what is written, as far as it is taken
 */
void
Write(const File& socket, const Bytes& bytes)
{
    for (std::size_t done = 0; done < bytes.size();)
    {
        const auto taken =
            ::send(socket.Get(), bytes.data() + done, bytes.size() - done, MSG_NOSIGNAL);
        if (taken <= 0)
        {
            return;
        }
        done += static_cast<std::size_t>(taken);
    }
}

/**
 * @ingroup net8-test
 * A server that sends back what it gets, behind a network that this thread serves while programs
 * run in another one.
 */
class Serve : public testing::Test
{
  protected:
    void SetUp() override
    {
        auto place = Here(0);
        ASSERT_EQ(::bind(m_door.Get(), reinterpret_cast<sockaddr*>(&place), sizeof(place)), 0);
        ASSERT_EQ(::listen(m_door.Get(), 100), 0);
        socklen_t size = sizeof(place);
        ASSERT_EQ(::getsockname(m_door.Get(), reinterpret_cast<sockaddr*>(&place), &size), 0);
        m_server = std::thread([this] { Answer(); });
        ExperimentPlan plan;
        plan.sections["path"] = {{"Kind", "wan"}, {"Delay", "1ms"}, {"Rate", "100Mbps"}};
        m_serve = std::make_unique<Net8Serve>(plan, false, [](const std::string&) {});
        m_port = m_serve->Listen({.address = "127.0.0.1",
                                  .site = {},
                                  .backendAddress = "127.0.0.1",
                                  .backendPort = ntohs(place.sin_port),
                                  .instance = {}});
        m_serve->Open();
    }

    void TearDown() override
    {
        m_serve = nullptr;
        ::shutdown(m_door.Get(), SHUT_RDWR);
        m_server.join();
    }

    /**
     * Serve while programs run.
     *
     * @tparam Programs function without arguments
     * @param programs the programs, called once in another thread
     * @return what was served
     */
    template <typename Programs>
    ServeReport RunWith(Programs programs)
    {
        std::array<int, 2> pipe{};
        EXPECT_EQ(::pipe(pipe.data()), 0);
        const File read(pipe[0]);
        File written(pipe[1]);
        std::thread thread([&] {
            programs();
            ::shutdown(m_door.Get(), SHUT_RDWR);
            const File closed(std::move(written));
        });
        const auto report = m_serve->Run(read.Get(), {});
        thread.join();
        return report;
    }

    /**
     * @param length a length
     * @return bytes
     */
    Bytes Draw(std::size_t length)
    {
        Bytes bytes(length);
        std::ranges::generate(bytes, [this] { return static_cast<uint8_t>(m_random()); });
        return bytes;
    }

    /**
     * @param name name of a toxic
     * @param up whether it is that towards the server
     * @param does what happens to bytes
     * @param wire what happens to packets
     */
    void Add(const std::string& name,
             bool up,
             const StreamTreatment& does,
             const PacketTreatment& wire)
    {
        m_serve->AddToxic(
            {.port = m_port, .name = name, .up = up, .share = 0.7, .does = does, .wire = wire});
    }

    /// Freeze, thaw or kill some connections.
    void Touch()
    {
        for (const auto& each : m_serve->GetConnections())
        {
            try
            {
                if (m_random() % 4 == 0)
                {
                    m_serve->Freeze(each.number, !each.frozen);
                }
                else if (m_random() % 8 == 0)
                {
                    m_serve->Kill(each.number);
                }
            }
            catch (const std::invalid_argument&)
            {
                // It has ended since.
            }
        }
    }

    std::unique_ptr<Net8Serve> m_serve; ///< The network.
    uint16_t m_port{0};                 ///< Its port.
    std::mt19937 m_random{1};           ///< Draws bytes and what happens.

  private:
    /// Send what comes back, on each connection until its end.
    void Answer()
    {
        std::vector<std::thread> answers;
        while (true)
        {
            const int taken = ::accept(m_door.Get(), nullptr, nullptr);
            if (taken < 0)
            {
                break;
            }
            answers.emplace_back([socket = File(taken)] {
                std::array<uint8_t, 4096> piece{};
                ssize_t bytes = 0;
                while ((bytes = ::recv(socket.Get(), piece.data(), piece.size(), 0)) > 0)
                {
                    Write(socket, Bytes(piece.begin(), piece.begin() + bytes));
                }
            });
        }
        for (auto& each : answers)
        {
            each.join();
        }
    }

    File m_door{MakeSocket()}; ///< Accepts connections of the server.
    std::thread m_server;      ///< The server.
};

TEST_F(Serve, BytesAreWholeWhileToxicsComeAndGo)
{
    constexpr int CONNECTIONS = 24;
    const auto report = RunWith([this] {
        std::vector<std::thread> programs;
        for (int i = 0; i < CONNECTIONS; ++i)
        {
            programs.emplace_back([this, sent = Draw(20000)] {
                const auto socket = Connect(m_port);
                Write(socket, sent);
                ::shutdown(socket.Get(), SHUT_WR);
                EXPECT_EQ(ReadAll(socket), sent);
            });
            Add("slow", i % 2 == 0, {}, {.waits = {{2ms, 1ms}}});
            Add("narrow", true, {}, {.rate = 20'000'000});
            Add("lossy", false, {}, {.loss = 0.01});
            Add("sliced", i % 3 == 0, {.linger = 5ms, .slice = 500, .spread = 100}, {});
            std::this_thread::sleep_for(3ms);
            for (const auto* name : {"slow", "narrow", "lossy", "sliced"})
            {
                if (m_random() % 2 == 0)
                {
                    m_serve->RemoveToxic(m_port, name);
                }
            }
        }
        for (auto& each : programs)
        {
            each.join();
        }
    });
    EXPECT_EQ(report.connections, CONNECTIONS);
    EXPECT_EQ(report.bytes, 2U * CONNECTIONS * 20000) << "there and back";
}

TEST_F(Serve, ConnectionsEndInAnyWayAndOrder)
{
    constexpr int CONNECTIONS = 60;
    const auto report = RunWith([this] {
        const auto reset = [](const File& socket) {
            const linger none{.l_onoff = 1, .l_linger = 0};
            ::setsockopt(socket.Get(), SOL_SOCKET, SO_LINGER, &none, sizeof(none));
        };
        std::vector<File> open;
        for (int i = 0; i < CONNECTIONS; ++i)
        {
            open.push_back(Connect(m_port));
            Write(open.back(), Draw(m_random() % 3000));
            std::this_thread::sleep_for(std::chrono::milliseconds(m_random() % 4));
            const auto& one = open[m_random() % open.size()];
            switch (m_random() % 9)
            {
            case 0:
                reset(one);
                open.erase(open.begin());
                break;
            case 1:
                ::shutdown(one.Get(), SHUT_WR);
                break;
            case 2:
                open.pop_back();
                break;
            case 3:
                Add("outage", m_random() % 2 == 0, {}, {.loss = 1});
                break;
            case 4:
                m_serve->RemoveToxic(m_port, "outage");
                break;
            case 5:
                Add("limit", m_random() % 2 == 0, {.limit = m_random() % 2000}, {});
                break;
            case 6:
                m_serve->ResetAll(m_port, "limit");
                m_serve->RemoveToxic(m_port, "limit");
                break;
            default:
                Touch();
            }
        }
        m_serve->Close(m_port);
        EXPECT_TRUE(m_serve->GetConnections().empty());
        for (const auto& each : open)
        {
            ReadAll(each); // Each ends.
        }
    });
    // The last ones may come when the port is closed.
    EXPECT_LE(report.connections, CONNECTIONS);
    EXPECT_GT(report.connections, CONNECTIONS / 2);
}

TEST_F(Serve, AStopAmidCallsEndsThemAll)
{
    constexpr int CONNECTIONS = 30;
    std::vector<std::thread> programs;
    std::atomic<int> calls = 0;
    const auto report = RunWith([this, &programs, &calls] {
        for (int i = 0; i < CONNECTIONS; ++i)
        {
            programs.emplace_back([socket = Connect(m_port), &calls] {
                uint8_t byte = 0;
                while (::send(socket.Get(), &byte, 1, MSG_NOSIGNAL) == 1 &&
                       ::recv(socket.Get(), &byte, 1, 0) == 1)
                {
                    ++calls;
                }
            });
        }
        while (calls < 10 * CONNECTIONS)
        {
            std::this_thread::sleep_for(1ms);
        }
    });
    for (auto& each : programs)
    {
        each.join(); // Each ends.
    }
    EXPECT_GE(report.bytes, 2U * 10 * CONNECTIONS) << "there and back";
}

} // namespace
