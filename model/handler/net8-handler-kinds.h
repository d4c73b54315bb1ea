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
 * A word of the attribute Handlers, and the kind of handler it names.
 */
struct HandlerWord
{
    std::string word;                                       ///< The word.
    std::function<std::unique_ptr<Net8HandlerKind>()> make; ///< Makes the kind.
};

/**
 * @ingroup net8
 * @return the kinds of handlers that every instance knows, in the order in which they are started
 */
const std::vector<HandlerWord>& GetHandlerKinds();

} // namespace ns3::net8

#endif /* NET8_HANDLER_KINDS_H */
