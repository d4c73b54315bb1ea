// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CONNECTION_H
#define NET8_CONNECTION_H

#include "net8-alarm.h"
#include "net8-connection-owner.h"

#include "ns3/net8-deadlines.h"
#include "ns3/net8-packet-slice.h"
#include "ns3/net8-read-part.h"
#include "ns3/net8-tcp-user.h"
#include "ns3/net8-tns-connection.h"
#include "ns3/net8-unit-time.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"
#include "ns3/socket.h"

#include <functional>
#include <memory>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A TnsConnection over a stream socket, used by both client and server.
 *
 * 1. Each TNS packet is a separate write; bytes that do not fit into the socket wait and follow
 * when there is room.
 * 2. The owner is notified of each message once its last byte has arrived, and of each packet that
 * is not part of a message.
 * 3. Any error is counted and reported to the owner once; the connection is then closed. The same
 * happens if the socket takes no byte of the waiting data within the send timeout.
 */
class Net8Connection final : public SimpleRefCount<Net8Connection>, private TcpUser
{
  public:
    /// A complete message of the peer.
    using Message = TnsStream::Message;

    Net8Connection() = default;
    ~Net8Connection();
    Net8Connection(const Net8Connection&) = delete;
    Net8Connection& operator=(const Net8Connection&) = delete;

    /**
     * Attach a socket. Bytes it has already received are read at once.
     *
     * @param socket a socket, connected or about to be
     * @param owner who is notified; it must outlive the connection, or set another owner
     */
    void Attach(Ptr<Socket> socket, Net8ConnectionOwner& owner);

    /**
     * Drop the ns-3 callbacks for the end of a TCP connect, which are no longer needed.
     */
    void DropConnectCallbacks();

    /**
     * Pass the connection to another owner.
     *
     * @param owner who is notified from now on
     */
    void SetOwner(Net8ConnectionOwner& owner);

    /**
     * Let TCP probe a silent peer. A socket without keepalive ignores this.
     *
     * @param idle time without a segment until the first probe, followed by probes at the short
     * intervals of Oracle Net; 0: all values are those of the socket's own system
     */
    void KeepAlive(Time idle);

    /**
     * Set the send timeout.
     *
     * @param timeout longest time in which the socket takes no byte of the waiting data; 0: none
     */
    void SetSendTimeout(Time timeout);

    /**
     * Work on what was read before reading more, so that TCP's receive buffer fills meanwhile. Once
     * sizes are agreed, one read takes at most the bytes of a packet. The work on the last read of
     * a message is left to the owner. Without work, everything is read as it arrives.
     *
     * @param packetTime time per TNS packet
     * @param byteTime time per byte
     */
    void SetReadWork(const UnitTime& packetTime, const UnitTime& byteTime);

    /**
     * @return the part of the last message that was worked on between reads
     */
    ReadPart GetReadPart() const;

    /// Does work: takes its amount, and a callback to call when it is done.
    using Worker = std::function<void(Time work, std::function<void()> done)>;

    /**
     * Let another object do the work on TLS keys. Without one, the work just takes its time.
     *
     * @param worker does the work
     */
    void SetKeyWorker(Worker worker);

    /**
     * @return the connection without its socket; Flush sends what is written to it
     */
    TnsConnection& GetTns();

    /**
     * Write to the socket as much as it has room for, and close it if that is due.
     */
    void Flush();

    /**
     * Forget everything, as when the host goes down.
     *
     * @return the socket, if there still is one
     */
    Ptr<Socket> Forget();

    /**
     * Make the process hang or continue: while it hangs, nothing is read, written or reported. TCP
     * itself continues.
     *
     * @param hangs whether the process hangs
     */
    void SetHanging(bool hangs);

    /**
     * Drop the connection without notice to the peer, as when the process is killed; the error is
     * reported to the owner.
     *
     * @param error the error to count
     * @return the socket, which the caller has to end; null if it is gone
     */
    Ptr<Socket> Abandon(SessionError error);

    /**
     * Close after the last queued byte. Nothing is reported to the owner afterwards.
     */
    void Close();

    /**
     * @return true if the peer closed in an orderly way
     */
    bool IsClosedByPeer() const;

    /**
     * Note that the peer had closed in an orderly way before the connection was attached.
     */
    void SetClosedByPeer();

    /**
     * @return how long TCP had retransmitted when it gave up the connection
     */
    TcpGivenUp GetGivenUp() const;

    /**
     * @return the errors of this connection
     */
    const SessionCounters& GetCounters() const;

    /**
     * Count an error, report it to the owner and close.
     *
     * @param error the error
     */
    void Fail(SessionError error);

    /**
     * @return the socket; null: it is gone
     */
    const Ptr<Socket>& GetSocket() const
    {
        return m_socket;
    }

    /**
     * @return whether it does nothing but pass on bytes, and waits for nothing but these
     */
    bool IsSteady() const;

    /**
     * Go on after a time that was skipped.
     *
     * @param sent bytes given to the socket in it
     * @param received bytes taken from the socket in it
     * @param by its length
     */
    void Skip(uint64_t sent, uint64_t received, Time by);

    /**
     * @return bytes given to the socket
     */
    uint64_t GetBytesSent() const;

    /**
     * @return bytes taken from the socket
     */
    uint64_t GetBytesReceived() const;

    /**
     * Forget owner and socket, which closes without them.
     */
    void Dispose();

  private:
    // Notifications of the socket, as its user or through ns-3 callbacks.
    void HandleReadable() override;
    void HandleUrgent() override;
    void HandleWritable() override;
    void HandleEnd(const TcpEnd& end) override;

    /**
     * Set the callbacks of a socket that cannot have a user (TcpUser).
     */
    void SetCallbacks();

    /**
     * Remove the callbacks of the socket.
     */
    void DropCallbacks();

    /**
     * Handle bytes that were read.
     *
     * @param bytes the bytes
     */
    void Receive(Net8PacketSlice bytes);

    /**
     * Handle a packet of the stream.
     *
     * @param arrival the packet
     */
    void HandleArrival(const TnsStream::Arrival& arrival);

    /**
     * @return true if the process does not read now, because it hangs or works on what it has read
     */
    bool StandsStill() const;

    /**
     * Start the work on a read, if it takes any.
     *
     * @param bytes bytes of the read
     * @return true if the next read waits for the work
     */
    bool WorkOn(uint32_t bytes);

    /**
     * Read again, and report what was held back.
     */
    void Continue();

    /// Work between reads.
    struct ReadWork
    {
        UnitTime packetTime{};   ///< Time per packet.
        UnitTime byteTime{};     ///< Time per byte.
        ReadPart done{};         ///< Work done for the current message.
        uint32_t packetsRead{0}; ///< Packets of the current read.
    };

    /// Work on TLS keys.
    struct KeyWork
    {
        Worker worker;     ///< Does the work.
        bool begun{false}; ///< The work has begun.
    };

    /// Timers of the connection.
    enum class Timer : uint8_t
    {
        SEND, ///< Send timeout: the socket takes no waiting byte.
        WORK, ///< Work on what was read.
        TLS,  ///< Work on TLS keys.
        COUNT ///< Number of timers.
    };

    /// The timers, the alarm that rings at the first deadline, and the work that they time.
    struct Timers
    {
        /**
         * @param connection the connection
         */
        explicit Timers(Net8Connection& connection);

        Deadlines<Timer, static_cast<std::size_t>(Timer::COUNT)> deadlines; ///< Their deadlines.
        Net8Alarm alarm;                                                    ///< The alarm.
        std::chrono::nanoseconds sendTimeout{0}; ///< Send timeout; 0: none.
        std::chrono::nanoseconds taken{0};       ///< When bytes were last taken, or began to wait.
        std::optional<ReadWork> readWork{};      ///< Work between reads; nothing: none.
        std::optional<KeyWork> keyWork{};        ///< Work on TLS keys; nothing: time passes.
    };

    /**
     * @return the timers, which are made when they are needed first
     */
    Timers& GetTimers();

    /**
     * @return the work between reads; null: there is none
     */
    ReadWork* GetReadWork() const
    {
        return m_timers && m_timers->readWork ? &*m_timers->readWork : nullptr;
    }

    /**
     * @return the work on TLS keys; null: it is time that passes
     */
    KeyWork* GetKeyWork() const
    {
        return m_timers && m_timers->keyWork ? &*m_timers->keyWork : nullptr;
    }

    /**
     * Set a timer.
     *
     * @param timer the timer
     * @param deadline when it expires
     */
    void SetTimer(Timer timer, std::chrono::nanoseconds deadline);

    /**
     * @param timer a timer
     * @return whether it is set
     */
    bool IsSet(Timer timer) const;

    /// Cancel the send timeout.
    void CancelSend();

    /**
     * Start the send timeout if data is waiting.
     */
    void WatchOutbox();

    /**
     * Begin one part of a TLS handshake.
     */
    void BeginTlsWork();

    /**
     * Finish one part of a TLS handshake.
     */
    void FinishTlsWork();

    /**
     * Fail the connection if the socket took no byte for too long; otherwise set the timer again.
     */
    void CheckSent();

    /**
     * Handle a deadline.
     */
    void HandleAlarm();

    /**
     * Remove the callbacks of the socket, so that it can outlive this object.
     */
    void Detach();

    TnsConnection m_tns;                   ///< The connection without its socket.
    Ptr<Socket> m_socket;                  ///< The socket.
    Net8SliceReader* m_reader{nullptr};    ///< The same, if it is read without packets; or null.
    Net8ConnectionOwner* m_owner{nullptr}; ///< Who is notified.
    std::unique_ptr<TcpEnd> m_end;         ///< How TCP ended; null: it has not.
    bool m_closedByPeer{false};            ///< The peer closed in an orderly way.
    bool m_hangs{false};                   ///< The process hangs.
    bool m_signalled{false};               ///< A signal waits until it continues.
    bool m_held{false};                    ///< The end is held back during a hang.
    uint64_t m_bytesSent{0};               ///< Bytes given to the socket.
    uint64_t m_bytesReceived{0};           ///< Bytes taken from the socket.
    std::unique_ptr<Timers> m_timers;      ///< Timers; null: none was needed so far.
};

} // namespace ns3::net8

#endif /* NET8_CONNECTION_H */
