// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_OUTSIDE_TOPOLOGY_H
#define NET8_OUTSIDE_TOPOLOGY_H

#include "net8-outside-network.h"
#include "net8-path-capture.h"
#include "net8-path-cuts.h"
#include "net8-topology.h"

#include "ns3/node-container.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A network that was built outside of net8; see OutsideNetwork.
 *
 * Queue drops are those of its named links. Captures need hosts with Ethernet or CSMA devices.
 */
class Net8OutsideTopology : public Net8Topology
{
  public:
    /// Function that builds a network.
    using Builder = std::function<void(OutsideNetwork&)>;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8OutsideTopology();
    ~Net8OutsideTopology() override;

    /**
     * @param builder builds the network when Build is called
     * @param settings settings passed to it
     */
    void SetBuilder(Builder builder, const OutsideNetwork::Settings& settings = {});

    /**
     * Use the builder of a shared library with NET8_NETWORK, which stays loaded.
     *
     * @param library path of the library
     * @param settings settings passed to it
     * @throw std::invalid_argument with one sentence if there is no suitable library
     */
    void Load(const std::string& library, const OutsideNetwork::Settings& settings);

    // Inherited
    void Build(const std::vector<std::string>& sites) override;
    Ptr<Node> GetClient(uint32_t i) const override;
    uint32_t GetNClients() const override;
    Ptr<Node> GetServer() const override;
    Ptr<Node> PlaceServer(const std::string& site, Time delay) override;
    Ptr<Node> PlaceHost(const std::string& site) override;
    Traffic PlaceTraffic(const std::string& near, const std::string& far) override;
    uint32_t GetMtu() const override;
    bool IsIpv6() const override;
    Time GetPropagationDelay() const override;
    void SetHostUp(Ptr<Node> host, bool up) override;
    bool HasLink(const std::string& name) const override;
    void SetLinkUp(const std::string& name, bool up) override;
    uint64_t GetCutFrames() const override;
    void EnablePcap(const std::string& prefix) override;
    std::vector<WatchedLink> GetLinks() const override;
    Drops GetDrops() const override;
    int64_t AssignStreams(int64_t stream) override;

  protected:
    void DoDispose() override;

  private:
    /**
     * @param site site of the host
     * @return one more host
     */
    Ptr<Node> MakeHost(const std::string& site) const;

    /**
     * @param name name of a link; empty: the only link
     * @return the link, or null
     */
    const WatchedLink* FindLink(const std::string& name) const;

    Builder m_builder;         ///< Builds the network.
    OutsideNetwork m_network;  ///< The network that was built.
    NodeContainer m_clients;   ///< Client hosts.
    NodeContainer m_servers;   ///< Server hosts.
    Net8PathCuts m_cuts;       ///< Cuts of links.
    Net8PathCapture m_capture; ///< Capture files.
};

} // namespace ns3::net8

#endif /* NET8_OUTSIDE_TOPOLOGY_H */
