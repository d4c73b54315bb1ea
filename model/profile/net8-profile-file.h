// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PROFILE_FILE_H
#define NET8_PROFILE_FILE_H

#include "net8-platform.h"

#include "ns3/net8-text-error.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One value of a profile file, and where it stands.
 */
struct ProfileValue
{
    std::variant<bool, int64_t, std::string, std::vector<std::string>> value; ///< The value.
    uint32_t line{0};                                                         ///< Line, from 1.
    uint32_t column{0};                                                       ///< Column, from 1.
};

/**
 * @ingroup net8
 * Values of a profile file that hold together, and when they do.
 */
struct ProfileLayer
{
    /**
     * What is known of the other end.
     */
    struct Situation
    {
        uint16_t agreed{0};      ///< TNS version that both ends agree on; 0: not known.
        uint16_t server{0};      ///< TNS version of the server; 0: not known.
        uint16_t client{0};      ///< TNS version of the client; 0: not known.
        bool thin{false};        ///< A thin driver is the client.
        bool verifier12c{false}; ///< Users have verifiers of 12c, and both ends know them.
    };

    std::map<std::string, ProfileValue> values; ///< Values by key.
    std::optional<Platform> platform;           ///< Only on this operating system.
    uint16_t agreedFrom{0};                     ///< Only from this agreed version on.
    uint16_t serverFrom{0};                     ///< Only from this version of the server on.
    uint16_t clientFrom{0};                     ///< Only from this version of the client on.
    std::optional<bool> thin;                   ///< Only with thin drivers, or only with others.
    bool verifier12c{false};                    ///< Only with verifiers of 12c.

    /**
     * @param situation what is known of the other end
     * @return whether the values hold; never for those of an operating system
     */
    bool Holds(const Situation& situation) const;
};

/**
 * @ingroup net8
 * What a file says of one release of a driver, or of some that are alike in it.
 */
struct ProfileRelease
{
    std::vector<std::string> names;        ///< Their names.
    std::string like;                      ///< A release whose values come first; empty: none.
    uint32_t line{0};                      ///< Where it starts.
    ProfileLayer own;                      ///< What it always does.
    std::vector<ProfileLayer> conditional; ///< What it does at times, in order.
};

/**
 * @ingroup net8
 * A file of a driver or of a server release, as it is written: TOML with keys and values, tables
 * `[linux]` and `[windows]` of what an operating system changes, tables `[[with]]` of what the
 * other end changes, and, in files of drivers, tables `[[release]]`.
 */
struct ProfileFile
{
    std::string source;                    ///< Name of the file, for errors.
    std::string name;                      ///< Name of the driver or release.
    std::string like;                      ///< One whose values come first; empty: none.
    ProfileLayer own;                      ///< What it always does.
    std::vector<ProfileLayer> conditional; ///< What it does at times, in order.
    std::vector<ProfileRelease> releases;  ///< Releases of a driver.

    /**
     * @param text text of a file
     * @param source its name, for errors
     * @param[out] out what it says
     * @return what is wrong
     */
    static TextError Parse(std::string_view text, const std::string& source, ProfileFile& out);

    /**
     * @param path path of a file
     * @param[out] out what it says
     * @return what is wrong
     */
    static TextError Read(const std::string& path, ProfileFile& out);

    /**
     * @param release name of a release
     * @return what the file says of it, or null
     */
    const ProfileRelease* FindRelease(std::string_view release) const;

    /**
     * @return all layers of the file
     */
    std::vector<const ProfileLayer*> GetLayers() const;
};

/**
 * @ingroup net8
 * @param file name of a file
 * @param value a value of it
 * @param message what is wrong with the value, and what would be right
 * @return the error
 */
TextError MakeProfileError(const std::string& file,
                           const ProfileValue& value,
                           const std::string& message);

} // namespace ns3::net8

#endif /* NET8_PROFILE_FILE_H */
