// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_BIND_ERROR_H
#define NET8_BIND_ERROR_H

#include <stdexcept>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Raised in Python as net8._core.PlanError.
 */
class PlanError : public std::invalid_argument
{
  public:
    using std::invalid_argument::invalid_argument;
};

} // namespace ns3::net8

#endif /* NET8_BIND_ERROR_H */
