// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PROFILE_LIBRARY_H
#define NET8_PROFILE_LIBRARY_H

#include "net8-profile-file.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A file that is built in.
 */
struct ProfileText
{
    const char* name; ///< Name of the file, "drivers/sqlplus.toml".
    const char* text; ///< Its text.
};

/**
 * @ingroup net8
 * @return files of the drivers, as model/profile/drivers holds them
 */
std::span<const ProfileText> GetDriverTexts();

/**
 * @ingroup net8
 * @return files of the server releases, as model/profile/releases holds them
 */
std::span<const ProfileText> GetReleaseTexts();

/**
 * @ingroup net8
 * Drivers or server releases: those that are built in, each parsed when it is first asked for, and
 * files of users. Not for several threads at once.
 */
class ProfileLibrary
{
  public:
    /// A file, with those in front of it whose values come first.
    using Chain = std::vector<std::shared_ptr<const ProfileFile>>;
    /// Tells what is wrong with the values of a file.
    using Check = std::function<TextError(const ProfileFile& file)>;

    /**
     * @param texts files that are built in
     * @param check what is wrong with the values of a file
     * @param kind what they are, for errors: "driver"
     */
    ProfileLibrary(std::span<const ProfileText> texts, Check check, std::string kind);

    /**
     * @param name name of one that is built in, or "file:" and the path of a file
     * @param[out] chain its file and those in front of it, the one at the root first
     * @return what is wrong
     */
    TextError Open(std::string_view name, Chain& chain) const;

    /**
     * @return names of those that are built in, in natural order: "9.2" before "10.2"
     */
    std::vector<std::string> GetNames() const;

  private:
    /// A file that is built in.
    struct BuiltIn
    {
        std::string name;                          ///< Its name, which its text gives too.
        ProfileText source{nullptr, nullptr};      ///< Its file.
        std::shared_ptr<const ProfileFile> file{}; ///< The same parsed; null: not yet.
        TextError error{};                         ///< What is wrong in it.
    };

    /**
     * Put the files in front that a file is like.
     *
     * @param file a file
     * @param[out] chain gets it and those in front of it
     * @return what is wrong
     */
    TextError Follow(std::shared_ptr<const ProfileFile> file, Chain& chain) const;

    /**
     * @param name a name
     * @return what is built in under it, parsed; null: nothing is
     */
    const BuiltIn* FindBuiltIn(std::string_view name) const;

    Check m_check;                          ///< Tells what is wrong in a file.
    std::string m_kind;                     ///< "driver" or "release".
    mutable std::vector<BuiltIn> m_builtIn; ///< Those that are built in.
};

} // namespace ns3::net8

#endif /* NET8_PROFILE_LIBRARY_H */
