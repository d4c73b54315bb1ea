// SPDX-License-Identifier: GPL-2.0-only
#include "net8-profile-file.h"

#include "ns3/net8-ora-file.h"

#include <algorithm>
#include <limits>

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#define TOML_ENABLE_WINDOWS_COMPAT 0
#include <toml++/toml.h>

namespace ns3::net8
{

namespace
{

/**
 * Parses a file. The first error is kept, and everything after it is skipped.
 */
class ProfileParser
{
  public:
    /**
     * Create a parser.
     *
     * @param file receives the values; its source is set
     */
    explicit ProfileParser(ProfileFile& file)
        : m_file(file)
    {
    }

    /**
     * Parse a file.
     *
     * @param table the whole file
     * @return the error, if any
     */
    TextError Parse(const toml::table& table)
    {
        for (const auto& [key, node] : table)
        {
            if (key.str() == "name" || key.str() == "like")
            {
                (key.str() == "name" ? m_file.name : m_file.like) = ReadText(key.str(), node);
            }
            else if (key.str() == "release")
            {
                ReadTables(key.str(), node, [this](const toml::table& release) {
                    m_file.releases.push_back(ReadRelease(release));
                });
            }
            else
            {
                ReadKey(key.str(), node, m_file.own, m_file.conditional);
            }
        }
        if (m_file.name.empty())
        {
            Fail(table, "there is no name; add a line such as name = \"my-driver\"");
        }
        return m_error;
    }

  private:
    /**
     * Record an error.
     *
     * @param node location of the error
     * @param message what is wrong
     */
    void Fail(const toml::node& node, const std::string& message)
    {
        if (m_error.IsError())
        {
            return;
        }
        m_error.file = m_file.source;
        m_error.line = node.source().begin.line;
        m_error.column = node.source().begin.column;
        m_error.message = message;
    }

    /**
     * Read a text.
     *
     * @param key a key
     * @param node its value
     * @return the text
     */
    std::string ReadText(std::string_view key, const toml::node& node)
    {
        if (const auto* text = node.as_string())
        {
            return text->get();
        }
        Fail(node, std::string(key) + " is not a text; write it in quotation marks");
        return "";
    }

    /**
     * Read an array of tables.
     *
     * @param key a key
     * @param node its value
     * @param call called for each table
     */
    template <typename F>
    void ReadTables(std::string_view key, const toml::node& node, F call)
    {
        const auto* array = node.as_array();
        if (!array || !array->is_homogeneous(toml::node_type::table))
        {
            Fail(node,
                 std::string(key) + " is a list; write [[" + std::string(key) +
                     "]] with two brackets");
            return;
        }
        for (const auto& element : *array)
        {
            call(*element.as_table());
        }
    }

    /**
     * Read a release.
     *
     * @param table a table [[release]]
     * @return its content
     */
    ProfileRelease ReadRelease(const toml::table& table)
    {
        ProfileRelease release;
        release.line = table.source().begin.line;
        for (const auto& [key, node] : table)
        {
            if (key.str() == "name")
            {
                const auto value = ReadValue(key.str(), node).value;
                const auto* one = std::get_if<std::string>(&value);
                const auto* many = std::get_if<std::vector<std::string>>(&value);
                release.names = one ? std::vector{*one} : many ? *many : std::vector<std::string>{};
            }
            else if (key.str() == "like")
            {
                release.like = ReadText(key.str(), node);
            }
            else
            {
                ReadKey(key.str(), node, release.own, release.conditional);
            }
        }
        if (release.names.empty())
        {
            Fail(table, "a release has no name; add a line such as name = \"19c\"");
        }
        return release;
    }

    /**
     * Read a key of the file.
     *
     * @param key a key
     * @param node its value
     * @param own unconditional values
     * @param conditional conditional values
     */
    void ReadKey(std::string_view key,
                 const toml::node& node,
                 ProfileLayer& own,
                 std::vector<ProfileLayer>& conditional)
    {
        if (key == "linux" || key == "windows")
        {
            if (const auto* table = node.as_table())
            {
                auto& layer = conditional.emplace_back();
                layer.platform = key == "linux" ? Platform::LINUX : Platform::WINDOWS;
                ReadLayer(*table, layer);
                return;
            }
            Fail(node, std::string(key) + " is a table; write [" + std::string(key) + "]");
            return;
        }
        if (key == "with")
        {
            ReadTables(key, node, [&](const toml::table& table) {
                ReadLayer(table, conditional.emplace_back());
            });
            return;
        }
        own.values.emplace(key, ReadValue(key, node));
    }

    /**
     * Find the version condition of a key.
     *
     * @param key a key
     * @param layer a conditional layer
     * @return the condition, or null if the key is not a version condition
     */
    static uint16_t* FindVersion(std::string_view key, ProfileLayer& layer)
    {
        return key == "agreed_from"   ? &layer.agreedFrom
               : key == "server_from" ? &layer.serverFrom
               : key == "client_from" ? &layer.clientFrom
                                      : nullptr;
    }

    /**
     * Read a conditional layer.
     *
     * @param table its table
     * @param layer receives its values
     */
    void ReadLayer(const toml::table& table, ProfileLayer& layer)
    {
        for (const auto& [key, node] : table)
        {
            const auto value = ReadValue(key.str(), node);
            if (auto* version = FindVersion(key.str(), layer))
            {
                *version = ReadVersion(key.str(), node);
            }
            else if (key.str() == "thin" || key.str() == "verifier_12c")
            {
                const auto* flag = std::get_if<bool>(&value.value);
                if (!flag)
                {
                    Fail(node, std::string(key.str()) + " is a switch; write true or false");
                    return;
                }
                (key.str() == "thin" ? layer.thin.emplace() : layer.verifier12c) = *flag;
            }
            else
            {
                layer.values.emplace(key.str(), value);
            }
        }
    }

    /**
     * Read a version.
     *
     * @param key a key
     * @param node its value
     * @return the TNS version
     */
    uint16_t ReadVersion(std::string_view key, const toml::node& node)
    {
        const auto version = node.value_exact<int64_t>().value_or(0);
        if (version < 1 || version > std::numeric_limits<uint16_t>::max())
        {
            Fail(node, std::string(key) + " is not a TNS version; write one such as 319");
            return 0;
        }
        return static_cast<uint16_t>(version);
    }

    /**
     * Read a value.
     *
     * @param key a key
     * @param node its value
     * @return the value
     */
    ProfileValue ReadValue(std::string_view key, const toml::node& node)
    {
        ProfileValue value{.value = {},
                           .line = node.source().begin.line,
                           .column = node.source().begin.column};
        if (const auto* flag = node.as_boolean())
        {
            value.value = flag->get();
        }
        else if (const auto* number = node.as_integer())
        {
            value.value = number->get();
        }
        else if (const auto* text = node.as_string())
        {
            value.value = text->get();
        }
        else if (const auto* array = node.as_array();
                 array && (array->empty() || array->is_homogeneous(toml::node_type::string)))
        {
            std::vector<std::string> texts;
            for (const auto& element : *array)
            {
                texts.push_back(element.as_string()->get());
            }
            value.value = std::move(texts);
        }
        else
        {
            Fail(node,
                 std::string(key) +
                     " is neither a whole number, true, false, a text nor a list of texts");
        }
        return value;
    }

    ProfileFile& m_file; ///< Receives the values.
    TextError m_error;   ///< The first error.
};

} // namespace

bool
ProfileLayer::Holds(const Situation& situation) const
{
    return !platform && agreedFrom <= situation.agreed && serverFrom <= situation.server &&
           clientFrom <= situation.client && (!thin || *thin == situation.thin) &&
           (!verifier12c || situation.verifier12c);
}

TextError
ProfileFile::Parse(std::string_view text, const std::string& source, ProfileFile& out)
{
    out = {};
    out.source = source;
    const auto result = toml::parse(text);
    if (!result)
    {
        TextError error;
        error.file = source;
        error.line = result.error().source().begin.line;
        error.column = result.error().source().begin.column;
        error.message = "no TOML: " + std::string(result.error().description());
        return error;
    }
    return ProfileParser(out).Parse(result.table());
}

TextError
ProfileFile::Read(const std::string& path, ProfileFile& out)
{
    if (const auto text = OraFile::ReadFromDisk(path))
    {
        return Parse(*text, path, out);
    }
    TextError error;
    error.file = path;
    error.message = "this file cannot be read; use the path of a TOML file";
    return error;
}

const ProfileRelease*
ProfileFile::FindRelease(std::string_view release) const
{
    const auto found = std::ranges::find_if(releases, [&](const auto& known) {
        return std::ranges::find(known.names, release) != known.names.end();
    });
    return found == releases.end() ? nullptr : &*found;
}

std::vector<const ProfileLayer*>
ProfileFile::GetLayers() const
{
    std::vector<const ProfileLayer*> layers{&own};
    const auto add = [&](const std::vector<ProfileLayer>& more) {
        for (const auto& layer : more)
        {
            layers.push_back(&layer);
        }
    };
    add(conditional);
    for (const auto& release : releases)
    {
        layers.push_back(&release.own);
        add(release.conditional);
    }
    return layers;
}

TextError
MakeProfileError(const std::string& file, const ProfileValue& value, const std::string& message)
{
    TextError error;
    error.file = file;
    error.line = value.line;
    error.column = value.column;
    error.message = message;
    return error;
}

} // namespace ns3::net8
