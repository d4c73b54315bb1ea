// SPDX-License-Identifier: GPL-2.0-only
#include "net8-redirect-packet.h"

#include <algorithm>

namespace ns3::net8
{

void
RedirectPacket::SetTarget(const std::string& address, const std::string& connectData)
{
    text = address;
    header.flags &= static_cast<uint8_t>(~header_flag::CONNECT_DATA);
    if (!connectData.empty())
    {
        header.flags |= header_flag::CONNECT_DATA;
        text += '\0' + connectData;
    }
    text.resize(std::min<size_t>(text.size(), 0xffff));
    textLength = static_cast<uint16_t>(text.size());
}

std::string
RedirectPacket::AddressOf(const std::string& text)
{
    return text.substr(0, text.find('\0'));
}

std::string
RedirectPacket::ConnectDataOf(const std::string& text)
{
    const size_t nul = text.find('\0');
    return nul == std::string::npos ? std::string{} : text.substr(nul + 1);
}

} // namespace ns3::net8
