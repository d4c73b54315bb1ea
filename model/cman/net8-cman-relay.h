// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CMAN_RELAY_H
#define NET8_CMAN_RELAY_H

#include "ns3/net8-serial-process.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/random-variable-stream.h"
#include "ns3/socket.h"

#include <array>
#include <cstdint>
#include <functional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What a gateway process does with a session: bytes of each of two TCP connections go into the
 * other one.
 *
 * 1. A read takes at most Buffer bytes. The next read of that connection waits until the other one
 * has taken them all, so that no more than Buffer bytes in each direction are in the process; TCP
 * stops the sender.
 * 2. Each read takes ReadCpuTime of the process, which does one thing at a time.
 * 3. When one connection has ended, its last bytes go into the other one, and both are closed. When
 * one was reset, so is the other.
 */
class Net8CmanRelay
{
  public:
    /// Ends of a session.
    enum End : uint8_t
    {
        CLIENT, ///< Connection of the client.
        SERVER  ///< Connection to the next hop.
    };

    /// How it works.
    struct Settings
    {
        uint32_t buffer{0};                      ///< Most bytes of a read.
        Ptr<RandomVariableStream> readCpuTime{}; ///< CPU time of a read, s.
        Ptr<Net8SerialProcess> process{};        ///< The gateway process.
    };

    /**
     * @param client connection of the client
     * @param server connection to the next hop
     * @param settings how it works
     * @param ended called once, when both connections are over; it may not destroy this object
     */
    Net8CmanRelay(const Ptr<Socket>& client,
                  const Ptr<Socket>& server,
                  const Settings& settings,
                  std::function<void()> ended);
    ~Net8CmanRelay();

    Net8CmanRelay(const Net8CmanRelay&) = delete;
    Net8CmanRelay& operator=(const Net8CmanRelay&) = delete;

    /**
     * Begin.
     *
     * @param first bytes for the client, before all others
     * @param clientClosed whether the client has closed its connection already
     */
    void Start(Ptr<Packet> first, bool clientClosed);

    /**
     * Close both connections, as after a timeout.
     */
    void Close();

    /**
     * @param end an end
     * @return bytes taken from it
     */
    uint64_t GetBytes(End end) const;

    /**
     * @return most bytes in the process at any time, in one direction
     */
    uint32_t GetLongest() const;

    /**
     * @return when bytes were last read
     */
    Time GetLastRead() const;

  private:
    /// One of the two connections.
    struct Side
    {
        Ptr<Socket> socket{}; ///< The connection; null when it is over.
        Ptr<Packet> taken{};  ///< Bytes of it that the other one has not taken; null: none.
        Net8SerialProcess::JobId job{0}; ///< Work on the bytes read last; 0: none.
        bool ended{false};               ///< Nothing more will come.
        uint64_t bytes{0};               ///< Bytes taken from it.
    };

    /**
     * Pass on what one end has sent, as far as possible.
     *
     * @param end where it comes from
     */
    void Pump(End end);

    /**
     * Give what was read to the other end.
     *
     * @param end where it comes from
     * @return whether nothing is left
     */
    bool Give(End end);

    /**
     * Read from an end.
     *
     * @param end the end
     * @return whether there was something, which can be passed on at once
     */
    bool Read(End end);

    /**
     * Handle the end of a connection.
     *
     * @param end which one
     * @param reset whether it was reset
     */
    void HandleEnd(End end, bool reset);

    /**
     * Let go of a connection.
     *
     * @param end which one
     * @param reset whether it is reset rather than closed
     */
    void Release(End end, bool reset);

    /**
     * Forget the jobs and tell the owner.
     */
    void Finish();

    Settings m_settings;           ///< How it works.
    std::array<Side, 2> m_sides;   ///< The connections, by End.
    uint32_t m_longest{0};         ///< Most bytes in the process, in one direction.
    Time m_lastRead;               ///< When bytes were last read.
    std::function<void()> m_ended; ///< Called when it is over; empty: it was.
};

} // namespace ns3::net8

#endif /* NET8_CMAN_RELAY_H */
