// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Messages as redo transport sends them, over this kernel's TCP, as Oracle's oratcptest does.
 *
 * Usage: net8-redo serve ADDRESS PORT WRITE_US SEND_BUFFER RECEIVE_BUFFER CONGESTION_CONTROL
 *        net8-redo sync|async ADDRESS PORT MESSAGE_BYTES SECONDS SEND_BUFFER RECEIVE_BUFFER
 *        CONGESTION_CONTROL
 *
 * A message is cut into packets of at most 65,535 bytes, ten of them header, each one send(). The
 * server takes WRITE_US and answers each message with 22 bytes. SYNC waits for the answer before it
 * sends the next message; printed: their number, and mean and median of the time from the first
 * send() to the answer, us. ASYNC never waits; printed: bytes that were answered in the second
 * half of SECONDS, over that time, bit/s. A buffer of 0 bytes is the kernel's own choice. The
 * server says {"ready":1} when it listens.
 */
#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <iostream>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <numeric>
#include <stdexcept>
#include <string>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

namespace
{

using Clock = std::chrono::steady_clock;

constexpr std::size_t HEADER = 10;   ///< Bytes before the payload of a packet.
constexpr std::size_t SDU = 65'535;  ///< Largest packet, bytes.
constexpr std::size_t ANSWER = 22;   ///< Bytes of the answer to a message.
constexpr std::size_t GREETING = 64; ///< Bytes that each end sends when the connection is there.

/// Settings of a socket.
struct Options
{
    int sendBuffer;         ///< SO_SNDBUF, bytes; 0: unchanged.
    int receiveBuffer;      ///< SO_RCVBUF, bytes; 0: unchanged.
    std::string congestion; ///< TCP_CONGESTION.
};

/**
 * @param ok whether a call of the system went well
 * @param what the call
 */
void
Check(bool ok, const char* what)
{
    if (!ok)
    {
        throw std::system_error(errno, std::generic_category(), what);
    }
}

/**
 * @param options of the socket; buffers have to be there before a connection is
 * @return a socket
 */
int
Socket(const Options& options)
{
    const auto socket = ::socket(AF_INET, SOCK_STREAM, 0);
    Check(socket >= 0, "socket");
    const int on = 1;
    const auto set = [socket](int level, int name, const void* value, socklen_t size) {
        Check(setsockopt(socket, level, name, value, size) == 0, "setsockopt");
    };
    set(SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
    set(IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
    set(IPPROTO_TCP,
        TCP_CONGESTION,
        options.congestion.data(),
        static_cast<socklen_t>(options.congestion.size()));
    for (const auto& [name, bytes] :
         {std::pair{SO_SNDBUF, options.sendBuffer}, {SO_RCVBUF, options.receiveBuffer}})
    {
        if (bytes > 0)
        {
            set(SOL_SOCKET, name, &bytes, sizeof(bytes));
        }
    }
    return socket;
}

/**
 * @param socket to send at
 * @param bytes to send
 * @param count of bytes
 */
void
Send(int socket, const std::uint8_t* bytes, std::size_t count)
{
    while (count > 0)
    {
        const auto sent = send(socket, bytes, count, MSG_NOSIGNAL);
        Check(sent > 0, "send");
        bytes += sent;
        count -= static_cast<std::size_t>(sent);
    }
}

/**
 * @param socket to receive at
 * @param bytes to receive to
 * @param count of bytes
 * @return whether all came before the other end closed
 */
bool
Receive(int socket, std::uint8_t* bytes, std::size_t count)
{
    while (count > 0)
    {
        const auto received = recv(socket, bytes, count, 0);
        if (received <= 0)
        {
            return false;
        }
        bytes += received;
        count -= static_cast<std::size_t>(received);
    }
    return true;
}

/**
 * @param socket to send at
 * @param message bytes, without headers
 */
void
SendMessage(int socket, std::uint32_t message)
{
    static std::vector<std::uint8_t> packet(SDU);
    for (auto left = message; left > 0;)
    {
        const auto payload = std::min<std::uint32_t>(left, SDU - HEADER);
        left -= payload;
        const auto size = static_cast<std::uint32_t>(payload + HEADER);
        std::memcpy(packet.data(), &size, sizeof(size));
        std::memcpy(packet.data() + sizeof(size), &left, sizeof(left));
        Send(socket, packet.data(), size);
    }
}

/**
 * Answer the messages of one connection.
 *
 * @param socket of the connection
 * @param write time that a message takes
 */
void
Answer(int socket, std::chrono::microseconds write)
{
    std::vector<std::uint8_t> packet(SDU);
    if (!Receive(socket, packet.data(), GREETING))
    {
        return;
    }
    Send(socket, packet.data(), GREETING);
    while (Receive(socket, packet.data(), HEADER))
    {
        std::uint32_t size = 0;
        std::uint32_t left = 0;
        std::memcpy(&size, packet.data(), sizeof(size));
        std::memcpy(&left, packet.data() + sizeof(size), sizeof(left));
        if (size < HEADER || size > SDU || !Receive(socket, packet.data(), size - HEADER))
        {
            return;
        }
        if (left == 0)
        {
            if (write.count() > 0)
            {
                std::this_thread::sleep_for(write);
            }
            Send(socket, packet.data(), ANSWER);
        }
    }
}

/**
 * @param socket of a connection that has greeted
 * @param message bytes of each
 * @param length of the run
 */
void
Sync(int socket, std::uint32_t message, std::chrono::seconds length)
{
    std::vector<double> times;
    std::vector<std::uint8_t> answer(ANSWER);
    for (const auto end = Clock::now() + length; Clock::now() < end;)
    {
        const auto start = Clock::now();
        SendMessage(socket, message);
        Check(Receive(socket, answer.data(), ANSWER), "recv");
        times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
    }
    const auto count = static_cast<double>(times.size());
    const auto mean = std::accumulate(times.begin(), times.end(), 0.0) / count;
    std::sort(times.begin(), times.end());
    std::cout << times.size() << ' ' << mean << ' ' << times[times.size() / 2] << '\n';
}

/**
 * @param socket of a connection that has greeted
 * @param message bytes of each
 * @param length of the run
 */
void
Async(int socket, std::uint32_t message, std::chrono::seconds length)
{
    const auto start = Clock::now();
    std::thread sender([=] {
        while (Clock::now() < start + length)
        {
            SendMessage(socket, message);
        }
    });
    std::uint64_t answered = 0;
    std::vector<std::uint8_t> answer(ANSWER);
    for (auto now = start; now < start + length; now = Clock::now())
    {
        Check(Receive(socket, answer.data(), ANSWER), "recv");
        answered += now >= start + length / 2 ? 1 : 0;
    }
    std::cout << 16.0 * static_cast<double>(answered) * message /
                     static_cast<double>(length.count())
              << std::endl;
    // What waits in the buffers is of no interest.
    shutdown(socket, SHUT_RD);
    sender.join();
}

} // namespace

int
main(int argc, char* argv[])
{
    const std::vector<std::string> given(argv + 1, argv + argc);
    const auto serve = !given.empty() && given[0] == "serve";
    if (given.size() != (serve ? 7 : 8))
    {
        std::cerr << "Usage: net8-redo serve ADDRESS PORT WRITE_US SEND_BUFFER RECEIVE_BUFFER "
                     "CONGESTION_CONTROL\n       net8-redo sync|async ADDRESS PORT MESSAGE_BYTES "
                     "SECONDS SEND_BUFFER RECEIVE_BUFFER CONGESTION_CONTROL\n";
        return 2;
    }
    try
    {
        prctl(PR_SET_TIMERSLACK, 1UL);
        const auto at = given.size() - 3;
        const auto socket = Socket({std::stoi(given[at]), std::stoi(given[at + 1]), given[at + 2]});
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(std::stoi(given[2])));
        Check(inet_pton(AF_INET, given[1].c_str(), &address.sin_addr) == 1, "address");
        const auto* name = reinterpret_cast<const sockaddr*>(&address);
        if (serve)
        {
            Check(bind(socket, name, sizeof(address)) == 0 && listen(socket, 5) == 0, "listen");
            std::cout << "{\"ready\":1}" << std::endl;
            for (;;)
            {
                const auto peer = accept(socket, nullptr, nullptr);
                Check(peer >= 0, "accept");
                try
                {
                    Answer(peer, std::chrono::microseconds(std::stoul(given[3])));
                }
                catch (const std::system_error&)
                {
                    // The client has gone with messages under way: the next one is awaited.
                }
                close(peer);
            }
        }
        Check(connect(socket, name, sizeof(address)) == 0, "connect");
        std::vector<std::uint8_t> greeting(GREETING);
        Send(socket, greeting.data(), GREETING);
        Check(Receive(socket, greeting.data(), GREETING), "recv");
        const auto message = static_cast<std::uint32_t>(std::stoul(given[3]));
        const std::chrono::seconds length(std::stoul(given[4]));
        given[0] == "sync" ? Sync(socket, message, length) : Async(socket, message, length);
        // A reset: what is under way is dropped.
        const linger now{1, 0};
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &now, sizeof(now));
        close(socket);
    }
    catch (const std::exception& problem)
    {
        std::cerr << "net8-redo: " << problem.what() << '\n';
        return 2;
    }
    return 0;
}
