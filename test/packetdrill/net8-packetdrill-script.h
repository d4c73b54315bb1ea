// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PACKETDRILL_SCRIPT_H
#define NET8_PACKETDRILL_SCRIPT_H

#include "ns3/net8-tcp-segment.h"

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3::net8::packetdrill
{

/**
 * @ingroup net8-test
 * A script that cannot be read or does not apply; the text says why.
 */
class ScriptError : public std::runtime_error
{
  public:
    /**
     * @param line line of the script
     * @param text what is wrong
     * @param applies whether the script should have been read: false for a feature that is not
     * modelled
     */
    ScriptError(int line, const std::string& text, bool applies)
        : std::runtime_error(text),
          line(line),
          applies(applies)
    {
    }

    int line;     ///< Line of the script.
    bool applies; ///< Whether it counts as a failure.
};

/**
 * @ingroup net8-test
 * When an event happens, microseconds.
 */
struct When
{
    int64_t startUs{0};            ///< Time, or start of the range.
    int64_t endUs{0};              ///< End of the range; the time, without one.
    bool relative{false};          ///< Counts from the event before.
    bool any{false};               ///< "*": at any time.
    bool range{false};             ///< "a~b": somewhere in the range.
    std::optional<int64_t> doneUs; ///< "a...b": a blocking call ends then, counted as the start.
};

/**
 * @ingroup net8-test
 * A segment of the script; sequence numbers count from the initial ones.
 */
struct ScriptPacket
{
    bool inbound{false};    ///< "<": the peer sends it.
    TcpSegment segment;     ///< The segment.
    bool hasWindow{false};  ///< Whether the line names the window.
    bool anyOptions{false}; ///< "<...>": options do not matter.
    bool hasEcn{false};     ///< Whether the line names the ECN codepoint.
    std::string text;       ///< The line.
};

/**
 * @ingroup net8-test
 * A system call of the script.
 */
struct ScriptCall
{
    std::string name;              ///< Its name.
    std::vector<std::string> args; ///< Its arguments as they stand.
    std::string result;            ///< What it gives, as it stands.
    std::string error;             ///< Name of errno, "" for success.
};

/**
 * @ingroup net8-test
 * One event of a script.
 */
struct ScriptEvent
{
    /// What kind.
    enum class Kind
    {
        PACKET, ///< A segment goes in or has to come out.
        CALL,   ///< A system call.
        CODE,   ///< Assertions.
        SHELL   ///< Shell commands.
    };

    Kind kind{Kind::PACKET}; ///< What kind.
    int line{0};             ///< Line of the script.
    When when;               ///< When.
    ScriptPacket packet;     ///< The segment.
    ScriptCall call;         ///< The call.
    std::string text;        ///< Assertions or shell commands.
};

/**
 * @ingroup net8-test
 * A script of packetdrill.
 */
struct Script
{
    std::vector<ScriptEvent> events;  ///< Its events in order.
    std::vector<std::string> options; ///< Its options: "--name=value".
};

/**
 * Read a script.
 *
 * @param text the whole file
 * @return the script
 */
Script ParseScript(const std::string& text);

/**
 * Cut a text at commas that stand outside of brackets and quotes.
 *
 * @param text the text
 * @param separator where to cut
 * @return the parts, without blanks around them
 */
std::vector<std::string> SplitTop(const std::string& text, char separator = ',');

/**
 * @param text a text
 * @return it without blanks at its ends
 */
std::string Trim(const std::string& text);

} // namespace ns3::net8::packetdrill

#endif // NET8_PACKETDRILL_SCRIPT_H
