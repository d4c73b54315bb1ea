// SPDX-License-Identifier: GPL-2.0-only
#include "net8-connect-files.h"

#include "net8-easy-connect.h"
#include "net8-value-reader.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

namespace
{

/**
 * Add the file name to an error.
 * @param error an error
 * @param file file to name, if there is an error and it names none
 * @return the error with its file
 */
TextError
InFile(TextError error, const std::string& file)
{
    error.file = error.IsError() && error.file.empty() ? file : error.file;
    return error;
}

/**
 * Read one of the timers of sqlnet.ora.
 * @param node a parameter
 * @param reader reader of its value
 * @param[in,out] out receives the setting
 * @return whether the parameter is one of them
 */
bool
TakeTimer(const NameValue& node, ValueReader& reader, SqlnetSettings& out)
{
    const std::pair<const char*, std::optional<Duration>*> timers[] = {
        {"TCP.CONNECT_TIMEOUT", &out.tcpConnectTimeout},
        {"SQLNET.OUTBOUND_CONNECT_TIMEOUT", &out.outboundConnectTimeout},
        {"SQLNET.INBOUND_CONNECT_TIMEOUT", &out.inboundConnectTimeout},
        {"SQLNET.SEND_TIMEOUT", &out.sendTimeout},
        {"SQLNET.RECV_TIMEOUT", &out.recvTimeout},
    };
    for (const auto& [name, member] : timers)
    {
        if (node.Is(name))
        {
            *member = reader.Time();
            return true;
        }
    }
    return false;
}

/**
 * Read one of the sizes and switches of sqlnet.ora.
 * @param node a parameter
 * @param reader reader of its value
 * @param[in,out] out receives the setting
 * @return whether the parameter is one of them
 */
bool
TakeSize(const NameValue& node, ValueReader& reader, SqlnetSettings& out)
{
    const std::pair<const char*, std::optional<uint32_t>*> sizes[] = {
        {"DEFAULT_SDU_SIZE", &out.defaultSdu},
        {"SEND_BUF_SIZE", &out.sendBufferSize},
        {"RECV_BUF_SIZE", &out.recvBufferSize},
        {"SQLNET.COMPRESSION_THRESHOLD", &out.compressionThreshold},
    };
    for (const auto& [name, member] : sizes)
    {
        if (node.Is(name))
        {
            *member = reader.Bytes();
            return true;
        }
    }
    if (node.Is("SQLNET.EXPIRE_TIME"))
    {
        out.expireTimeMin = reader.Number(0, 525'600, "minutes");
        return true;
    }
    return false;
}

/**
 * Read one of the switches of sqlnet.ora.
 * @param node a parameter
 * @param reader reader of its value
 * @param[in,out] out receives the setting
 * @return whether the parameter is one of them and its value is modelled
 */
bool
TakeSwitch(const NameValue& node, ValueReader& reader, SqlnetSettings& out)
{
    const std::pair<const char*, std::optional<bool>*> switches[] = {
        {"TCP.NODELAY", &out.tcpNodelay},
        {"DISABLE_OOB", &out.disableOob},
        {"DISABLE_OOB_AUTO", &out.disableOobAuto},
        {"USE_NS_PROBES_FOR_DCD", &out.nsProbes},
        {"USE_ENHANCED_POLL", &out.enhancedPoll},
        {"TCP.VALIDNODE_CHECKING", &out.validNodeChecking},
        {"SQLNET.COMPRESSION", &out.compression},
    };
    for (const auto& [name, member] : switches)
    {
        if (node.Is(name))
        {
            *member = reader.Switch();
            return !reader.IsMeaningless();
        }
    }
    return false;
}

/**
 * Read one of the lists and names of sqlnet.ora.
 * @param node a parameter
 * @param reader reader of its value
 * @param[in,out] out receives the setting
 * @return whether the parameter is one of them
 */
bool
TakeNaming(const NameValue& node, ValueReader& reader, SqlnetSettings& out)
{
    if (node.Is("NAMES.DEFAULT_DOMAIN"))
    {
        out.defaultDomain = reader.Text();
        return true;
    }
    const std::pair<const char*, std::vector<std::string>*> lists[] = {
        {"NAMES.DIRECTORY_PATH", &out.directoryPath},
        {"SQLNET.AUTHENTICATION_SERVICES", &out.authenticationServices},
        {"TCP.INVITED_NODES", &out.invitedNodes},
        {"TCP.EXCLUDED_NODES", &out.excludedNodes},
        {"SQLNET.COMPRESSION_LEVELS", &out.compressionLevels},
        {"SQLNET.ENCRYPTION_CLIENT", &out.clientSecurity.encryption},
        {"SQLNET.ENCRYPTION_SERVER", &out.serverSecurity.encryption},
        {"SQLNET.ENCRYPTION_TYPES_CLIENT", &out.clientSecurity.encryptionTypes},
        {"SQLNET.ENCRYPTION_TYPES_SERVER", &out.serverSecurity.encryptionTypes},
        {"SQLNET.CRYPTO_CHECKSUM_CLIENT", &out.clientSecurity.checksum},
        {"SQLNET.CRYPTO_CHECKSUM_SERVER", &out.serverSecurity.checksum},
        {"SQLNET.CRYPTO_CHECKSUM_TYPES_CLIENT", &out.clientSecurity.checksumTypes},
        {"SQLNET.CRYPTO_CHECKSUM_TYPES_SERVER", &out.serverSecurity.checksumTypes},
    };
    for (const auto& [name, member] : lists)
    {
        if (node.Is(name))
        {
            *member = node.GetItems();
            return true;
        }
    }
    return false;
}

/**
 * Read one of the TLS parameters.
 * @param node a parameter
 * @param reader reader of its value
 * @param[in,out] out receives the setting
 * @return whether the parameter is one of them and its value is modelled
 */
bool
TakeTls(const NameValue& node, ValueReader& reader, TlsFileSettings& out)
{
    const std::pair<const char*, std::vector<std::string>*> lists[] = {
        {"SSL_VERSION", &out.versions},
        {"SSL_CIPHER_SUITES", &out.cipherSuites},
    };
    for (const auto& [name, member] : lists)
    {
        if (node.Is(name))
        {
            *member = node.GetItems();
            return true;
        }
    }
    const std::pair<const char*, std::optional<bool>*> switches[] = {
        {"SSL_CLIENT_AUTHENTICATION", &out.clientAuthentication},
        {"USE_SNI", &out.useSni},
    };
    for (const auto& [name, member] : switches)
    {
        if (node.Is(name))
        {
            *member = reader.Switch();
            return !reader.IsMeaningless();
        }
    }
    return false;
}

/**
 * Read a parameter of sqlnet.ora.
 * @param node a parameter
 * @param reader reader of its value
 * @param[in,out] out receives the setting
 * @return whether the parameter is modelled
 */
bool
Take(const NameValue& node, ValueReader& reader, SqlnetSettings& out)
{
    return TakeTimer(node, reader, out) || TakeSize(node, reader, out) ||
           TakeSwitch(node, reader, out) || TakeNaming(node, reader, out) ||
           TakeTls(node, reader, out.tls);
}

/**
 * Check whether a parameter of sqlnet.ora is modelled.
 * @param name name of a parameter
 * @return whether it is
 */
bool
IsOfSqlnet(const NameValue& name)
{
    SqlnetSettings unused;
    const NameValue empty{name.name, std::string{}};
    ValueReader reader{empty};
    return name.Is("IFILE") || Take(empty, reader, unused);
}

/**
 * Read a static service.
 * @param node a node named SID_DESC
 * @param[out] out the service
 * @param[in,out] unmodelled receives unmodelled keys
 * @return the error, if any
 */
TextError
ReadSidDesc(const NameValue& node, StaticService& out, std::vector<NameValue>& unmodelled)
{
    for (const auto& child : node.children)
    {
        ValueReader reader{child};
        if (child.Is("SID_NAME"))
        {
            out.sid = reader.Text();
        }
        else if (child.Is("GLOBAL_DBNAME"))
        {
            out.globalName = reader.Text();
        }
        else if (child.Is("SDU"))
        {
            out.sdu = reader.Bytes();
        }
        else if (child.Is("TDU"))
        {
            out.tdu = reader.Bytes();
        }
        else
        {
            unmodelled.push_back(child);
        }
        if (reader.GetError().IsError())
        {
            return reader.GetError();
        }
    }
    return {};
}

} // namespace

TextError
ConnectFiles::ReadTnsnames(const std::string& path, const OraFile::Reader& reader)
{
    m_tnsnamesPath = path;
    m_hasTnsnames = true;
    return OraFile::Read(path, reader, m_tnsnames);
}

TextError
ConnectFiles::ReadSqlnet(const std::string& path, const OraFile::Reader& reader)
{
    OraFile file;
    TextError error = OraFile::Read(path, reader, file);
    m_sqlnet = {};
    for (size_t i = 0; i < file.parameters.size() && !error.IsError(); ++i)
    {
        error = InFile(TakeSqlnet(file.parameters[i]), file.parameters[i].file);
    }
    return error;
}

TextError
ConnectFiles::TakeSqlnet(const OraParameter& parameter)
{
    NameValue node = parameter.content;
    if (parameter.error.IsError())
    {
        AddUnmodelled({node}, parameter.file);
        return IsOfSqlnet(node) ? parameter.error : TextError{};
    }
    ValueReader reader{node};
    const bool taken = Take(node, reader, m_sqlnet);
    if (node.Is("NAMES.DIRECTORY_PATH"))
    {
        AddMethods(node, parameter.file);
    }
    if (!taken)
    {
        node.name += reader.IsMeaningless() ? "=" + *node.GetScalar() : "";
        AddUnmodelled({node}, parameter.file);
    }
    return reader.GetError();
}

void
ConnectFiles::AddMethods(const NameValue& node, const std::string& file)
{
    for (const auto& method : m_sqlnet.directoryPath)
    {
        if (!EqualNoCase(method, "TNSNAMES") && !EqualNoCase(method, "EZCONNECT") &&
            !EqualNoCase(method, "HOSTNAME"))
        {
            m_unmodelled.push_back({node.name + "=" + method, file, node.line});
        }
    }
}

TextError
ConnectFiles::ReadListener(const std::string& path,
                           const std::string& listener,
                           const OraFile::Reader& reader)
{
    OraFile file;
    TextError error = OraFile::Read(path, reader, file);
    m_listener.emplace().name = listener;
    for (size_t i = 0; i < file.parameters.size() && !error.IsError(); ++i)
    {
        error = InFile(TakeListener(file.parameters[i]), file.parameters[i].file);
    }
    if (!error.IsError() && !file.Find(listener))
    {
        error = {.file = path,
                 .message = "found no listener " + listener + " where one was expected" +
                            file.ListEntries()};
    }
    return error;
}

TextError
ConnectFiles::TakeListener(const OraParameter& parameter)
{
    const NameValue& node = parameter.content;
    const std::string& name = m_listener->name;
    if (parameter.error.IsError())
    {
        AddUnmodelled({node}, parameter.file);
        return IsOfListener(node) ? parameter.error : TextError{};
    }
    ValueReader reader{node};
    if (node.Is(name))
    {
        // The text after the name may lack the enclosing DESCRIPTION.
        const bool whole = node.children.size() == 1 &&
                           (node.Find("DESCRIPTION") || node.Find("DESCRIPTION_LIST"));
        const bool several = !whole && node.Find("DESCRIPTION");
        const NameValue around{several ? "DESCRIPTION_LIST" : "DESCRIPTION", node.children};
        const TextError error =
            ConnectDescriptor::Read(whole ? node.children.front() : around, m_listener->endPoints);
        AddUnmodelled(m_listener->endPoints.GetUnmodelled(), parameter.file);
        return error.IsError() && error.line == 0 ? node.Error(error.message) : error;
    }
    if (node.Is("SID_LIST_" + name))
    {
        return TakeSidList(parameter);
    }
    // CONNECT_TIMEOUT_name is the older name of this timer.
    if (node.Is("INBOUND_CONNECT_TIMEOUT_" + name) || node.Is("CONNECT_TIMEOUT_" + name))
    {
        m_listener->inboundConnectTimeout = reader.Time();
    }
    else if (node.Is("CONNECTION_RATE_" + name))
    {
        m_listener->connectionRate = reader.Number(1, 1'000'000, "connections per second");
    }
    else if (node.Is("DEFAULT_SERVICE_" + name))
    {
        m_listener->defaultService = reader.Text();
    }
    else if (!TakeTls(node, reader, m_listener->tls))
    {
        AddUnmodelled({node}, parameter.file);
    }
    return reader.GetError();
}

bool
ConnectFiles::IsOfListener(const NameValue& name) const
{
    if (name.Is("IFILE") || name.Is(m_listener->name))
    {
        return true;
    }
    for (const char* what : {"SID_LIST_",
                             "INBOUND_CONNECT_TIMEOUT_",
                             "CONNECT_TIMEOUT_",
                             "CONNECTION_RATE_",
                             "DEFAULT_SERVICE_"})
    {
        if (name.Is(what + m_listener->name))
        {
            return true;
        }
    }
    return false;
}

TextError
ConnectFiles::TakeSidList(const OraParameter& parameter)
{
    // The documented form is (SID_LIST=(SID_DESC=...)...); bare SID_DESCs also occur.
    const NameValue* list = parameter.content.Find("SID_LIST");
    std::vector<NameValue> unmodelled;
    TextError error;
    for (const auto& child : list ? list->children : parameter.content.children)
    {
        if (!child.Is("SID_DESC"))
        {
            unmodelled.push_back(child);
        }
        else if (!error.IsError())
        {
            error = ReadSidDesc(child, m_listener->services.emplace_back(), unmodelled);
        }
    }
    AddUnmodelled(unmodelled, parameter.file);
    return error;
}

TextError
ConnectFiles::Resolve(const std::string& text, ConnectDescriptor& out)
{
    ConnectString parts;
    TextError error = ConnectString::Split(text, parts);
    if (error.IsError())
    {
        return error;
    }
    const std::string& wanted = parts.target;
    const OraParameter* alias = nullptr;
    if (wanted.starts_with('('))
    {
        error = ConnectDescriptor::Parse(wanted, out);
        error = error.IsError() ? error : Accept(out, "");
    }
    else if ((alias = Allows({"TNSNAMES"}) ? FindAlias(wanted) : nullptr))
    {
        error = ReadEntry(*alias, out);
    }
    else
    {
        return ResolveEasy(parts, out);
    }
    if (!error.IsError())
    {
        AddIgnored(parts, true);
    }
    return error;
}

TextError
ConnectFiles::ResolveEasy(const ConnectString& parts, ConnectDescriptor& out)
{
    const std::string& wanted = parts.target;
    const std::string& domain = m_sqlnet.defaultDomain;
    const std::string names =
        "'" + wanted + "'" + (domain.empty() ? "" : " nor '" + wanted + "." + domain + "'");
    const bool bareWord = wanted.find_first_of("/:[,;") == std::string::npos;
    if (m_hasTnsnames && bareWord && Allows({"TNSNAMES"}))
    {
        return {.file = m_tnsnamesPath,
                .message = "found no alias " + names + " where one was expected" +
                           m_tnsnames.ListEntries()};
    }
    if (!Allows({"EZCONNECT", "HOSTNAME"}))
    {
        std::string methods;
        for (const auto& method : m_sqlnet.directoryPath)
        {
            methods += (methods.empty() ? "" : ", ") + method;
        }
        return {.file = {},
                .message = "found no alias '" + wanted + "' where one was expected: " +
                           "NAMES.DIRECTORY_PATH allows " + methods + ", and not EZCONNECT"};
    }
    TextError error = EasyConnect::Read(parts, out);
    error = error.IsError() ? error : Accept(out, "");
    if (!error.IsError())
    {
        AddIgnored(parts, false);
    }
    return error;
}

bool
ConnectFiles::Allows(std::initializer_list<const char*> methods) const
{
    const auto& path = m_sqlnet.directoryPath;
    return path.empty() || std::any_of(path.begin(), path.end(), [&](const std::string& allowed) {
               return std::any_of(methods.begin(), methods.end(), [&](const char* method) {
                   return EqualNoCase(allowed, method);
               });
           });
}

void
ConnectFiles::AddIgnored(const ConnectString& parts, bool withOptions)
{
    for (const auto& name : parts.ignored)
    {
        m_unmodelled.push_back({name, "", 0});
    }
    for (const auto& option : parts.options)
    {
        if (withOptions)
        {
            m_unmodelled.push_back({option.name, "", 0});
        }
    }
}

TextError
ConnectFiles::Accept(const ConnectDescriptor& descriptor, const std::string& file)
{
    AddUnmodelled(descriptor.GetUnmodelled(), file);
    return descriptor.CheckProtocols();
}

TextError
ConnectFiles::ReadEntry(const OraParameter& alias, ConnectDescriptor& out)
{
    const NameValue& node = alias.content;
    if (alias.error.IsError())
    {
        return alias.error;
    }
    if (node.children.empty() && !node.value.empty())
    {
        // An alias may stand for an Easy Connect string.
        ConnectString parts;
        TextError error = ConnectString::Split(node.value, parts);
        error = error.IsError() ? error : EasyConnect::Read(parts, out);
        error = error.IsError() ? error : Accept(out, alias.file);
        if (!error.IsError())
        {
            AddIgnored(parts, false);
        }
        return InFile(error.IsError() ? node.Error(error.message) : error, alias.file);
    }
    if (node.children.size() != 1)
    {
        return InFile(node.Error("found " + std::to_string(node.children.size()) +
                                 " descriptors behind " + node.name + " where one was expected"),
                      alias.file);
    }
    TextError error = ConnectDescriptor::Read(node.children.front(), out);
    if (!error.IsError())
    {
        error = Accept(out, alias.file);
        error = error.IsError() ? node.Error(error.message) : error;
    }
    return InFile(error, alias.file);
}

const OraParameter*
ConnectFiles::FindAlias(const std::string& alias) const
{
    // The default domain is appended to a name without a dot.
    const std::string& domain = m_sqlnet.defaultDomain;
    const bool qualify = !domain.empty() && alias.find('.') == std::string::npos;
    const OraParameter* full = qualify ? m_tnsnames.Find(alias + "." + domain) : nullptr;
    return full ? full : m_tnsnames.Find(alias);
}

const SqlnetSettings&
ConnectFiles::GetSqlnet() const
{
    return m_sqlnet;
}

const std::optional<ListenerSettings>&
ConnectFiles::GetListener() const
{
    return m_listener;
}

const std::vector<UnmodelledParameter>&
ConnectFiles::GetUnmodelled() const
{
    return m_unmodelled;
}

void
ConnectFiles::AddUnmodelled(const std::vector<NameValue>& nodes, const std::string& file)
{
    for (const auto& node : nodes)
    {
        m_unmodelled.push_back({node.name, file, node.line});
    }
}

} // namespace ns3::net8
