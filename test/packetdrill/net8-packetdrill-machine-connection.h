// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PACKETDRILL_MACHINE_CONNECTION_H
#define NET8_PACKETDRILL_MACHINE_CONNECTION_H

#include "net8-packetdrill-connection.h"

#include <memory>

namespace ns3::net8::packetdrill
{

/**
 * @ingroup net8-test
 * A connection of the TCP machine.
 */
class MachineConnection final : public Connection
{
  public:
    /**
     * @param connection the machine
     * @param now the clock of its host
     */
    MachineConnection(std::unique_ptr<TcpConnection> connection, const TcpTime& now)
        : m_tcp(std::move(connection)),
          m_now(now)
    {
    }

    /// @return the machine
    TcpConnection& GetTcp()
    {
        return *m_tcp;
    }

    Result Write(uint64_t bytes, TcpSender::WriteFlags flags) override
    {
        return m_tcp->Write(bytes, flags, m_now);
    }

    bool TakesParts() const override
    {
        return true;
    }

    Result Read(uint32_t bytes) override
    {
        return m_tcp->Read(bytes, m_now);
    }

    TcpError Shutdown(bool reading, bool writing) override
    {
        return m_tcp->Shutdown(reading, writing, m_now);
    }

    void Close() override
    {
        m_tcp->Close(m_now);
    }

    TcpSocketOptions GetOptions() const override
    {
        return m_tcp->GetOptions();
    }

    void SetOptions(const TcpSocketOptions& options) override
    {
        m_tcp->SetOptions(options, m_now);
    }

    void SetQuickAck(bool on) override
    {
        m_tcp->SetQuickAck(on, m_now);
    }

    bool IsConnecting() const override
    {
        return m_tcp->GetState() == TcpState::SYN_SENT;
    }

    bool IsReadable() const override
    {
        return m_tcp->IsReadable();
    }

    bool IsWritable() const override
    {
        return m_tcp->IsWritable();
    }

    uint32_t GetReadable() const override
    {
        return m_tcp->GetReadable();
    }

    bool HasPeerFinished() const override
    {
        return m_tcp->HasPeerFinished();
    }

    TcpError TakeError() override
    {
        return m_tcp->TakeError();
    }

    uint32_t GetSendBuffer() const override
    {
        return m_tcp->GetSender().GetBuffer();
    }

    uint32_t GetReceiveBuffer() const override
    {
        return m_tcp->GetReceiveBuffer();
    }

    uint32_t GetMss() const override
    {
        return m_tcp->GetSender().GetState().mss;
    }

    std::optional<int64_t> GetInfo(const std::string& field) const override
    {
        return FieldOf(*m_tcp, m_now, field);
    }

  private:
    std::unique_ptr<TcpConnection> m_tcp; ///< The machine.
    const TcpTime& m_now;                 ///< The clock of its host.
};

} // namespace ns3::net8::packetdrill

#endif // NET8_PACKETDRILL_MACHINE_CONNECTION_H
