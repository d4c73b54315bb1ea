// SPDX-License-Identifier: GPL-2.0-only
#include "net8-pages.h"

#include "ns3/enum.h"
#include "ns3/uinteger.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8Pages);

namespace
{

/// Longest line of a page in a greeting, with its end, bytes.
constexpr uint32_t LINE = 80;
/// Least bytes of a line: one character and its end.
constexpr uint32_t SHORTEST = 3;

} // namespace

TypeId
Net8Pages::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8Pages")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8Pages>()
            .AddAttribute("Presentation",
                          "What clients of the end point speak.",
                          EnumValue(Presentation::TTC),
                          MakeEnumAccessor<Presentation>(&Net8Pages::m_presentation),
                          MakeEnumChecker(Presentation::TTC,
                                          "ttc",
                                          Presentation::HTTP,
                                          "http",
                                          Presentation::FTP,
                                          "ftp"))
            .AddAttribute("PageSize",
                          "Page that the listener sends, bytes, without status line, headers and "
                          "codes (http, ftp).",
                          UintegerValue(1000), // assumed
                          MakeUintegerAccessor(&Net8Pages::m_pageSize),
                          MakeUintegerChecker<uint32_t>(SHORTEST, 1U << 30))
            .AddAttribute("Requests",
                          "Connections for pages (http, ftp).",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Net8Pages::m_requests),
                          MakeUintegerChecker<uint32_t>(0, 1000000))
            .AddAttribute("RequestStart",
                          "When the first of them starts.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&Net8Pages::m_requestStart),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("RequestInterval",
                          "Time from the start of one to that of the next; 0: all start at once.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&Net8Pages::m_requestInterval),
                          MakeTimeChecker(Time(0)));
    return tid;
}

Net8Pages::Net8Pages() = default;
Net8Pages::~Net8Pages() = default;

bool
Net8Pages::IsTtc() const
{
    return m_presentation == Presentation::TTC;
}

std::string
Net8Pages::GetGreeting() const
{
    if (m_presentation != Presentation::FTP)
    {
        return "";
    }
    std::string text = "220-net8 FTP server\r\n";
    for (uint32_t left = m_pageSize; left > 0;)
    {
        // No line is too short for its end.
        const uint32_t line = left < LINE + SHORTEST ? left : LINE;
        text += std::string(line - 2, ' ') + "\r\n";
        left -= line;
    }
    return text + "220 ready\r\n";
}

std::string
Net8Pages::GetAnswer() const
{
    if (m_presentation == Presentation::FTP)
    {
        return "221 Goodbye\r\n";
    }
    return "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: " +
           std::to_string(m_pageSize) + "\r\nConnection: close\r\n\r\n" +
           std::string(m_pageSize, ' ');
}

std::string
Net8Pages::GetRequest() const
{
    if (m_presentation == Presentation::FTP)
    {
        return "QUIT\r\n";
    }
    return "GET / HTTP/1.1\r\nHost: server\r\nUser-Agent: net8\r\nAccept: */*\r\n"
           "Accept-Encoding: identity\r\nConnection: close\r\n\r\n";
}

bool
Net8Pages::IsWhole(const std::string& received) const
{
    return received.ends_with(m_presentation == Presentation::FTP ? "\r\n" : "\r\n\r\n");
}

uint32_t
Net8Pages::GetRequests() const
{
    return IsTtc() ? 0 : m_requests;
}

Time
Net8Pages::GetStart(uint32_t number) const
{
    return m_requestStart + m_requestInterval * static_cast<int64_t>(number);
}

} // namespace ns3::net8
