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
 * A request of a client that opens or uses a named pipe, or its answer, as an SMB message in the
 * dialect NT LM 0.12.
 *
 * The messages that open the pipe are those of a public capture (Samba, 2007: 190, 80, 94, 62, 65,
 * 49, 91 and 103 bytes with the names in it); peeks, reads and writes have the sizes of MS-CIFS.
 */
struct SmbCall
{
    /// Kind of request.
    enum class Kind : uint8_t
    {
        NEGOTIATE, ///< Negotiate the dialect.
        SET_UP,    ///< Set up a user session.
        CONNECT,   ///< Connect to the share IPC$.
        OPEN,      ///< Open a pipe.
        WRITE,     ///< Write bytes to the pipe.
        PEEK,      ///< Query how many bytes wait in it.
        READ,      ///< Read bytes from it.
        CLOSE      ///< Close the pipe.
    };

    /// Status of a read that leaves bytes of its message in the pipe (STATUS_BUFFER_OVERFLOW).
    static constexpr uint32_t MORE = 0x80000005;
    /// Maximum number of bytes in a write or a read.
    static constexpr uint32_t MOST = 0xff00;

    Kind kind{Kind::NEGOTIATE}; ///< Kind of request.
    bool reply{false};          ///< It is an answer.
    uint16_t number{0};         ///< Number of the request.
    uint16_t file{0};           ///< File number of the pipe: in the reply to OPEN and afterwards.
    uint32_t status{0};         ///< Status of a reply: 0, MORE, or an error.
    uint32_t size{0};   ///< Maximum bytes to read; in replies, bytes written or (PEEK) waiting.
    std::string name{}; ///< User, share or pipe; in the reply to NEGOTIATE, the server's domain.
    std::string data{}; ///< Bytes written or read.

    /**
     * @return the SMB message
     */
    SmbMessage Make() const;

    /**
     * Read a message.
     * @param message a message
     * @return the call; nothing if it is not one of these, or inconsistent
     */
    static std::optional<SmbCall> Read(const SmbMessage& message);
};

} // namespace ns3::net8

#endif /* NET8_SMB_CALL_H */
