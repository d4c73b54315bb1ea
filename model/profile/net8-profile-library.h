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
 * A built-in file.
 */
struct ProfileText
{
    const char* name; ///< Name of the file, "drivers/sqlplus.toml".
    const char* text; ///< Its text.
};

/**
 * @ingroup net8
 * @return the driver files, from model/profile/drivers
 */
std::span<const ProfileText> GetDriverTexts();

/**
 * @ingroup net8
 * @return the server release files, from model/profile/releases
 */
std::span<const ProfileText> GetReleaseTexts();

/**
 * @ingroup net8
 * Drivers or server releases: the built-in ones, each parsed on first use, and user files. Not
 * thread-safe.
 */
class ProfileLibrary
{
  public:
    /// A file, preceded by the files it is based on.
    using Chain = std::vector<std::shared_ptr<const ProfileFile>>;
    /// Checks the values of a file.
    using Check = std::function<TextError(const ProfileFile& file)>;

    /**
     * Create a library.
     *
     * @param texts the built-in files
     * @param check checks the values of a file
     * @param kind kind of the profiles, for error messages: "driver"
     */
    ProfileLibrary(std::span<const ProfileText> texts, Check check, std::string kind);

    /**
     * Open a profile.
     *
     * @param name name of a built-in profile, or "file:" and the path of a file
     * @param[out] chain receives its file, preceded by the files it is based on, root first
     * @return the error, if any
     */
    TextError Open(std::string_view name, Chain& chain) const;

    /**
     * @return names of the built-in profiles in natural order: "9.2" before "10.2"
     */
    std::vector<std::string> GetNames() const;

  private:
    /// A built-in profile.
    struct BuiltIn
    {
        std::string name;                          ///< Its name, as in its text.
        ProfileText source{nullptr, nullptr};      ///< Its file.
        std::shared_ptr<const ProfileFile> file{}; ///< The parsed file; null: not parsed yet.
        TextError error{};                         ///< The error in it, if any.
    };

    /**
     * Prepend the files that a file is based on.
     *
     * @param file the file
     * @param[out] chain receives it and these files
     * @return the error, if any
     */
    TextError Follow(std::shared_ptr<const ProfileFile> file, Chain& chain) const;

    /**
     * Find a built-in profile.
     *
     * @param name its name
     * @return the profile, parsed; null if there is none
     */
    const BuiltIn* FindBuiltIn(std::string_view name) const;

    Check m_check;                          ///< Checks the values of a file.
    std::string m_kind;                     ///< "driver" or "release".
    mutable std::vector<BuiltIn> m_builtIn; ///< The built-in profiles.
};

} // namespace ns3::net8

#endif /* NET8_PROFILE_LIBRARY_H */
