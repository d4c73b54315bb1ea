// SPDX-License-Identifier: GPL-2.0-only
#include "net8-easy-connect.h"

#include "net8-value-reader.h"

#include <algorithm>
#include <boost/spirit/home/x3.hpp>
#include <functional>
#include <utility>

namespace ns3::net8
{

namespace
{

namespace x3 = boost::spirit::x3;

/// One host as written.
struct Host
{
    std::string name;                    ///< name or address, without brackets
    std::optional<std::string> portText; ///< digits after ":"
};

/// The parts of an Easy Connect string as written.
struct Parts
{
    std::string protocol{"tcp"};             ///< before "://"
    std::vector<std::vector<Host>> lists{1}; ///< hosts, one list per ";"
    std::string service;                     ///< after the first "/"
    std::string server;                      ///< after ":" there
    std::string instance;                    ///< after the second "/"
    std::string sid;                         ///< after the ":" behind a port
};

/// Key of the Parts in the parser context.
struct PartsTag;

/// @cond GRAMMAR
const auto PARTS = [](auto& context) -> Parts& { return x3::get<PartsTag>(context).get(); };

const auto PROTOCOL = [](auto& context) { PARTS(context).protocol = ToLower(x3::_attr(context)); };
const auto HOST = [](auto& context) {
    PARTS(context).lists.back().push_back({x3::_attr(context), std::nullopt});
};
const auto PORT = [](auto& context) {
    PARTS(context).lists.back().back().portText = x3::_attr(context);
};
const auto NEXT_LIST = [](auto& context) { PARTS(context).lists.emplace_back(); };
const auto SERVICE = [](auto& context) { PARTS(context).service = x3::_attr(context); };
const auto SERVER = [](auto& context) { PARTS(context).server = ToLower(x3::_attr(context)); };
const auto INSTANCE = [](auto& context) { PARTS(context).instance = x3::_attr(context); };
const auto SID = [](auto& context) { PARTS(context).sid = x3::_attr(context); };

const x3::rule<class HostName, std::string> HOST_NAME{"a host name or an address in []"};
const x3::rule<class PortNumber, std::string> PORT_NUMBER{"a port number"};
const x3::rule<class Port> PORT_VALUE{"a port number"};
const x3::rule<class Hosts> HOSTS{"a host name or an address in []"};

const auto HOST_NAME_def =
    ('[' >> +x3::char_("0-9a-fA-F:.") >> -(x3::char_('%') >> +x3::char_("0-9a-zA-Z")) >> ']') |
    +x3::char_("0-9a-zA-Z._-");
const auto PORT_NUMBER_def = +x3::char_("0-9");
const auto PORT_VALUE_def = PORT_NUMBER[PORT] | &(x3::char_("/,;") | x3::eoi);
const auto HOSTS_def = (HOST_NAME[HOST] >> -(':' > PORT_VALUE)) % ',';

const auto SERVICE_LETTER =
    x3::char_ - x3::char_('\0') - x3::char_("\x01-\x08\x0b\x0c\x0e-\x1f\x7f");

BOOST_SPIRIT_DEFINE(HOST_NAME, PORT_NUMBER, PORT_VALUE, HOSTS)

const auto WORD = +(SERVICE_LETTER - x3::char_("/:?&=()\"' \t\r\n"));
const auto SCHEME = -((+x3::char_("a-zA-Z") >> "://")[PROTOCOL] | x3::lit("//"));
const auto TARGET = '/' >> -WORD[SERVICE] >> -(':' >> WORD[SERVER]) >> -('/' >> WORD[INSTANCE]);
const auto OLD_TARGET = ':' >> WORD[SID];
const auto GRAMMAR = SCHEME >> HOSTS >> *(x3::lit(';')[NEXT_LIST] > HOSTS) >>
                     -(TARGET | OLD_TARGET);

/// @endcond

/**
 * Describe a syntax error.
 * @param text an Easy Connect string
 * @param where position where parsing stopped
 * @param expected what would be right there
 * @return the error
 */
TextError
Fail(std::string_view text, const char* where, const std::string& expected)
{
    const auto offset = static_cast<size_t>(where - text.data());
    const std::string found = offset == text.size()
                                  ? "the end of the text"
                                  : "'" + std::string{text.substr(offset, 20)} + "'";
    return {.file = {},
            .line = 1,
            .column = static_cast<uint32_t>(offset + 1),
            .message = "found " + found + " where " + expected + " was expected"};
}

/**
 * Split an Easy Connect string into its parts.
 * @param text an Easy Connect string
 * @param[out] out its parts
 * @return the error, if any
 */
TextError
Split(std::string_view text, Parts& out)
{
    const char* position = text.data();
    const char* end = text.data() + text.size();
    try
    {
        if (!x3::parse(position, end, x3::with<PartsTag>(std::ref(out))[GRAMMAR]))
        {
            return Fail(text, position, "[protocol://]host[:port][/service]");
        }
    }
    catch (const x3::expectation_failure<const char*>& failure)
    {
        return Fail(text, failure.where(), failure.which());
    }
    if (position != end)
    {
        return Fail(text, position, "':', '/', '?', ',' or the end");
    }
    return {};
}

/**
 * Convert hosts to addresses.
 * @param hosts the hosts of one list
 * @param protocol protocol of all addresses
 * @param[out] out the addresses
 * @return the error, if any
 */
TextError
ToAddresses(const std::vector<Host>& hosts, const std::string& protocol, AddressList& out)
{
    std::string portText = "1521";
    for (auto host = hosts.rbegin(); host != hosts.rend(); ++host)
    {
        portText = host->portText.value_or(portText);
        NameValue node{"PORT", portText};
        node.line = node.column = 1;
        ValueReader reader{node};
        ConnectAddress address;
        address.protocol = protocol;
        address.host = host->name;
        address.port = static_cast<uint16_t>(reader.Number(1, 65535, "TCP port"));
        out.addresses.insert(out.addresses.begin(), address);
        if (reader.GetError().IsError())
        {
            return reader.GetError();
        }
    }
    return {};
}

/**
 * Convert the part after "/" to a node.
 * @param parts parts of an Easy Connect string
 * @return the CONNECT_DATA node
 */
NameValue
ToConnectData(const Parts& parts)
{
    std::vector<NameValue> nodes;
    const std::pair<const char*, const std::string*> texts[] = {
        {"SERVICE_NAME", &parts.service},
        {"SID", &parts.sid},
        {"INSTANCE_NAME", &parts.instance},
        {"SERVER", &parts.server},
    };
    for (const auto& [name, text] : texts)
    {
        if (!text->empty())
        {
            nodes.emplace_back(name, *text);
            nodes.back().line = nodes.back().column = 1;
        }
    }
    return {"CONNECT_DATA", nodes};
}

/**
 * Check whether an option belongs to the connect data.
 * @param option an option
 * @return whether it does; the others belong to the description
 */
bool
IsOfConnectData(const NameValue& option)
{
    return option.Is("POOL_CONNECTION_CLASS") || option.Is("POOL_PURITY") ||
           option.Is("POOL_BOUNDARY") || option.Is("COLOCATION_TAG") || option.Is("SERVICE_TAG") ||
           option.Is("CONNECTION_ID_PREFIX");
}

/**
 * Convert an option to a node. No message holds the value, in which a password may have got.
 * @param option an option as written
 * @param[out] out the node
 * @return the error, if any
 */
TextError
ReadOption(const ConnectString::Option& option, NameValue& out)
{
    constexpr std::string_view NAME = "abcdefghijklmnopqrstuvwxyz0123456789._";
    const std::string lower = ToLower(option.name);
    const bool named = !lower.empty() && lower.find_first_not_of(NAME) == std::string::npos;
    TextError error;
    if (!named || !option.assigns)
    {
        error.message = "found " +
                        (named ? "the option " + option.name : "text behind '?' or '&'") +
                        " where name=value was expected";
        return error;
    }
    const std::string& value = option.value;
    const bool quoted = value.size() > 1 && value.front() == '"' && value.back() == '"';
    const std::string bare = quoted ? value.substr(1, value.size() - 2) : value;
    const auto isControl = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
    if (bare.find('"') != std::string::npos || std::any_of(bare.begin(), bare.end(), isControl))
    {
        error.message = "found a quote or a control character in the value of " + option.name +
                        " where a plain text or one in double quotes was expected";
        return error;
    }
    out = NameValue{option.name, bare};
    if (!quoted && bare.find_first_of("()") != std::string::npos)
    {
        std::vector<NameValue> nodes;
        const auto text = "(" + option.name + "=" + bare + ")";
        if (NameValue::ParseNodes(text, nodes).IsError() || nodes.size() != 1)
        {
            error.message = "found a value of " + option.name +
                            " that cannot be read where (a,b), (A=b) or a text in double quotes "
                            "was expected";
            return error;
        }
        out = nodes.front();
    }
    out.line = out.column = 1;
    return error;
}

/**
 * Refuse what names a directory or a configuration store instead of a host.
 * @param target an Easy Connect text
 * @return the error, if any
 */
TextError
RefuseStores(const std::string& target)
{
    const std::string scheme = ToLower(target.substr(0, target.find(':')));
    TextError error;
    if (target.starts_with(target.substr(0, scheme.size()) + "://") &&
        (scheme == "ldap" || scheme == "ldaps" || scheme.starts_with("config-")))
    {
        error.message = "found " + scheme +
                        ":// where a host was expected; descriptors of directories and "
                        "configuration stores are not looked up, so write the descriptor itself";
    }
    return error;
}

} // namespace

TextError
EasyConnect::Read(const ConnectString& text, ConnectDescriptor& out)
{
    Parts parts;
    TextError error = RefuseStores(text.target);
    error = error.IsError() ? error : Split(text.target, parts);
    // The parameters are those of a DESCRIPTION, so they are read as a descriptor.
    std::vector<NameValue> nodes;
    NameValue data = error.IsError() ? NameValue{} : ToConnectData(parts);
    for (size_t i = 0; i < text.options.size() && !error.IsError(); ++i)
    {
        NameValue node;
        error = ReadOption(text.options[i], node);
        (IsOfConnectData(node) ? data.children : nodes).push_back(node);
    }
    if (error.IsError())
    {
        return error;
    }
    nodes.push_back(NameValue{"ADDRESS", std::vector{NameValue{"HOST", parts.lists[0][0].name}}});
    nodes.push_back(data);
    error = ConnectDescriptor::Read({"DESCRIPTION", nodes}, out);
    std::vector<AddressList> lists;
    for (size_t i = 0; i < parts.lists.size() && !error.IsError(); ++i)
    {
        error = ToAddresses(parts.lists[i], parts.protocol, lists.emplace_back());
        lists.back().isBare = parts.lists.size() == 1;
    }
    if (!error.IsError())
    {
        out.descriptions.front().addressLists = std::move(lists);
    }
    return error;
}

TextError
EasyConnect::Parse(std::string_view text, ConnectDescriptor& out)
{
    ConnectString parts;
    const TextError error = ConnectString::Split(text, parts);
    return error.IsError() ? error : Read(parts, out);
}

} // namespace ns3::net8
