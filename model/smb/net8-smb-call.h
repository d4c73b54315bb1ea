// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SMB_CALL_H
#define NET8_SMB_CALL_H

#include "net8-smb-message.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What a client asks on its way to a named pipe and at the pipe, or what it is answered, as a
 * message of SMB in the dialect NT LM 0.12.
 *
 * The way there has the messages of a public capture (Samba, 2007: 190, 80, 94, 62, 65, 49, 91 and
 * 103 bytes with the names that stand there), peeks, reads and writes the sizes of MS-CIFS.
 */
struct SmbCall
{
    /// What is asked.
    enum class Kind : uint8_t
    {
        NEGOTIATE, ///< A dialect.
        SET_UP,    ///< A session of a user.
        CONNECT,   ///< The share IPC$.
        OPEN,      ///< A pipe.
        WRITE,     ///< Bytes are written to the pipe.
        PEEK,      ///< How many bytes wait in it.
        READ,      ///< Bytes are read from it.
        CLOSE      ///< The pipe.
    };

    /// Status of a read that leaves bytes of its message in the pipe (STATUS_BUFFER_OVERFLOW).
    static constexpr uint32_t MORE = 0x80000005;
    /// Most bytes that a write or a read may carry.
    static constexpr uint32_t MOST = 0xff00;

    Kind kind{Kind::NEGOTIATE}; ///< What is asked.
    bool reply{false};          ///< It is the answer.
    uint16_t number{0};         ///< Number of the request.
    uint16_t file{0};           ///< Number of the pipe: in the reply of OPEN and behind it.
    uint32_t status{0};         ///< Of a reply: 0, MORE, or an error.
    uint32_t size{0};   ///< Most bytes to read; of replies the bytes written or, of PEEK, waiting.
    std::string name{}; ///< User, share or pipe; of the reply of NEGOTIATE the server's domain.
    std::string data{}; ///< Bytes that are written, or were read.

    /**
     * @return the message
     */
    SmbMessage Make() const;

    /**
     * @param message a message
     * @return what it asks or answers; nothing if it is none of these, or contradicts itself
     */
    static std::optional<SmbCall> Read(const SmbMessage& message);
};

} // namespace ns3::net8

#endif /* NET8_SMB_CALL_H */
