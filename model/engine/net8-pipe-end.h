// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PIPE_END_H
#define NET8_PIPE_END_H

#include "net8-outbox.h"
#include "net8-pipe-settings.h"
#include "net8-pipe-stream.h"
#include "net8-tds-connection.h"

#include "ns3/net8-nbt-session.h"
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
 * One end of a named pipe under a TDS connection, which knows neither socket nor clock: packets of
 * the connection become writes or answers of reads, messages of SMB what the socket is given.
 */
class PipeEnd : public OutgoingBytes
{
  public:
    /**
     * Told of bytes of the pipe.
     *
     * @param bytes them; all are used up
     * @param now the time
     */
    using Received = std::function<void(ByteSource& bytes, std::chrono::nanoseconds now)>;

    /**
     * @param settings how it goes through the pipe; must outlive the end
     * @param connection what is sent; likewise
     * @param received told of what arrives
     */
    PipeEnd(const PipeSettings& settings, TdsConnection& connection, Received received);
    PipeEnd(const PipeEnd&) = delete;
    PipeEnd& operator=(const PipeEnd&) = delete;

    /**
     * @param segment bytes that arrived; all are used up
     * @param now the time
     */
    void HandleBytes(ByteSource& segment, std::chrono::nanoseconds now);

    std::vector<uint8_t> Take(uint32_t room) override;

    /**
     * @return why nothing more is read
     */
    std::optional<SessionError> GetError() const;

  protected:
    /**
     * @param call what was asked or answered
     * @param now the time
     */
    virtual void HandleCall(const SmbCall& call, std::chrono::nanoseconds now) = 0;

    /**
     * @param packet a packet of the NetBIOS session that is no message
     */
    virtual void HandleSession(const NbtSession& packet) = 0;

    /**
     * Write a message of SMB.
     *
     * @param call what it asks or answers
     */
    void Write(const SmbCall& call);

    /**
     * @param packet a packet of the NetBIOS session
     */
    void Write(const NbtSession& packet);

    /**
     * @param data bytes of the pipe that arrived
     * @param now the time
     */
    void Deliver(const std::string& data, std::chrono::nanoseconds now);

    /**
     * @param error why nothing more is read
     */
    void Fail(SessionError error);

    /**
     * @return how it goes through the pipe
     */
    const PipeSettings& GetSettings() const
    {
        return m_settings;
    }

    /**
     * @return what is sent
     */
    TdsConnection& GetConnection() const
    {
        return m_connection;
    }

    /**
     * @return whether all messages were taken
     */
    bool IsWritten() const
    {
        return m_outbox.IsEmpty();
    }

  private:
    /**
     * @param bytes a packet
     * @param now the time
     */
    void HandlePacket(const std::vector<uint8_t>& bytes, std::chrono::nanoseconds now);

    const PipeSettings& m_settings;      ///< How it goes through the pipe.
    TdsConnection& m_connection;         ///< What is sent.
    Received m_received;                 ///< Told of what arrives.
    PipeStream m_stream;                 ///< What arrives.
    Outbox m_outbox;                     ///< Messages that were written.
    std::optional<SessionError> m_error; ///< Why nothing more is read.
};

} // namespace ns3::net8

#endif /* NET8_PIPE_END_H */
