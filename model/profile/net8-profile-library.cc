// SPDX-License-Identifier: GPL-2.0-only
#include "net8-profile-library.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <utility>

namespace ns3::net8
{

namespace
{

/// Prefix of the path of a user's file.
constexpr std::string_view FILE_PREFIX = "file:";

/**
 * Get the sort key of a name.
 *
 * @param name a name
 * @return the number at its start, then the whole name
 */
std::pair<double, std::string>
GetSortKey(const std::string& name)
{
    double number = 0;
    std::from_chars(name.data(), name.data() + name.size(), number);
    return {number, name};
}

} // namespace

ProfileLibrary::ProfileLibrary(std::span<const ProfileText> texts, Check check, std::string kind)
    : m_check(std::move(check)),
      m_kind(std::move(kind))
{
    for (const auto& source : texts)
    {
        m_builtIn.push_back(
            {.name = std::filesystem::path(source.name).stem().string(), .source = source});
    }
    std::ranges::sort(m_builtIn, {}, [](const auto& each) { return GetSortKey(each.name); });
}

TextError
ProfileLibrary::Open(std::string_view name, Chain& chain) const
{
    chain.clear();
    if (name.starts_with(FILE_PREFIX))
    {
        auto file = std::make_shared<ProfileFile>();
        auto error = ProfileFile::Read(std::string(name.substr(FILE_PREFIX.size())), *file);
        error = error.IsError() ? error : m_check(*file);
        return error.IsError() ? error : Follow(std::move(file), chain);
    }
    if (const auto* found = FindBuiltIn(name))
    {
        return found->error.IsError() ? found->error : Follow(found->file, chain);
    }
    TextError error;
    error.file = m_kind;
    error.message = "there is no " + m_kind + " '" + std::string(name) + "'; use one of ";
    for (const auto& known : m_builtIn)
    {
        error.message += known.name + ", ";
    }
    error.message += "or file: and the path of a file";
    return error;
}

TextError
ProfileLibrary::Follow(std::shared_ptr<const ProfileFile> file, Chain& chain) const
{
    chain.push_back(std::move(file));
    while (!chain.front()->like.empty())
    {
        const auto& front = *chain.front();
        const auto* before = FindBuiltIn(front.like);
        if (!before || std::ranges::find(chain, before->file) != chain.end())
        {
            TextError error;
            error.file = front.source;
            error.message =
                "like is '" + front.like + "'; use the name of another built-in " + m_kind;
            return error;
        }
        if (before->error.IsError())
        {
            return before->error;
        }
        chain.insert(chain.begin(), before->file);
    }
    return {};
}

const ProfileLibrary::BuiltIn*
ProfileLibrary::FindBuiltIn(std::string_view name) const
{
    const auto found = std::ranges::find(m_builtIn, name, &BuiltIn::name);
    if (found == m_builtIn.end())
    {
        return nullptr;
    }
    if (!found->file)
    {
        auto file = std::make_shared<ProfileFile>();
        found->error = ProfileFile::Parse(found->source.text, found->source.name, *file);
        found->error = found->error.IsError() ? found->error : m_check(*file);
        found->file = std::move(file);
    }
    return &*found;
}

std::vector<std::string>
ProfileLibrary::GetNames() const
{
    std::vector<std::string> names;
    for (const auto& file : m_builtIn)
    {
        names.push_back(file.name);
    }
    return names;
}

} // namespace ns3::net8
