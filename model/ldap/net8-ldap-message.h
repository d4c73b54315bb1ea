// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LDAP_MESSAGE_H
#define NET8_LDAP_MESSAGE_H

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A message of LDAP version 3 (RFC 4511, section 4), in BER with definite lengths (section 5.1):
 * SEQUENCE { messageID INTEGER, protocolOp CHOICE }. Controls are left out and skipped.
 */
class LdapMessage
{
  public:
    /// Tag of a protocolOp (appendix B).
    enum class Operation : uint8_t
    {
        UNBIND_REQUEST = 0x42, ///< [APPLICATION 2] NULL.
        BIND_REQUEST = 0x60,   ///< [APPLICATION 0].
        BIND_RESPONSE = 0x61,  ///< [APPLICATION 1], an LDAPResult.
        SEARCH_REQUEST = 0x63, ///< [APPLICATION 3].
        SEARCH_ENTRY = 0x64,   ///< [APPLICATION 4].
        SEARCH_DONE = 0x65     ///< [APPLICATION 5], an LDAPResult.
    };

    /// Result codes of an LDAPResult (appendix A).
    enum class Result : uint8_t
    {
        SUCCESS = 0,
        PROTOCOL_ERROR = 2,
        NO_SUCH_OBJECT = 32
    };

    /// Most bytes of a message that is read.
    static constexpr std::size_t MOST = 1U << 20U;

    uint8_t id{0};             ///< messageID, 1 to 127.
    Operation operation{};     ///< What it is.
    std::vector<uint8_t> body; ///< Contents of the protocolOp.

    /**
     * Make a BindRequest by simple authentication (4.2); without name and password it is anonymous
     * (RFC 4513, 5.1.1).
     *
     * @param id messageID
     * @param name distinguished name of the user
     * @param password its password
     * @return the message
     */
    static LdapMessage MakeBindRequest(uint8_t id,
                                       const std::string& name,
                                       const std::string& password);

    /**
     * Make a SearchRequest (4.5.1) that reads an attribute of one object, whatever its class.
     *
     * @param id messageID
     * @param object distinguished name of the object
     * @param attribute the attribute
     * @return the message
     */
    static LdapMessage MakeSearchRequest(uint8_t id,
                                         const std::string& object,
                                         const std::string& attribute);

    /**
     * Make a SearchResultEntry (4.5.2) with one value.
     *
     * @param id messageID of the request
     * @param object distinguished name of the object
     * @param attribute the attribute
     * @param value its value
     * @return the message
     */
    static LdapMessage MakeSearchEntry(uint8_t id,
                                       const std::string& object,
                                       const std::string& attribute,
                                       const std::string& value);

    /**
     * Make an LDAPResult (4.1.9) without matchedDN and diagnosticMessage.
     *
     * @param id messageID of the request
     * @param operation BIND_RESPONSE or SEARCH_DONE
     * @param result result code
     * @return the message
     */
    static LdapMessage MakeResult(uint8_t id, Operation operation, Result result);

    /**
     * Make an UnbindRequest (4.3).
     *
     * @param id messageID
     * @return the message
     */
    static LdapMessage MakeUnbindRequest(uint8_t id);

    /**
     * @return the bytes of the message
     */
    std::vector<uint8_t> Encode() const;

    /**
     * @return the result code, or nothing if it is not an LDAPResult
     */
    std::optional<uint8_t> GetResult() const;

    /**
     * @return the first distinguished name: baseObject of a SearchRequest or objectName of a
     * SearchResultEntry; empty if it is neither, or cannot be read
     */
    std::string GetObject() const;
};

/**
 * @ingroup net8
 * Finds the messages in the bytes of a connection.
 */
class LdapReader
{
  public:
    /**
     * @param bytes bytes that arrived
     */
    void Add(std::span<const uint8_t> bytes);

    /**
     * @return the next message that is complete, or nothing
     */
    std::optional<LdapMessage> Take();

    /**
     * @return whether what arrived is no LDAP; nothing is read any more
     */
    bool HasFailed() const;

  private:
    std::vector<uint8_t> m_bytes; ///< Bytes of messages that are not complete.
    bool m_failed{false};         ///< What arrived is no LDAP.
};

} // namespace ns3::net8

#endif /* NET8_LDAP_MESSAGE_H */
