// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PACKETDRILL_MACHINE_HOST_H
#define NET8_PACKETDRILL_MACHINE_HOST_H

#include "net8-packetdrill-host.h"
#include "net8-packetdrill-machine-connection.h"

#include "ns3/net8-tcp-listener.h"

#include <memory>
#include <vector>

namespace ns3::net8::packetdrill
{

/**
 * @ingroup net8-test
 * A host with the TCP machine, without ns-3.
 */
class MachineHost final : public Host, public TcpListenerHost, public TcpOutput
{
  public:
    /// @param settings the host's settings
    explicit MachineHost(const TcpSettings& settings)
        : m_settings(settings)
    {
    }

    TcpTime GetNow() const override
    {
        return m_now;
    }

    uint32_t GetIsn() const override
    {
        return ISN;
    }

    void SetDeviceOpen(bool open) override
    {
        m_deviceOpen = open;
    }

    bool RunOneTimer(TcpTime until) override;
    void Receive(const TcpSegment& segment) override;
    void Listen(const TcpSocketOptions& options, uint32_t backlog) override;
    void SetListenOptions(const TcpSocketOptions& options) override;
    bool IsAcceptable() const override;
    Connection* Accept() override;
    Connection& Connect(const TcpSocketOptions& options) override;

    uint32_t MakeIsn(uint64_t peer) override;
    bool TransmitTo(uint64_t peer, const TcpSegment& segment) override;
    TcpOutput& MakeOutput(uint64_t peer) override;
    void TakeConnection(uint64_t peer, std::unique_ptr<TcpConnection> connection) override;
    bool Transmit(const TcpSegment& segment) override;

  private:
    static constexpr uint32_t ISN = 0xfffff000; ///< It soon wraps.

    /// @return the next deadline of all, ns
    TcpTime GetDeadline() const;

    const TcpSettings& m_settings;           ///< Settings.
    TcpTime m_now{0};                        ///< The time, ns.
    bool m_deviceOpen{true};                 ///< Whether the device takes segments.
    std::unique_ptr<TcpListener> m_listener; ///< The listener.
    std::vector<std::unique_ptr<MachineConnection>> m_connections; ///< All connections ever.
};

} // namespace ns3::net8::packetdrill

#endif // NET8_PACKETDRILL_MACHINE_HOST_H
