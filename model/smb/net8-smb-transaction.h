// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SMB_TRANSACTION_H
#define NET8_SMB_TRANSACTION_H

#include "net8-smb-message.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * An SMB transaction, for example on a named pipe: the content of the words and bytes of the
 * command 0x25. Its data are the bytes of the pipe.
 */
class SmbTransaction
{
  public:
    /// Operation on a pipe, the first word of the set-up.
    enum Function : uint16_t
    {
        PEEK = 0x0023,    ///< Query the number of bytes to read.
        TRANSACT = 0x0026 ///< Write a message and read one.
    };

    /// Number of words before the set-up of a request.
    static constexpr std::size_t REQUEST_WORDS = 14;
    /// Number of words before the set-up of a reply.
    static constexpr std::size_t REPLY_WORDS = 10;

    bool reply{false};           ///< It is a reply.
    std::vector<uint16_t> head;  ///< The words, in which offsets and counts are recomputed.
    std::vector<uint16_t> setup; ///< Set-up: for a pipe, its function and its file number.
    std::string name;            ///< The name of the pipe, before the parameters.
    std::string parameters;      ///< Parameters.
    std::string gap;             ///< Padding between them and the data.
    std::string data;            ///< Data.
    std::string tail;            ///< Bytes after the data.

    /**
     * Make a request that writes a message and reads the next one.
     * @param file file number of the pipe
     * @param message bytes to write
     * @param most maximum number of bytes in the reply's data
     * @return the request: 74 bytes of SMB without the message
     */
    static SmbTransaction Transact(uint16_t file, const std::string& message, uint16_t most);

    /**
     * Make the reply to such a request.
     * @param message bytes of the pipe
     * @return the reply: 56 bytes of SMB without the message
     */
    static SmbTransaction Answer(const std::string& message);

    /**
     * Read an SMB message.
     * @param message the message
     * @return its transaction; nothing if it has none, or offsets outside the message
     */
    static std::optional<SmbTransaction> Read(const SmbMessage& message);

    /**
     * Write the transaction.
     * @param[out] message receives its words and bytes
     */
    void Write(SmbMessage& message) const;
};

} // namespace ns3::net8

#endif /* NET8_SMB_TRANSACTION_H */
