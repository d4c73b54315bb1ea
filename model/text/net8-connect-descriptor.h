// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CONNECT_DESCRIPTOR_H
#define NET8_CONNECT_DESCRIPTOR_H

#include "net8-duration.h"
#include "net8-name-value.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Options that may precede the elements of a list; they mean the same at every level.
 */
struct ListOptions
{
    std::optional<bool> loadBalance; ///< LOAD_BALANCE: random order of the list
    std::optional<bool> failover;    ///< FAILOVER: go to the next element on failure
    std::optional<bool> sourceRoute; ///< SOURCE_ROUTE: the addresses are hops
};

/**
 * @ingroup net8
 * ADDRESS: one protocol end point.
 */
struct ConnectAddress
{
    std::string protocol{"tcp"};            ///< PROTOCOL, in small letters
    uint32_t protocolLine{0};               ///< line of PROTOCOL in its file, counted from 1
    std::string host;                       ///< HOST
    uint16_t port{1521};                    ///< PORT
    std::string key;                        ///< KEY, of the protocol ipc
    std::string service;                    ///< SERVICE, of the protocol spx
    std::string node;                       ///< NODE, of the protocol decnet
    std::string object;                     ///< OBJECT, of the protocol decnet
    std::string server;                     ///< SERVER, of the protocol nmp
    std::string pipe;                       ///< PIPE, of the protocol nmp
    std::optional<uint32_t> sdu;            ///< SDU, bytes
    std::optional<uint32_t> queueSize;      ///< QUEUESIZE, connections waiting in listen()
    std::optional<std::string> rateLimit;   ///< RATE_LIMIT: yes, no or connections per second
    std::optional<std::string> ip;          ///< IP: v4_only or v6_only
    std::optional<uint32_t> sendBufferSize; ///< SEND_BUF_SIZE, bytes
    std::optional<uint32_t> recvBufferSize; ///< RECV_BUF_SIZE, bytes
    std::vector<NameValue> others;          ///< unmodelled keys, kept unchanged

    /** @return whether this address is reached over TCP: protocol tcp, or tcps (TLS over TCP) */
    bool IsOnTcp() const;

    /**
     * @return whether this address is reached over a LAN transport: spx, decnet or nmp (NetBIOS)
     */
    bool IsOnLan() const;

    /** Move the parameters of a LAN address out of the unmodelled ones, once all have been read. */
    void TakeLanNames();

    /** @return name of the host: HOST, NODE or SERVER; empty if there is none, as with SERVICE */
    const std::string& GetHostName() const;

    /**
     * @return the parameters of a LAN address in the order in which they are written, empty ones
     * included
     */
    std::vector<std::pair<std::string, std::string>> GetLanNames() const;

    /** @return a LAN address as a client writes it into its connect data */
    std::string PrintLan() const;
};

/**
 * @ingroup net8
 * ADDRESS_LIST, or the bare addresses of a DESCRIPTION.
 */
struct AddressList
{
    bool isBare{false};                    ///< without ADDRESS_LIST around the addresses
    ListOptions options;                   ///< options of the list
    std::vector<ConnectAddress> addresses; ///< in the order written
    std::vector<NameValue> others;         ///< unmodelled keys
};

/**
 * @ingroup net8
 * CONNECT_DATA: the requested service.
 */
struct ConnectData
{
    std::string serviceName;         ///< SERVICE_NAME
    std::string sid;                 ///< SID
    std::string instanceName;        ///< INSTANCE_NAME
    std::string server;              ///< SERVER: dedicated, shared or pooled; empty when not given
    std::string poolConnectionClass; ///< POOL_CONNECTION_CLASS
    std::string poolPurity;          ///< POOL_PURITY
    std::string colocationTag;       ///< COLOCATION_TAG
    std::vector<NameValue> others;   ///< unmodelled keys, CID among them
};

/**
 * @ingroup net8
 * DESCRIPTION: address lists, the requested service and the options of the connection.
 */
struct ConnectDescription
{
    ListOptions options;                             ///< LOAD_BALANCE, FAILOVER, SOURCE_ROUTE
    std::optional<std::string> enable;               ///< ENABLE, "broken" for keepalive
    std::optional<uint32_t> sdu;                     ///< SDU, bytes
    std::optional<uint32_t> tdu;                     ///< TDU, bytes
    std::optional<uint32_t> sendBufferSize;          ///< SEND_BUF_SIZE, bytes
    std::optional<uint32_t> recvBufferSize;          ///< RECV_BUF_SIZE, bytes
    std::optional<uint32_t> retryCount;              ///< RETRY_COUNT, further passes
    std::optional<Duration> retryDelay;              ///< RETRY_DELAY
    std::optional<Duration> connectTimeout;          ///< CONNECT_TIMEOUT
    std::optional<Duration> transportConnectTimeout; ///< TRANSPORT_CONNECT_TIMEOUT
    std::optional<uint32_t> expireTimeMin;           ///< EXPIRE_TIME, minutes
    std::optional<std::string> compression;          ///< COMPRESSION
    std::optional<bool> useSni;                      ///< USE_SNI
    std::vector<AddressList> addressLists;           ///< in the order written
    std::optional<ConnectData> connectData;          ///< CONNECT_DATA
    std::vector<NameValue> others;                   ///< unmodelled keys, SECURITY among them
};

/**
 * @ingroup net8
 * A connect descriptor: one DESCRIPTION, or a DESCRIPTION_LIST of them.
 *
 * Parsing accepts any spelling of the keywords. Print returns the canonical form, which parses to
 * the same descriptor: keywords in capitals, no blanks, options in a fixed order, only what was
 * given.
 */
class ConnectDescriptor
{
  public:
    /**
     * Parse a descriptor.
     * @param text a descriptor in brackets
     * @param[out] out receives the descriptor
     * @return the error, if any
     */
    static TextError Parse(std::string_view text, ConnectDescriptor& out);

    /**
     * Read a descriptor from a parsed node.
     * @param node a node named DESCRIPTION, DESCRIPTION_LIST, ADDRESS_LIST or ADDRESS
     * @param[out] out receives the descriptor
     * @return the error, if any
     */
    static TextError Read(const NameValue& node, ConnectDescriptor& out);

    /**
     * Read one address from a parsed node.
     * @param node a node named ADDRESS
     * @param[out] out receives the address
     * @return the error, if any
     */
    static TextError ReadAddress(const NameValue& node, ConnectAddress& out);

    /** @return the canonical text */
    std::string Print() const;

    /**
     * Print the connect data of a description.
     * @param description the description
     * @return its CONNECT_DATA inside a DESCRIPTION, as a CONNECT packet carries it
     */
    static std::string PrintConnectData(const ConnectDescription& description);

    /** @return whether the descriptions are tried in random order; on by default */
    bool GetLoadBalance() const;

    /**
     * Get whether the addresses of a list are tried in random order.
     * @param list options of an ADDRESS_LIST or a DESCRIPTION
     * @return whether they are; off by default
     */
    static bool GetLoadBalance(const ListOptions& list);

    /**
     * Get whether the next element is tried after a failure.
     * @param list options of any level
     * @return whether it is; on by default
     */
    static bool GetFailover(const ListOptions& list);

    /** @return the first address on TCP or a LAN, or nullptr if there is none */
    const ConnectAddress* GetFirstAddress() const;

    /** @return an error if no address is on TCP or a LAN, the transports that are modelled */
    TextError CheckProtocols() const;

    /**
     * @return what is not modelled, in the order written: keys, unmodelled protocols (such as
     * PROTOCOL=ipc), and switches of 1 and 0
     */
    std::vector<NameValue> GetUnmodelled() const;

    bool isList{false};                           ///< DESCRIPTION_LIST around the descriptions
    ListOptions options;                          ///< options of the DESCRIPTION_LIST
    std::vector<ConnectDescription> descriptions; ///< in the order written
    std::vector<NameValue> others;                ///< unmodelled keys of the list
};

} // namespace ns3::net8

#endif // NET8_CONNECT_DESCRIPTOR_H
