// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SPLICE_H
#define NET8_SPLICE_H

#include "net8-lateness.h"
#include "net8-live-clock.h"
#include "net8-stream-treatment.h"

#include "ns3/net8-tcp-machine-socket.h"
#include "ns3/net8-tcp-user.h"
#include "ns3/packet.h"
#include "ns3/random-variable-stream.h"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A socket of the kernel and a simulated one, each of which gets what the other receives.
 *
 * 1. The kernel's socket is read while the simulated one takes a write, one piece at a time; else
 * the kernel closes its window.
 * 2. The simulated one is read while the kernel takes all of it; else its window closes.
 * 3. The end of a stream is passed on when all before it was written, a reset at once.
 * 4. When the simulated peer has ended, the rest of what it sent is taken from the simulated
 * socket, which may not keep it: no more than its receive buffer.
 *
 * Urgent data pass as part of the stream.
 */
class Net8Splice : public TcpUser, public std::enable_shared_from_this<Net8Splice>
{
  public:
    /// A socket of the kernel.
    using Kernel = boost::asio::ip::tcp::socket;

    /// What all connections share.
    struct Shared
    {
        /**
         * Execute the events that are due, and write what they delivered: all that one connection
         * received in a short time at once, as a network card does.
         */
        void Advance();

        Net8LiveClock clock{};         ///< Simulated time.
        Net8Lateness lateness{};       ///< How late bytes left.
        Net8Lateness calls{};          ///< How late requests and their replies left, together.
        uint64_t bytes{0};             ///< Bytes passed from the kernel to the simulation.
        std::vector<uint8_t> buffer{}; ///< Room for a piece, used by one at a time.
        std::vector<std::shared_ptr<Net8Splice>> due{}; ///< Connections that have received some.
        std::function<void(uint64_t number)> end{};     ///< Called once when a connection ends.
        Ptr<UniformRandomVariable> draws{};             ///< Draws sizes of slices.
    };

    /**
     * @param shared what all connections share; must outlive this
     * @param number its number
     * @param kernel socket of the kernel
     * @param simulated simulated socket
     */
    Net8Splice(Shared& shared,
               uint64_t number,
               Kernel kernel,
               const Ptr<Net8TcpMachineSocket>& simulated);
    ~Net8Splice();

    Net8Splice(const Net8Splice&) = delete;
    Net8Splice& operator=(const Net8Splice&) = delete;

    /**
     * Have the kernel note when bytes come, here and at what is accepted here.
     *
     * @param kernel descriptor of a socket
     */
    static void Stamp(int kernel);

    /**
     * Begin: both sockets are connected.
     */
    void Begin();

    /**
     * Connect the simulated socket first, whose handshake takes as long as its path.
     *
     * @param peer address and port
     * @return whether there is a port left for it
     */
    bool ConnectSimulated(const Address& peer);

    /**
     * Connect the kernel's socket first.
     *
     * @param peer address and port
     * @param refused called with the reason if it takes no connection
     */
    void ConnectKernel(const boost::asio::ip::tcp::endpoint& peer,
                       const std::function<void(const boost::system::error_code&)>& refused);

    /// Reset both connections, as far as they have not ended.
    void Reset();

    /**
     * Treat what is passed from now on.
     *
     * @param in bytes from the kernel's socket
     * @param out bytes to it
     */
    void Treat(const StreamTreatment& in, const StreamTreatment& out);

    /**
     * @return the simulated connection at this end; null: it has ended
     */
    const TcpConnection* GetMachine() const
    {
        return m_simulated ? m_simulated->GetMachine() : nullptr;
    }

    /**
     * Pass no bytes and no end, in both directions, or go on. TCP goes on at both ends, and a reset
     * passes.
     *
     * @param frozen whether nothing is passed
     */
    void Freeze(bool frozen);

    /// @return whether nothing is passed
    bool IsFrozen() const
    {
        return m_frozen;
    }

    /// @return bytes taken from the kernel's socket
    uint64_t GetTaken() const
    {
        return m_in.total;
    }

    /// @return bytes given to the kernel's socket
    uint64_t GetGiven() const
    {
        return m_out.total;
    }

    /**
     * Be the server's end of a connection: how late requests left here is added to how late their
     * replies do at the client's end.
     *
     * @param client the client's end
     */
    void Serve(const std::shared_ptr<Net8Splice>& client)
    {
        m_client = client;
        m_serves = true;
    }

    /**
     * @return address and port of the program at the kernel's socket; empty: it is gone
     */
    std::string GetProgram() const;

    /**
     * @return addresses and ports of the simulated connection; nothing: it has ended
     */
    std::optional<Net8TcpFlow> GetFlow() const
    {
        return m_simulated ? std::optional(m_simulated->GetFlow()) : std::nullopt;
    }

    // Inherited
    void HandleReadable() override;
    void HandleWritable() override;
    void HandleEnd(const TcpEnd& end) override;

    static constexpr std::size_t PIECE = 65536; ///< Bytes that are read at once.

  private:
    /// One direction, as far as toxics change it.
    struct Stream
    {
        StreamTreatment treatment{}; ///< What happens to it.
        uint64_t passed{0};          ///< Bytes passed since there is a limit.
        uint64_t total{0};           ///< Bytes passed.
        bool pauses{false};          ///< Between two slices, or before its end.
        bool lingered{false};        ///< Its end has been held back.
        std::optional<boost::asio::steady_timer> timer{}; ///< End of the pause.
    };

    /// What was read from the kernel's socket at once.
    struct Piece
    {
        boost::system::error_code error{}; ///< Why there are no bytes.
        Ptr<Packet> packet{};              ///< The bytes.
        Net8LiveClock::Nanos came{0};      ///< When the last of them came, if known; else now.
    };

    /**
     * @param stream a direction
     * @return bytes that it may pass at once
     */
    std::size_t GetShare(const Stream& stream) const;

    /**
     * Count bytes that were passed, and pause behind a slice.
     *
     * @param stream their direction
     * @param bytes their number
     * @return false if it was the last one: both sockets are closed
     */
    bool Count(Stream& stream, std::size_t bytes);

    /**
     * Pass nothing in a direction for a time.
     *
     * @param stream the direction
     * @param span the time
     */
    void Pause(Stream& stream, std::chrono::nanoseconds span);

    /**
     * Hold the end of a direction back, once.
     *
     * @param stream the direction
     * @return whether it is held back
     */
    bool Linger(Stream& stream);

    /**
     * @param stream a direction
     * @return whether it passes nothing for now
     */
    bool IsHeld(const Stream& stream) const
    {
        return m_frozen || stream.pauses;
    }

    /// Note that bytes come in: what went out before was a whole request or reply.
    void EndTurn();

    /// Write what is left.
    void GiveLeft();

    /**
     * Read the kernel's socket as far as the simulated one has room. What came later than the
     * simulated time waits until then: no byte crosses sooner than its path allows, and none later
     * because this process was woken late.
     */
    void TakeIn();

    /// Wait until the kernel's socket can be read.
    void AwaitData();

    /**
     * Read the kernel's socket once.
     *
     * @param room where to
     * @return what came
     */
    Piece ReadKernel(std::span<uint8_t> room);

    /**
     * Pass on what was read.
     *
     * @param piece what was read
     */
    void Take(const Piece& piece);

    /// Write what was received since m_due.
    void GiveDue();

    /// Write to the kernel's socket what there is, until it takes no more.
    void GiveOut();

    /**
     * Write to the kernel's socket, and keep what it does not take.
     *
     * @param bytes the bytes
     * @return whether it took all
     */
    bool Write(std::span<const uint8_t> bytes);

    /// Wait for room in the kernel's socket.
    void AwaitRoom();

    /// Wait for the end of the kernel's connection, which may come while it is not read.
    void AwaitFailure();

    /// End the kernel's side by a reset, and forget both sockets.
    void ResetKernel();

    /// Forget both sockets.
    void End();

    /// End if both directions have ended.
    void EndIfOver();

    Shared& m_shared;                           ///< What all connections share.
    uint64_t m_number;                          ///< Its number.
    Kernel m_kernel;                            ///< Socket of the kernel.
    Ptr<Net8TcpMachineSocket> m_simulated;      ///< Simulated socket; null: ended.
    std::vector<uint8_t> m_left{};              ///< Bytes that the kernel did not take yet.
    std::optional<Net8LiveClock::Nanos> m_due;  ///< Since when bytes are to be written.
    Stream m_in{};                              ///< From the kernel's socket.
    Stream m_out{};                             ///< To it.
    bool m_open{false};                         ///< Both sockets are connected.
    bool m_awaitsData{false};                   ///< Waits until the kernel's socket can be read.
    bool m_awaitsRoom{false};                   ///< Waits until the kernel's socket can be written.
    bool m_inEnded{false};                      ///< The kernel's peer has ended its stream.
    bool m_outEnded{false};                     ///< The simulated peer has ended its stream.
    bool m_outShut{false};                      ///< And so has the kernel's socket.
    bool m_reset{false};                        ///< The simulated connection was reset.
    bool m_frozen{false};                       ///< Nothing is passed.
    bool m_serves{false};                       ///< It is the server's end of a connection.
    bool m_asked{false};                        ///< Bytes came in.
    std::weak_ptr<Net8Splice> m_client;         ///< The client's end of it.
    std::optional<Net8LiveClock::Nanos> m_turn; ///< How late the last bytes of this turn left.
    Net8LiveClock::Nanos m_before{0};           ///< How late the request left at the server's end.
};

} // namespace ns3::net8

#endif /* NET8_SPLICE_H */
