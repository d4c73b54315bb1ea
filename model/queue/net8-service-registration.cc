// SPDX-License-Identifier: GPL-2.0-only
#include "net8-service-registration.h"

#include "ns3/net8-name-value.h"

namespace ns3::net8
{

namespace
{

/**
 * Get a parameter of the connect data.
 * @param data CONNECT_DATA
 * @param name name of a parameter
 * @return its value; empty if it is absent
 */
std::string
GetValue(const NameValue& data, std::string_view name)
{
    const auto* value = data.Find(name);
    return value ? value->value : std::string();
}

/**
 * Read the SERVER parameter.
 * @param text value of SERVER
 * @return the requested kind of server
 */
HandlerRequest::Server
ReadServer(const std::string& text)
{
    using Server = HandlerRequest::Server;
    // Notifications are assumed to have a process of their own.
    return EqualNoCase(text, "dedicated") || EqualNoCase(text, "emon") ? Server::DEDICATED
           : EqualNoCase(text, "shared")                               ? Server::SHARED
           : EqualNoCase(text, "pooled")                               ? Server::POOLED
                                                                       : Server::ANY;
}

} // namespace

std::optional<HandlerRequest>
HandlerRequest::Parse(std::string_view connectData)
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
    HandlerRequest request;
    request.serviceName = GetValue(*data, "SERVICE_NAME");
    request.sid = request.serviceName.empty() ? GetValue(*data, "SID") : std::string();
    request.instanceName = GetValue(*data, "INSTANCE_NAME");
    request.server = ReadServer(GetValue(*data, "SERVER"));
    request.connectionClass = GetValue(*data, "POOL_CONNECTION_CLASS");
    request.newSession = EqualNoCase(GetValue(*data, "POOL_PURITY"), "new");
    request.multiplexes = EqualNoCase(GetValue(*data, "MULTIPLEX"), "on");
    return request;
}

} // namespace ns3::net8
