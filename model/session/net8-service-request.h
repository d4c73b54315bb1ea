// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVICE_REQUEST_H
#define NET8_SERVICE_REQUEST_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What the connect data of a CONNECT ask a listener for.
 */
struct ServiceRequest
{
    /// Oracle error number for connect data that cannot be read (TNS-01153).
    static constexpr uint32_t ERROR_UNREADABLE = 1153;
    /// Oracle error number for a service that the listener does not know (ORA-12514).
    static constexpr uint32_t ERROR_UNKNOWN_SERVICE = 12514;

    std::string serviceName; ///< SERVICE_NAME, or SID if there is none.

    /**
     * @param connectData text of a connect descriptor
     * @return the request, or nothing if the text is no descriptor
     */
    static std::optional<ServiceRequest> Parse(std::string_view connectData);

    /**
     * @param service a service that is served; empty stands for any
     * @return true if this service is asked for, upper and lower case being equal
     */
    bool Matches(std::string_view service) const;
};

} // namespace ns3::net8

#endif /* NET8_SERVICE_REQUEST_H */
