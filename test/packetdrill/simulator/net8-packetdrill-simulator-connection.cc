// SPDX-License-Identifier: GPL-2.0-only
#include "net8-packetdrill-simulator-connection.h"

#include "../net8-packetdrill-host.h"

#include "ns3/boolean.h"
#include "ns3/net8-deadline.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3::net8::packetdrill
{

SimulatorConnection::SimulatorConnection(const Ptr<Socket>& socket,
                                         const TcpSocketOptions& options,
                                         bool connecting,
                                         const std::function<void()>& wake)
    : m_socket(socket),
      m_machine(DynamicCast<Net8TcpMachineSocket>(socket)),
      m_options(options),
      m_wake(wake),
      m_connecting(connecting)
{
    using Told = Callback<void, Ptr<Socket>>;
    m_socket->SetConnectCallback(Told([this](Ptr<Socket>) {
                                     m_connecting = false;
                                     m_wake();
                                 }),
                                 Told([this](Ptr<Socket>) { End(TcpError::TIMED_OUT); }));
    m_socket->SetCloseCallbacks(Told([this](Ptr<Socket>) {
                                    m_peerFinished = true;
                                    End(m_connecting ? TcpError::REFUSED : TcpError::NONE);
                                }),
                                Told([this](Ptr<Socket>) { End(TcpError::RESET); }));
    m_socket->SetRecvCallback(Told([this](Ptr<Socket>) { m_wake(); }));
    m_socket->SetSendCallback(
        Callback<void, Ptr<Socket>, uint32_t>([this](Ptr<Socket>, uint32_t) { m_wake(); }));
}

SimulatorConnection::~SimulatorConnection()
{
    const Callback<void, Ptr<Socket>> none;
    m_socket->SetConnectCallback(none, none);
    m_socket->SetCloseCallbacks(none, none);
    m_socket->SetRecvCallback(none);
    m_socket->SetSendCallback(Callback<void, Ptr<Socket>, uint32_t>());
}

void
SimulatorConnection::End(TcpError error)
{
    m_error = m_error == TcpError::NONE ? error : m_error;
    m_connecting = false;
    m_wake();
}

const TcpConnection*
SimulatorConnection::GetMachine() const
{
    return m_machine ? m_machine->GetConnection() : nullptr;
}

TcpError
SimulatorConnection::GetError() const
{
    return m_machine ? m_machine->GetTcpError() : m_error;
}

TcpError
SimulatorConnection::TakeError()
{
    const TcpError error = m_errorTaken ? TcpError::NONE : GetError();
    m_errorTaken = m_errorTaken || error != TcpError::NONE;
    return error;
}

Connection::Result
SimulatorConnection::Write(uint64_t bytes, TcpSender::WriteFlags flags)
{
    if (flags.more || flags.endOfRecord)
    {
        throw NotThere("ns3::Socket::Send has no flags");
    }
    if (const TcpError error = TakeError(); error != TcpError::NONE)
    {
        return {0, error};
    }
    if (m_writing == 0)
    {
        // ns-3's own socket takes what it has room for, or nothing.
        const uint32_t room = m_socket->GetTxAvailable();
        const auto part = static_cast<uint32_t>(std::min<uint64_t>(bytes, room));
        if (part == 0 && GetError() == TcpError::NONE && !m_closed)
        {
            return {0, TcpError::WOULD_BLOCK};
        }
        if (m_socket->Send(Create<Packet>(part), 0) < 0)
        {
            return {0, TcpError::BROKEN_PIPE};
        }
        if (!m_machine || m_socket->GetTxAvailable() > 0)
        {
            return {part, TcpError::NONE};
        }
        m_writing = bytes;
    }
    else if (m_socket->GetTxAvailable() > 0)
    {
        m_writing = 0;
        return {bytes, TcpError::NONE};
    }
    return {0, TcpError::WOULD_BLOCK};
}

bool
SimulatorConnection::TakesParts() const
{
    return !m_machine;
}

Connection::Result
SimulatorConnection::Read(uint32_t bytes)
{
    const Ptr<Packet> packet = m_socket->Recv(bytes, 0);
    if (packet && packet->GetSize() > 0)
    {
        return {packet->GetSize(), TcpError::NONE};
    }
    if (const TcpError error = TakeError(); error != TcpError::NONE)
    {
        return {0, error};
    }
    const bool ended = packet || HasPeerFinished() || GetError() != TcpError::NONE;
    return {0, ended ? TcpError::NONE : TcpError::WOULD_BLOCK};
}

TcpError
SimulatorConnection::Shutdown(bool reading, bool writing)
{
    if (reading)
    {
        m_socket->ShutdownRecv();
    }
    if (writing)
    {
        m_socket->ShutdownSend();
    }
    return TcpError::NONE;
}

void
SimulatorConnection::Close()
{
    m_closed = true;
    m_socket->Close();
}

TcpSocketOptions
SimulatorConnection::GetOptions() const
{
    return m_options;
}

void
SimulatorConnection::SetAttributes(const Ptr<Socket>& socket, const TcpSocketOptions& options)
{
    socket->SetAttribute("TcpNoDelay", BooleanValue(options.noDelay));
    if (options.sendBuffer > 0)
    {
        socket->SetAttribute("SndBufSize", UintegerValue(2 * options.sendBuffer));
    }
    if (options.receiveBuffer > 0)
    {
        socket->SetAttribute("RcvBufSize", UintegerValue(2 * options.receiveBuffer));
    }
}

void
SimulatorConnection::SetOptions(const TcpSocketOptions& options)
{
    m_options = options;
    if (m_machine)
    {
        m_machine->SetOptions(options);
        return;
    }
    if (options.cork || options.keepAlive || options.lingerZero || options.userTimeoutMs > 0 ||
        options.notSentLowWater > 0)
    {
        throw NotThere("ns3::TcpSocketBase has no such option");
    }
    SetAttributes(m_socket, options);
}

void
SimulatorConnection::SetQuickAck(bool /* on */)
{
    throw NotThere("ns3::Socket has no TCP_QUICKACK");
}

bool
SimulatorConnection::IsConnecting() const
{
    return m_connecting && GetError() == TcpError::NONE;
}

bool
SimulatorConnection::IsReadable() const
{
    return GetReadable() > 0 || HasPeerFinished() || GetError() != TcpError::NONE;
}

bool
SimulatorConnection::IsWritable() const
{
    return m_socket->GetTxAvailable() > 0 || GetError() != TcpError::NONE;
}

uint32_t
SimulatorConnection::GetReadable() const
{
    return m_socket->GetRxAvailable();
}

bool
SimulatorConnection::HasPeerFinished() const
{
    const TcpConnection* machine = GetMachine();
    return machine ? machine->HasPeerFinished() : m_peerFinished;
}

uint32_t
SimulatorConnection::GetNumber(const std::string& name) const
{
    UintegerValue value;
    m_socket->GetAttribute(name, value);
    return static_cast<uint32_t>(value.Get());
}

uint32_t
SimulatorConnection::GetSendBuffer() const
{
    return GetNumber("SndBufSize");
}

uint32_t
SimulatorConnection::GetReceiveBuffer() const
{
    return GetNumber("RcvBufSize");
}

uint32_t
SimulatorConnection::GetMss() const
{
    const TcpConnection* machine = GetMachine();
    return machine ? machine->GetSender().GetState().mss : GetNumber("SegmentSize");
}

std::optional<int64_t>
SimulatorConnection::GetInfo(const std::string& field) const
{
    const TcpConnection* machine = GetMachine();
    if (!machine)
    {
        throw NotThere("ns3::TcpSocketBase does not tell " + field);
    }
    if (field.starts_with("SK_MEMINFO"))
    {
        throw NotThere("ns3::Socket has no SO_MEMINFO");
    }
    return FieldOf(*machine, Net8Deadline::Now(), field);
}

} // namespace ns3::net8::packetdrill
