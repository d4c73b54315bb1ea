// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_REPLY_H
#define NET8_TDS_REPLY_H

#include "net8-tds-columns.h"
#include "net8-tds-counted-token.h"
#include "net8-tds-done.h"
#include "net8-tds-environment.h"
#include "net8-tds-login-ack.h"
#include "net8-tds-message.h"
#include "net8-tds-return-status.h"
#include "net8-tds-return-value.h"
#include "net8-tds-row.h"

#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A reply of a server: a sequence of tokens.
 */
class TdsReply
{
  public:
    /// A token.
    using Token = std::variant<TdsDone,
                               TdsColumns,
                               TdsRow,
                               TdsEnvironment,
                               TdsMessage,
                               TdsLoginAck,
                               TdsReturnStatus,
                               TdsReturnValue,
                               TdsCountedToken>;

    std::vector<Token> tokens; ///< The tokens.

    /**
     * Decode a reply.
     * @param bytes the whole reply
     * @param layout layout of the session
     * @return its tokens; nothing if one is unknown or too short, or a row has no columns
     */
    static std::optional<TdsReply> Decode(std::span<const uint8_t> bytes, const TdsLayout& layout);

    /**
     * Decode the end of a reply.
     * @param bytes the last bytes of the reply, starting anywhere
     * @param layout layout of the session
     * @return the final tokens: DONEINPROC, status and DONEPROC of a call, else a DONE; nothing if
     * it ends otherwise
     */
    static std::optional<TdsReply> DecodeEnd(std::span<const uint8_t> bytes,
                                             const TdsLayout& layout);

    /**
     * Get the size of the reply.
     * @param layout layout of the session
     * @return size of the encoded reply, bytes
     */
    uint64_t Size(const TdsLayout& layout) const;

    /**
     * Encode the reply.
     * @param layout layout of the session
     * @return its bytes
     */
    std::vector<uint8_t> Encode(const TdsLayout& layout) const;

    /**
     * @return the last DONE of any kind, or nullptr if there is none
     */
    const TdsDone* GetEnd() const;

    /**
     * Find a token by type.
     * @tparam TOKEN type of the token
     * @return the first token of this type, or nullptr
     */
    template <class TOKEN>
    const TOKEN* Find() const
    {
        for (const auto& token : tokens)
        {
            if (const auto* found = std::get_if<TOKEN>(&token))
            {
                return found;
            }
        }
        return nullptr;
    }
};

} // namespace ns3::net8

#endif /* NET8_TDS_REPLY_H */
