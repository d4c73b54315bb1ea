// SPDX-License-Identifier: GPL-2.0-only
#include "net8-ora-file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace ns3::net8
{

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

TextError
OraFile::Add(const std::string& path, const Reader& reader, std::vector<std::string>& chain)
{
    const std::optional<std::string> text = reader(path);
    if (!text)
    {
        return {.file = path, .message = "the file cannot be read"};
    }
    // Editors of Windows put a byte order mark in front.
    std::string_view content = *text;
    content.remove_prefix(content.starts_with("\xef\xbb\xbf") ? 3 : 0);
    std::vector<NameValue> nodes;
    TextError error = NameValue::ParseFile(content, nodes);
    chain.push_back(path);
    for (size_t i = 0; i < nodes.size() && !error.IsError(); ++i)
    {
        NameValue& node = nodes[i];
        if (node.Is("IFILE"))
        {
            error = Include(node, reader, chain);
            continue;
        }
        std::vector<std::string> names = std::move(node.list);
        node.list.clear();
        parameters.push_back({std::move(names), std::move(node), path});
    }
    chain.pop_back();
    error.file = error.IsError() && error.file.empty() ? path : error.file;
    return error;
}

TextError
OraFile::Include(const NameValue& node, const Reader& reader, std::vector<std::string>& chain)
{
    if (node.kind != NameValue::Kind::VALUE || node.value.empty())
    {
        return node.Error("found no file name behind IFILE where one was expected");
    }
    const std::filesystem::path folder = std::filesystem::path{chain.back()}.parent_path();
    const std::string path = (folder / node.value).lexically_normal().string();
    const auto same = [&path](const std::string& open) {
        return std::filesystem::path{open}.lexically_normal().string() == path;
    };
    if (std::any_of(chain.begin(), chain.end(), same))
    {
        return node.Error("found IFILE '" + node.value +
                          "', which includes itself, where another file was expected");
    }
    if (chain.size() > MAX_INCLUDES)
    {
        return node.Error("found IFILE '" + node.value + "' below " + std::to_string(MAX_INCLUDES) +
                          " others, where at most that many are read");
    }
    if (!reader(path))
    {
        return node.Error(
            "found IFILE '" + node.value +
            "', which cannot be read, where the name of a readable file was expected");
    }
    return Add(path, reader, chain);
}

} // namespace ns3::net8
