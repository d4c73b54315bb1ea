// SPDX-License-Identifier: GPL-2.0-only
#include "net8-path-cuts.h"

#include "net8-path-addressing.h"

#include "ns3/channel.h"
#include "ns3/csma-net-device.h"
#include "ns3/pointer.h"

namespace ns3::net8
{

void
Net8PathCuts::SetHostUp(const Ptr<Node>& host, bool up)
{
    auto device = Net8PathAddressing::GetHostDevice(host);
    Cut(device, !up);
    if (auto csma = DynamicCast<CsmaNetDevice>(device))
    {
        csma->SetSendEnable(up);
        return;
    }
    auto channel = device->GetChannel();
    Cut(channel->GetDevice(channel->GetDevice(0) == device ? 1 : 0), !up);
}

void
Net8PathCuts::SetLinksUp(const NetDeviceContainer& devices, bool up)
{
    for (uint32_t i = 0; i < devices.GetN(); ++i)
    {
        Cut(devices.Get(i), !up);
    }
}

void
Net8PathCuts::Cut(const Ptr<NetDevice>& device, bool cut)
{
    FindModel(device)->Cut(cut);
}

Ptr<Net8CutModel>
Net8PathCuts::FindModel(const Ptr<NetDevice>& device)
{
    PointerValue before;
    device->GetAttribute("ReceiveErrorModel", before);
    auto model = before.Get<Net8CutModel>();
    if (!model)
    {
        model = CreateObject<Net8CutModel>();
        model->SetNext(before.Get<ErrorModel>());
        device->SetAttribute("ReceiveErrorModel", PointerValue(model));
        m_cuts.push_back(model);
    }
    return model;
}

uint64_t
Net8PathCuts::GetFrames() const
{
    uint64_t lost = 0;
    for (const auto& model : m_cuts)
    {
        lost += model->GetLost();
    }
    return lost;
}

} // namespace ns3::net8
