// SPDX-License-Identifier: GPL-2.0-only
// The printing half of ConnectDescriptor; net8-connect-descriptor.cc holds the parsing half.
#include "net8-connect-descriptor.h"

#include <utility>

namespace ns3::net8
{

namespace
{

/**
 * Collects the nodes of one level.
 */
class NodeWriter
{
  public:
    /**
     * Add a text.
     * @param name keyword
     * @param value value; left out when empty
     */
    void Text(const char* name, const std::string& value)
    {
        if (!value.empty())
        {
            m_nodes.emplace_back(name, value);
        }
    }

    /**
     * Add an optional text.
     * @param name keyword
     * @param value value; left out when not given
     */
    void Text(const char* name, const std::optional<std::string>& value)
    {
        if (value)
        {
            m_nodes.emplace_back(name, *value);
        }
    }

    /**
     * Add an optional number.
     * @param name keyword
     * @param value value; left out when not given
     */
    void Number(const char* name, const std::optional<uint32_t>& value)
    {
        Text(name, value ? std::to_string(*value) : "");
    }

    /**
     * Add an optional duration.
     * @param name keyword
     * @param value value; left out when not given
     */
    void Time(const char* name, const std::optional<Duration>& value)
    {
        Text(name, value ? value->Print() : "");
    }

    /**
     * Add the options of a list.
     * @param options the options
     */
    void Options(const ListOptions& options)
    {
        Switch("LOAD_BALANCE", options.loadBalance);
        Switch("FAILOVER", options.failover);
        Switch("SOURCE_ROUTE", options.sourceRoute);
    }

    /**
     * Add an optional switch.
     * @param name keyword
     * @param value whether it is on; left out when not given
     */
    void Switch(const char* name, const std::optional<bool>& value)
    {
        Text(name, std::string{!value ? "" : *value ? "on" : "off"});
    }

    /**
     * Append nodes unchanged.
     * @param nodes the nodes
     */
    void Append(const std::vector<NameValue>& nodes)
    {
        m_nodes.insert(m_nodes.end(), nodes.begin(), nodes.end());
    }

    /**
     * Append a node.
     * @param node the node
     */
    void Append(NameValue node)
    {
        m_nodes.push_back(std::move(node));
    }

    /**
     * Wrap the collected nodes into one node.
     * @param name keyword of the level
     * @return the level as one node
     */
    NameValue Take(const char* name)
    {
        return {name, std::move(m_nodes)};
    }

    /** @return the nodes of the level */
    std::vector<NameValue> TakeNodes()
    {
        return std::move(m_nodes);
    }

  private:
    std::vector<NameValue> m_nodes; ///< the level so far
};

/**
 * Convert an address to a node.
 * @param address an address
 * @return the node
 */
NameValue
ToNode(const ConnectAddress& address)
{
    NodeWriter writer;
    writer.Text("PROTOCOL", address.protocol);
    writer.Text("KEY", address.key);
    for (const auto& [name, value] : address.GetLanNames())
    {
        writer.Text(name.c_str(), value);
    }
    const bool elsewhere = !address.key.empty() || address.IsOnLan();
    if (!elsewhere || !address.host.empty())
    {
        writer.Append(NameValue{"HOST", address.host});
        writer.Number("PORT", address.port);
    }
    writer.Number("SDU", address.sdu);
    writer.Text("RATE_LIMIT", address.rateLimit);
    writer.Text("IP", address.ip);
    writer.Number("SEND_BUF_SIZE", address.sendBufferSize);
    writer.Number("RECV_BUF_SIZE", address.recvBufferSize);
    writer.Append(address.others);
    // Old listeners require QUEUESIZE to be last.
    writer.Number("QUEUESIZE", address.queueSize);
    return writer.Take("ADDRESS");
}

/**
 * Convert an address list to nodes.
 * @param list an address list
 * @return one ADDRESS_LIST, or the bare addresses
 */
std::vector<NameValue>
ToNodes(const AddressList& list)
{
    NodeWriter writer;
    writer.Options(list.options);
    for (const auto& address : list.addresses)
    {
        writer.Append(ToNode(address));
    }
    writer.Append(list.others);
    return list.isBare ? writer.TakeNodes() : std::vector{writer.Take("ADDRESS_LIST")};
}

/**
 * Convert connect data to a node.
 * @param data connect data
 * @return the node
 */
NameValue
ToNode(const ConnectData& data)
{
    NodeWriter writer;
    writer.Text("SERVICE_NAME", data.serviceName);
    writer.Text("SID", data.sid);
    writer.Text("INSTANCE_NAME", data.instanceName);
    writer.Text("SERVER", data.server);
    writer.Text("POOL_CONNECTION_CLASS", data.poolConnectionClass);
    writer.Text("POOL_PURITY", data.poolPurity);
    writer.Text("COLOCATION_TAG", data.colocationTag);
    writer.Append(data.others);
    return writer.Take("CONNECT_DATA");
}

/**
 * Convert a description to a node.
 * @param description a description
 * @return the node
 */
NameValue
ToNode(const ConnectDescription& description)
{
    NodeWriter writer;
    writer.Options(description.options);
    writer.Text("ENABLE", description.enable);
    writer.Number("SDU", description.sdu);
    writer.Number("TDU", description.tdu);
    writer.Number("SEND_BUF_SIZE", description.sendBufferSize);
    writer.Number("RECV_BUF_SIZE", description.recvBufferSize);
    writer.Number("RETRY_COUNT", description.retryCount);
    writer.Time("RETRY_DELAY", description.retryDelay);
    writer.Time("CONNECT_TIMEOUT", description.connectTimeout);
    writer.Time("TRANSPORT_CONNECT_TIMEOUT", description.transportConnectTimeout);
    writer.Number("EXPIRE_TIME", description.expireTimeMin);
    writer.Text("COMPRESSION", description.compression);
    writer.Switch("USE_SNI", description.useSni);
    for (const auto& list : description.addressLists)
    {
        writer.Append(ToNodes(list));
    }
    if (description.connectData)
    {
        writer.Append(ToNode(*description.connectData));
    }
    writer.Append(description.others);
    return writer.Take("DESCRIPTION");
}

} // namespace

std::string
ConnectDescriptor::Print() const
{
    if (!isList && descriptions.size() == 1)
    {
        return ToNode(descriptions.front()).Print();
    }
    NodeWriter writer;
    writer.Options(options);
    for (const auto& description : descriptions)
    {
        writer.Append(ToNode(description));
    }
    writer.Append(others);
    return writer.Take("DESCRIPTION_LIST").Print();
}

std::string
ConnectDescriptor::PrintConnectData(const ConnectDescription& description)
{
    NodeWriter writer;
    if (description.connectData)
    {
        writer.Append(ToNode(*description.connectData));
    }
    return writer.Take("DESCRIPTION").Print();
}

} // namespace ns3::net8
