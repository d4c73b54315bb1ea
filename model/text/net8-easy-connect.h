// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_EASY_CONNECT_H
#define NET8_EASY_CONNECT_H

#include "net8-connect-descriptor.h"
#include "net8-text-error.h"

#include <string_view>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Easy Connect, the short form of a connect descriptor, old and Plus:
 *
 *     [[protocol:]//]host{,host}[:port]{,host[:port]}{;host...}[/[service][:server][/instance]][?key=value{&key=value}]
 *
 * A port counts for the hosts in front of it that have none; hosts without any have 1521. "," puts
 * hosts into one address list, ";" begins the next one. An IPv6 address stands in square brackets.
 */
class EasyConnect
{
  public:
    /**
     * @param text an Easy Connect string
     * @param[out] out the descriptor that it stands for
     * @return what is wrong
     */
    static TextError Parse(std::string_view text, ConnectDescriptor& out);
};

} // namespace ns3::net8

#endif // NET8_EASY_CONNECT_H
