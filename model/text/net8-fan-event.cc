// SPDX-License-Identifier: GPL-2.0-only
#include "net8-fan-event.h"

#include <array>
#include <charconv>
#include <cstddef>
#include <ctime>
#include <string_view>

namespace ns3::net8
{

namespace
{

/// Line break of a message.
constexpr std::string_view BREAK = "\r\n";
/// End of the header lines.
constexpr std::string_view END = "\r\n\r\n";
/// Longest message that is waited for, bytes.
constexpr std::size_t LONGEST = 65536;

/**
 * @param text a text
 * @param name what stands before a value
 * @param end what follows it, at the latest the end of the text
 * @return the value; empty if there is none
 */
std::string
FindValue(const std::string& text, std::string_view name, std::string_view end)
{
    const auto found = text.find(name);
    if (found == std::string::npos)
    {
        return {};
    }
    const auto begin = found + name.size();
    return text.substr(begin, text.find_first_of(end, begin) - begin);
}

/**
 * @param text digits
 * @return the number; nothing if it is none
 */
std::optional<uint64_t>
ReadNumber(const std::string& text)
{
    uint64_t number = 0;
    const auto* last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, number);
    return error == std::errc() && end == last ? std::optional(number) : std::nullopt;
}

/**
 * @param first first line
 * @param lines further header lines, each with its line break
 * @param body the body
 * @return the message
 */
std::string
MakeMessage(std::string_view first, const std::string& lines, const std::string& body)
{
    std::string text(first);
    text += " HTTP/1.1";
    text += BREAK;
    text += lines;
    text += "Content-Length: " + std::to_string(body.size());
    text += END;
    return text + body;
}

} // namespace

std::string
FanEvent::PrintSubscription()
{
    return MakeMessage("POST /subscribe",
                       "subscription: (\"eventType=database/event/service\")|"
                       "(\"eventType=database/event/host\")\r\n",
                       "");
}

std::optional<std::string>
FanEvent::TakeMessage(std::string& received)
{
    const auto end = received.find(END);
    if (end == std::string::npos)
    {
        return std::nullopt;
    }
    const auto head = received.substr(0, end + BREAK.size());
    const auto length = ReadNumber(FindValue(head, "Content-Length: ", BREAK));
    const auto whole = end + END.size() + length.value_or(0);
    if (!length || *length > LONGEST)
    {
        received.clear(); // nobody knows where the next one begins
        return std::nullopt;
    }
    if (received.size() < whole)
    {
        return std::nullopt;
    }
    const auto message = received.substr(0, whole);
    received.erase(0, whole);
    return message;
}

std::optional<FanEvent>
FanEvent::Read(const std::string& message)
{
    const auto end = message.find(END);
    const auto head = message.substr(0, end);
    const auto body = end == std::string::npos ? std::string() : message.substr(end + END.size());
    const auto id = ReadNumber(FindValue(head, "eventId: ", BREAK));
    const auto status = FindValue(body, "status=", " ");
    const bool down = status == "down" || status == "nodedown";
    const auto host = FindValue(body, " host=", " ");
    if (!id || host.empty() || (!down && status != "up"))
    {
        return std::nullopt;
    }
    const bool node = FindValue(body, "event_type=", " ") == "NODE";
    return FanEvent{.id = *id,
                    .kind = node ? Kind::NODE : Kind::SERVICE,
                    .up = !down,
                    .host = host,
                    .instance = FindValue(body, " instance=", " "),
                    .service = FindValue(body, " service=", " "),
                    .sender = FindValue(head, "generatingNode: ", BREAK)};
}

std::string
FanEvent::Print() const
{
    const auto time = static_cast<std::time_t>(seconds);
    std::tm date{};
    gmtime_r(&time, &date);
    std::array<char, sizeof "1970-01-01 00:00:00"> clock{};
    std::strftime(clock.data(), clock.size(), "%Y-%m-%d %H:%M:%S", &date);
    std::string body = "VERSION=1.0 event_type=";
    if (kind == Kind::NODE)
    {
        body += "NODE host=" + host + " incarn=0 status=nodedown reason=member_leave";
    }
    else
    {
        body += "SERVICEMEMBER service=" + service + " instance=" + instance +
                " database=" + service + " db_domain= host=" + host +
                (up ? " status=up card=1 reason=BOOT" : " status=down reason=FAILURE");
    }
    body += std::string(" timestamp=") + clock.data() + " timezone=+00:00";
    const std::string type = kind == Kind::NODE ? "host" : "service";
    return MakeMessage("POST /event",
                       "eventId: " + std::to_string(id) + "\r\neventType: database/event/" + type +
                           "\r\ngeneratingNode: " + sender + "\r\n",
                       body);
}

} // namespace ns3::net8
