// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_CONNECT_FILES_H
#define NET8_CONNECT_FILES_H

#include "net8-connect-descriptor.h"
#include "net8-duration.h"
#include "net8-ora-file.h"
#include "net8-text-error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A parameter that was read and that the model does not use.
 */
struct UnmodelledParameter
{
    std::string name; ///< as written
    std::string file; ///< file that it stands in; empty for a connect string
    uint32_t line{0}; ///< line in that file, counted from 1
};

/**
 * @ingroup net8
 * What sqlnet.ora and listener.ora say of TLS.
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
 * What sqlnet.ora says about the network. One file serves a client, a server, or both.
 */
struct SqlnetSettings
{
    /// Native encryption and checksums of one end: parameters that end in _CLIENT or _SERVER.
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
    std::optional<bool> disableOobAuto;              ///< DISABLE_OOB_AUTO, or DISABLE_OOB
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
 * SID_DESC of listener.ora: a service that is registered statically.
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
 * What listener.ora says about one listener.
 */
struct ListenerSettings
{
    std::string name;                              ///< as asked for
    ConnectDescriptor endPoints;                   ///< addresses listened on, SDU and TDU there
    std::vector<StaticService> services;           ///< SID_LIST_name
    std::optional<Duration> inboundConnectTimeout; ///< INBOUND_CONNECT_TIMEOUT_name
    std::optional<uint32_t> connectionRate;        ///< CONNECTION_RATE_name, connections per second
    std::string defaultService;                    ///< DEFAULT_SERVICE_name
    TlsFileSettings tls;                           ///< TLS
};

/**
 * @ingroup net8
 * The connect files of one side together. Each is optional; a later Read of the same kind replaces
 * the former. What is not modelled is listed, not refused, and so is what cannot be read and would
 * not be used.
 */
class ConnectFiles
{
  public:
    /**
     * @param path a tnsnames.ora
     * @param reader gives the content of files
     * @return what is wrong
     */
    TextError ReadTnsnames(const std::string& path, const OraFile::Reader& reader);

    /**
     * @param path a sqlnet.ora
     * @param reader gives the content of files
     * @return what is wrong
     */
    TextError ReadSqlnet(const std::string& path, const OraFile::Reader& reader);

    /**
     * @param path a listener.ora
     * @param listener name of the listener wanted
     * @param reader gives the content of files
     * @return what is wrong
     */
    TextError ReadListener(const std::string& path,
                           const std::string& listener,
                           const OraFile::Reader& reader);

    /**
     * Turn what a user types behind "@" into a descriptor: a descriptor as it is, an alias of
     * tnsnames.ora, or an Easy Connect string.
     * @param text descriptor, alias or Easy Connect string
     * @param[out] out the descriptor
     * @return what is wrong
     */
    TextError Resolve(const std::string& text, ConnectDescriptor& out);

    /** @return what sqlnet.ora says */
    const SqlnetSettings& GetSqlnet() const;

    /** @return what listener.ora says; nothing when there was none */
    const std::optional<ListenerSettings>& GetListener() const;

    /** @return parameters that were read and have no meaning here, in the order read */
    const std::vector<UnmodelledParameter>& GetUnmodelled() const;

  private:
    /**
     * @param alias an entry of tnsnames.ora
     * @param[out] out the descriptor
     * @return what is wrong
     */
    TextError ReadEntry(const OraParameter& alias, ConnectDescriptor& out);

    /**
     * @param descriptor a descriptor that was read
     * @param file file that it stands in
     * @return what is wrong with it as a way to a server
     */
    TextError Accept(const ConnectDescriptor& descriptor, const std::string& file);

    /**
     * @param alias a name without blanks
     * @return the entry of that name, with or without the default domain, or nullptr
     */
    const OraParameter* FindAlias(const std::string& alias) const;

    /**
     * @param parameter a parameter of sqlnet.ora
     * @return what is wrong
     */
    TextError TakeSqlnet(const OraParameter& parameter);

    /**
     * @param parameter a parameter of listener.ora
     * @return what is wrong
     */
    TextError TakeListener(const OraParameter& parameter);

    /**
     * @param name name of a parameter
     * @return whether the listener wanted uses it
     */
    bool IsOfListener(const NameValue& name) const;

    /**
     * @param parameter SID_LIST of the listener
     * @return what is wrong
     */
    TextError TakeSidList(const OraParameter& parameter);

    /**
     * @param nodes keys without a meaning here
     * @param file file that they stand in
     */
    void AddUnmodelled(const std::vector<NameValue>& nodes, const std::string& file);

    OraFile m_tnsnames;                            ///< tnsnames.ora
    bool m_hasTnsnames{false};                     ///< whether one was read
    std::string m_tnsnamesPath;                    ///< its path
    SqlnetSettings m_sqlnet;                       ///< what sqlnet.ora says
    std::optional<ListenerSettings> m_listener;    ///< what listener.ora says
    std::vector<UnmodelledParameter> m_unmodelled; ///< what has no meaning here
};

} // namespace ns3::net8

#endif // NET8_CONNECT_FILES_H
