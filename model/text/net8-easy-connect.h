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
 * Easy Connect, the short form of a connect descriptor, including Easy Connect Plus:
 *
 *     [[protocol:]//]host{,host}[:port]{,host[:port]}{;host...}[/[service][:server][/instance]][?key=value{&key=value}]
 *
 * A port applies to the preceding hosts that have none; hosts without any port use 1521. "," puts
 * hosts into one address list, ";" starts the next one. An IPv6 address is written in square
 * brackets.
 */
class EasyConnect
{
  public:
    /**
     * Parse an Easy Connect string.
     * @param text the string
     * @param[out] out receives the equivalent descriptor
     * @return the error, if any
     */
    static TextError Parse(std::string_view text, ConnectDescriptor& out);
};

} // namespace ns3::net8

#endif // NET8_EASY_CONNECT_H
