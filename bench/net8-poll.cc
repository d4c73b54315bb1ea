// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Processor time of waiting for input with poll and with epoll, on this kernel.
 *
 * Usage: net8-poll DESCRIPTORS EVENTS
 *
 * DESCRIPTORS ends of TCP connections over the loopback interface are watched, of which one at a
 * time becomes readable: a byte is written to its peer, the event is awaited, the byte is read.
 * That is done EVENTS times with poll, with epoll (level-triggered), and with neither, which is
 * subtracted. Printed: DESCRIPTORS, and of poll and of epoll the processor time of a wait, user and
 * system, ns.
 */
#include <algorithm>
#include <arpa/inet.h>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

namespace
{

/// Ends of connections: an even one and the one after it are peers.
using Ends = std::vector<int>;

/**
 * @return processor time of this process, ns
 */
double
Spent()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto ns = [](const timeval& time) {
        return 1e9 * static_cast<double>(time.tv_sec) + 1e3 * static_cast<double>(time.tv_usec);
    };
    return ns(usage.ru_utime) + ns(usage.ru_stime);
}

/**
 * Open connections over the loopback interface.
 *
 * @param count number of ends
 * @return the ends; fewer if there is no room for more
 */
Ends
Connect(uint32_t count)
{
    Ends ends;
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    auto* const name = reinterpret_cast<sockaddr*>(&address);
    const int listener = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(listener, name, size) != 0 || listen(listener, 128) != 0 ||
        getsockname(listener, name, &size) != 0)
    {
        return ends;
    }
    while (ends.size() < count)
    {
        const int one = socket(AF_INET, SOCK_STREAM, 0);
        if (one < 0 || connect(one, name, size) != 0)
        {
            return ends;
        }
        const int other = accept(listener, nullptr, nullptr);
        if (other < 0)
        {
            return ends;
        }
        const int on = 1;
        setsockopt(one, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
        setsockopt(other, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
        ends.insert(ends.end(), {one, other});
    }
    return ends;
}

/**
 * Measure how an event is awaited.
 *
 * @tparam WAIT a function without arguments
 * @param ends ends of connections
 * @param events how often
 * @param wait waits for the event
 * @return processor time of an event, ns
 */
template <typename WAIT>
double
Measure(const Ends& ends, uint32_t events, const WAIT& wait)
{
    char byte = 'x';
    const double before = Spent();
    for (uint32_t i = 0; i < events; ++i)
    {
        const std::size_t readable = i * 7919ULL % ends.size();
        if (write(ends[readable ^ 1], &byte, 1) != 1)
        {
            std::abort();
        }
        wait();
        if (read(ends[readable], &byte, 1) != 1)
        {
            std::abort();
        }
    }
    return (Spent() - before) / events;
}

} // namespace

int
main(int argc, char* argv[])
{
    if (argc != 3)
    {
        std::cerr << "Usage: net8-poll DESCRIPTORS EVENTS\n";
        return 2;
    }
    const auto count = static_cast<uint32_t>(std::strtoul(argv[1], nullptr, 10));
    const auto events = static_cast<uint32_t>(std::strtoul(argv[2], nullptr, 10));
    rlimit files{};
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    const Ends ends = Connect(count);
    if (ends.size() < count || events == 0)
    {
        std::cerr << "There is no room for " << count << " ends of connections; raise ulimit -n.\n";
        return 2;
    }
    std::vector<pollfd> watched;
    const int epoll = epoll_create1(0);
    for (const int end : ends)
    {
        watched.push_back({.fd = end, .events = POLLIN, .revents = 0});
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.fd = end;
        epoll_ctl(epoll, EPOLL_CTL_ADD, end, &event);
    }
    // Neither waits: TCP over the loopback interface delivers within the write.
    const auto neither = [] {};
    const auto withPoll = [&] { poll(watched.data(), watched.size(), -1); };
    const auto withEpoll = [&] {
        epoll_event event{};
        epoll_wait(epoll, &event, 1, -1);
    };
    Measure(ends, std::min(events, 1000U), withPoll); // caches, pages
    const double alone = Measure(ends, events, neither);
    std::cout << count << ' ' << Measure(ends, events, withPoll) - alone << ' '
              << Measure(ends, events, withEpoll) - alone << '\n';
    return 0;
}
