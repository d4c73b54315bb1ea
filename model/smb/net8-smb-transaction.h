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
 * A transaction of SMB, such as one on a named pipe: what the words and bytes of the command 0x25
 * say. The bytes of a pipe's message are its data.
 */
class SmbTransaction
{
  public:
    /// What is done to a pipe, the first word of the set-up.
    enum Function : uint16_t
    {
        PEEK = 0x0023,    ///< How much there is to read.
        TRANSACT = 0x0026 ///< A message is written, and one is read.
    };

    /// Words in front of the set-up of a request.
    static constexpr std::size_t REQUEST_WORDS = 14;
    /// Words in front of the set-up of a reply.
    static constexpr std::size_t REPLY_WORDS = 10;

    bool reply{false};           ///< It is a reply.
    std::vector<uint16_t> head;  ///< The words, in which places and numbers are made anew.
    std::vector<uint16_t> setup; ///< Set-up: of a pipe its function and its file.
    std::string name;            ///< What stands before the parameters: the name of the pipe.
    std::string parameters;      ///< Parameters.
    std::string gap;             ///< Bytes between them and the data.
    std::string data;            ///< Data.
    std::string tail;            ///< Bytes behind the data.

    /**
     * @param file number of the open pipe
     * @param message bytes that are written to it
     * @param most most bytes of the reply's data
     * @return a request that writes a message and reads the next: 74 bytes of SMB without the
     * message
     */
    static SmbTransaction Transact(uint16_t file, const std::string& message, uint16_t most);

    /**
     * @param message a message with the bytes of a pipe
     * @return the reply to such a request: 56 bytes of SMB without the message
     */
    static SmbTransaction Answer(const std::string& message);

    /**
     * @param message a message of SMB
     * @return the transaction in it; nothing if it is none, or says places outside of it
     */
    static std::optional<SmbTransaction> Read(const SmbMessage& message);

    /**
     * @param[out] message receives words and bytes of it
     */
    void Write(SmbMessage& message) const;
};

} // namespace ns3::net8

#endif /* NET8_SMB_TRANSACTION_H */
