// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_HANDLER_KINDS_H
#define NET8_HANDLER_KINDS_H

#include "net8-handler-kind.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A word of Handlers and what it stands for.
 */
struct HandlerWord
{
    std::string word;                                       ///< The word.
    std::function<std::unique_ptr<Net8HandlerKind>()> make; ///< Makes its kind.
};

/**
 * @ingroup net8
 * @return the kinds of handlers that every instance knows, in the order in which they start
 */
const std::vector<HandlerWord>& GetHandlerKinds();

} // namespace ns3::net8

#endif /* NET8_HANDLER_KINDS_H */
