// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CLIENT_TALK_H
#define NET8_CLIENT_TALK_H

#include "net8-client-progress.h"
#include "net8-client-script.h"
#include "net8-client-settings.h"

#include "ns3/net8-tns-connection.h"

#include <chrono>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What all parts of the dialogue of a client have in common. What it refers to outlives it; the
 * connection is replaced where another one takes its place.
 */
struct ClientTalk
{
    const ClientSettings& settings;  ///< Settings of the client.
    ClientScript& script;            ///< Provides its requests.
    ClientProgress& progress;        ///< Progress of the session.
    TnsConnection* tns;              ///< The connection.
    std::chrono::nanoseconds now{0}; ///< Current simulation time.
};

} // namespace ns3::net8

#endif /* NET8_CLIENT_TALK_H */
