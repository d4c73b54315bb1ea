// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PATH_TEST_FLOW_H
#define NET8_PATH_TEST_FLOW_H

#include "ns3/net8-path.h"
#include "ns3/nstime.h"
#include "ns3/packet-sink.h"
#include "ns3/packet.h"

#include <map>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8-test
 * A TCP transfer from the server to client 0 of a path, and the frames seen by the client's device.
 */
class PathTestFlow
{
  public:
    /// One TCP frame, as a capture on the client shows it.
    struct Frame
    {
        Time time;            ///< When it was seen.
        uint32_t bytes{0};    ///< Size of the IP packet.
        uint32_t payload{0};  ///< TCP payload, bytes.
        bool toClient{false}; ///< Whether it came from the server.
        bool fragment{false}; ///< Whether it is a fragment of an IP packet.
        bool syn{false};      ///< Whether it has the SYN flag.
    };

    /// Attribute names and values.
    using Attributes = std::map<std::string, std::string>;

    /**
     * Build the path, with one client host.
     *
     * @param pathAttributes attributes of the path
     * @param profileAttributes attributes of the TCP profile of both ends
     * @param bytes bytes to transfer
     */
    PathTestFlow(const Attributes& pathAttributes,
                 const Attributes& profileAttributes,
                 uint64_t bytes);

    /**
     * Run the simulation.
     *
     * @param limit latest end of the simulation
     */
    void Run(Time limit);

    /**
     * @return the path
     */
    Ptr<Net8Path> GetPath() const;

    /**
     * @return bytes that the client's application received
     */
    uint64_t GetReceived() const;

    /**
     * @return frames at the client
     */
    const std::vector<Frame>& GetFrames() const;

    /**
     * @return a number that changes if anything in the frames changes
     */
    uint64_t GetDigest() const;

  private:
    /**
     * Handle a frame at the client's device.
     *
     * @param packet the frame
     */
    void Sniff(Ptr<const Packet> packet);

    Ptr<Net8Path> m_path;        ///< The path.
    Ptr<PacketSink> m_sink;      ///< Sink at the client.
    std::vector<Frame> m_frames; ///< Frames at the client.
};

} // namespace ns3::net8

#endif /* NET8_PATH_TEST_FLOW_H */
