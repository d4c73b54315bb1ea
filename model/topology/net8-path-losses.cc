// SPDX-License-Identifier: GPL-2.0-only
#include "net8-path-losses.h"

#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/mac48-address.h"
#include "ns3/net8-segment-tap.h"
#include "ns3/net8-stream-name.h"
#include "ns3/pointer.h"
#include "ns3/string.h"

#include <algorithm>
#include <iterator>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8PathLosses);

TypeId
Net8PathLosses::GetTypeId()
{
    using Direction = PathDirection;
    static TypeId tid =
        TypeId("ns3::net8::Net8PathLosses")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8PathLosses>()
            .AddAttribute("LossRate",
                          "Probability that a TCP or UDP packet is lost, per direction.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&Net8PathLosses::m_rate),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("LossDirection",
                          "The direction in which LossRate counts.",
                          EnumValue(Direction::BOTH),
                          MakeEnumAccessor<Direction>(&Net8PathLosses::m_direction),
                          MakeEnumChecker(Direction::BOTH,
                                          "both",
                                          Direction::TO_CLIENT,
                                          "to_client",
                                          Direction::TO_SERVER,
                                          "to_server"))
            .AddAttribute("LossList",
                          "Numbers of the TCP and UDP packets towards the clients that are lost, "
                          "counted from 0, such as \"3,17,40\".",
                          StringValue(""),
                          MakeStringAccessor(&Net8PathLosses::m_list),
                          MakeStringChecker());
    return tid;
}

Net8PathLosses::Net8PathLosses() = default;

Net8PathLosses::~Net8PathLosses() = default;

void
Net8PathLosses::DoDispose()
{
    m_toClient.clear();
    m_toServer.clear();
    Object::DoDispose();
}

void
Net8PathLosses::Check() const
{
    Net8LossModel::ParseList(m_list);
}

void
Net8PathLosses::Install(PathDirection direction,
                        const Ptr<NetDevice>& device,
                        Net8LossModel::LinkHeader header,
                        bool addressed)
{
    const bool random =
        m_rate > 0 && (m_direction == PathDirection::BOTH || m_direction == direction);
    const bool listed = !m_list.empty() && direction == PathDirection::TO_CLIENT;
    if (!random && !listed)
    {
        return;
    }
    auto model = CreateObject<Net8LossModel>();
    model->SetAttribute("Rate", DoubleValue(random ? m_rate : 0));
    model->SetAttribute("LinkHeader", EnumValue(header));
    if (addressed)
    {
        model->SetAttribute("OnlyTo",
                            Mac48AddressValue(Mac48Address::ConvertFrom(device->GetAddress())));
    }
    if (listed)
    {
        model->SetList(Net8LossModel::ParseList(m_list));
    }
    PointerValue before;
    device->GetAttribute("ReceiveErrorModel", before);
    if (const auto tap = DynamicCast<Net8SegmentTap>(before.Get<ErrorModel>()))
    {
        tap->SetNext(model);
    }
    else
    {
        device->SetAttribute("ReceiveErrorModel", PointerValue(model));
    }
    auto& models = direction == PathDirection::TO_CLIENT ? m_toClient : m_toServer;
    models.push_back(model);
}

PathDirection
Net8PathLosses::GetDirection() const
{
    return m_direction;
}

void
Net8PathLosses::AddDrops(PathDrops& drops) const
{
    for (const auto& model : m_toClient)
    {
        drops.lossToClient += model->GetLost();
    }
    for (const auto& model : m_toServer)
    {
        drops.lossToServer += model->GetLost();
    }
}

void
Net8PathLosses::AddCounters(std::map<std::string, uint64_t>& out) const
{
    const auto add = [this, &out](const auto& models, const std::string& way) {
        if (m_rate == 0 || models.empty())
        {
            return;
        }
        for (const bool ends : {false, true})
        {
            const std::string of = (ends ? "of_ends_" : "of_others_") + way;
            for (const auto& model : models)
            {
                const auto& tally = model->GetTally(ends);
                out["loss_draws_" + of] += tally.draws;
                out["losses_" + of] += tally.losses;
            }
        }
    };
    add(m_toClient, "to_client");
    add(m_toServer, "to_server");
}

void
Net8PathLosses::AddLossDraws(std::vector<LossDraws>& out) const
{
    for (const auto* models : {&m_toClient, &m_toServer})
    {
        std::ranges::transform(*models, std::back_inserter(out), [](const auto& model) {
            return model->GetDraws();
        });
    }
}

int64_t
Net8PathLosses::AssignStreams(int64_t stream)
{
    int64_t used = 0;
    const auto assign = [&used](const auto& models, int64_t way) {
        for (std::size_t place = 0; place < models.size(); ++place)
        {
            used += models[place]->AssignStreams(StreamOf(way, place));
        }
    };
    assign(m_toClient, StreamOf(stream, "to_client"));
    assign(m_toServer, StreamOf(stream, "to_server"));
    return used;
}

} // namespace ns3::net8
