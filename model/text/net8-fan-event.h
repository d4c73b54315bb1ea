// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_FAN_EVENT_H
#define NET8_FAN_EVENT_H

#include <cstdint>
#include <optional>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * An event of Fast Application Notification (FAN), as Oracle Notification Service (ONS) carries it:
 * a message with a line, header lines and a body.
 *
 * The body is the payload as Oracle prints it ("VERSION=1.0 event_type=SERVICEMEMBER service=...
 * status=down reason=FAILURE timestamp=..."), from the logs in "FAN events" of Oracle's workshop on
 * RAC. That the message begins like one of HTTP, and its header lines, is an assumption: the
 * protocol of ONS is not published.
 */
struct FanEvent
{
    /// What an event is about.
    enum class Kind : uint8_t
    {
        NODE,   ///< A node left the cluster; there is no such event for its return.
        SERVICE ///< An instance offers a service, or does not any more.
    };

    /**
     * @return the message that a client sends to receive events
     */
    static std::string PrintSubscription();

    /**
     * Take a message out of bytes that arrived.
     *
     * @param[in,out] received bytes that arrived, of which the message is removed
     * @return the message; nothing while it is not whole
     */
    static std::optional<std::string> TakeMessage(std::string& received);

    /**
     * @param message a message
     * @return the event in it; nothing if it is none
     */
    static std::optional<FanEvent> Read(const std::string& message);

    /**
     * @return the message
     */
    std::string Print() const;

    uint64_t id{0};         ///< Number of the event.
    Kind kind{Kind::NODE};  ///< What it is about.
    bool up{false};         ///< Status: up, else down.
    std::string host;       ///< Host that it is about.
    std::string instance{}; ///< Instance on it (SERVICE).
    std::string service{};  ///< Service of the instance (SERVICE).
    uint64_t seconds{0};    ///< When it was raised: whole seconds since the begin.
    std::string sender{};   ///< Host whose ONS sends it.
};

} // namespace ns3::net8

#endif /* NET8_FAN_EVENT_H */
