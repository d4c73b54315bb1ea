// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_EASY_CONNECT_H
#define NET8_EASY_CONNECT_H

#include "net8-connect-descriptor.h"
#include "net8-connect-string.h"
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
 * A port applies to the preceding hosts that have none; hosts without any port, and ":" without
 * digits, use 1521. "," puts hosts into one address list, ";" starts the next one. An IPv6 address
 * is written in square brackets. A value with "&", "(", ")" or blanks at an end is written in
 * double quotes; `(low,high)` and `(LEVEL=low)` are read as in a descriptor. `host:port:SID`, the
 * older form of JDBC, is read everywhere.
 */
class EasyConnect
{
  public:
    /**
     * Read an Easy Connect string that was taken apart.
     * @param parts its target and options
     * @param[out] out receives the equivalent descriptor
     * @return the error, if any
     */
    static TextError Read(const ConnectString& parts, ConnectDescriptor& out);

    /**
     * Parse an Easy Connect string.
     * @param text the string, perhaps with credentials, which are dropped
     * @param[out] out receives the equivalent descriptor
     * @return the error, if any
     */
    static TextError Parse(std::string_view text, ConnectDescriptor& out);
};

} // namespace ns3::net8

#endif // NET8_EASY_CONNECT_H
