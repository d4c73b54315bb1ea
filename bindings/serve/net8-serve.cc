// SPDX-License-Identifier: GPL-2.0-only
#include "net8-serve.h"

#include "net8-splice.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/net8-client.h"
#include "ns3/net8-experiment.h"
#include "ns3/net8-listener.h"
#include "ns3/net8-name-value.h"
#include "ns3/net8-tcp-socket-factory.h"
#include "ns3/net8-tds-server.h"
#include "ns3/node-list.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <unistd.h>
#include <utility>
#include <vector>

namespace ns3::net8
{

namespace asio = boost::asio;
using Tcp = asio::ip::tcp;
using Error = boost::system::error_code;

namespace
{

/// Start time of what never starts.
const Time NEVER = Years(200);
/// Time until connections are accepted again when this process can have no more files.
constexpr auto REST = std::chrono::milliseconds(20);
/// Sleeps of a check, and how long each is.
constexpr int SLEEPS = 50;
constexpr auto SLEEP = std::chrono::milliseconds(1);

/// Keep the simulated clients and servers of a plan from starting.
void
Silence()
{
    for (auto node = NodeList::Begin(); node != NodeList::End(); ++node)
    {
        for (uint32_t i = 0; i < (*node)->GetNApplications(); ++i)
        {
            const auto application = (*node)->GetApplication(i);
            if (DynamicCast<Net8Client>(application) || DynamicCast<Net8Listener>(application) ||
                DynamicCast<Net8TdsServer>(application))
            {
                application->SetStartTime(NEVER);
            }
        }
    }
}

/**
 * @param address IP address
 * @param port TCP port
 * @return both
 */
Tcp::endpoint
MakeEndpoint(const std::string& address, uint16_t port)
{
    return {asio::ip::make_address(address), port};
}

/**
 * @param place address and port
 * @return both as options have them
 */
std::string
ToText(const Tcp::endpoint& place)
{
    std::ostringstream text;
    text << place;
    return text.str();
}

/**
 * @param names names that could be meant
 * @param none what to say if there are none
 * @return end of a sentence
 */
std::string
Offer(const std::vector<std::string>& names, const std::string& none)
{
    std::string told;
    for (const auto& name : std::set<std::string>(names.begin(), names.end()))
    {
        told += (told.empty() || name.empty() ? "" : ", ") + name;
    }
    return told.empty() ? none + "." : "use one of " + told + ".";
}

} // namespace

/// Sockets and simulation.
class Net8Serve::Work
{
  public:
    /**
     * @param plan the plan
     * @param tell called for each reason once
     */
    Work(const ExperimentPlan& plan, Tell tell)
        : m_tell(std::move(tell)),
          m_experiment(plan)
    {
        Silence();
        m_shared.buffer.resize(Net8Splice::PIECE);
        m_shared.end = [this](uint64_t number) { m_open.erase(number); };
    }

    /**
     * See Net8Serve::Listen.
     *
     * @param port the port
     * @return number of the port
     */
    uint16_t Listen(const ServePort& port);

    /**
     * See Net8Serve::Check.
     *
     * @return the longest of the sleeps
     */
    std::chrono::nanoseconds Check();

    /**
     * See Net8Serve::Run.
     *
     * @param stop descriptor of the file
     * @return what was served
     */
    ServeReport Run(int stop);

  private:
    /// A port of this machine.
    struct Door
    {
        Tcp::acceptor acceptor;  ///< Its socket.
        asio::steady_timer rest; ///< Time until it accepts again.
        Ptr<Node> host;          ///< Client host that its connections come from.
        Address server;          ///< Where they lead to.
    };

    /**
     * Accept the next connection of a port.
     *
     * @param door the port
     */
    void Accept(Door& door);

    /**
     * Connect over the network.
     *
     * @param door the port
     * @param kernel a connection that it has accepted
     */
    void Connect(Door& door, Tcp::socket kernel);

    /**
     * @param site a site; empty: the first with clients
     * @return its first client host
     */
    Ptr<Node> FindClient(const std::string& site) const;

    /**
     * @param instance an instance; empty: the first
     * @return its host
     */
    Ptr<Node> FindServer(const std::string& instance) const;

    /**
     * Listen on a simulated server host, at the port of the real server if it is free there.
     *
     * @param host the host
     * @param backend the real server that connections lead to
     * @return simulated port
     */
    uint16_t ListenSimulated(const Ptr<Node>& host, const Tcp::endpoint& backend);

    /**
     * Connect to the real server.
     *
     * @param backend the server
     * @param accepted the connection that arrived on the simulated server host
     */
    void ConnectOn(const Tcp::endpoint& backend, const Ptr<Net8TcpMachineSocket>& accepted);

    /**
     * @param host a host
     * @return a socket of it
     */
    static Ptr<Net8TcpMachineSocket> MakeSocket(const Ptr<Node>& host);

    /**
     * @param kernel socket of the kernel
     * @param simulated simulated socket
     * @return both, joined
     */
    std::shared_ptr<Net8Splice> Join(Tcp::socket kernel,
                                     const Ptr<Net8TcpMachineSocket>& simulated);

    /**
     * @param sentence what went wrong; told once
     */
    void TellOnce(const std::string& sentence);

    /// Wait until the next event is due, or something happens to a socket.
    void Await();

    Tell m_tell;                                             ///< Called with what goes wrong.
    Net8Experiment m_experiment;                             ///< The simulation.
    asio::io_context m_io{1};                                ///< Waits for all sockets.
    asio::steady_timer m_timer{m_io};                        ///< Waits for the next event.
    std::optional<Net8LiveClock::Clock::time_point> m_armed; ///< Time that it waits for.
    Net8Splice::Shared m_shared;                             ///< What connections share.
    std::vector<std::unique_ptr<Door>> m_doors;              ///< Ports.
    std::map<std::pair<uint32_t, Tcp::endpoint>, Ptr<Net8TcpMachineSocket>>
        m_servers; ///< What listens for each server, by host.
    std::map<uint64_t, std::shared_ptr<Net8Splice>> m_open; ///< Connections by number.
    std::set<std::string> m_told;                           ///< What was told.
    ServeReport m_report;                                   ///< What was served.
    uint64_t m_next{0};                                     ///< Number of the next connection.
    bool m_stopped{false};                                  ///< It is over.
};

Ptr<Net8TcpMachineSocket>
Net8Serve::Work::MakeSocket(const Ptr<Node>& host)
{
    const auto factory = host->GetObject<Net8TcpSocketFactory>();
    const auto socket =
        DynamicCast<Net8TcpMachineSocket>(factory ? factory->CreateSocket() : Ptr<Socket>());
    if (!socket)
    {
        throw std::invalid_argument("Real connections need the TCP machine; leave the profile ns3, "
                                    "congestion controls that only ns-3 has, and other transports "
                                    "than tcp out of the plan.");
    }
    return socket;
}

std::shared_ptr<Net8Splice>
Net8Serve::Work::Join(Tcp::socket kernel, const Ptr<Net8TcpMachineSocket>& simulated)
{
    const auto number = m_next++;
    const auto made = std::make_shared<Net8Splice>(m_shared, number, std::move(kernel), simulated);
    m_open.emplace(number, made);
    return made;
}

void
Net8Serve::Work::TellOnce(const std::string& sentence)
{
    if (m_told.insert(sentence).second)
    {
        m_tell(sentence);
    }
}

uint16_t
Net8Serve::Work::Listen(const ServePort& port)
{
    const auto here = MakeEndpoint(port.address, port.port);
    auto door = std::make_unique<Door>(Tcp::acceptor(m_io), asio::steady_timer(m_io));
    try
    {
        door->acceptor.open(here.protocol());
        door->acceptor.set_option(asio::socket_base::reuse_address(true));
        door->acceptor.bind(here);
        door->acceptor.listen();
    }
    catch (const boost::system::system_error& error)
    {
        throw std::invalid_argument("net8 cannot listen at " + ToText(here) + ": " +
                                    error.code().message());
    }
    door->host = FindClient(port.site);
    MakeSocket(door->host);
    const auto host = FindServer(port.instance);
    const auto server = ListenSimulated(host, MakeEndpoint(port.backendAddress, port.backendPort));
    door->server = m_experiment.GetNetwork()->GetAddressFor(door->host, host, server);
    m_doors.push_back(std::move(door));
    return m_doors.back()->acceptor.local_endpoint().port();
}

Ptr<Node>
Net8Serve::Work::FindClient(const std::string& site) const
{
    const auto sites = m_experiment.GetClientSites();
    const auto found = site.empty() ? sites.begin() : std::ranges::find(sites, site);
    if (found == sites.end())
    {
        throw std::invalid_argument("No clients are at the site '" + site + "'; " +
                                    Offer(sites, "no client has a site"));
    }
    return m_experiment.GetNetwork()->GetClient(static_cast<uint32_t>(found - sites.begin()));
}

Ptr<Node>
Net8Serve::Work::FindServer(const std::string& instance) const
{
    std::vector<std::string> names;
    for (const auto& host : m_experiment.GetCluster().GetHosts())
    {
        for (const auto& each : host.served)
        {
            names.push_back(each->GetName());
            if (instance.empty() || EqualNoCase(instance, names.back()))
            {
                return host.node;
            }
        }
    }
    throw std::invalid_argument("There is no instance '" + instance + "'; " +
                                Offer(names, "the plan has none"));
}

uint16_t
Net8Serve::Work::ListenSimulated(const Ptr<Node>& host, const Tcp::endpoint& backend)
{
    const auto [entry, isNew] = m_servers.try_emplace({host->GetId(), backend}, nullptr);
    if (isNew)
    {
        const auto any = [ipv6 = m_experiment.GetNetwork()->IsIpv6()](uint16_t port) {
            return ipv6 ? Address(Inet6SocketAddress(Ipv6Address::GetAny(), port))
                        : Address(InetSocketAddress(Ipv4Address::GetAny(), port));
        };
        auto& socket = entry->second;
        socket = MakeSocket(host);
        if (socket->Bind(any(backend.port())) != 0)
        {
            socket->Bind(any(0)); // Another server has the same port.
        }
        socket->Listen();
        socket->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                  Callback<void, Ptr<Socket>, const Address&>(
                                      [this, backend](Ptr<Socket> accepted, const Address&) {
                                          ConnectOn(backend,
                                                    DynamicCast<Net8TcpMachineSocket>(accepted));
                                      }));
    }
    return entry->second->GetFlow().localPort;
}

void
Net8Serve::Work::ConnectOn(const Tcp::endpoint& backend, const Ptr<Net8TcpMachineSocket>& accepted)
{
    Join(Tcp::socket(m_io), accepted)->ConnectKernel(backend, [this, backend](const Error& why) {
        ++m_report.refused;
        TellOnce("the server " + ToText(backend) + " takes no connection: " + why.message());
    });
}

void
Net8Serve::Work::Accept(Door& door)
{
    door.acceptor.async_accept([this, &door](const Error& error, Tcp::socket kernel) {
        if (m_stopped)
        {
            return;
        }
        if (error)
        {
            TellOnce("no more connections can be accepted for now: " + error.message());
            door.rest.expires_after(REST);
            door.rest.async_wait([this, &door](const Error&) { Accept(door); });
            return;
        }
        m_shared.Advance();
        Connect(door, std::move(kernel));
        Accept(door);
    });
}

void
Net8Serve::Work::Connect(Door& door, Tcp::socket kernel)
{
    ++m_report.connections;
    const auto made = Join(std::move(kernel), MakeSocket(door.host));
    if (!made->ConnectSimulated(door.server))
    {
        TellOnce("the simulated client has no port left for another connection");
        made->Reset();
    }
}

std::chrono::nanoseconds
Net8Serve::Work::Check()
{
    std::chrono::nanoseconds worst{0};
    for (int i = 0; i < SLEEPS; ++i)
    {
        m_timer.expires_after(SLEEP);
        m_timer.async_wait([](const Error&) {});
        m_io.restart();
        m_io.run_one();
        worst = std::max<std::chrono::nanoseconds>(worst,
                                                   Net8LiveClock::Clock::now() - m_timer.expiry());
    }
    m_io.restart();
    return worst;
}

void
Net8Serve::Work::Await()
{
    const auto next = m_shared.clock.GetNext();
    if (next && *next <= Net8LiveClock::Clock::now())
    {
        return;
    }
    if (next && (!m_armed || *next < *m_armed))
    {
        m_armed = next;
        m_timer.expires_at(*next);
        m_timer.async_wait([this](const Error& stopped) {
            if (!stopped)
            {
                m_armed.reset();
            }
        });
    }
    m_io.run_one();
}

ServeReport
Net8Serve::Work::Run(int stop)
{
    asio::posix::stream_descriptor stops(m_io, ::dup(stop));
    stops.async_wait(asio::posix::stream_descriptor::wait_read,
                     [this](const Error&) { m_stopped = true; });
    m_shared.clock.Start();
    for (const auto& door : m_doors)
    {
        Accept(*door);
    }
    while (!m_stopped)
    {
        m_shared.Advance();
        if (m_io.poll() == 0)
        {
            Await();
        }
    }
    m_doors.clear();
    while (!m_open.empty())
    {
        const auto each = m_open.begin()->second;
        each->Reset();
    }
    m_report.bytes = m_shared.bytes;
    const auto& lateness = m_shared.lateness;
    m_report.pieces = lateness.GetCount();
    m_report.p50 = lateness.GetQuantile(0.5);
    m_report.p99 = lateness.GetQuantile(0.99);
    m_report.worst = lateness.GetWorst();
    return m_report;
}

Net8Serve::Net8Serve(const ExperimentPlan& plan, Tell tell)
    : m_work(std::make_unique<Work>(plan, std::move(tell)))
{
}

Net8Serve::~Net8Serve() = default;

uint16_t
Net8Serve::Listen(const ServePort& port)
{
    return m_work->Listen(port);
}

std::chrono::nanoseconds
Net8Serve::Check()
{
    return m_work->Check();
}

ServeReport
Net8Serve::Run(int stop)
{
    return m_work->Run(stop);
}

} // namespace ns3::net8
