// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CONNECTION_H
#define NET8_CONNECTION_H

#include "net8-alarm.h"
#include "net8-connection-owner.h"

#include "ns3/net8-deadlines.h"
#include "ns3/net8-read-part.h"
#include "ns3/net8-tcp-user.h"
#include "ns3/net8-tns-connection.h"
#include "ns3/net8-unit-time.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/socket.h"
#include "ns3/traced-callback.h"

#include <functional>
#include <memory>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A TnsConnection over a stream socket, as client and server both have it.
 *
 * 1. Each TNS packet is a write of its own; what the socket has no room for waits and follows when
 * there is room.
 * 2. The owner is told of each message once its last byte is there, and of each packet that is
 * part of none.
 * 3. Whatever goes wrong is counted and told to the owner once; the connection is then closed. So
 * is one whose socket takes no byte of what waits within the send timeout.
 */
class Net8Connection : public Object, private TcpUser
{
  public:
    /// A whole message of the peer.
    using Message = TnsStream::Message;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8Connection();
    ~Net8Connection() override;

    /**
     * @param socket a connected socket, or one that is about to be; what it has received already
     * is read at once
     * @param owner whom to tell; it must outlive the connection, or set another one
     */
    void Attach(Ptr<Socket> socket, Net8ConnectionOwner& owner);

    /**
     * The callbacks of ns-3 for the end of a TCP connect are not needed any more.
     */
    void DropConnectCallbacks();

    /**
     * Hand the connection over.
     *
     * @param owner whom to tell from now on
     */
    void SetOwner(Net8ConnectionOwner& owner);

    /**
     * Let TCP look after a peer that says nothing. A socket without keepalive ignores it.
     *
     * @param idle time without a segment until the first probe, with the short intervals of Oracle
     * Net behind it; 0: all as the socket's own system has it
     */
    void KeepAlive(Time idle);

    /**
     * @param timeout longest time in which the socket takes no byte of what waits; 0: none
     */
    void SetSendTimeout(Time timeout);

    /**
     * Work on what was read before more is read, so that TCP's receive buffer fills meanwhile. Once
     * sizes are agreed, one read takes at most the bytes of a packet. What the last read of a
     * message makes is left to the owner. Without work all is read as it comes.
     *
     * @param packetTime for each TNS packet
     * @param byteTime for each byte
     */
    void SetReadWork(const UnitTime& packetTime, const UnitTime& byteTime);

    /**
     * @return what of the last message was worked on between reads
     */
    ReadPart GetReadPart() const;

    /// Who does work: its amount, and whom to tell when it is done.
    using Worker = std::function<void(Time work, std::function<void()> done)>;

    /**
     * Let somebody else work on keys of TLS; else that takes its time, whatever else goes on.
     *
     * @param worker who does it
     */
    void SetKeyWorker(Worker worker);

    /**
     * @return the connection without its socket; Flush hands over what is written to it
     */
    TnsConnection& GetTns();

    /**
     * Hand the socket what it has room for, and close it where that is due.
     */
    void Flush();

    /**
     * Forget everything, as a host does that goes down.
     *
     * @return the socket, if there still is one
     */
    Ptr<Socket> Forget();

    /**
     * Stand still or go on, as the process does: nothing is read, written or told meanwhile. TCP
     * does not stand still.
     *
     * @param hangs whether the process hangs
     */
    void SetHanging(bool hangs);

    /**
     * Drop the connection without a word to the peer, as a process does that is killed; the
     * owner is told of the error.
     *
     * @param error what is counted
     * @return the socket, which is the caller's to end; null if it is gone
     */
    Ptr<Socket> Abandon(SessionError error);

    /**
     * Close after the last queued byte. Nothing is told to the owner afterwards.
     */
    void Close();

    /**
     * @return true if the peer closed in good order
     */
    bool IsClosedByPeer() const;

    /**
     * The peer had closed in good order before the connection was attached.
     */
    void SetClosedByPeer();

    /**
     * @return the errors of this connection
     */
    const SessionCounters& GetCounters() const;

    /**
     * Count an error, tell the owner and close.
     *
     * @param error what went wrong
     */
    void Fail(SessionError error);

    /**
     * @return bytes given to the socket
     */
    uint64_t GetBytesSent() const;

    /**
     * @return bytes taken from the socket
     */
    uint64_t GetBytesReceived() const;

    /**
     * TracedCallback signature for one TNS packet.
     *
     * @param [in] type type of the packet
     * @param [in] length bytes of the packet, header included
     * @param [in] now when it was sent or whole
     */
    typedef void (*PacketTracedCallback)(uint8_t type, uint32_t length, Time now);

  protected:
    void DoDispose() override;

  private:
    // What the socket tells, as its user or by callbacks of ns-3.
    void HandleReadable() override;
    void HandleWritable() override;
    void HandleEnd(bool reset) override;

    /**
     * Set the callbacks of a socket that has no place for its user.
     */
    void SetCallbacks();

    /**
     * Nobody is told by callbacks of the socket any more.
     */
    void DropCallbacks();

    /**
     * @param bytes what was read
     */
    void Receive(Ptr<Packet> bytes);

    /**
     * @param arrival a packet of the stream
     */
    void HandleArrival(const TnsStream::Arrival& arrival);

    /**
     * @return true if the process does not read now: it hangs, or works on what it has read
     */
    bool StandsStill() const;

    /**
     * @param bytes bytes of a read
     * @return true if they are worked on before the next read
     */
    bool WorkOn(uint32_t bytes);

    /**
     * Read, and tell of what was held back.
     */
    void Continue();

    /// Work between reads.
    struct ReadWork
    {
        UnitTime packetTime{};   ///< For each packet.
        UnitTime byteTime{};     ///< For each byte.
        ReadPart done{};         ///< Done of the message under way.
        uint32_t packetsRead{0}; ///< Packets of the read under way.
    };

    /// Work on keys of TLS.
    struct KeyWork
    {
        Worker worker;     ///< Who does it.
        bool begun{false}; ///< It is under way.
    };

    /// What it waits for.
    enum class Timer : uint8_t
    {
        SEND, ///< The socket takes no byte of what waits for it.
        WORK, ///< What was read is worked on.
        TLS,  ///< Keys of TLS are worked on.
        COUNT ///< How many they are.
    };

    /**
     * Look after the send timeout, as something waits.
     */
    void WatchOutbox();

    /**
     * A part of a handshake of TLS begins.
     */
    void BeginTlsWork();

    /**
     * A part of a handshake of TLS is done.
     */
    void FinishTlsWork();

    /**
     * End it where the socket took no byte for too long; else look again when that may be.
     */
    void CheckSent();

    /**
     * A deadline has come.
     */
    void HandleAlarm();

    /**
     * Undo the callbacks of the socket, so that it can outlive this object.
     */
    void Detach();

    TnsConnection m_tns;                   ///< The connection without its socket.
    Ptr<Socket> m_socket;                  ///< The socket.
    Net8ConnectionOwner* m_owner{nullptr}; ///< Whom to tell.
    Time m_sendTimeout;                    ///< Without a byte taken; 0: none.
    std::chrono::nanoseconds m_taken{0};   ///< When it took bytes, or something began to wait.
    bool m_closedByPeer{false};            ///< The peer closed in good order.
    bool m_hangs{false};                   ///< The process hangs.
    std::optional<bool> m_held;            ///< End that it is to be told of: whether by RST.
    std::unique_ptr<ReadWork> m_readWork;  ///< Work between reads, where there is any.
    std::unique_ptr<KeyWork> m_keyWork;    ///< Who works on keys of TLS; none: time passes.
    uint64_t m_bytesSent{0};               ///< Bytes given to the socket.
    uint64_t m_bytesReceived{0};           ///< Bytes taken from the socket.
    Deadlines<Timer, static_cast<std::size_t>(Timer::COUNT)> m_deadlines; ///< What it waits for.
    Net8Alarm m_alarm;                                                    ///< Rings for them.
    TracedCallback<uint8_t, uint32_t, Time> m_txTrace; ///< A TNS packet was written.
    TracedCallback<uint8_t, uint32_t, Time> m_rxTrace; ///< A TNS packet is whole.
};

} // namespace ns3::net8

#endif /* NET8_CONNECTION_H */
