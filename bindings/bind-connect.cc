// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * Connect strings and connect files for Python.
 */
#include "bind.h"

#include "ns3/net8-cman-rules.h"
#include "ns3/net8-connect-files.h"
#include "ns3/net8-connect-string.h"
#include "ns3/net8-source-route.h"

#include <algorithm>
#include <pybind11/stl.h>

namespace py = pybind11;

namespace ns3::net8
{

namespace
{

/// A text that cannot be parsed; `ConnectError` in Python.
class ConnectError : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

/**
 * @param error result of parsing a text
 * @throw ConnectError if it is an error
 */
void
Check(const TextError& error)
{
    if (error.IsError())
    {
        throw ConnectError(error.GetSentence());
    }
}

/**
 * Read a file as UTF-8, as required by Python's strings. Old connect files are in an 8-bit code
 * page, which is taken as Latin-1.
 *
 * @param path path of the file
 * @return its content in UTF-8, or nothing
 */
std::optional<std::string>
ReadAsUtf8(const std::string& path)
{
    const std::optional<std::string> text = OraFile::ReadFromDisk(path);
    // UTF-16 is not converted, so that the parser can report it.
    if (!text || text->starts_with("\xff\xfe") || text->starts_with("\xfe\xff"))
    {
        return text;
    }
    const auto size = static_cast<Py_ssize_t>(text->size());
    PyObject* decoded = PyUnicode_DecodeUTF8(text->data(), size, nullptr);
    if (!decoded)
    {
        PyErr_Clear();
        decoded = PyUnicode_DecodeLatin1(text->data(), size, nullptr);
    }
    return py::reinterpret_steal<py::str>(decoded).cast<std::string>();
}

/**
 * @param duration a duration or none
 * @return whole milliseconds or None
 */
py::object
Milliseconds(const std::optional<Duration>& duration)
{
    return duration ? py::object{py::int_(duration->milliseconds)} : py::object{py::none()};
}

/**
 * @param address one address
 * @return its settings
 */
py::dict
AddressToDict(const ConnectAddress& address)
{
    py::dict out;
    out["protocol"] = address.protocol;
    out["host"] = address.host;
    out["port"] = address.port;
    out["key"] = address.key;
    out["lan_name"] = address.IsOnLan() ? address.GetLanNames().front().second : std::string();
    out["sdu_bytes"] = address.sdu;
    out["queue_size"] = address.queueSize;
    out["rate_limit"] = address.rateLimit;
    out["ip"] = address.ip;
    out["send_buffer_bytes"] = address.sendBufferSize;
    out["recv_buffer_bytes"] = address.recvBufferSize;
    return out;
}

/**
 * @param lists address lists of a description
 * @param around options of that description, which apply to addresses outside of lists
 * @return the lists with their options, defaults filled in
 */
py::list
ListsToPython(const std::vector<AddressList>& lists, const ListOptions& around)
{
    py::list out;
    for (const auto& list : lists)
    {
        const ListOptions& options = list.isBare ? around : list.options;
        py::list addresses;
        for (const auto& address : list.addresses)
        {
            addresses.append(AddressToDict(address));
        }
        py::dict entry;
        entry["load_balance"] = ConnectDescriptor::GetLoadBalance(options);
        entry["failover"] = ConnectDescriptor::GetFailover(options);
        entry["source_route"] = options.sourceRoute.value_or(false);
        entry["addresses"] = addresses;
        out.append(entry);
    }
    return out;
}

/**
 * @param description one description
 * @return its settings
 */
py::dict
DescriptionToDict(const ConnectDescription& description)
{
    const ConnectData data = description.connectData.value_or(ConnectData{});
    py::dict out;
    out["sdu_bytes"] = description.sdu;
    out["tdu_bytes"] = description.tdu;
    out["send_buffer_bytes"] = description.sendBufferSize;
    out["recv_buffer_bytes"] = description.recvBufferSize;
    out["retry_count"] = description.retryCount;
    out["retry_delay_ms"] = Milliseconds(description.retryDelay);
    out["connect_timeout_ms"] = Milliseconds(description.connectTimeout);
    out["transport_connect_timeout_ms"] = Milliseconds(description.transportConnectTimeout);
    out["expire_time_min"] = description.expireTimeMin;
    out["use_sni"] = description.useSni;
    out["load_balance"] = ConnectDescriptor::GetLoadBalance(description.options);
    out["failover"] = ConnectDescriptor::GetFailover(description.options);
    out["address_lists"] = ListsToPython(description.addressLists, description.options);
    out["service_name"] = data.serviceName;
    out["sid"] = data.sid;
    out["instance_name"] = data.instanceName;
    out["server"] = data.server;
    out["connect_data"] = ConnectDescriptor::PrintConnectData(description);
    return out;
}

/**
 * @param descriptor a descriptor
 * @return its addresses, in order
 */
std::vector<const ConnectAddress*>
GetAddresses(const ConnectDescriptor& descriptor)
{
    std::vector<const ConnectAddress*> found;
    for (const auto& description : descriptor.descriptions)
    {
        for (const auto& list : description.addressLists)
        {
            for (const auto& address : list.addresses)
            {
                found.push_back(&address);
            }
        }
    }
    return found;
}

/**
 * @param descriptor a descriptor
 * @return its first TCP address; if it has none, its first address; null if there is no address
 */
const ConnectAddress*
FindFirstAddress(const ConnectDescriptor& descriptor)
{
    const auto all = GetAddresses(descriptor);
    const auto found =
        std::ranges::find_if(all, [](const ConnectAddress* address) { return address->IsOnTcp(); });
    return found != all.end() ? *found : descriptor.GetFirstAddress();
}

/**
 * @param descriptor a descriptor
 * @return the settings of its first description, and of all descriptions
 */
py::dict
DescriptorToDict(const ConnectDescriptor& descriptor)
{
    py::list descriptions;
    for (const auto& description : descriptor.descriptions)
    {
        descriptions.append(DescriptionToDict(description));
    }
    py::dict out = DescriptionToDict(descriptor.descriptions.front());
    const ConnectAddress* first = FindFirstAddress(descriptor);
    out["text"] = descriptor.Print();
    out["host"] = first ? first->host : "";
    out["port"] = first ? py::object{py::int_(first->port)} : py::object{py::none()};
    out["protocol"] = first ? first->protocol : "";
    out["descriptions"] = descriptions;
    return out;
}

/**
 * @param security settings of sqlnet.ora for encryption and checksums of one end
 * @return the same for Python, by key of a plan
 */
py::dict
SecurityToDict(const SqlnetSettings::Security& security)
{
    py::dict out;
    out["encryption"] = security.encryption;
    out["encryption_types"] = security.encryptionTypes;
    out["crypto_checksum"] = security.checksum;
    out["crypto_checksum_types"] = security.checksumTypes;
    return out;
}

/**
 * @param tls settings of a file for TLS
 * @return the same for Python
 */
py::dict
TlsToDict(const TlsFileSettings& tls)
{
    py::dict out;
    out["versions"] = tls.versions;
    out["cipher_suites"] = tls.cipherSuites;
    out["client_authentication"] = tls.clientAuthentication;
    out["use_sni"] = tls.useSni;
    return out;
}

/**
 * @param sqlnet settings of sqlnet.ora
 * @return the same for Python
 */
py::dict
SqlnetToDict(const SqlnetSettings& sqlnet)
{
    py::dict out;
    out["default_domain"] = sqlnet.defaultDomain;
    out["directory_path"] = sqlnet.directoryPath;
    out["sdu_bytes"] = sqlnet.defaultSdu;
    out["tcp_nodelay"] = sqlnet.tcpNodelay;
    out["disable_oob"] = sqlnet.disableOob;
    out["disable_oob_auto"] = sqlnet.disableOobAuto;
    out["authentication_services"] = sqlnet.authenticationServices;
    out["send_buffer_bytes"] = sqlnet.sendBufferSize;
    out["recv_buffer_bytes"] = sqlnet.recvBufferSize;
    out["tcp_connect_timeout_ms"] = Milliseconds(sqlnet.tcpConnectTimeout);
    out["outbound_connect_timeout_ms"] = Milliseconds(sqlnet.outboundConnectTimeout);
    out["inbound_connect_timeout_ms"] = Milliseconds(sqlnet.inboundConnectTimeout);
    out["send_timeout_ms"] = Milliseconds(sqlnet.sendTimeout);
    out["recv_timeout_ms"] = Milliseconds(sqlnet.recvTimeout);
    out["expire_time_min"] = sqlnet.expireTimeMin;
    out["ns_probes"] = sqlnet.nsProbes;
    out["enhanced_poll"] = sqlnet.enhancedPoll;
    out["valid_node_checking"] = sqlnet.validNodeChecking;
    out["invited_nodes"] = sqlnet.invitedNodes;
    out["excluded_nodes"] = sqlnet.excludedNodes;
    out["compression"] = sqlnet.compression;
    out["compression_levels"] = sqlnet.compressionLevels;
    out["compression_threshold_bytes"] = sqlnet.compressionThreshold;
    out["client_security"] = SecurityToDict(sqlnet.clientSecurity);
    out["server_security"] = SecurityToDict(sqlnet.serverSecurity);
    out["tls"] = TlsToDict(sqlnet.tls);
    return out;
}

/**
 * @param listener settings of listener.ora
 * @return the same for Python
 */
py::dict
ListenerToDict(const ListenerSettings& listener)
{
    py::list services;
    for (const auto& service : listener.services)
    {
        py::dict entry;
        entry["sid"] = service.sid;
        entry["global_name"] = service.globalName;
        entry["sdu_bytes"] = service.sdu;
        entry["tdu_bytes"] = service.tdu;
        services.append(entry);
    }
    py::dict out = DescriptorToDict(listener.endPoints);
    out["name"] = listener.name;
    out["services"] = services;
    out["inbound_connect_timeout_ms"] = Milliseconds(listener.inboundConnectTimeout);
    out["connection_rate_per_s"] = listener.connectionRate;
    out["default_service"] = listener.defaultService;
    out["tls"] = TlsToDict(listener.tls);
    return out;
}

/**
 * @param text descriptor or Easy Connect string
 * @return its settings
 */
py::dict
ParseConnectString(const std::string& text)
{
    ConnectFiles files;
    ConnectDescriptor descriptor;
    Check(files.Resolve(text, descriptor));
    return DescriptorToDict(descriptor);
}

/**
 * @param text descriptor or Easy Connect string
 * @return each route of hops, and the service at its end
 */
py::list
SourceRoutesToPython(const std::string& text)
{
    ConnectFiles files;
    ConnectDescriptor descriptor;
    Check(files.Resolve(text, descriptor));
    py::list out;
    for (const auto& description : descriptor.descriptions)
    {
        const ConnectData data = description.connectData.value_or(ConnectData{});
        for (const auto& list : description.addressLists)
        {
            const auto hops = list.addresses.empty()
                                  ? SourceRoute::Hops()
                                  : SourceRoute::FindHops(description, list.addresses.front());
            py::list addresses;
            for (const auto* hop : hops)
            {
                addresses.append(AddressToDict(*hop));
            }
            if (!hops.empty())
            {
                py::dict entry;
                entry["hops"] = addresses;
                entry["service"] = data.serviceName.empty() ? data.sid : data.serviceName;
                out.append(entry);
            }
        }
    }
    return out;
}

/**
 * @param text RULE_LIST of cman.ora
 * @return its rules
 */
py::list
RulesToPython(const std::string& text)
{
    CmanRules rules;
    Check(rules.Parse(text, {}));
    py::list out;
    for (const auto& rule : rules.Get())
    {
        py::dict entry;
        entry["source"] = rule.source;
        entry["source_is_name"] = !rule.sources.GetUnknownNames().empty();
        entry["destination"] = rule.destination;
        entry["destination_is_name"] = !rule.destinations.GetUnknownNames().empty();
        entry["service"] = rule.service;
        entry["action"] = CmanRules::GetName(rule.action);
        entry["unmodelled"] = rule.unmodelled;
        out.append(entry);
    }
    return out;
}

/**
 * @param files connect files
 * @param first number of parameters to skip
 * @return their parameters that the model does not use, with file and line
 */
py::list
UnmodelledToPython(const ConnectFiles& files, std::size_t first = 0)
{
    py::list out;
    const auto& all = files.GetUnmodelled();
    for (std::size_t i = first; i < all.size(); ++i)
    {
        out.append(py::make_tuple(all[i].name, all[i].file, all[i].line));
    }
    return out;
}

/**
 * @param parameter an entry of a connect file
 * @return its names and its position
 */
py::dict
EntryToDict(const OraParameter& parameter)
{
    py::dict out;
    out["names"] = parameter.names.empty() ? std::vector{parameter.content.name} : parameter.names;
    out["file"] = parameter.file;
    out["line"] = parameter.content.line;
    return out;
}

/**
 * @param path a tnsnames.ora
 * @param sqlnet path of sqlnet.ora or none
 * @return each entry with what it resolves to, or with its error
 */
py::list
ReadAliases(const std::string& path, const std::optional<std::string>& sqlnet)
{
    OraFile file;
    ConnectFiles files;
    Check(OraFile::Read(path, ReadAsUtf8, file));
    Check(sqlnet ? files.ReadSqlnet(*sqlnet, ReadAsUtf8) : TextError{});
    Check(files.ReadTnsnames(path, ReadAsUtf8));
    py::list out;
    for (const auto& parameter : file.parameters)
    {
        py::dict entry = EntryToDict(parameter);
        ConnectDescriptor descriptor;
        const std::size_t known = files.GetUnmodelled().size();
        const OraParameter* counts =
            parameter.names.empty() ? &parameter : file.Find(parameter.names.front());
        TextError error = parameter.error;
        if (counts != &parameter)
        {
            error.message = "line " + std::to_string(counts->content.line) + " of " + counts->file +
                            " has the name again and counts";
        }
        else if (!error.IsError())
        {
            error = files.Resolve(parameter.names.front(), descriptor);
        }
        entry["error"] = !error.IsError()       ? ""
                         : counts != &parameter ? error.message
                                                : error.GetSentence();
        entry["descriptor"] =
            error.IsError() ? py::object{py::none()} : DescriptorToDict(descriptor);
        entry["unmodelled"] = UnmodelledToPython(files, known);
        out.append(entry);
    }
    return out;
}

/**
 * @param path a listener.ora
 * @return each listener with its end points, or with its error
 */
py::list
ReadListeners(const std::string& path)
{
    OraFile file;
    Check(OraFile::Read(path, ReadAsUtf8, file));
    py::list out;
    for (const auto& parameter : file.parameters)
    {
        if (!parameter.HoldsAddresses() && !parameter.error.IsError())
        {
            continue;
        }
        ConnectFiles files;
        py::dict entry = EntryToDict(parameter);
        TextError error = parameter.error;
        error =
            error.IsError() ? error : files.ReadListener(path, parameter.names.front(), ReadAsUtf8);
        entry["error"] = error.IsError() ? error.GetSentence() : "";
        entry["descriptor"] =
            error.IsError() ? py::object{py::none()} : ListenerToDict(*files.GetListener());
        entry["unmodelled"] = UnmodelledToPython(files);
        out.append(entry);
    }
    return out;
}

/**
 * @param text descriptor of a plan
 * @return names of its parts that are not modelled, why it leads nowhere, and the protocols of its
 * addresses; nothing for a text that is not a descriptor, which can be an experiment of its own
 */
std::tuple<std::vector<std::string>, std::string, std::vector<std::string>>
CheckDescriptor(const std::string& text)
{
    ConnectDescriptor descriptor;
    if (ConnectDescriptor::Parse(text, descriptor).IsError())
    {
        return {};
    }
    std::vector<std::string> names;
    for (const auto& node : descriptor.GetUnmodelled())
    {
        names.push_back(node.name);
    }
    std::vector<std::string> protocols;
    for (const auto* address : GetAddresses(descriptor))
    {
        protocols.push_back(address->protocol);
    }
    return {names, descriptor.CheckProtocols().message, protocols};
}

/**
 * @param aliasOrText what a user types after "@"
 * @param tnsnames path of tnsnames.ora or none
 * @param sqlnet path of sqlnet.ora or none
 * @param listener path of listener.ora or none
 * @param listenerName name of the listener in it
 * @return the settings found
 */
py::dict
ResolveConnect(const std::string& aliasOrText,
               const std::optional<std::string>& tnsnames,
               const std::optional<std::string>& sqlnet,
               const std::optional<std::string>& listener,
               const std::string& listenerName)
{
    ConnectFiles files;
    ConnectDescriptor descriptor;
    Check(sqlnet ? files.ReadSqlnet(*sqlnet, ReadAsUtf8) : TextError{});
    Check(tnsnames ? files.ReadTnsnames(*tnsnames, ReadAsUtf8) : TextError{});
    Check(listener ? files.ReadListener(*listener, listenerName, ReadAsUtf8) : TextError{});
    Check(files.Resolve(aliasOrText, descriptor));
    py::dict out = DescriptorToDict(descriptor);
    const auto& settings = files.GetListener();
    py::dict settingsOfSqlnet = SqlnetToDict(files.GetSqlnet());
    out["sqlnet"] = settingsOfSqlnet;
    out["listener"] = settings ? py::object{ListenerToDict(*settings)} : py::object{py::none()};
    out["unmodelled"] = UnmodelledToPython(files);
    return out;
}

/**
 * @param node a parameter
 * @return names of the nodes inside it
 */
std::vector<std::string>
NamesInside(const NameValue& node)
{
    std::vector<std::string> names;
    for (const auto& child : node.children)
    {
        names.push_back(child.name);
        const auto inner = NamesInside(child);
        names.insert(names.end(), inner.begin(), inner.end());
    }
    return names;
}

/**
 * @param path a file of parameters
 * @return each parameter with its value, but no secret, or with its error
 */
py::list
ReadParameters(const std::string& path)
{
    OraFile file;
    Check(OraFile::Read(path, ReadAsUtf8, file));
    py::list out;
    for (const auto& parameter : file.parameters)
    {
        py::dict entry = EntryToDict(parameter);
        NameValue node = parameter.content;
        node.list.clear();
        ConnectString clean;
        std::string text = ConnectString::Split(node.Print(), clean).IsError() ? "" : clean.kept;
        const auto start = text.find('=') + 1;
        entry["value"] = text.empty() ? "***" : text.substr(start, text.size() - start - 1);
        entry["inside"] = NamesInside(node);
        entry["error"] = parameter.error.IsError() ? parameter.error.GetSentence() : "";
        out.append(entry);
    }
    return out;
}

/**
 * @param text what a user wrote to reach a database
 * @return the text without credentials, what was taken out, and its option TNS_ADMIN
 */
std::tuple<std::string, std::vector<std::string>, std::string>
WithoutCredentials(const std::string& text)
{
    ConnectString parts;
    const TextError error = ConnectString::Split(text, parts);
    Check(error);
    return {parts.kept, parts.secrets, parts.GetOption("TNS_ADMIN")};
}

} // namespace

void
BindConnect(py::module_& module)
{
    py::register_exception<ConnectError>(module, "ConnectError", PyExc_ValueError);
    module.def("parse_connect_string",
               &ParseConnectString,
               py::arg("text"),
               "Settings of a connect descriptor or an Easy Connect string.");
    module.def("without_credentials",
               &WithoutCredentials,
               py::arg("text"),
               "A connect string without user and password, the texts that were taken out, and the "
               "value of its option TNS_ADMIN.");
    module.def("source_routes",
               &SourceRoutesToPython,
               py::arg("text"),
               "Routes of a connect descriptor with SOURCE_ROUTE: `hops`, as addresses of "
               "parse_connect_string, and `service`.");
    module.def("read_rule_list",
               &RulesToPython,
               py::arg("text"),
               "Rules of a RULE_LIST of cman.ora: `source`, `destination`, `service`, `action`, "
               "whether source and destination are names, and what of each is not modelled.");
    module.def("check_descriptor",
               &CheckDescriptor,
               py::arg("text"),
               "What is not modelled of a connect descriptor, and why no address of it can be "
               "used; nothing for other texts.");
    module.def("read_aliases",
               &ReadAliases,
               py::arg("path"),
               py::arg("sqlnet") = py::none(),
               "Entries of a tnsnames.ora: `names`, `file`, `line`, and `descriptor` as "
               "resolve_connect gives it, or `error`.");
    module.def("read_parameters",
               &ReadParameters,
               py::arg("path"),
               "Parameters of any connect file: `names`, `file`, `line`, `value` without secrets, "
               "the names `inside` it, and `error`.");
    module.def("read_listeners",
               &ReadListeners,
               py::arg("path"),
               "Listeners of a listener.ora, and what cannot be read of it; as read_aliases.");
    module.def("resolve_connect",
               &ResolveConnect,
               py::arg("alias_or_text"),
               py::arg("tnsnames") = py::none(),
               py::arg("sqlnet") = py::none(),
               py::arg("listener") = py::none(),
               py::arg("listener_name") = "LISTENER",
               "Settings that an alias, a descriptor or an Easy Connect string has with these "
               "connect files; `unmodelled` lists (name, file, line) of what is not used.");
}

} // namespace ns3::net8
