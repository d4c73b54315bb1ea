// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PIPE_END_H
#define NET8_PIPE_END_H

#include "net8-pipe-settings.h"
#include "net8-pipe-stream.h"
#include "net8-tds-connection.h"

#include "ns3/net8-nbt-session.h"
#include "ns3/net8-outbox.h"
#include "ns3/net8-smb-call.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One end of a named pipe below a TDS connection, independent of sockets and clocks: packets of the
 * connection become writes or answers to reads, and messages of SMB go to the socket.
 */
class PipeEnd : public OutgoingBytes
{
  public:
    /**
     * Called with bytes from the pipe.
     *
     * @param bytes the bytes; all are consumed
     * @param now current simulation time
     */
    using Received = std::function<void(ByteSource& bytes, std::chrono::nanoseconds now)>;

    /**
     * Create an end.
     *
     * @param settings how it uses the pipe; must outlive this object
     * @param connection the TDS connection; must outlive this object
     * @param received called with what arrives
     */
    PipeEnd(const PipeSettings& settings, TdsConnection& connection, Received received);
    PipeEnd(const PipeEnd&) = delete;
    PipeEnd& operator=(const PipeEnd&) = delete;

    /**
     * Handle received bytes.
     *
     * @param segment received bytes; all are consumed
     * @param now current simulation time
     */
    void HandleBytes(ByteSource& segment, std::chrono::nanoseconds now);

    std::vector<uint8_t> Take(uint32_t room) override;

    /**
     * @return why reading stopped, if it did
     */
    std::optional<SessionError> GetError() const;

  protected:
    /**
     * Handle a message of SMB.
     *
     * @param call the request or answer
     * @param now current simulation time
     */
    virtual void HandleCall(const SmbCall& call, std::chrono::nanoseconds now) = 0;

    /**
     * Handle a packet of the NetBIOS session that is not a message.
     *
     * @param packet the packet
     */
    virtual void HandleSession(const NbtSession& packet) = 0;

    /**
     * Send a message of SMB.
     *
     * @param call the request or answer
     */
    void Write(const SmbCall& call);

    /**
     * Send a packet of the NetBIOS session.
     *
     * @param packet the packet
     */
    void Write(const NbtSession& packet);

    /**
     * Deliver data from the pipe.
     *
     * @param data the bytes
     * @param now current simulation time
     */
    void Deliver(const std::string& data, std::chrono::nanoseconds now);

    /**
     * Stop reading.
     *
     * @param error why reading stops
     */
    void Fail(SessionError error);

    /**
     * @return how it uses the pipe
     */
    const PipeSettings& GetSettings() const
    {
        return m_settings;
    }

    /**
     * @return the TDS connection
     */
    TdsConnection& GetConnection() const
    {
        return m_connection;
    }

    /**
     * @return whether all messages have been taken
     */
    bool IsWritten() const
    {
        return m_outbox.IsEmpty();
    }

  private:
    /**
     * Handle a packet.
     *
     * @param bytes a packet
     * @param now current simulation time
     */
    void HandlePacket(const std::vector<uint8_t>& bytes, std::chrono::nanoseconds now);

    const PipeSettings& m_settings;      ///< How it uses the pipe.
    TdsConnection& m_connection;         ///< The TDS connection.
    Received m_received;                 ///< Called with received bytes.
    PipeStream m_stream;                 ///< Received packets.
    Outbox m_outbox;                     ///< Messages to send.
    std::optional<SessionError> m_error; ///< Why reading stopped.
};

} // namespace ns3::net8

#endif /* NET8_PIPE_END_H */
