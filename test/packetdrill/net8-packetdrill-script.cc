// SPDX-License-Identifier: GPL-2.0-only
#include "net8-packetdrill-script.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <regex>

namespace ns3::net8::packetdrill
{

std::string
Trim(const std::string& text)
{
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == std::string::npos)
    {
        return "";
    }
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

std::vector<std::string>
SplitTop(const std::string& text, char separator)
{
    std::vector<std::string> parts;
    std::string part;
    int depth = 0;
    char quote = 0;
    for (const char c : text)
    {
        if (quote != 0)
        {
            quote = c == quote ? 0 : quote;
        }
        else if (c == '"' || c == '\'')
        {
            quote = c;
        }
        else if (c == '(' || c == '[' || c == '{')
        {
            ++depth;
        }
        else if (c == ')' || c == ']' || c == '}')
        {
            --depth;
        }
        if (c == separator && depth == 0 && quote == 0)
        {
            parts.push_back(Trim(part));
            part.clear();
            continue;
        }
        part += c;
    }
    if (!Trim(part).empty() || !parts.empty())
    {
        parts.push_back(Trim(part));
    }
    return parts;
}

namespace
{

/// Parses a script from beginning to end.
class Reader
{
  public:
    /// @param text the whole file
    explicit Reader(const std::string& text)
        : m_text(text)
    {
    }

    /// @return the script
    Script Read()
    {
        Script script;
        while (SkipBlanks())
        {
            if (Starts("--"))
            {
                script.options.push_back(Trim(TakeLine()));
                continue;
            }
            script.events.push_back(ReadEvent());
        }
        return script;
    }

  private:
    /// Look for a text.
    ///
    /// @param what a text
    /// @return whether it is at the current position
    bool Starts(const std::string& what) const
    {
        return m_text.compare(m_at, what.size(), what) == 0;
    }

    /// Advance by one character.
    void Step()
    {
        m_line += m_text[m_at] == '\n' ? 1 : 0;
        ++m_at;
    }

    /// Skip whitespace and comments.
    /// @return whether anything is left
    bool SkipBlanks()
    {
        while (m_at < m_text.size())
        {
            if (std::isspace(static_cast<unsigned char>(m_text[m_at])))
            {
                Step();
            }
            else if (Starts("//"))
            {
                TakeLine();
            }
            else if (Starts("/*"))
            {
                TakeUntil("*/");
            }
            else
            {
                return true;
            }
        }
        return false;
    }

    /// @return the rest of the line
    std::string TakeLine()
    {
        std::string line;
        while (m_at < m_text.size() && m_text[m_at] != '\n')
        {
            line += m_text[m_at];
            Step();
        }
        return line;
    }

    /// @param end delimiter
    /// @return the text before it
    std::string TakeUntil(const std::string& end)
    {
        const int line = m_line;
        std::string text;
        while (!Starts(end))
        {
            if (m_at >= m_text.size())
            {
                throw ScriptError(line, "'" + end + "' is missing", true);
            }
            text += m_text[m_at];
            Step();
        }
        m_at += end.size();
        return text;
    }

    /// @return a number of seconds, converted to microseconds
    int64_t ReadTime()
    {
        std::string number;
        // "0...0.2" is a time, three dots and another time.
        while (m_at < m_text.size() &&
               (std::isdigit(static_cast<unsigned char>(m_text[m_at])) ||
                (m_text[m_at] == '.' && !Starts("...") && number.find('.') == std::string::npos)))
        {
            number += m_text[m_at];
            Step();
        }
        if (number.empty() || number == ".")
        {
            throw ScriptError(m_line,
                              "a time is missing at '" + m_text.substr(m_at, 20) + "'",
                              true);
        }
        return static_cast<int64_t>(std::llround(std::stod(number) * 1e6));
    }

    /// Skip whitespace within a line.
    void SkipSpaces()
    {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t'))
        {
            Step();
        }
    }

    /// @return time of an event
    When ReadWhen()
    {
        When when;
        if (m_text[m_at] == '*')
        {
            Step();
            when.any = true;
            return when;
        }
        if (m_text[m_at] == '+')
        {
            when.relative = true;
            Step();
        }
        when.startUs = when.endUs = ReadTime();
        const size_t at = m_at;
        const int line = m_line;
        SkipSpaces();
        if (Starts("..."))
        {
            m_at += 3;
            SkipSpaces();
            when.doneUs = ReadTime();
        }
        else if (Starts("~"))
        {
            Step();
            SkipSpaces();
            if (m_text[m_at] == '+')
            {
                Step();
            }
            when.range = true;
            when.endUs = ReadTime();
        }
        else
        {
            m_at = at;
            m_line = line;
        }
        return when;
    }

    /// @return the next event
    ScriptEvent ReadEvent()
    {
        ScriptEvent event;
        event.line = m_line;
        if (m_text[m_at] == '`')
        {
            event.when.relative = true;
        }
        else if (!Starts("%{"))
        {
            event.when = ReadWhen();
            SkipSpaces();
        }
        else
        {
            event.when.relative = true;
        }
        event.line = m_line;
        if (m_text[m_at] == '`')
        {
            Step();
            event.kind = ScriptEvent::Kind::SHELL;
            event.text = TakeUntil("`");
        }
        else if (Starts("%{"))
        {
            m_at += 2;
            event.kind = ScriptEvent::Kind::CODE;
            event.text = TakeUntil("}%");
        }
        else if (m_text[m_at] == '<' || m_text[m_at] == '>')
        {
            event.kind = ScriptEvent::Kind::PACKET;
            event.packet = ReadPacket();
        }
        else
        {
            event.kind = ScriptEvent::Kind::CALL;
            event.call = ReadCall();
        }
        return event;
    }

    /// @return the next system call
    ScriptCall ReadCall()
    {
        ScriptCall call;
        const int line = m_line;
        call.name = Trim(TakeUntil("("));
        if (!std::regex_match(call.name, std::regex("[a-z_0-9]+")))
        {
            throw ScriptError(line, "'" + call.name + "' is no call", true);
        }
        std::string args;
        int depth = 1;
        while (true)
        {
            if (m_at >= m_text.size())
            {
                throw ScriptError(line, "')' is missing", true);
            }
            const char c = m_text[m_at];
            depth += c == '(' || c == '[' || c == '{' ? 1 : 0;
            depth -= c == ')' || c == ']' || c == '}' ? 1 : 0;
            Step();
            if (depth == 0)
            {
                break;
            }
            args += c;
        }
        call.args = SplitTop(args);
        const std::string rest = Trim(TakeLine());
        static const std::regex RESULT(R"(=\s*(-?[0-9a-zA-Zx]+|\.\.\.)\s*(E[A-Z]+)?.*)");
        std::smatch match;
        if (!std::regex_match(rest, match, RESULT))
        {
            throw ScriptError(line, "'" + rest + "' is no result", true);
        }
        call.result = match[1];
        call.error = match[2];
        return call;
    }

    /// @return the next segment
    ScriptPacket ReadPacket();

    std::string m_text; ///< The file.
    size_t m_at{0};     ///< Position in it.
    int m_line{1};      ///< Line number of the position.
};

/**
 * Parse the flags of a segment.
 *
 * @param text flags of a segment
 * @param line line number in the script
 * @return control bits of the segment
 */
uint8_t
ParseFlags(const std::string& text, int line)
{
    uint8_t flags = 0;
    for (const char c : text)
    {
        switch (c)
        {
        case 'S':
            flags |= TcpSegment::SYN;
            break;
        case 'F':
            flags |= TcpSegment::FIN;
            break;
        case 'R':
            flags |= TcpSegment::RST;
            break;
        case 'P':
            flags |= TcpSegment::PSH;
            break;
        case 'E':
            flags |= TcpSegment::ECE;
            break;
        case 'W':
            flags |= TcpSegment::CWR;
            break;
        case '.':
            flags |= TcpSegment::ACK;
            break;
        case '-':
            break;
        default:
            throw ScriptError(line, std::string("flag ") + c + " is not modelled", false);
        }
    }
    return flags;
}

/**
 * Parse the options of a segment.
 *
 * @param text the options between angle brackets
 * @param packet receives the options
 * @param line line number in the script
 */
void
ParseOptions(const std::string& text, ScriptPacket& packet, int line)
{
    TcpSegmentOptions& options = packet.segment.options;
    for (const std::string& part : SplitTop(text))
    {
        std::smatch match;
        static const std::regex STAMPS(R"(TS val (\d+) ecr (\d+))");
        static const std::regex VALUE(R"((mss|wscale) (\d+))");
        if (part == "..." || part == "nop" || part == "eol")
        {
            packet.anyOptions = packet.anyOptions || part == "...";
        }
        else if (part == "sackOK")
        {
            options.sackPermitted = true;
        }
        else if (std::regex_match(part, match, STAMPS))
        {
            options.hasTimestamps = true;
            options.timestampValue = static_cast<uint32_t>(std::stoul(match[1]));
            options.timestampEcho = static_cast<uint32_t>(std::stoul(match[2]));
        }
        else if (std::regex_match(part, match, VALUE))
        {
            const auto value = std::stoul(match[2]);
            if (match[1] == "mss")
            {
                options.hasMss = true;
                options.mss = static_cast<uint16_t>(value);
            }
            else
            {
                options.hasWindowScale = true;
                options.windowScale = static_cast<uint8_t>(value);
            }
        }
        else if (part.rfind("sack", 0) == 0)
        {
            static const std::regex BLOCK(R"((\d+):(\d+))");
            for (std::sregex_iterator i(part.begin(), part.end(), BLOCK), end; i != end; ++i)
            {
                if (options.blocks == TcpSegmentOptions::MAX_BLOCKS)
                {
                    throw ScriptError(line, "more than four SACK blocks", true);
                }
                options.sack[options.blocks++] = {static_cast<uint32_t>(std::stoul((*i)[1])),
                                                  static_cast<uint32_t>(std::stoul((*i)[2]))};
            }
        }
        else
        {
            throw ScriptError(line, "option '" + part + "' is not modelled", false);
        }
    }
}

ScriptPacket
Reader::ReadPacket()
{
    const int line = m_line;
    ScriptPacket packet;
    std::string text = TakeLine();
    text = Trim(text.substr(0, text.find("//")));
    packet.text = text;
    packet.inbound = text[0] == '<';
    static const std::regex PACKET(
        R"([<>]\s*(\[[a-z0-9]+\])?\s*([A-Z.\-]+)\s+(\d+):(\d+)\((\d+)\)(?:\s+ack\s+(\d+))?(?:\s+win\s+(\d+))?\s*(?:<(.*)>)?\s*)");
    std::smatch match;
    if (!std::regex_match(text, match, PACKET))
    {
        const bool foreign = text.find("icmp") != std::string::npos ||
                             text.find("udp") != std::string::npos ||
                             text.find("urg") != std::string::npos;
        throw ScriptError(line, "'" + text + "' is no segment that is understood", !foreign);
    }
    static const std::map<std::string, uint8_t> CODEPOINTS = {{"[noecn]", TcpSegment::NOT_ECT},
                                                              {"[ect0]", TcpSegment::ECT_0},
                                                              {"[ect1]", TcpSegment::ECT_1},
                                                              {"[ce]", TcpSegment::CE}};
    TcpSegment& segment = packet.segment;
    if (match[1].matched)
    {
        const auto codepoint = CODEPOINTS.find(match[1]);
        if (codepoint == CODEPOINTS.end())
        {
            throw ScriptError(line, match[1].str() + " is no codepoint of ECN", false);
        }
        packet.hasEcn = true;
        segment.ecn = codepoint->second;
    }
    segment.flags = ParseFlags(match[2], line);
    segment.seq = static_cast<uint32_t>(std::stoul(match[3]));
    segment.length = static_cast<uint32_t>(std::stoul(match[5]));
    segment.ack = match[6].matched ? static_cast<uint32_t>(std::stoul(match[6])) : 0;
    packet.hasWindow = match[7].matched;
    segment.window = match[7].matched ? static_cast<uint16_t>(std::stoul(match[7])) : 0;
    if (match[8].matched)
    {
        ParseOptions(match[8], packet, line);
    }
    return packet;
}

} // namespace

Script
ParseScript(const std::string& text)
{
    return Reader(text).Read();
}

} // namespace ns3::net8::packetdrill
