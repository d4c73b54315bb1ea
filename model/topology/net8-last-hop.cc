// SPDX-License-Identifier: GPL-2.0-only
#include "net8-last-hop.h"

#include "ns3/channel.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/net8-ethernet-net-device.h"
#include "ns3/net8-radio.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <stdexcept>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8LastHop);

namespace
{

/// Largest packet in an 802.11 frame: 2304 bytes minus 8 of LLC and SNAP.
constexpr uint32_t MAX_RADIO_MTU = 2296;

} // namespace

TypeId
Net8LastHop::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8LastHop")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8LastHop>()
            .AddAttribute(
                "LastHop",
                "Client hosts are linked by Ethernet, or by one shared channel of 802.11g.",
                EnumValue(Kind::ETHERNET),
                MakeEnumAccessor<Kind>(&Net8LastHop::m_kind),
                MakeEnumChecker(Kind::ETHERNET, "ethernet", Kind::RADIO, "radio"))
            .AddAttribute("RadioRates",
                          "Rates of 802.11g between which the radio changes.",
                          StringValue("54Mbps"),
                          MakeStringAccessor(&Net8LastHop::m_rates),
                          MakeStringChecker())
            .AddAttribute("RadioDwellTime",
                          "Mean time until a new rate of the radio is drawn.",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&Net8LastHop::m_dwellTime),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("RadioFrameLoss",
                          "Probability that a transmission by radio is lost and repeated.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&Net8LastHop::m_frameLoss),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("RadioAttempts",
                          "Transmissions by radio before a frame is given up.",
                          UintegerValue(7),
                          MakeUintegerAccessor(&Net8LastHop::m_attempts),
                          MakeUintegerChecker<uint32_t>(1, 255));
    return tid;
}

Net8LastHop::Net8LastHop()
    : m_drops(std::make_shared<PathDrops>())
{
}

Net8LastHop::~Net8LastHop() = default;

void
Net8LastHop::DoDispose()
{
    m_radio = nullptr;
    Object::DoDispose();
}

void
Net8LastHop::Check(uint32_t mtu, bool segment) const
{
    if (m_kind == Kind::RADIO && segment)
    {
        throw std::invalid_argument("The hosts of a shared segment are on its bus; a LastHop of "
                                    "radio needs the Kind lan or wan.");
    }
    if (m_kind == Kind::RADIO && mtu > MAX_RADIO_MTU)
    {
        throw std::invalid_argument("Mtu " + std::to_string(mtu) +
                                    " does not fit a frame of 802.11; use at most " +
                                    std::to_string(MAX_RADIO_MTU) + " bytes with a radio.");
    }
    Net8Radio::ParseRates(m_rates);
}

bool
Net8LastHop::IsRadio() const
{
    return m_kind == Kind::RADIO;
}

void
Net8LastHop::Apply(const Ptr<NetDevice>& device)
{
    if (m_kind != Kind::RADIO)
    {
        return;
    }
    if (!m_radio)
    {
        m_radio = CreateObject<Net8Radio>();
        m_radio->SetAttribute("Rates", StringValue(m_rates));
        m_radio->SetAttribute("DwellTime", TimeValue(m_dwellTime));
        m_radio->SetAttribute("FrameLoss", DoubleValue(m_frameLoss));
        m_radio->SetAttribute("Attempts", UintegerValue(m_attempts));
    }
    auto link = device->GetChannel();
    for (std::size_t i = 0; i < link->GetNDevices(); ++i)
    {
        auto end = DynamicCast<Net8EthernetNetDevice>(link->GetDevice(i));
        end->SetRadio(m_radio);
        const bool toServer = end == device;
        Callback<void, Ptr<const Packet>> sink([drops = m_drops, toServer](Ptr<const Packet>) {
            ++(toServer ? drops->lossToServer : drops->lossToClient);
        });
        end->TraceConnectWithoutContext("PhyTxDrop", sink);
    }
}

void
Net8LastHop::AddDrops(PathDrops& drops) const
{
    drops.lossToClient += m_drops->lossToClient;
    drops.lossToServer += m_drops->lossToServer;
}

int64_t
Net8LastHop::AssignStreams(int64_t stream)
{
    return m_radio ? m_radio->AssignStreams(stream) : 0;
}

} // namespace ns3::net8
