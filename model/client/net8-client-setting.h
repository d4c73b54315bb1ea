// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_SETTING_H
#define NET8_CLIENT_SETTING_H

#include "net8-address-walk.h"
#include "net8-attempt-record.h"
#include "net8-call-record.h"

#include "ns3/net8-client-identity.h"
#include "ns3/net8-connect-descriptor.h"
#include "ns3/net8-driver.h"
#include "ns3/net8-negotiation.h"
#include "ns3/node.h"
#include "ns3/random-variable-stream.h"
#include "ns3/type-id.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ns3::net8
{

class Net8ClientSession;

/**
 * @ingroup net8
 * What a client does once TCP is up.
 */
enum class ClientBehaviour : uint8_t
{
    NORMAL,  ///< Connects, logs on and works.
    SILENT,  ///< Sends nothing and waits.
    GARBAGE, ///< Sends bytes that are no TNS packet and waits.
    DRIP     ///< Sends its CONNECT one byte a second.
};

/**
 * @ingroup net8
 * How a client finds the descriptor of its alias, and what that costs it.
 */
enum class NamingMethod : uint8_t
{
    NONE,      ///< It costs nothing.
    TNSNAMES,  ///< Every entry of tnsnames.ora is read.
    INDEXED,   ///< Binary search among the entries.
    DNS,       ///< One round trip to a name server.
    DIRECTORY, ///< Three round trips to a directory server: connect, bind, search.
};

/**
 * @ingroup net8
 * What all sessions of one Net8Client have in common; each session only refers to it.
 */
struct ClientSetting
{
    Ptr<Node> node;                        ///< Host of the sessions.
    TypeId protocol;                       ///< Socket factory.
    DriverProfile driver;                  ///< Driver, with the attributes applied.
    TduChoice tduRule{TduChoice::DEFAULT}; ///< Whether the TDU counts.
    mutable std::map<uint16_t, DriverProfile>
        drivers;                         ///< The driver fitted to a server, by agreed version.
    ClientIdentity identity;             ///< Names, complete.
    uint32_t requestLength{0};           ///< TTC bytes of an execute request.
    uint32_t parseLength{0};             ///< TTC bytes of a parse request.
    uint32_t queries{0};                 ///< Number of queries.
    uint32_t commits{0};                 ///< Commits before the logoff.
    uint32_t grownArraySize{0};          ///< Rows a fetch once they grew.
    uint32_t prefetchMemory{0};          ///< Room for prefetched rows, bytes; 0: any.
    std::vector<uint32_t> lobs;          ///< Bytes of the value of each LOB column.
    uint32_t columns{0};                 ///< Number of columns.
    uint32_t lobLocator{0};              ///< Bytes of a LOB locator.
    bool readLobs{true};                 ///< LOBs are read.
    uint32_t lobAmount{0};               ///< Bytes of a LOB asked for in one call; 0: all.
    Ptr<RandomVariableStream> thinkTime; ///< Between two queries, s.
    Ptr<RandomVariableStream> callTime;  ///< After each reply of a query, s.
    Ptr<RandomVariableStream> rowTime;   ///< For each row received, s.
    Time packetTime;                     ///< For each TNS packet sent or received.
    Time byteTime;                       ///< For each byte sent or received.
    bool readAhead{true};                ///< Replies are read as they come, not between work.
    Time recvTimeout;                    ///< Without a byte of a reply; 0: none.
    Time sendTimeout;                    ///< Without a byte taken; 0: none.
    bool keepAlive{false};               ///< TCP looks after the server.
    Time expireTime;                     ///< Silence until it does so; 0: the system's.
    Time callTimeout;                    ///< Until a call is cancelled; 0: never.
    bool wrongPassword{false};           ///< The server will not accept the password.
    ClientBehaviour behaviour{ClientBehaviour::NORMAL}; ///< What it does once TCP is up.

    bool aliasKnown{true};             ///< The descriptor could be read.
    ConnectDescriptor descriptor;      ///< Addresses and what is wanted there.
    std::string connectData;           ///< Connect data; empty: made from the descriptor.
    std::string serviceName;           ///< Service, where the descriptor names none.
    std::string server;                ///< SERVER, where the descriptor gives none; empty: none.
    std::string poolConnectionClass;   ///< POOL_CONNECTION_CLASS, likewise.
    std::string poolPurity;            ///< POOL_PURITY, likewise.
    Net8AddressWalk::Limits limits;    ///< Where the descriptor says nothing.
    Net8AddressWalk::Resolver resolve; ///< Looks host names up.
    Net8AddressWalk::Draw draw;        ///< Source of random orders.

    NamingMethod naming{NamingMethod::NONE}; ///< How the alias is found.
    uint32_t namingEntries{1};               ///< Entries among which it is.
    Time entryTime;                          ///< To read one of them.
    Time lookupTime;                         ///< Of a name or directory server.
    Address nameServer;                      ///< Where it is.

    /**
     * @param version TNS version of the server, or the agreed one while it is not known
     * @return the driver, fitted to a server of this version
     */
    const DriverProfile& GetDriver(uint16_t version) const
    {
        auto [entry, isNew] = drivers.try_emplace(version, driver);
        if (isNew)
        {
            // Only replies depend on the platforms, and they are the server's business.
            entry->second.SetServer(version, true);
        }
        return entry->second;
    }

    std::function<void(const std::string&, const std::string&)>
        stateChanged;                                         ///< Old and new state.
    std::function<void(uint32_t, const Address&)> connecting; ///< Session and its own address.
    std::function<void(const CallRecord&)> callDone;          ///< A round trip is done.
    std::function<void(const AttemptRecord&)> attemptDone;    ///< An attempt is over.
    std::function<void(Net8ClientSession&)> sessionDone;      ///< A session is over.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_SETTING_H */
