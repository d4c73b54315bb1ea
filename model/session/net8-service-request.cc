// SPDX-License-Identifier: GPL-2.0-only
#include "net8-service-request.h"

#include "ns3/net8-name-value.h"

#include <vector>

namespace ns3::net8
{

std::optional<ServiceRequest>
ServiceRequest::Parse(std::string_view connectData)
{
    std::vector<NameValue> nodes;
    if (NameValue::ParseNodes(connectData, nodes).IsError() || nodes.empty())
    {
        return std::nullopt;
    }
    const NameValue* data =
        nodes.front().Is("CONNECT_DATA") ? &nodes.front() : nodes.front().Find("CONNECT_DATA");
    if (!data)
    {
        return std::nullopt;
    }
    const NameValue* service = data->Find("SERVICE_NAME");
    service = service ? service : data->Find("SID");
    return ServiceRequest{service ? service->value : ""};
}

bool
ServiceRequest::Matches(std::string_view service) const
{
    return service.empty() || EqualNoCase(serviceName, service);
}

} // namespace ns3::net8
