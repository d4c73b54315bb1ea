// SPDX-License-Identifier: GPL-2.0-only
#include "net8-connect-string.h"

#include "net8-value-reader.h"

#include <algorithm>
#include <array>
#include <optional>

namespace ns3::net8
{

namespace
{

/// Characters around a text that mean nothing.
constexpr std::string_view SPACES = " \t\r\n";

/// Names under which settings of .NET, OLE DB and ODBC hold the target.
constexpr std::array<std::string_view, 5> TARGETS = {
    "data source",
    "datasource",
    "server",
    "dbq",
    "dsn",
};

/// Names under which settings and options hold the user.
constexpr std::array<std::string_view, 6> USERS = {
    "user",
    "user id",
    "userid",
    "uid",
    "username",
    "proxy user id",
};

/**
 * @param text a text
 * @return it without surrounding blanks
 */
std::string_view
StripBlanks(std::string_view text)
{
    const auto first = text.find_first_not_of(SPACES);
    return first == std::string_view::npos
               ? std::string_view{}
               : text.substr(first, text.find_last_not_of(SPACES) - first + 1);
}

/**
 * @param text a value
 * @return it without the quotes around it
 */
std::string_view
StripQuotes(std::string_view text)
{
    const bool quoted = text.size() > 1 && (text.front() == '"' || text.front() == '\'') &&
                        text.front() == text.back();
    return quoted ? text.substr(1, text.size() - 2) : text;
}

/**
 * @param text a text
 * @param start what it may start with, in lower case
 * @return whether it does, in any case
 */
bool
StartsWith(std::string_view text, std::string_view start)
{
    return EqualNoCase(text.substr(0, start.size()), start);
}

/**
 * @param name name of a setting
 * @param names names in lower case
 * @return whether it is one of them, in any case
 */
template <typename Names>
bool
IsOneOf(std::string_view name, const Names& names)
{
    return std::any_of(names.begin(), names.end(), [name](std::string_view known) {
        return EqualNoCase(name, known);
    });
}

/**
 * Walks a text and knows which characters are outside of quotes and brackets.
 */
class Walker
{
  public:
    /**
     * Take one character.
     * @param c the character
     * @return whether it is outside of quotes and brackets
     */
    bool IsPlain(char c)
    {
        if (m_quote != '\0')
        {
            m_quote = c == m_quote ? '\0' : m_quote;
            return false;
        }
        m_quote = c == '"' ? c : '\0';
        m_depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        m_isBroken = m_isBroken || m_depth < 0;
        return m_quote == '\0' && m_depth == 0 && c != ')';
    }

    /** @return whether all quotes and brackets so far are closed */
    bool IsClosed() const
    {
        return m_quote == '\0' && m_depth == 0 && !m_isBroken;
    }

  private:
    char m_quote{'\0'};     ///< quote that is open
    int m_depth{0};         ///< brackets that are open
    bool m_isBroken{false}; ///< whether a bracket was closed that was not open
};

/**
 * Find a character outside of quotes and brackets.
 * @param text a text
 * @param wanted characters, any of them
 * @return its position; npos if there is none
 */
size_t
FindPlain(std::string_view text, std::string_view wanted)
{
    Walker walker;
    for (size_t i = 0; i < text.size(); ++i)
    {
        if (walker.IsPlain(text[i]) && wanted.find(text[i]) != wanted.npos)
        {
            return i;
        }
    }
    return std::string_view::npos;
}

/**
 * @param text a text
 * @return whether its quotes and brackets are closed
 */
bool
HasClosed(std::string_view text)
{
    Walker walker;
    for (const char c : text)
    {
        walker.IsPlain(c);
    }
    return walker.IsClosed();
}

/**
 * Split a text at a character outside of quotes and brackets.
 * @param text a text
 * @param at characters, any of them
 * @return the parts
 */
std::vector<std::string_view>
SplitPlain(std::string_view text, std::string_view at)
{
    std::vector<std::string_view> parts;
    for (auto end = FindPlain(text, at); end != std::string_view::npos; end = FindPlain(text, at))
    {
        parts.push_back(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
    parts.push_back(text);
    return parts;
}

/**
 * @param message what was found and what would be right
 * @return the error
 */
TextError
Complain(const std::string& message)
{
    return {.file = {}, .line = 0, .column = 0, .message = message};
}

/**
 * Take "user/password@" off the front of a text.
 * @param[in,out] text a text; what follows "@" remains
 * @param[in,out] out receives the secrets
 * @return the error, if any
 */
TextError
TakeCredentials(std::string_view& text, ConnectString& out)
{
    size_t at = text.starts_with('(') ? std::string_view::npos : text.rfind('@');
    while (at != std::string_view::npos && !HasClosed(text.substr(at + 1)))
    {
        at = at == 0 ? std::string_view::npos : text.rfind('@', at - 1);
    }
    if (at == std::string_view::npos)
    {
        return {};
    }
    const std::string_view before = text.substr(0, at);
    const auto question = before.find('?');
    if (question != std::string_view::npos && before.find('=', question) != before.npos)
    {
        return Complain("found '@' both as the end of a password and in the value of an option "
                        "where one was expected; write the value in double quotes");
    }
    text.remove_prefix(at + 1);
    if (!before.empty())
    {
        out.secrets.emplace_back(before);
        // A password may also be quoted alone in a message.
        const auto slash = before.find_first_of("/:");
        const auto password = slash == before.npos ? "" : StripQuotes(before.substr(slash + 1));
        if (!password.empty())
        {
            out.secrets.emplace_back(password);
        }
    }
    // " as sysdba" and its like belong to the logon.
    const std::string lower = ToLower(std::string{text});
    const auto role = lower.rfind(" as sys");
    if (role != std::string::npos && lower.find_first_of("()\"", role) == std::string::npos)
    {
        text = text.substr(0, role);
    }
    text = StripBlanks(text);
    return text.empty() ? Complain("found nothing behind '@' where a connect string was expected")
                        : TextError{};
}

/**
 * Take the nodes with secrets out of a descriptor.
 * @param text a descriptor
 * @param[in,out] out receives the secrets
 * @return the descriptor without them
 */
std::string
WithoutSecretNodes(std::string_view text, ConnectString& out)
{
    std::string kept;
    while (!text.empty())
    {
        const auto equals = text.front() == '(' ? text.find_first_of("=()", 1) : text.npos;
        const bool named = equals != text.npos && text[equals] == '=';
        if (!named || !ConnectString::IsSecret(text.substr(1, equals - 1)))
        {
            kept += text.front();
            text.remove_prefix(1);
            continue;
        }
        Walker walker;
        size_t end = 0;
        do
        {
            walker.IsPlain(text[end++]);
        } while (end < text.size() && !walker.IsClosed());
        const auto value = StripBlanks(text.substr(equals + 1, end - equals - 2));
        out.secrets.emplace_back(StripQuotes(value));
        text.remove_prefix(end);
    }
    return kept;
}

/**
 * Split the options off a target and take the credentials out of both.
 * @param text a target with options
 * @param[in,out] out receives target, options and secrets
 */
void
TakeTarget(std::string_view text, ConnectString& out)
{
    const auto question = FindPlain(text, "?");
    out.target = StripBlanks(text.substr(0, question));
    if (out.target.starts_with('('))
    {
        out.target = WithoutSecretNodes(out.target, out);
    }
    if (question == text.npos)
    {
        return;
    }
    // Only "&" is right between options; what people write instead must not hide a password.
    for (const auto option : SplitPlain(text.substr(question + 1), "&?;"))
    {
        const auto equals = option.find('=');
        const auto name = StripBlanks(option.substr(0, equals));
        if (equals != option.npos && (ConnectString::IsSecret(name) || IsOneOf(name, USERS)))
        {
            out.secrets.emplace_back(StripQuotes(StripBlanks(option.substr(equals + 1))));
            out.ignored.emplace_back(name);
            continue;
        }
        const bool assigns = equals != option.npos;
        out.options.push_back({std::string{name},
                               std::string{assigns ? StripBlanks(option.substr(equals + 1)) : ""},
                               assigns});
    }
}

/**
 * @param parts a target and its options
 * @return both as they are written
 */
std::string
Join(const ConnectString& parts)
{
    std::string text = parts.target;
    char before = '?';
    for (const auto& option : parts.options)
    {
        text += before + option.name + (option.assigns ? "=" : "") + option.value;
        before = '&';
    }
    return text;
}

/**
 * Take a JDBC URL apart.
 * @param text the URL
 * @param[in,out] out receives its parts
 * @return the error, if any
 */
TextError
SplitJdbc(std::string_view text, ConnectString& out)
{
    constexpr std::string_view ORACLE = "jdbc:oracle:";
    constexpr const char* FORMS = "jdbc:oracle:thin:@... or jdbc:oracle:oci:@...";
    const auto colon = text.find(':', ORACLE.size());
    if (!StartsWith(text, ORACLE) || colon == text.npos ||
        text.substr(0, colon).find_first_of("@/") != text.npos)
    {
        const auto end = std::min(text.find_first_of("@/", 5), text.find(':', 5));
        return Complain("found '" + std::string{text.substr(0, end)} + "' where " + FORMS +
                        " was expected");
    }
    const std::string form{text.substr(0, colon + 1)};
    std::string_view body = text.substr(colon + 1);
    if (body.find('@') == body.npos)
    {
        return Complain("found no '@' behind " + form + " where one was expected, as in " + FORMS);
    }
    const TextError error = TakeCredentials(body, out);
    if (!error.IsError())
    {
        TakeTarget(body, out);
        out.kept = form + "@" + Join(out);
    }
    return error;
}

/**
 * Take an option of a URL out of the options.
 * @param name its name
 * @param[in,out] out the parts
 * @return its value; empty if there is none
 */
std::string
TakeOption(std::string_view name, ConnectString& out)
{
    std::string value = out.GetOption(name);
    std::erase_if(out.options, [name](const ConnectString::Option& option) {
        return EqualNoCase(option.name, name);
    });
    return value;
}

/**
 * Take a URL of go-ora or SQLAlchemy apart.
 * @param text the URL
 * @param[in,out] out receives its parts
 * @return the error, if any
 */
TextError
SplitUrl(std::string_view text, ConnectString& out)
{
    const auto slashes = text.find("://");
    const std::string scheme{text.substr(0, slashes)};
    std::string_view body = text.substr(slashes + 3);
    const TextError error = TakeCredentials(body, out);
    if (error.IsError())
    {
        return error;
    }
    TakeTarget(body, out);
    out.kept = scheme + "://" + Join(out);
    const auto slash = out.target.find('/');
    const std::string name = slash == std::string::npos ? "" : out.target.substr(slash + 1);
    std::string host = out.target.substr(0, slash);
    const std::string service = TakeOption("service_name", out);
    std::string sid = TakeOption("sid", out);
    // What SQLAlchemy calls the database is a SID; go-ora takes it for a service.
    sid = sid.empty() && scheme.find('+') != std::string::npos ? name : sid;
    if (!sid.empty() && service.empty())
    {
        const bool hasPort = host.rfind(':') != std::string::npos && !host.ends_with(']');
        out.target = host + (hasPort ? ":" : ":1521:") + sid;
    }
    else if (!service.empty() || !name.empty())
    {
        out.target = host + "/" + (service.empty() ? name : service);
    }
    else
    {
        out.target = host;
    }
    return {};
}

/**
 * Take settings such as "Data Source=h/s;User Id=u;Password=p" apart.
 * @param text the settings
 * @param[in,out] out receives the parts
 * @return the error, if any; nothing if these are no settings
 */
std::optional<TextError>
SplitSettings(std::string_view text, ConnectString& out)
{
    std::vector<std::pair<std::string_view, std::string>> settings;
    for (const auto part : SplitPlain(text, ";"))
    {
        const auto equals = part.find('=');
        const auto name = StripBlanks(part.substr(0, equals));
        const bool isSetting = equals != part.npos && name.find_first_of("(){}/?\"@,") == name.npos;
        if (isSetting)
        {
            settings.emplace_back(name, StripBlanks(part.substr(equals + 1)));
        }
        else if (settings.empty())
        {
            return {};
        }
        else if (!StripBlanks(part).empty())
        {
            // ";" also separates lists of hosts.
            settings.back().second += ";" + std::string{part};
        }
    }
    const bool known = std::any_of(settings.begin(), settings.end(), [](const auto& setting) {
        return IsOneOf(setting.first, TARGETS) || IsOneOf(setting.first, USERS) ||
               ConnectString::IsSecret(setting.first);
    });
    if (!known)
    {
        return {};
    }
    TextError error = Complain("found settings without Data Source where one was expected");
    for (const auto& [name, value] : settings)
    {
        if (ConnectString::IsSecret(name) || IsOneOf(name, USERS))
        {
            out.secrets.emplace_back(StripQuotes(value));
            continue;
        }
        if (!IsOneOf(name, TARGETS))
        {
            out.ignored.emplace_back(name);
            out.kept += (out.kept.empty() ? "" : ";") + std::string{name} + "=" + value;
            continue;
        }
        ConnectString inner;
        error = ConnectString::Split(StripQuotes(value), inner);
        out.target = inner.target;
        out.options = inner.options;
        out.ignored.insert(out.ignored.end(), inner.ignored.begin(), inner.ignored.end());
        out.secrets.insert(out.secrets.end(), inner.secrets.begin(), inner.secrets.end());
        // Quotes let the target hold ";".
        const bool quoted = inner.kept.find(';') != std::string::npos;
        const std::string shown = quoted ? "\"" + inner.kept + "\"" : inner.kept;
        out.kept = std::string{name} + "=" + shown + (out.kept.empty() ? "" : ";" + out.kept);
    }
    return error;
}

} // namespace

bool
ConnectString::IsSecret(std::string_view name)
{
    constexpr std::array<std::string_view, 5> PARTS = {
        "passw",
        "passphrase",
        "pwd",
        "secret",
        "access_token",
    };
    const std::string lower = ToLower(std::string{name});
    return std::any_of(PARTS.begin(), PARTS.end(), [&lower](std::string_view part) {
        return lower.find(part) != std::string::npos;
    });
}

std::string
ConnectString::GetOption(std::string_view name) const
{
    const auto found = std::find_if(options.begin(), options.end(), [name](const Option& option) {
        return EqualNoCase(option.name, name);
    });
    return found == options.end() ? "" : std::string{StripQuotes(found->value)};
}

TextError
ConnectString::Split(std::string_view text, ConnectString& out)
{
    out = {};
    text = StripBlanks(text);
    if (StartsWith(text, "jdbc:"))
    {
        return SplitJdbc(text, out);
    }
    const auto slashes = text.find("://");
    if (slashes != text.npos && (EqualNoCase(text.substr(0, slashes), "oracle") ||
                                 (StartsWith(text, "oracle+") && slashes < text.find('/'))))
    {
        return SplitUrl(text, out);
    }
    if (const auto error = SplitSettings(text, out))
    {
        return *error;
    }
    out = {};
    const TextError error = TakeCredentials(text, out);
    if (!error.IsError())
    {
        TakeTarget(text, out);
        out.kept = Join(out);
    }
    return error;
}

} // namespace ns3::net8
