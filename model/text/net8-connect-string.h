// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CONNECT_STRING_H
#define NET8_CONNECT_STRING_H

#include "net8-text-error.h"

#include <string>
#include <string_view>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What people write to reach a database, taken apart:
 *
 *     [user[/password]@]target[?options] [as sysdba]
 *     jdbc:oracle:thin:[user/password]@target[?options]          also oci, oci8 and kprb
 *     Data Source=target;User Id=user;Password=password;...       ODP.NET, OLE DB and ODBC
 *     oracle[+dialect]://[user:password@]host[:port][/name][?options]
 *
 * Credentials are taken out before anything else looks at the text, so that no error sentence, plan
 * or result can hold them. A password may contain "@": the last "@" that what follows can begin
 * after counts.
 */
struct ConnectString
{
    /// One `name=value` behind "?".
    struct Option
    {
        std::string name;  ///< before "="; the whole text if there is none
        std::string value; ///< behind "=", as written
        bool assigns;      ///< whether there is a "="
    };

    std::string target;               ///< alias, descriptor, or Easy Connect text without options
    std::vector<Option> options;      ///< what follows "?", without credentials
    std::vector<std::string> ignored; ///< names of settings that belong to a driver
    std::vector<std::string> secrets; ///< texts that were taken out
    std::string kept;                 ///< the whole text without them, in the same form

    /**
     * Find the value of an option.
     * @param name its name, in any case
     * @return its value without quotes; empty if there is none
     */
    std::string GetOption(std::string_view name) const;

    /**
     * Take a text apart.
     * @param text what a user wrote
     * @param[out] out its parts
     * @return the error, if any; it quotes nothing that can be a credential
     */
    static TextError Split(std::string_view text, ConnectString& out);

    /**
     * Check whether a setting holds a secret.
     * @param name name of an option, a setting or a parameter
     * @return whether its value must not be stored or printed
     */
    static bool IsSecret(std::string_view name);
};

} // namespace ns3::net8

#endif // NET8_CONNECT_STRING_H
