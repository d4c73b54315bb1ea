// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CONNECT_FILES_H
#define NET8_CONNECT_FILES_H

#include "net8-connect-descriptor.h"
#include "net8-connect-string.h"
#include "net8-duration.h"
#include "net8-ora-file.h"
#include "net8-text-error.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A parameter that was read but is not used by the model.
 */
struct UnmodelledParameter
{
    std::string name; ///< as written
    std::string file; ///< file that contains it; empty for a connect string
    uint32_t line{0}; ///< line in that file, counted from 1
};

/**
 * @ingroup net8
 * TLS settings of sqlnet.ora and listener.ora.
 */
struct TlsFileSettings
{
    std::vector<std::string> versions;        ///< SSL_VERSION, its words
    std::vector<std::string> cipherSuites;    ///< SSL_CIPHER_SUITES, names
    std::optional<bool> clientAuthentication; ///< SSL_CLIENT_AUTHENTICATION
    std::optional<bool> useSni;               ///< USE_SNI
};

/**
 * @ingroup net8
 * Network settings of sqlnet.ora. One file serves a client, a server, or both.
 */
struct SqlnetSettings
{
    /// Native encryption and checksums of one end: the parameters ending in _CLIENT or _SERVER.
    struct Security
    {
        std::vector<std::string> encryption;      ///< SQLNET.ENCRYPTION_, a word
        std::vector<std::string> encryptionTypes; ///< SQLNET.ENCRYPTION_TYPES_
        std::vector<std::string> checksum;        ///< SQLNET.CRYPTO_CHECKSUM_, a word
        std::vector<std::string> checksumTypes;   ///< SQLNET.CRYPTO_CHECKSUM_TYPES_
    };

    std::vector<std::string> directoryPath;          ///< NAMES.DIRECTORY_PATH, naming methods
    std::string defaultDomain;                       ///< NAMES.DEFAULT_DOMAIN
    std::optional<uint32_t> defaultSdu;              ///< DEFAULT_SDU_SIZE, bytes
    std::optional<bool> tcpNodelay;                  ///< TCP.NODELAY
    std::optional<bool> disableOob;                  ///< DISABLE_OOB
    std::optional<bool> disableOobAuto;              ///< DISABLE_OOB_AUTO
    std::vector<std::string> authenticationServices; ///< SQLNET.AUTHENTICATION_SERVICES
    std::optional<uint32_t> sendBufferSize;          ///< SEND_BUF_SIZE, bytes
    std::optional<uint32_t> recvBufferSize;          ///< RECV_BUF_SIZE, bytes
    std::optional<Duration> tcpConnectTimeout;       ///< TCP.CONNECT_TIMEOUT
    std::optional<Duration> outboundConnectTimeout;  ///< SQLNET.OUTBOUND_CONNECT_TIMEOUT
    std::optional<Duration> inboundConnectTimeout;   ///< SQLNET.INBOUND_CONNECT_TIMEOUT
    std::optional<Duration> sendTimeout;             ///< SQLNET.SEND_TIMEOUT
    std::optional<Duration> recvTimeout;             ///< SQLNET.RECV_TIMEOUT
    std::optional<uint32_t> expireTimeMin;           ///< SQLNET.EXPIRE_TIME, minutes
    std::optional<bool> nsProbes;                    ///< USE_NS_PROBES_FOR_DCD
    std::optional<bool> enhancedPoll;                ///< USE_ENHANCED_POLL
    std::optional<bool> compression;                 ///< SQLNET.COMPRESSION
    std::vector<std::string> compressionLevels;      ///< SQLNET.COMPRESSION_LEVELS
    std::optional<uint32_t> compressionThreshold;    ///< SQLNET.COMPRESSION_THRESHOLD, bytes
    std::optional<bool> validNodeChecking;           ///< TCP.VALIDNODE_CHECKING
    std::vector<std::string> invitedNodes;           ///< TCP.INVITED_NODES
    std::vector<std::string> excludedNodes;          ///< TCP.EXCLUDED_NODES
    Security clientSecurity;                         ///< Of clients
    Security serverSecurity;                         ///< Of servers
    TlsFileSettings tls;                             ///< TLS
};

/**
 * @ingroup net8
 * SID_DESC of listener.ora: a statically registered service.
 */
struct StaticService
{
    std::string sid;             ///< SID_NAME
    std::string globalName;      ///< GLOBAL_DBNAME
    std::optional<uint32_t> sdu; ///< SDU, bytes
    std::optional<uint32_t> tdu; ///< TDU, bytes
};

/**
 * @ingroup net8
 * Settings of one listener from listener.ora.
 */
struct ListenerSettings
{
    std::string name;                              ///< as asked for
    ConnectDescriptor endPoints;                   ///< addresses to listen on, with their SDU and
                                                   ///< TDU
    std::vector<StaticService> services;           ///< SID_LIST_name
    std::optional<Duration> inboundConnectTimeout; ///< INBOUND_CONNECT_TIMEOUT_name
    std::optional<uint32_t> connectionRate;        ///< CONNECTION_RATE_name, connections per second
    std::string defaultService;                    ///< DEFAULT_SERVICE_name
    TlsFileSettings tls;                           ///< TLS
};

/**
 * @ingroup net8
 * The connect files of one side. Each file is optional; a later Read of the same kind replaces the
 * earlier one. Unmodelled parameters are listed, not refused, and so are parameters that cannot be
 * read but would not be used anyway.
 */
class ConnectFiles
{
  public:
    /**
     * Read a tnsnames.ora.
     * @param path the file
     * @param reader returns the content of a file
     * @return the error, if any
     */
    TextError ReadTnsnames(const std::string& path, const OraFile::Reader& reader);

    /**
     * Read a sqlnet.ora.
     * @param path the file
     * @param reader returns the content of a file
     * @return the error, if any
     */
    TextError ReadSqlnet(const std::string& path, const OraFile::Reader& reader);

    /**
     * Read a listener.ora.
     * @param path the file
     * @param listener name of the listener to read
     * @param reader returns the content of a file
     * @return the error, if any
     */
    TextError ReadListener(const std::string& path,
                           const std::string& listener,
                           const OraFile::Reader& reader);

    /**
     * Turn what a user types into a descriptor: a complete descriptor, an alias of tnsnames.ora, or
     * an Easy Connect string, as NAMES.DIRECTORY_PATH of sqlnet.ora allows; any of them in one of
     * the forms of ConnectString.
     * @param text descriptor, alias or Easy Connect string
     * @param[out] out receives the descriptor
     * @return the error, if any
     */
    TextError Resolve(const std::string& text, ConnectDescriptor& out);

    /** @return the settings of sqlnet.ora */
    const SqlnetSettings& GetSqlnet() const;

    /** @return the settings of listener.ora; nothing if none was read */
    const std::optional<ListenerSettings>& GetListener() const;

    /** @return the unmodelled parameters, in the order read */
    const std::vector<UnmodelledParameter>& GetUnmodelled() const;

  private:
    /**
     * Resolve a text that is neither a descriptor nor an alias.
     * @param parts the text
     * @param[out] out receives the descriptor
     * @return the error, if any
     */
    TextError ResolveEasy(const ConnectString& parts, ConnectDescriptor& out);

    /**
     * Check a naming method.
     * @param methods names of one method
     * @return whether NAMES.DIRECTORY_PATH has one of them, or does not exist
     */
    bool Allows(std::initializer_list<const char*> methods) const;

    /**
     * Record what is not used of a connect string.
     * @param parts the string
     * @param withOptions whether its options change nothing either
     */
    void AddIgnored(const ConnectString& parts, bool withOptions);

    /**
     * Record the naming methods that are not modelled.
     * @param node NAMES.DIRECTORY_PATH
     * @param file file that contains it
     */
    void AddMethods(const NameValue& node, const std::string& file);

    /**
     * Read the descriptor of an alias.
     * @param alias an entry of tnsnames.ora
     * @param[out] out receives the descriptor
     * @return the error, if any
     */
    TextError ReadEntry(const OraParameter& alias, ConnectDescriptor& out);

    /**
     * Check that a descriptor leads to a server and record its unmodelled parameters.
     * @param descriptor the descriptor
     * @param file file that contains it
     * @return the error, if any
     */
    TextError Accept(const ConnectDescriptor& descriptor, const std::string& file);

    /**
     * Find an alias of tnsnames.ora.
     * @param alias a name without blanks
     * @return the entry of that name, with or without the default domain; nullptr if there is none
     */
    const OraParameter* FindAlias(const std::string& alias) const;

    /**
     * Store one parameter of sqlnet.ora.
     * @param parameter the parameter
     * @return the error, if any
     */
    TextError TakeSqlnet(const OraParameter& parameter);

    /**
     * Store one parameter of listener.ora.
     * @param parameter the parameter
     * @return the error, if any
     */
    TextError TakeListener(const OraParameter& parameter);

    /**
     * Check whether a parameter belongs to the listener being read.
     * @param name name of a parameter
     * @return whether it does
     */
    bool IsOfListener(const NameValue& name) const;

    /**
     * Read the static services of the listener.
     * @param parameter SID_LIST of the listener
     * @return the error, if any
     */
    TextError TakeSidList(const OraParameter& parameter);

    /**
     * Record unmodelled parameters.
     * @param nodes the parameters
     * @param file file that contains them
     */
    void AddUnmodelled(const std::vector<NameValue>& nodes, const std::string& file);

    OraFile m_tnsnames;                            ///< tnsnames.ora
    bool m_hasTnsnames{false};                     ///< whether one was read
    std::string m_tnsnamesPath;                    ///< its path
    SqlnetSettings m_sqlnet;                       ///< settings of sqlnet.ora
    std::optional<ListenerSettings> m_listener;    ///< settings of listener.ora
    std::vector<UnmodelledParameter> m_unmodelled; ///< unmodelled parameters
};

} // namespace ns3::net8

#endif // NET8_CONNECT_FILES_H
