// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SYSCTLS_H
#define NET8_TCP_SYSCTLS_H

#include "ns3/net8-tcp-settings.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Sysctls of a Linux host that a TCP profile may set besides those with an attribute of another
 * name. An attribute has the name of its sysctl without the prefix tcp_; times have no unit in
 * their name.
 */
class Net8TcpSysctls
{
  public:
    /// Value of a sysctl that is not set.
    static constexpr int64_t UNSET = -1;

    /// One sysctl.
    struct Entry
    {
        /// Kind of its value.
        enum class Kind : uint8_t
        {
            SWITCH, ///< 0 or 1.
            NUMBER, ///< A number.
            TIME    ///< A time, ns.
        };

        const char* name;                         ///< Name of the attribute.
        const char* help;                         ///< One sentence.
        Kind kind;                                ///< Kind of the value.
        int64_t most;                             ///< Largest value.
        int64_t (*get)(const TcpSettings&);       ///< Reads it.
        void (*set)(TcpSettings&, int64_t value); ///< Sets it.
    };

    /// @return all of them
    static const std::vector<Entry>& GetTable();

    Net8TcpSysctls();

    /**
     * @param index position in the table
     * @param value value; UNSET: that of Linux
     */
    void Set(std::size_t index, int64_t value)
    {
        m_values[index] = value;
    }

    /**
     * @param index position in the table
     * @return value; UNSET: that of Linux
     */
    int64_t Get(std::size_t index) const
    {
        return m_values[index];
    }

    /**
     * @param settings receives the values that are set
     */
    void Apply(TcpSettings& settings) const;

  private:
    std::vector<int64_t> m_values; ///< Values by position in the table.
};

} // namespace ns3::net8

#endif // NET8_TCP_SYSCTLS_H
