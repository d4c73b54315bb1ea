// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_MULTIPLEX_SOCKET_H
#define NET8_MULTIPLEX_SOCKET_H

#include "ns3/address.h"
#include "ns3/net8-tcp-control.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/socket.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What a session asks of the connection that it shares with others.
 */
class Net8SharedConnection
{
  public:
    virtual ~Net8SharedConnection() = default;

    /**
     * Send bytes of a session.
     *
     * @param number the session
     * @param bytes at most GetRoom bytes
     */
    virtual void Send(uint16_t number, const Ptr<Packet>& bytes) = 0;

    /**
     * @return bytes that a session can send
     */
    virtual uint32_t GetRoom() const = 0;

    /**
     * End a session.
     *
     * @param number the session
     */
    virtual void Close(uint16_t number) = 0;

    /**
     * Go on after bytes were read.
     *
     * @param number the session that read them
     */
    virtual void GoOn(uint16_t number) = 0;

    /**
     * @param number a session
     * @param peer whether the address of the other end is wanted
     * @return address of the connection, with the number as port
     */
    virtual Address GetName(uint16_t number, bool peer) const = 0;

    /**
     * @return the host
     */
    virtual Ptr<Node> GetNode() const = 0;
};

/**
 * @ingroup net8
 * One session of a Net8Multiplex, as a stream socket that is connected from the start.
 */
class Net8MultiplexSocket : public Socket, public Net8Abortable
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8MultiplexSocket();
    ~Net8MultiplexSocket() override;

    /**
     * Set what it is part of.
     *
     * @param connection the connection, which tells it when it is gone
     * @param number its number there
     */
    void SetUp(Net8SharedConnection& connection, uint16_t number);

    /**
     * Take bytes of the other end.
     *
     * @param bytes the bytes
     */
    void Receive(const Ptr<Packet>& bytes);

    /**
     * Note that the other end has ended, or that the connection is gone; nothing can be sent any
     * more.
     *
     * @param gone whether the connection is gone
     */
    void HandleEnd(bool gone);

    /**
     * Note that there may be room again.
     */
    void HandleWritable();

    // Inherited
    void Abort() override;
    SocketErrno GetErrno() const override;
    SocketType GetSocketType() const override;
    Ptr<Node> GetNode() const override;
    int Bind(const Address& address) override;
    int Bind() override;
    int Bind6() override;
    int Close() override;
    int ShutdownSend() override;
    int ShutdownRecv() override;
    int Connect(const Address& address) override;
    int Listen() override;
    uint32_t GetTxAvailable() const override;
    int Send(Ptr<Packet> packet, uint32_t flags) override;
    int SendTo(Ptr<Packet> packet, uint32_t flags, const Address& address) override;
    uint32_t GetRxAvailable() const override;
    Ptr<Packet> Recv(uint32_t maxSize, uint32_t flags) override;
    Ptr<Packet> RecvFrom(uint32_t maxSize, uint32_t flags, Address& from) override;
    int GetSockName(Address& address) const override;
    int GetPeerName(Address& address) const override;
    bool SetAllowBroadcast(bool allow) override;
    bool GetAllowBroadcast() const override;

  protected:
    void DoDispose() override;

  private:
    Net8SharedConnection* m_connection{nullptr}; ///< The connection; null: it is over.
    uint16_t m_number{0};                        ///< Its number.
    Ptr<Packet> m_received;                      ///< Bytes not read; null: none.
};

} // namespace ns3::net8

#endif /* NET8_MULTIPLEX_SOCKET_H */
