// SPDX-License-Identifier: GPL-2.0-only
#include "net8-serve.h"

#include "net8-splice.h"
#include "net8-treated-tcp.h"

#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/net8-client.h"
#include "ns3/net8-cut-model.h"
#include "ns3/net8-experiment.h"
#include "ns3/net8-ip-version.h"
#include "ns3/net8-listener.h"
#include "ns3/net8-loss-model.h"
#include "ns3/net8-name-value.h"
#include "ns3/net8-network-link.h"
#include "ns3/net8-network-plan.h"
#include "ns3/net8-network.h"
#include "ns3/net8-path.h"
#include "ns3/net8-stream-name.h"
#include "ns3/net8-tcp-socket-factory.h"
#include "ns3/net8-tds-server.h"
#include "ns3/node-list.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <future>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <unistd.h>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ns3::net8
{

namespace asio = boost::asio;
using Tcp = asio::ip::tcp;
using Error = boost::system::error_code;
using Nanos = std::chrono::nanoseconds;

namespace
{

/// Start time of what never starts.
const Time NEVER = Years(200);
/// Time until connections are accepted again when this process can have no more files.
constexpr auto REST = std::chrono::milliseconds(20);
/// Sleeps of a check, and how long each is.
constexpr int SLEEPS = 50;
constexpr auto SLEEP = std::chrono::milliseconds(1);
/// How long a thread that waits for the one that serves may notice too late that it has ended.
constexpr auto TO_END = std::chrono::milliseconds(50);

/**
 * Keep the simulated clients of a plan from starting.
 *
 * @param servers whether the servers do not start either
 */
void
Silence(bool servers)
{
    for (auto node = NodeList::Begin(); node != NodeList::End(); ++node)
    {
        for (uint32_t i = 0; i < (*node)->GetNApplications(); ++i)
        {
            const auto application = (*node)->GetApplication(i);
            if (DynamicCast<Net8Client>(application) ||
                (servers && (DynamicCast<Net8Listener>(application) ||
                             DynamicCast<Net8TdsServer>(application))))
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
     * @param simulated whether the listeners and instances of the plan are the server
     * @param tell called for each reason once
     */
    Work(const ExperimentPlan& plan, bool simulated, Tell tell)
        : m_tell(std::move(tell)),
          m_experiment(plan)
    {
        Silence(!simulated);
        m_shared.buffer.resize(Net8Splice::PIECE);
        m_shared.draws = CreateObject<UniformRandomVariable>();
        m_shared.draws->SetStream(StreamOf(StreamOf(0, "serve"), "toxics"));
        m_shared.end = [this](uint64_t number) { End(number); };
    }

    /**
     * See Net8Serve::Listen.
     *
     * @param port the port
     * @return number of the port
     */
    uint16_t Listen(const ServePort& port);

    /**
     * See Net8Serve::Close.
     *
     * @param port number of the port
     */
    void Close(uint16_t port);

    /**
     * See Net8Serve::ResetAll.
     *
     * @param port number of the port
     * @param toxic name of a toxic; empty: all connections
     */
    void ResetAll(uint16_t port, const std::string& toxic);

    /**
     * See Net8Serve::AddToxic.
     *
     * @param toxic what happens
     */
    void AddToxic(const ServeToxic& toxic);

    /**
     * See Net8Serve::RemoveToxic.
     *
     * @param port number of the port
     * @param name its name
     */
    void RemoveToxic(uint16_t port, const std::string& name);

    /**
     * See Net8Serve::GetWay.
     *
     * @param port number of the port
     * @return the links on its way
     */
    std::vector<ServeLink> GetWay(uint16_t port);

    /**
     * See Net8Serve::Change.
     *
     * @param change what a direction of a link is from now on
     */
    void Change(const ServeChange& change);

    /**
     * See Net8Serve::Cut.
     *
     * @param link name of the link
     * @param up false to cut it
     */
    void Cut(const std::string& link, bool up);

    /**
     * See Net8Serve::GetReport.
     *
     * @return what was served up to now
     */
    ServeReport GetReport();

    /**
     * See Net8Serve::GetEnds.
     *
     * @return the ends of open connections
     */
    std::vector<ServeEnd> GetEnds() const;

    /**
     * See Net8Serve::Freeze.
     *
     * @param number number of the connection
     * @param frozen whether nothing is passed
     */
    void Freeze(uint64_t number, bool frozen);

    /**
     * See Net8Serve::Kill.
     *
     * @param number number of the connection
     */
    void Kill(uint64_t number);

    /**
     * See Net8Serve::GetConnections.
     *
     * @return the connections of programs that are open
     */
    std::vector<ServeConnection> GetConnections() const;

    /// See Net8Serve::Open.
    void Open();

    /**
     * Do something in the thread that serves.
     *
     * @tparam Call function without arguments
     * @param call called once
     * @return what it returns
     */
    template <typename Call>
    auto Do(Call call)
    {
        if (!m_shown)
        {
            return call();
        }
        if (m_stopped)
        {
            throw std::runtime_error("The network has ended.");
        }
        std::packaged_task<decltype(call())()> task([this, &call] {
            m_shared.Advance();
            return call();
        });
        auto done = task.get_future();
        asio::post(m_io, std::move(task));
        while (done.wait_for(TO_END) != std::future_status::ready)
        {
            if (m_over)
            {
                throw std::runtime_error("The network has ended."); // It came too late to be done.
            }
        }
        return done.get();
    }

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
     * @param spin how long before an event is due it no longer sleeps
     * @return what was served
     */
    ServeReport Run(int stop, std::chrono::nanoseconds spin);

  private:
    /// A port of this machine.
    struct Door
    {
        Tcp::acceptor acceptor;   ///< Its socket.
        asio::steady_timer rest;  ///< Time until it accepts again.
        uint16_t number{0};       ///< Its number.
        std::string site{};       ///< Site of its clients; empty: the first.
        std::string serverSite{}; ///< Site of its server; empty: the only one.
        Ptr<Node> host{};         ///< Client host that its connections come from.
        Address server{};         ///< Where they lead to.
        Ptr<Node> far{};          ///< Host of the server.
        Tcp::endpoint backend{};  ///< The server; none: the simulated one.
    };

    /// An open connection.
    struct Pair
    {
        std::shared_ptr<Net8Splice> splice; ///< Both sockets.
        uint16_t port{0};                   ///< Port that accepted it; 0: the server's end.
        std::set<std::string> toxics{};     ///< Names of the toxics of the port that happen to it.
        Ptr<Node> host{};                   ///< Host of its client.
        Ptr<Node> far{};                    ///< Host of its server.
        Net8TcpFlow flow{};                 ///< Its addresses and ports, as seen there.
    };

    /**
     * @param number number of a connection
     * @return the connection, of a program
     * @throw std::invalid_argument with one sentence if it is not open
     */
    Pair& FindPair(uint64_t number);

    /**
     * Reset a connection, whose RST nothing happens to.
     *
     * @param pair the connection
     */
    void Reset(Pair& pair);

    /**
     * Draw whether a toxic happens to a connection.
     *
     * @param toxic the toxic
     * @param pair the connection
     */
    void Draw(const ServeToxic& toxic, Pair& pair);

    /**
     * Treat a connection as its toxics say.
     *
     * @param pair the connection
     */
    void Treat(const Pair& pair);

    /**
     * Do something with the connections of a port, and with those whose last packets may be on
     * their way.
     *
     * @tparam What function of a connection
     * @param port number of the port
     * @param what called for each
     */
    template <typename What>
    void ForEach(uint16_t port, What what);

    /**
     * Forget a connection, but not what happens to its last packets.
     *
     * @param number its number
     */
    void End(uint64_t number);

    /**
     * Accept the next connection of a port.
     *
     * @param door the port
     */
    void Accept(const std::shared_ptr<Door>& door);

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
    const Net8Cluster::Host& FindServer(const std::string& instance) const;

    /**
     * @return the network, if it has links that can be changed
     */
    Ptr<Net8Network> FindNetwork() const;

    /**
     * @param port number of a port
     * @return the port, or the end of all
     */
    std::vector<std::shared_ptr<Door>>::iterator FindDoor(uint16_t port);

    /**
     * Set the probability of a loss.
     *
     * @param link a link
     * @param up whether from its first end to its second, or back
     * @param loss the probability
     */
    void SetLoss(const Ptr<Net8NetworkLink>& link, bool up, double loss);

    /**
     * Listen on a simulated server host, at the port of the real server if it is free there.
     *
     * @param host the host
     * @param backend the real server that connections lead to
     * @return simulated port
     */
    uint16_t ListenSimulated(const Ptr<Node>& host, const Tcp::endpoint& backend);

    /**
     * Listen for the server of a port no more if no other port leads there.
     *
     * @param door a port that is gone
     */
    void LeaveServer(const Door& door);

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
     * @param port port that accepted it; 0: the server's end
     * @return both, joined
     */
    std::shared_ptr<Net8Splice> Join(Tcp::socket kernel,
                                     const Ptr<Net8TcpMachineSocket>& simulated,
                                     uint16_t port);

    /**
     * @param sentence what went wrong; told once
     */
    void TellOnce(const std::string& sentence);

    /**
     * Wait until the next event is due, or something happens to a socket.
     *
     * @param spin see Net8Serve::Run
     */
    void Await(std::chrono::nanoseconds spin);

    Tell m_tell;                                             ///< Called with what goes wrong.
    Net8Experiment m_experiment;                             ///< The simulation.
    asio::io_context m_io{1};                                ///< Waits for all sockets.
    asio::steady_timer m_timer{m_io};                        ///< Waits for the next event.
    std::optional<Net8LiveClock::Clock::time_point> m_armed; ///< Time that it waits for.
    Net8Splice::Shared m_shared;                             ///< What connections share.
    std::vector<std::shared_ptr<Door>> m_doors;              ///< Ports.
    std::map<std::pair<uint32_t, Tcp::endpoint>, Ptr<Net8TcpMachineSocket>>
        m_servers;                   ///< What listens for each server, by host.
    std::map<uint64_t, Pair> m_open; ///< Connections by number.
    /// Clients' ends of connections, by what the server's host sees of them.
    std::unordered_map<Net8TcpFlow, std::weak_ptr<Net8Splice>, Net8TcpFlowHash> m_clients;
    std::map<Net8TcpFlow, Pair> m_past; ///< Ended connections to whose packets something happens.
    std::map<std::pair<uint16_t, std::string>, ServeToxic> m_toxics; ///< By port and name.
    std::map<uint32_t, Ptr<Net8TreatedTcp>> m_treated; ///< What treats packets, by host.
    /// What loses packets at a device, by node and interface, and its probability in the plan.
    std::map<std::pair<uint32_t, uint32_t>, std::pair<Ptr<Net8LossModel>, double>> m_losses;
    std::set<std::string> m_told;       ///< What was told.
    ServeReport m_report;               ///< What was served.
    uint64_t m_next{0};                 ///< Number of the next connection.
    bool m_shown{false};                ///< Other threads may call.
    bool m_running{false};              ///< Connections are accepted.
    std::atomic<bool> m_stopped{false}; ///< It is over.
    std::atomic<bool> m_over{false};    ///< It does nothing more for other threads.
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
Net8Serve::Work::Join(Tcp::socket kernel, const Ptr<Net8TcpMachineSocket>& simulated, uint16_t port)
{
    const auto number = m_next++;
    const auto made = std::make_shared<Net8Splice>(m_shared, number, std::move(kernel), simulated);
    m_open.emplace(number, Pair{.splice = made, .port = port});
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
    const auto door = std::shared_ptr<Door>(
        new Door{.acceptor = Tcp::acceptor(m_io), .rest = asio::steady_timer(m_io)});
    try
    {
        door->acceptor.open(here.protocol());
        door->acceptor.set_option(asio::socket_base::reuse_address(true));
        Net8Splice::Stamp(door->acceptor.native_handle());
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
    const auto& far = FindServer(port.instance);
    if (port.backendPort != 0)
    {
        door->backend = MakeEndpoint(port.backendAddress, port.backendPort);
    }
    const auto server =
        port.backendPort == 0 ? far.listener->GetPort() : ListenSimulated(far.node, door->backend);
    door->server = m_experiment.GetNetwork()->GetAddressFor(door->host, far.node, server);
    door->far = far.node;
    door->site = port.site;
    door->serverSite = far.site;
    door->number = door->acceptor.local_endpoint().port();
    m_doors.push_back(door);
    if (m_running)
    {
        Accept(door);
    }
    return door->number;
}

std::vector<std::shared_ptr<Net8Serve::Work::Door>>::iterator
Net8Serve::Work::FindDoor(uint16_t port)
{
    return std::ranges::find(m_doors, port, [](const auto& door) { return door->number; });
}

void
Net8Serve::Work::Close(uint16_t port)
{
    if (const auto found = FindDoor(port); found != m_doors.end())
    {
        const auto door = *found;
        m_doors.erase(found);
        LeaveServer(*door);
    }
    ResetAll(port, {});
}

void
Net8Serve::Work::ResetAll(uint16_t port, const std::string& toxic)
{
    const auto open = m_open; // They leave it one by one.
    for (const auto& [number, pair] : open)
    {
        if (pair.port == port && (toxic.empty() || pair.toxics.contains(toxic)))
        {
            Reset(m_open.at(number));
        }
    }
}

void
Net8Serve::Work::Reset(Pair& pair)
{
    const auto splice = pair.splice;
    pair.toxics.clear();
    Treat(pair);
    splice->Reset();
}

Net8Serve::Work::Pair&
Net8Serve::Work::FindPair(uint64_t number)
{
    const auto pair = m_open.find(number);
    if (pair == m_open.end() || pair->second.port == 0)
    {
        throw std::invalid_argument("no connection " + std::to_string(number) + " is open");
    }
    return pair->second;
}

void
Net8Serve::Work::Freeze(uint64_t number, bool frozen)
{
    FindPair(number).splice->Freeze(frozen);
}

void
Net8Serve::Work::Kill(uint64_t number)
{
    Reset(FindPair(number));
}

std::vector<ServeConnection>
Net8Serve::Work::GetConnections() const
{
    std::vector<ServeConnection> connections;
    for (const auto& [number, pair] : m_open)
    {
        if (pair.port != 0)
        {
            connections.push_back({.number = number,
                                   .port = pair.port,
                                   .program = pair.splice->GetProgram(),
                                   .frozen = pair.splice->IsFrozen(),
                                   .sent = pair.splice->GetTaken(),
                                   .received = pair.splice->GetGiven()});
        }
    }
    return connections;
}

template <typename What>
void
Net8Serve::Work::ForEach(uint16_t port, What what)
{
    for (auto& [number, pair] : m_open)
    {
        if (pair.port == port)
        {
            what(pair);
        }
    }
    for (auto& [flow, pair] : m_past)
    {
        if (pair.port == port)
        {
            what(pair);
        }
    }
}

void
Net8Serve::Work::End(uint64_t number)
{
    const auto found = m_open.find(number);
    const auto pair = std::move(found->second);
    m_open.erase(found);
    if (pair.port == 0)
    {
        return;
    }
    m_clients.erase(pair.flow);
    const auto treated = m_treated.find(pair.far->GetId());
    if (treated != m_treated.end() && treated->second && treated->second->Has(pair.flow))
    {
        m_past[pair.flow] = pair;
        treated->second->ForgetWhenOver(pair.flow, pair.host, [this, flow = pair.flow] {
            m_past.erase(flow);
        });
    }
}

void
Net8Serve::Work::AddToxic(const ServeToxic& toxic)
{
    m_toxics[{toxic.port, toxic.name}] = toxic;
    ForEach(toxic.port, [&](Pair& pair) {
        Draw(toxic, pair);
        Treat(pair);
    });
}

void
Net8Serve::Work::RemoveToxic(uint16_t port, const std::string& name)
{
    m_toxics.erase({port, name});
    ForEach(port, [&](Pair& pair) {
        if (pair.toxics.erase(name) > 0)
        {
            Treat(pair);
        }
    });
}

void
Net8Serve::Work::Draw(const ServeToxic& toxic, Pair& pair)
{
    if (m_shared.draws->GetValue() < toxic.share)
    {
        pair.toxics.insert(toxic.name);
    }
    else
    {
        pair.toxics.erase(toxic.name);
    }
}

void
Net8Serve::Work::Treat(const Pair& pair)
{
    StreamTreatment in;
    StreamTreatment out;
    PacketTreatment there;
    PacketTreatment back;
    for (const auto& name : pair.toxics)
    {
        const auto& toxic = m_toxics.at({pair.port, name});
        const auto& does = toxic.does;
        auto& all = toxic.up ? in : out;
        all.limit = does.limit ? std::min(*does.limit, all.limit.value_or(*does.limit)) : all.limit;
        all.linger += does.linger;
        if (does.slice > 0 && (all.slice == 0 || does.slice < all.slice))
        {
            all.slice = does.slice;
            all.spread = does.spread;
            all.interval = does.interval;
        }
        const auto& wire = toxic.wire;
        auto& way = toxic.up ? there : back;
        way.waits.insert(way.waits.end(), wire.waits.begin(), wire.waits.end());
        way.rate = wire.rate ? std::min(*wire.rate, way.rate.value_or(*wire.rate)) : way.rate;
        way.loss = 1 - (1 - way.loss) * (1 - wire.loss); // Either of two causes loses a packet.
    }
    pair.splice->Treat(in, out);
    auto& treated = m_treated[pair.far->GetId()];
    if (!treated && (there != PacketTreatment{} || back != PacketTreatment{}))
    {
        treated = Net8TreatedTcp::Install(
            pair.far,
            StreamOf(StreamOf(StreamOf(0, "serve"), "packets"), pair.far->GetId()));
    }
    if (treated)
    {
        treated->Treat(pair.flow, there, back);
    }
}

Ptr<Net8Network>
Net8Serve::Work::FindNetwork() const
{
    return DynamicCast<Net8Network>(m_experiment.GetNetwork());
}

std::vector<ServeLink>
Net8Serve::Work::GetWay(uint16_t port)
{
    const auto network = FindNetwork();
    const auto door = FindDoor(port);
    if (!network || door == m_doors.end())
    {
        return {};
    }
    const auto& plan = network->GetPlan();
    const auto site = (*door)->site.empty() ? m_experiment.GetClientSites().front() : (*door)->site;
    std::vector<Net8RouteGraph::Step> steps;
    if (DynamicCast<Net8Path>(network))
    {
        for (uint32_t link = 0; link < plan.GetLinks().size(); ++link)
        {
            steps.push_back({.link = link, .up = true});
        }
    }
    else
    {
        steps = plan.GetRoute(plan.FindSite(site), plan.FindSite((*door)->serverSite));
    }
    std::vector<ServeLink> way;
    for (const auto& step : steps)
    {
        const auto& link = plan.GetLinks().at(step.link);
        way.push_back({.name = link->GetName(),
                       .up = step.up,
                       .rate = link->GetRate(step.up).GetBitRate(),
                       .rateBack = link->GetRate(!step.up).GetBitRate(),
                       .delay = Nanos(link->GetDelay(step.up).GetNanoSeconds()),
                       .delayBack = Nanos(link->GetDelay(!step.up).GetNanoSeconds())});
    }
    return way;
}

void
Net8Serve::Work::Change(const ServeChange& change)
{
    const auto& plan = FindNetwork()->GetPlan();
    const auto& link = plan.GetLinks().at(plan.FindLink(change.link).value());
    SetLoss(link, change.up, change.loss);
    const Time keep = Seconds(-1);
    const Time delay = NanoSeconds(change.delay.count());
    const DataRate rate(change.rate);
    link->ScheduleChange({.at = Time(0),
                          .rateUp = change.up ? rate : DataRate(0),
                          .rateDown = change.up ? DataRate(0) : rate,
                          .delayUp = change.up ? delay : keep,
                          .delayDown = change.up ? keep : delay});
}

void
Net8Serve::Work::SetLoss(const Ptr<Net8NetworkLink>& link, bool up, double loss)
{
    // Packets are lost where they arrive.
    const auto device = link->GetDevices().Get(up ? 1 : 0);
    auto& [model, base] = m_losses[{device->GetNode()->GetId(), device->GetIfIndex()}];
    if (!model && loss > 0)
    {
        PointerValue value;
        device->GetAttribute("ReceiveErrorModel", value);
        const auto cut = DynamicCast<Net8CutModel>(value.Get<ErrorModel>());
        model = DynamicCast<Net8LossModel>(cut ? cut->TakeNext() : value.Get<ErrorModel>());
        if (!model)
        {
            model = CreateObjectWithAttributes<Net8LossModel>(
                "LinkHeader",
                EnumValue(Net8LossModel::LinkHeader::PPP));
            model->AssignStreams(StreamOf(StreamOf(StreamOf(0, "serve"), link->GetName()), up));
        }
        DoubleValue rate;
        model->GetAttribute("Rate", rate);
        base = rate.Get();
        cut ? cut->SetNext(model) : device->SetAttribute("ReceiveErrorModel", PointerValue(model));
    }
    if (model)
    {
        // Either of two causes loses a packet.
        model->SetAttribute("Rate", DoubleValue(1 - (1 - base) * (1 - loss)));
    }
}

void
Net8Serve::Work::Cut(const std::string& link, bool up)
{
    FindNetwork()->SetLinkUp(link, up);
}

std::vector<ServeEnd>
Net8Serve::Work::GetEnds() const
{
    std::vector<ServeEnd> ends;
    for (const auto& [number, pair] : m_open)
    {
        if (const auto* machine = pair.splice->GetMachine())
        {
            const auto info = machine->GetInfo(Net8LiveClock::GetNow().count());
            ends.push_back({.number = number,
                            .port = pair.port,
                            .rtt = std::chrono::microseconds(info.rttUs),
                            .window = info.sndCwnd,
                            .unacked = info.unacked,
                            .waiting = info.notSentBytes,
                            .retransmitted = info.totalRetrans,
                            .sent = info.bytesAcked,
                            .received = info.bytesReceived});
        }
    }
    return ends;
}

void
Net8Serve::Work::Open()
{
    m_shown = true;
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

const Net8Cluster::Host&
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
                return host;
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
        const bool ipv6 = m_experiment.GetNetwork()->IsIpv6();
        auto& socket = entry->second;
        socket = MakeSocket(host);
        if (socket->Bind(AnyAddress(ipv6, backend.port())) != 0)
        {
            socket->Bind(AnyAddress(ipv6, 0)); // Another server has the same port.
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
Net8Serve::Work::LeaveServer(const Door& door)
{
    const auto server = m_servers.find({door.far->GetId(), door.backend});
    const auto leadsThere = [&](const auto& other) {
        return other->far == door.far && other->backend == door.backend;
    };
    if (server != m_servers.end() && std::ranges::none_of(m_doors, leadsThere))
    {
        server->second->Close();
        m_servers.erase(server);
    }
}

void
Net8Serve::Work::ConnectOn(const Tcp::endpoint& backend, const Ptr<Net8TcpMachineSocket>& accepted)
{
    const auto made = Join(Tcp::socket(m_io), accepted, 0);
    const auto client = m_clients.find(accepted->GetFlow());
    made->Serve(client == m_clients.end() ? nullptr : client->second.lock());
    made->ConnectKernel(backend, [this, backend](const Error& why) {
        ++m_report.refused;
        TellOnce("the server " + ToText(backend) + " takes no connection: " + why.message());
    });
}

void
Net8Serve::Work::Accept(const std::shared_ptr<Door>& door)
{
    // A handler may be called although the port was closed after its connection had come.
    const std::weak_ptr<Door> open = door;
    door->acceptor.async_accept([this, open](const Error& error, Tcp::socket kernel) {
        const auto here = open.lock();
        if (m_stopped || !here || error == asio::error::operation_aborted)
        {
            return; // The port is gone.
        }
        if (error)
        {
            TellOnce("no more connections can be accepted for now: " + error.message());
            here->rest.expires_after(REST);
            here->rest.async_wait([this, open](const Error&) {
                if (const auto still = open.lock())
                {
                    Accept(still);
                }
            });
            return;
        }
        m_shared.Advance();
        Connect(*here, std::move(kernel));
        Accept(here);
    });
}

void
Net8Serve::Work::Connect(Door& door, Tcp::socket kernel)
{
    ++m_report.connections;
    const auto number = m_next;
    const auto made = Join(std::move(kernel), MakeSocket(door.host), door.number);
    auto& pair = m_open.at(number);
    pair.host = door.host;
    pair.far = door.far;
    if (!made->ConnectSimulated(door.server))
    {
        TellOnce("the simulated client has no port left for another connection");
        made->Reset();
        return;
    }
    // Nothing was sent yet: packets leave with the next event.
    pair.flow = Net8TreatedTcp::GetReverse(made->GetFlow().value());
    m_past.erase(pair.flow);
    m_clients[pair.flow] = made;
    const auto first = m_toxics.lower_bound({door.number, std::string()});
    for (auto toxic = first; toxic != m_toxics.end() && toxic->first.first == door.number; ++toxic)
    {
        Draw(toxic->second, pair);
    }
    Treat(pair);
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
Net8Serve::Work::Await(std::chrono::nanoseconds spin)
{
    auto wake = m_shared.clock.GetNext();
    if (wake)
    {
        *wake -= spin;
    }
    if (wake && *wake <= Net8LiveClock::Clock::now())
    {
        return;
    }
    if (wake && (!m_armed || *wake < *m_armed))
    {
        m_armed = wake;
        m_timer.expires_at(*wake);
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
Net8Serve::Work::Run(int stop, std::chrono::nanoseconds spin)
{
    asio::posix::stream_descriptor stops(m_io, ::dup(stop));
    stops.async_wait(asio::posix::stream_descriptor::wait_read,
                     [this](const Error&) { m_stopped = true; });
    m_shared.clock.Start();
    m_running = true;
    for (const auto& door : m_doors)
    {
        Accept(door);
    }
    while (!m_stopped)
    {
        // What has come is read first, so that it can enter when it came.
        const auto handled = m_io.poll();
        m_shared.Advance();
        if (handled == 0)
        {
            Await(spin);
        }
    }
    m_io.poll(); // Threads that still wait.
    m_over = true;
    m_doors.clear();
    while (!m_open.empty())
    {
        const auto each = m_open.begin()->second.splice;
        each->Reset();
    }
    return GetReport();
}

ServeReport
Net8Serve::Work::GetReport()
{
    m_report.bytes = m_shared.bytes;
    const auto& lateness = m_shared.lateness;
    m_report.pieces = lateness.GetCount();
    m_report.p50 = lateness.GetQuantile(0.5);
    m_report.p99 = lateness.GetQuantile(0.99);
    m_report.worst = lateness.GetWorst();
    const auto& calls = m_shared.calls;
    m_report.calls = calls.GetCount();
    m_report.callP50 = calls.GetQuantile(0.5);
    m_report.callP99 = calls.GetQuantile(0.99);
    m_report.callWorst = calls.GetWorst();
    return m_report;
}

Net8Serve::Net8Serve(const ExperimentPlan& plan, bool simulated, Tell tell)
    : m_work(std::make_unique<Work>(plan, simulated, std::move(tell)))
{
}

Net8Serve::~Net8Serve() = default;

Net8Serve::Work&
Net8Serve::GetWork() const
{
    if (!m_work)
    {
        throw std::runtime_error("The network has ended.");
    }
    return *m_work;
}

void
Net8Serve::End()
{
    m_work = nullptr;
}

uint16_t
Net8Serve::Listen(const ServePort& port)
{
    return GetWork().Do([&] { return m_work->Listen(port); });
}

void
Net8Serve::Close(uint16_t port)
{
    GetWork().Do([&] { m_work->Close(port); });
}

void
Net8Serve::ResetAll(uint16_t port, const std::string& toxic)
{
    GetWork().Do([&] { m_work->ResetAll(port, toxic); });
}

void
Net8Serve::AddToxic(const ServeToxic& toxic)
{
    GetWork().Do([&] { m_work->AddToxic(toxic); });
}

void
Net8Serve::RemoveToxic(uint16_t port, const std::string& name)
{
    GetWork().Do([&] { m_work->RemoveToxic(port, name); });
}

std::vector<ServeLink>
Net8Serve::GetWay(uint16_t port)
{
    return GetWork().Do([&] { return m_work->GetWay(port); });
}

void
Net8Serve::Change(const ServeChange& change)
{
    GetWork().Do([&] { m_work->Change(change); });
}

void
Net8Serve::Cut(const std::string& link, bool up)
{
    GetWork().Do([&] { m_work->Cut(link, up); });
}

ServeReport
Net8Serve::GetReport()
{
    return GetWork().Do([&] { return m_work->GetReport(); });
}

std::vector<ServeEnd>
Net8Serve::GetEnds()
{
    return GetWork().Do([&] { return m_work->GetEnds(); });
}

void
Net8Serve::Freeze(uint64_t number, bool frozen)
{
    GetWork().Do([&] { m_work->Freeze(number, frozen); });
}

void
Net8Serve::Kill(uint64_t number)
{
    GetWork().Do([&] { m_work->Kill(number); });
}

std::vector<ServeConnection>
Net8Serve::GetConnections()
{
    return GetWork().Do([&] { return m_work->GetConnections(); });
}

void
Net8Serve::Open()
{
    GetWork().Open();
}

std::chrono::nanoseconds
Net8Serve::Check()
{
    return GetWork().Check();
}

ServeReport
Net8Serve::Run(int stop, std::chrono::nanoseconds spin)
{
    return GetWork().Run(stop, spin);
}

} // namespace ns3::net8
