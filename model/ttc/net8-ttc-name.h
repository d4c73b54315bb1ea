// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TTC_NAME_H
#define NET8_TTC_NAME_H

#include "net8-ttc-code.h"

#include <string>
#include <string_view>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Get the name of a message type.
 * @param message type of a message
 * @return its name, such as "end of call"; empty if the type is unknown
 */
std::string_view GetTtcName(TtcMessage message);

/**
 * @ingroup net8
 * Get the name of a function.
 * @param function a function
 * @return its name, such as "fetch"; empty if the function is unknown
 */
std::string_view GetTtcName(TtcFunction function);

} // namespace ns3::net8

#endif /* NET8_TTC_NAME_H */
