// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PACKETDRILL_SIMULATOR_CONNECTION_H
#define NET8_PACKETDRILL_SIMULATOR_CONNECTION_H

#include "../net8-packetdrill-connection.h"

#include "ns3/net8-tcp-machine-socket.h"
#include "ns3/tcp-socket-base.h"

#include <cstdint>
#include <functional>

namespace ns3::net8::packetdrill
{

/**
 * @ingroup net8-test
 * A connection that is an ns3::Socket, with what such a socket can say and be told.
 */
class SimulatorConnection final : public Connection
{
  public:
    /**
     * @param socket the socket
     * @param options what was set for it
     * @param connecting whether it has called Connect
     * @param wake told that something happened
     */
    SimulatorConnection(const Ptr<Socket>& socket,
                        const TcpSocketOptions& options,
                        bool connecting,
                        const std::function<void()>& wake);

    ~SimulatorConnection() override;

    Result Write(uint64_t bytes, TcpSender::WriteFlags flags) override;
    bool TakesParts() const override;
    Result Read(uint32_t bytes) override;
    TcpError Shutdown(bool reading, bool writing) override;
    void Close() override;
    TcpSocketOptions GetOptions() const override;
    void SetOptions(const TcpSocketOptions& options) override;
    void SetQuickAck(bool on) override;
    bool IsConnecting() const override;
    bool IsReadable() const override;
    bool IsWritable() const override;
    uint32_t GetReadable() const override;
    bool HasPeerFinished() const override;
    TcpError TakeError() override;
    uint32_t GetSendBuffer() const override;
    uint32_t GetReceiveBuffer() const override;
    uint32_t GetMss() const override;
    std::optional<int64_t> GetInfo(const std::string& field) const override;

    /**
     * Set what both kinds of sockets have as attributes.
     *
     * @param socket a socket
     * @param options what is set
     */
    static void SetAttributes(const Ptr<Socket>& socket, const TcpSocketOptions& options);

  private:
    /**
     * It ended.
     *
     * @param error why, as far as ns-3 tells
     */
    void End(TcpError error);

    /**
     * @param name name of an attribute that is a number
     * @return its value
     */
    uint32_t GetNumber(const std::string& name) const;

    /// @return the machine; null for ns-3's own socket
    const TcpConnection* GetMachine() const;

    /// @return why it ended; NONE if it did not, or in good order
    TcpError GetError() const;

    Ptr<Socket> m_socket;                ///< The socket.
    Ptr<Net8TcpMachineSocket> m_machine; ///< The same, if it runs the machine.
    TcpSocketOptions m_options;          ///< What was set.
    std::function<void()> m_wake;        ///< Told that something happened.
    uint64_t m_writing{0};               ///< Bytes of a write that waits for room.
    TcpError m_error{TcpError::NONE};    ///< Why it ended.
    bool m_errorTaken{false};            ///< That was told.
    bool m_connecting{false};            ///< Connect has not ended.
    bool m_peerFinished{false};          ///< The peer's FIN is in.
    bool m_closed{false};                ///< Close was called.
};

} // namespace ns3::net8::packetdrill

#endif // NET8_PACKETDRILL_SIMULATOR_CONNECTION_H
