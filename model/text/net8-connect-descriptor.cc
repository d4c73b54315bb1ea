// SPDX-License-Identifier: GPL-2.0-only
#include "net8-connect-descriptor.h"

#include "net8-value-reader.h"

namespace ns3::net8
{

namespace
{

/// Prefix under which a protocol other than TCP is listed as unmodelled.
constexpr std::string_view PROTOCOL_IS = "PROTOCOL=";

/**
 * Read one of the three options of a list.
 * @param node an option
 * @param reader reader of its value
 * @param[in,out] out receives the option
 * @return whether the node is one of them
 */
bool
TakeListOption(const NameValue& node, ValueReader& reader, ListOptions& out)
{
    if (node.Is("LOAD_BALANCE"))
    {
        out.loadBalance = reader.Switch();
    }
    else if (node.Is("FAILOVER"))
    {
        out.failover = reader.Switch();
    }
    else if (node.Is("SOURCE_ROUTE"))
    {
        out.sourceRoute = reader.Switch();
    }
    else
    {
        return false;
    }
    return true;
}

/**
 * Read one of the timers of a DESCRIPTION.
 * @param node an option
 * @param reader reader of its value
 * @param[in,out] out receives the option
 * @return whether the node is one of them
 */
bool
TakeTimer(const NameValue& node, ValueReader& reader, ConnectDescription& out)
{
    if (node.Is("RETRY_COUNT"))
    {
        out.retryCount = reader.Number(0, 1'000'000, "passes");
    }
    else if (node.Is("RETRY_DELAY"))
    {
        out.retryDelay = reader.Time();
    }
    else if (node.Is("CONNECT_TIMEOUT"))
    {
        out.connectTimeout = reader.Time();
    }
    else if (node.Is("TRANSPORT_CONNECT_TIMEOUT"))
    {
        out.transportConnectTimeout = reader.Time();
    }
    else if (node.Is("EXPIRE_TIME"))
    {
        out.expireTimeMin = reader.Number(0, 525'600, "minutes");
    }
    else
    {
        return false;
    }
    return true;
}

/**
 * Read one of the options of a DESCRIPTION other than lists and timers.
 * @param node an option
 * @param reader reader of its value
 * @param[in,out] out receives the option
 * @return whether the node is one of them
 */
bool
TakeOption(const NameValue& node, ValueReader& reader, ConnectDescription& out)
{
    if (node.Is("SDU"))
    {
        out.sdu = reader.Bytes();
    }
    else if (node.Is("TDU"))
    {
        out.tdu = reader.Bytes();
    }
    else if (node.Is("SEND_BUF_SIZE"))
    {
        out.sendBufferSize = reader.Bytes();
    }
    else if (node.Is("RECV_BUF_SIZE"))
    {
        out.recvBufferSize = reader.Bytes();
    }
    else if (node.Is("ENABLE"))
    {
        out.enable = ToLower(reader.Text());
    }
    else if (node.Is("COMPRESSION"))
    {
        out.compression = ToLower(reader.Text());
    }
    else if (node.Is("USE_SNI"))
    {
        out.useSni = reader.Switch();
    }
    else
    {
        return false;
    }
    return true;
}

/**
 * Read one of the parameters that locate an ADDRESS.
 * @param node an option
 * @param reader reader of its value
 * @param[in,out] out receives the option
 * @return whether the node is one of them
 */
bool
TakeEndPoint(const NameValue& node, ValueReader& reader, ConnectAddress& out)
{
    if (node.Is("PROTOCOL"))
    {
        const std::string protocol = ToLower(reader.Text());
        out.protocol = protocol.empty() ? out.protocol : protocol;
        out.protocolLine = node.line;
    }
    else if (node.Is("HOST"))
    {
        out.host = reader.Text();
        // As in Easy Connect, an IPv6 address may be in brackets.
        if (out.host.size() > 2 && out.host.front() == '[' && out.host.back() == ']')
        {
            out.host = out.host.substr(1, out.host.size() - 2);
        }
    }
    else if (node.Is("KEY"))
    {
        out.key = reader.Text();
    }
    else if (node.Is("PORT"))
    {
        out.port = static_cast<uint16_t>(reader.Number(1, 65535, "TCP port"));
    }
    else
    {
        return false;
    }
    return true;
}

/**
 * Read one of the other options of an ADDRESS.
 * @param node an option
 * @param reader reader of its value
 * @param[in,out] out receives the option
 * @return whether the node is one of them
 */
bool
TakeAddressOption(const NameValue& node, ValueReader& reader, ConnectAddress& out)
{
    if (node.Is("SDU"))
    {
        out.sdu = reader.Bytes();
    }
    else if (node.Is("SEND_BUF_SIZE"))
    {
        out.sendBufferSize = reader.Bytes();
    }
    else if (node.Is("RECV_BUF_SIZE"))
    {
        out.recvBufferSize = reader.Bytes();
    }
    else if (node.Is("QUEUESIZE"))
    {
        out.queueSize = reader.Number(1, 1'000'000, "connections");
    }
    else if (node.Is("RATE_LIMIT"))
    {
        out.rateLimit = ToLower(reader.Text());
    }
    else if (const auto ip = ToLower(node.GetScalar() ? *node.GetScalar() : "");
             node.Is("IP") && (ip == "v4_only" || ip == "v6_only"))
    {
        out.ip = ip;
    }
    else
    {
        return false;
    }
    return true;
}

/**
 * Check that a node is a group.
 * @param node a node that must hold nodes
 * @return the error, if any
 */
TextError
NeedGroup(const NameValue& node)
{
    if (node.kind == NameValue::Kind::GROUP)
    {
        return {};
    }
    return node.Error("found no brackets behind " + node.name + " where at least one was expected");
}

/**
 * Read an address list.
 * @param node a node named ADDRESS_LIST
 * @param[out] out the list
 * @return the error, if any
 */
TextError
ReadAddressList(const NameValue& node, AddressList& out)
{
    TextError error = NeedGroup(node);
    for (size_t i = 0; i < node.children.size() && !error.IsError(); ++i)
    {
        const NameValue& child = node.children[i];
        ValueReader reader{child};
        if (child.Is("ADDRESS"))
        {
            error = ConnectDescriptor::ReadAddress(child, out.addresses.emplace_back());
        }
        else if (!TakeListOption(child, reader, out.options) || reader.IsMeaningless())
        {
            out.others.push_back(child);
        }
        error = error.IsError() ? error : reader.GetError();
    }
    return error;
}

/**
 * Read connect data.
 * @param node a node named CONNECT_DATA
 * @param[out] out the connect data
 * @return the error, if any
 */
TextError
ReadConnectData(const NameValue& node, ConnectData& out)
{
    if (!node.value.empty())
    {
        return NeedGroup(node);
    }
    for (const NameValue& child : node.children)
    {
        const std::pair<const char*, std::string*> texts[] = {
            {"SERVICE_NAME", &out.serviceName},
            {"SID", &out.sid},
            {"INSTANCE_NAME", &out.instanceName},
            {"POOL_CONNECTION_CLASS", &out.poolConnectionClass},
            {"POOL_PURITY", &out.poolPurity},
            {"COLOCATION_TAG", &out.colocationTag},
        };
        ValueReader reader{child};
        std::string* target = nullptr;
        for (const auto& [name, member] : texts)
        {
            target = child.Is(name) ? member : target;
        }
        if (target)
        {
            *target = reader.Text();
        }
        else if (child.Is("SERVER"))
        {
            out.server = reader.OneOf("dedicated,shared,pooled");
        }
        else
        {
            out.others.push_back(child);
        }
        if (reader.GetError().IsError())
        {
            return reader.GetError();
        }
    }
    return {};
}

/**
 * Add a bare address to a description.
 * @param address a node named ADDRESS
 * @param[in,out] out its description, which keeps bare addresses in one list
 * @return the error, if any
 */
TextError
AddBareAddress(const NameValue& address, ConnectDescription& out)
{
    if (out.addressLists.empty() || !out.addressLists.back().isBare)
    {
        out.addressLists.emplace_back().isBare = true;
    }
    return ConnectDescriptor::ReadAddress(address,
                                          out.addressLists.back().addresses.emplace_back());
}

/**
 * Read one child of a DESCRIPTION.
 * @param child a node inside a DESCRIPTION
 * @param[in,out] out receives its content
 * @return the error, if any
 */
TextError
TakeDescriptionChild(const NameValue& child, ConnectDescription& out)
{
    if (child.Is("ADDRESS_LIST"))
    {
        return ReadAddressList(child, out.addressLists.emplace_back());
    }
    if (child.Is("ADDRESS"))
    {
        return AddBareAddress(child, out);
    }
    if (child.Is("CONNECT_DATA"))
    {
        return ReadConnectData(child, out.connectData.emplace());
    }
    ValueReader reader{child};
    const bool taken = TakeListOption(child, reader, out.options) ||
                       TakeTimer(child, reader, out) || TakeOption(child, reader, out);
    if (!taken || reader.IsMeaningless())
    {
        out.others.push_back(child);
    }
    return reader.GetError();
}

/**
 * Read a description.
 * @param node a node named DESCRIPTION
 * @param[out] out the description
 * @return the error, if any
 */
TextError
ReadDescription(const NameValue& node, ConnectDescription& out)
{
    TextError error = NeedGroup(node);
    for (size_t i = 0; i < node.children.size() && !error.IsError(); ++i)
    {
        error = TakeDescriptionChild(node.children[i], out);
    }
    if (!error.IsError() && out.addressLists.empty())
    {
        error = node.Error("found a " + node.name + " without an ADDRESS where one was expected");
    }
    return error;
}

/**
 * Collect the unmodelled nodes.
 * @param nodes some nodes
 * @param[in,out] out receives the nodes that the model does not use
 */
void
AddUnmodelled(const std::vector<NameValue>& nodes, std::vector<NameValue>& out)
{
    for (const auto& node : nodes)
    {
        // Client identification is carried but has no effect.
        if (!node.Is("CID") && !node.Is("CONNECTION_ID"))
        {
            out.push_back(node);
        }
        // These are modelled, except for the values 1 and 0.
        if (node.Is("LOAD_BALANCE") || node.Is("FAILOVER") || node.Is("SOURCE_ROUTE"))
        {
            out.back().name += "=" + *node.GetScalar();
        }
    }
}

/**
 * Collect what is not modelled of an address.
 * @param address an address
 * @param[in,out] out receives the unmodelled nodes
 */
void
AddUnmodelled(const ConnectAddress& address, std::vector<NameValue>& out)
{
    if (!address.IsOnTcp() && !address.IsOnLan())
    {
        out.emplace_back(std::string{PROTOCOL_IS} + address.protocol, std::string{});
        out.back().line = address.protocolLine;
    }
    AddUnmodelled(address.others, out);
}

} // namespace

TextError
ConnectDescriptor::Parse(std::string_view text, ConnectDescriptor& out)
{
    std::vector<NameValue> nodes;
    TextError error = NameValue::ParseNodes(text, nodes);
    if (error.IsError())
    {
        return error;
    }
    if (nodes.size() > 1)
    {
        return nodes[1].Error("found a second descriptor, " + nodes[1].name +
                              ", where the end of the text was expected");
    }
    return Read(nodes.front(), out);
}

TextError
ConnectDescriptor::Read(const NameValue& node, ConnectDescriptor& out)
{
    out = {};
    if (node.Is("DESCRIPTION"))
    {
        return ReadDescription(node, out.descriptions.emplace_back());
    }
    if (node.Is("ADDRESS") || node.Is("ADDRESS_LIST"))
    {
        return TakeDescriptionChild(node, out.descriptions.emplace_back());
    }
    if (!node.Is("DESCRIPTION_LIST"))
    {
        return node.Error("found '" + node.name +
                          "' where DESCRIPTION, DESCRIPTION_LIST, ADDRESS_LIST or ADDRESS was "
                          "expected");
    }
    out.isList = true;
    TextError error = NeedGroup(node);
    for (size_t i = 0; i < node.children.size() && !error.IsError(); ++i)
    {
        const NameValue& child = node.children[i];
        ValueReader reader{child};
        if (child.Is("DESCRIPTION"))
        {
            error = ReadDescription(child, out.descriptions.emplace_back());
        }
        else if (!TakeListOption(child, reader, out.options) || reader.IsMeaningless())
        {
            out.others.push_back(child);
        }
        error = error.IsError() ? error : reader.GetError();
    }
    if (!error.IsError() && out.descriptions.empty())
    {
        error = node.Error("found a DESCRIPTION_LIST without a DESCRIPTION where one was expected");
    }
    return error;
}

TextError
ConnectDescriptor::ReadAddress(const NameValue& node, ConnectAddress& out)
{
    TextError error = NeedGroup(node);
    for (size_t i = 0; i < node.children.size() && !error.IsError(); ++i)
    {
        const NameValue& child = node.children[i];
        ValueReader reader{child};
        if (!TakeEndPoint(child, reader, out) && !TakeAddressOption(child, reader, out))
        {
            out.others.push_back(child);
        }
        error = reader.GetError();
    }
    out.TakeLanNames();
    return error;
}

bool
ConnectDescriptor::GetLoadBalance() const
{
    return options.loadBalance.value_or(true);
}

bool
ConnectDescriptor::GetLoadBalance(const ListOptions& list)
{
    return list.loadBalance.value_or(false);
}

bool
ConnectDescriptor::GetFailover(const ListOptions& list)
{
    return list.failover.value_or(true);
}

const ConnectAddress*
ConnectDescriptor::GetFirstAddress() const
{
    for (const auto& description : descriptions)
    {
        for (const auto& list : description.addressLists)
        {
            for (const auto& address : list.addresses)
            {
                if (address.IsOnTcp() || address.IsOnLan())
                {
                    return &address;
                }
            }
        }
    }
    return nullptr;
}

TextError
ConnectDescriptor::CheckProtocols() const
{
    if (GetFirstAddress())
    {
        return {};
    }
    std::string found;
    for (const auto& node : GetUnmodelled())
    {
        found = found.empty() && node.name.starts_with(PROTOCOL_IS) ? node.name : found;
    }
    TextError error;
    error.message = found.empty()
                        ? "found no address where one was expected"
                        : "found no address of protocol tcp, tcps, spx, decnet or nmp but " +
                              found.substr(PROTOCOL_IS.size()) + " where one was expected";
    return error;
}

std::vector<NameValue>
ConnectDescriptor::GetUnmodelled() const
{
    std::vector<NameValue> out;
    AddUnmodelled(others, out);
    for (const auto& description : descriptions)
    {
        for (const auto& list : description.addressLists)
        {
            for (const auto& address : list.addresses)
            {
                AddUnmodelled(address, out);
            }
            AddUnmodelled(list.others, out);
        }
        if (description.connectData)
        {
            AddUnmodelled(description.connectData->others, out);
        }
        AddUnmodelled(description.others, out);
    }
    return out;
}

} // namespace ns3::net8
