// SPDX-License-Identifier: GPL-2.0-only
#include "net8-text-error.h"

namespace ns3::net8
{

bool
TextError::IsError() const
{
    return !message.empty();
}

std::string
TextError::GetSentence() const
{
    std::string place = file.empty() ? "connect string" : file;
    if (line > 0)
    {
        place += ", line " + std::to_string(line) + ", column " + std::to_string(column);
    }
    return place + ": " + message + ".";
}

} // namespace ns3::net8
