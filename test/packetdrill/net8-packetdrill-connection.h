// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PACKETDRILL_CONNECTION_H
#define NET8_PACKETDRILL_CONNECTION_H

#include "ns3/net8-tcp-connection.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ns3::net8::packetdrill
{

/**
 * @ingroup net8-test
 * A connection as the calls of a script see it.
 */
class Connection
{
  public:
    using Result = TcpConnection::Result;

    virtual ~Connection() = default;

    /**
     * Write.
     *
     * @param bytes how many
     * @param flags how
     * @return how many were taken, or why none
     */
    virtual Result Write(uint64_t bytes, TcpSender::WriteFlags flags) = 0;

    /// @return whether a write takes the part that there is room for, and leaves the rest
    virtual bool TakesParts() const = 0;

    /**
     * Read.
     *
     * @param bytes how many at most
     * @return how many there were, or why none
     */
    virtual Result Read(uint32_t bytes) = 0;

    /**
     * End one direction or both.
     *
     * @param reading whether the reading one
     * @param writing whether the writing one
     * @return why it fails
     */
    virtual TcpError Shutdown(bool reading, bool writing) = 0;

    /// Let go.
    virtual void Close() = 0;

    /// @return what was set
    virtual TcpSocketOptions GetOptions() const = 0;

    /// @param options what is set from now on
    virtual void SetOptions(const TcpSocketOptions& options) = 0;

    /// @param on TCP_QUICKACK
    virtual void SetQuickAck(bool on) = 0;

    /// @return whether connect(2) has not ended
    virtual bool IsConnecting() const = 0;

    /// @return whether a read gives something
    virtual bool IsReadable() const = 0;

    /// @return whether a write takes something
    virtual bool IsWritable() const = 0;

    /// @return bytes that can be read
    virtual uint32_t GetReadable() const = 0;

    /// @return whether the peer's FIN is in
    virtual bool HasPeerFinished() const = 0;

    /// @return why the connection ended, once
    virtual TcpError TakeError() = 0;

    /// @return SO_SNDBUF, bytes
    virtual uint32_t GetSendBuffer() const = 0;

    /// @return SO_RCVBUF, bytes
    virtual uint32_t GetReceiveBuffer() const = 0;

    /// @return TCP_MAXSEG, bytes
    virtual uint32_t GetMss() const = 0;

    /**
     * @param field a field of what TCP_INFO or SO_MEMINFO tells
     * @return its value; none when there is no such field
     */
    virtual std::optional<int64_t> GetInfo(const std::string& field) const = 0;
};

/**
 * @param tcp a connection
 * @param now the time, ns
 * @param field a field of what TCP_INFO or SO_MEMINFO tells
 * @return its value; none when there is no such field
 */
std::optional<int64_t> FieldOf(const TcpConnection& tcp, TcpTime now, const std::string& field);

} // namespace ns3::net8::packetdrill

#endif // NET8_PACKETDRILL_CONNECTION_H
