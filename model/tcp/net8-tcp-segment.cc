// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-segment.h"

#include <sstream>

namespace ns3::net8
{

uint32_t
TcpSegmentOptions::GetBytes() const
{
    uint32_t bytes = 0;
    bytes += hasMss ? 4 : 0;
    bytes += hasWindowScale ? 4 : 0;
    if (hasTimestamps)
    {
        // On a SYN, SACK-permitted replaces the two NOPs before the timestamps.
        bytes += 12;
    }
    else if (sackPermitted)
    {
        bytes += 4;
    }
    bytes += blocks > 0 ? 4 + 8U * blocks : 0;
    return bytes;
}

std::string
TcpSegment::ToString() const
{
    std::ostringstream out;
    std::string names;
    for (auto [bit, name] : {std::pair{SYN, 'S'},
                             {FIN, 'F'},
                             {RST, 'R'},
                             {PSH, 'P'},
                             {ACK, '.'},
                             {URG, 'U'},
                             {ECE, 'E'},
                             {CWR, 'W'}})
    {
        if (Has(bit))
        {
            names += name;
        }
    }
    out << (names.empty() ? "-" : names) << ' ' << seq << ':' << seq + length << '(' << length
        << ')';
    if (Has(ACK))
    {
        out << " ack " << ack;
    }
    out << " win " << window;
    if (Has(URG))
    {
        out << " urg " << urgent;
    }
    std::string separator = " <";
    auto option = [&](const std::string& text) {
        out << separator << text;
        separator = ",";
    };
    if (options.hasMss)
    {
        option("mss " + std::to_string(options.mss));
    }
    if (options.sackPermitted)
    {
        option("sackOK");
    }
    if (options.hasTimestamps)
    {
        option("TS val " + std::to_string(options.timestampValue) + " ecr " +
               std::to_string(options.timestampEcho));
    }
    if (options.hasWindowScale)
    {
        option("wscale " + std::to_string(options.windowScale));
    }
    if (options.blocks > 0)
    {
        std::string text = "sack";
        for (uint8_t i = 0; i < options.blocks; ++i)
        {
            text += " " + std::to_string(options.sack[i].start) + ":" +
                    std::to_string(options.sack[i].end);
        }
        option(text);
    }
    out << (separator == "," ? ">" : "");
    return out.str();
}

} // namespace ns3::net8
