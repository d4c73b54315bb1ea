// SPDX-License-Identifier: GPL-2.0-only
#include "net8-ora-file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace ns3::net8
{

namespace
{

/**
 * Check whether a file is in UTF-16.
 * @param text content of a file
 * @return whether it has a UTF-16 byte order mark or every second byte of its beginning is zero
 */
bool
IsUtf16(std::string_view text)
{
    if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
    {
        return true;
    }
    constexpr size_t LOOKED_AT = 4;
    return text.size() >= LOOKED_AT && (text[0] == '\0') != (text[1] == '\0') &&
           (text[2] == '\0') == (text[0] == '\0') && (text[3] == '\0') == (text[1] == '\0');
}

} // namespace

bool
OraParameter::HoldsAddresses() const
{
    const auto& nodes = content.children;
    return !nodes.empty() && (nodes[0].Is("DESCRIPTION") || nodes[0].Is("DESCRIPTION_LIST") ||
                              nodes[0].Is("ADDRESS") || nodes[0].Is("ADDRESS_LIST"));
}

TextError
OraFile::Read(const std::string& path, const Reader& reader, OraFile& out)
{
    out = {};
    std::vector<std::string> chain;
    return out.Add(path, reader, chain);
}

std::optional<std::string>
OraFile::ReadFromDisk(const std::string& path)
{
    std::error_code error;
    std::ifstream stream{path, std::ios::binary};
    if (!stream || std::filesystem::is_directory(path, error))
    {
        return std::nullopt;
    }
    return std::string{std::istreambuf_iterator<char>{stream}, {}};
}

const OraParameter*
OraFile::Find(std::string_view name) const
{
    const auto hasName = [name](const OraParameter& parameter) {
        return std::any_of(parameter.names.begin(),
                           parameter.names.end(),
                           [name](const std::string& own) { return EqualNoCase(own, name); });
    };
    const auto found = std::find_if(parameters.rbegin(), parameters.rend(), hasName);
    return found == parameters.rend() ? nullptr : &*found;
}

std::string
OraFile::ListEntries() const
{
    constexpr size_t SHOWN = 8;
    std::vector<std::string> names;
    std::string broken;
    for (const auto& parameter : parameters)
    {
        if (parameter.error.IsError() && broken.empty())
        {
            broken = ", and " + parameter.content.name + " of line " +
                     std::to_string(parameter.content.line) + " cannot be read";
        }
        if (parameter.HoldsAddresses())
        {
            names.insert(names.end(), parameter.names.begin(), parameter.names.end());
        }
    }
    std::string text = names.empty()       ? "; there is none"
                       : names.size() == 1 ? "; there is "
                                           : "; there are ";
    for (size_t i = 0; i < names.size() && i < SHOWN; ++i)
    {
        text += (i > 0 ? ", " : "") + names[i];
    }
    if (names.size() > SHOWN)
    {
        text += " and " + std::to_string(names.size() - SHOWN) + " more";
    }
    return text + broken;
}

TextError
OraFile::Add(const std::string& path, const Reader& reader, std::vector<std::string>& chain)
{
    const std::optional<std::string> text = reader(path);
    if (!text)
    {
        return {.file = path, .message = "the file cannot be read"};
    }
    if (IsUtf16(*text))
    {
        return {.file = path,
                .message = "found UTF-16 where UTF-8 or an 8-bit character set was expected"};
    }
    // Windows editors put a byte order mark at the start, DOS editors Ctrl-Z at the end.
    std::string_view content = *text;
    content.remove_prefix(content.starts_with("\xef\xbb\xbf") ? 3 : 0);
    content.remove_suffix(content.ends_with('\x1a') ? 1 : 0);
    std::vector<FileEntry> entries;
    NameValue::ParseFile(content, entries);
    chain.push_back(path);
    for (auto& [node, error] : entries)
    {
        if (node.Is("IFILE") && !error.IsError())
        {
            error = Include(node, reader, chain);
            if (!error.IsError())
            {
                continue;
            }
        }
        error.file = error.IsError() && error.file.empty() ? path : error.file;
        std::vector<std::string> names = std::move(node.list);
        node.list.clear();
        parameters.push_back({std::move(names), std::move(node), path, std::move(error)});
    }
    chain.pop_back();
    return {};
}

TextError
OraFile::Include(const NameValue& node, const Reader& reader, std::vector<std::string>& chain)
{
    const std::string* name = node.GetScalar();
    if (!name || name->empty())
    {
        return node.Error("found no file name behind IFILE where one was expected");
    }
    const std::filesystem::path folder = std::filesystem::path{chain.back()}.parent_path();
    const std::string path = (folder / *name).lexically_normal().string();
    const auto same = [&path](const std::string& open) {
        return std::filesystem::path{open}.lexically_normal().string() == path;
    };
    if (std::any_of(chain.begin(), chain.end(), same))
    {
        return node.Error("found IFILE '" + *name +
                          "', which includes itself, where another file was expected");
    }
    if (chain.size() > MAX_INCLUDES)
    {
        return node.Error("found IFILE '" + *name + "' below " + std::to_string(MAX_INCLUDES) +
                          " others, where at most that many are read");
    }
    if (m_included >= MAX_FILES)
    {
        return node.Error("found IFILE '" + *name + "' behind " + std::to_string(MAX_FILES) +
                          " others, where at most that many are read");
    }
    ++m_included;
    if (!reader(path))
    {
        return node.Error(
            "found IFILE '" + *name +
            "', which cannot be read, where the name of a readable file was expected");
    }
    return Add(path, reader, chain);
}

} // namespace ns3::net8
