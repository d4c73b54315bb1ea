// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_MULTIPLEX_H
#define NET8_MULTIPLEX_H

#include "net8-multiplex-socket.h"

#include "ns3/address.h"
#include "ns3/packet.h"
#include "ns3/simple-ref-count.h"
#include "ns3/socket.h"

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One end of a connection that carries many sessions: session multiplexing between a Connection
 * Manager and a dispatcher.
 *
 * No public source has its framing. Assumed is:
 *
 * 1. The manager asks for it by (MULTIPLEX=on) in the connect data of a CONNECT of its own, without
 * a session, and the dispatcher answers ACCEPT.
 * 2. From then on the bytes of sessions travel in DATA packets of at most SDU, whose header
 * checksum is the number of the session. A new number begins a session, the flag END_OF_FILE ends
 * it, and the other end answers it likewise. What a session writes at once is one DATA packet, 10
 * bytes longer.
 * 3. Nothing holds back a single session: when one has Buffer bytes that nobody reads, nothing more
 * is read of any of them.
 */
class Net8Multiplex : public SimpleRefCount<Net8Multiplex>, public Net8SharedConnection
{
  public:
    /// What becomes of it.
    struct Owner
    {
        /// A session of the other end begins; empty: the other end begins none.
        std::function<void(const Ptr<Socket>& session)> opened;
        /// The connection is gone, and with it all sessions.
        std::function<void()> ended;
    };

    /// SDU of both ends (assumed).
    static constexpr uint32_t SDU = 65535;
    /// Most bytes of a session that nobody has read (assumed).
    static constexpr uint32_t BUFFER = 65536;

    /**
     * @param service of a client: (SERVICE_NAME=...) or (SID=...)
     * @return connect data that asks for multiplexing
     */
    static std::string MakeConnectData(const std::string& service);

    /**
     * @param connection the connection, after the ACCEPT
     * @param owner who is told
     */
    Net8Multiplex(const Ptr<Socket>& connection, Owner owner);
    ~Net8Multiplex() override;

    Net8Multiplex(const Net8Multiplex&) = delete;
    Net8Multiplex& operator=(const Net8Multiplex&) = delete;

    /**
     * Begin a session.
     *
     * @param number its number
     * @return the session; null: one with that number is not over at both ends
     */
    Ptr<Net8MultiplexSocket> Open(uint16_t number);

    /**
     * Forget the connection and all sessions, without telling anyone.
     */
    void Drop();

    // Inherited
    void Send(uint16_t number, const Ptr<Packet>& bytes) override;
    uint32_t GetRoom() const override;
    void Close(uint16_t number) override;
    void GoOn(uint16_t number) override;
    Address GetName(uint16_t number, bool peer) const override;
    Ptr<Node> GetNode() const override;

  private:
    /**
     * Read what has come, as far as sessions have room.
     */
    void Read();

    /**
     * Take the first packet of what was read.
     *
     * @return whether it was whole
     */
    bool Take();

    /**
     * Tell sessions that there is room, each in its turn.
     */
    void HandleWritable();

    /**
     * End all sessions, as the connection is gone.
     */
    void HandleEnd();

    /**
     * Handle a packet.
     *
     * @param number the session
     * @param flags flags of DATA
     * @param bytes what it carries
     */
    void Deliver(uint16_t number, uint16_t flags, const Ptr<Packet>& bytes);

    /**
     * Send a packet.
     *
     * @param number the session
     * @param flags flags of DATA
     * @param bytes the bytes; null: none
     */
    void Write(uint16_t number, uint16_t flags, const Ptr<Packet>& bytes);

    /**
     * Give the connection what waits, as far as it has room.
     */
    void Flush();

    Ptr<Socket> m_connection;                                ///< The connection; null: gone.
    Owner m_owner;                                           ///< Who is told.
    std::map<uint16_t, Ptr<Net8MultiplexSocket>> m_sessions; ///< Open sessions by number.
    std::set<uint16_t> m_closing; ///< Sessions that ended here, but not at the other end.
    Ptr<Packet> m_read;           ///< Bytes read that are no whole packet; null: none.
    Ptr<Packet> m_waiting;        ///< Packets that the connection had no room for; null: none.
    uint16_t m_stalled{0};        ///< Session that nobody reads; 0: none.
    uint16_t m_last{0};           ///< Session that was told last that there is room.
    bool m_full{false};           ///< There was no room.
};

} // namespace ns3::net8

#endif /* NET8_MULTIPLEX_H */
