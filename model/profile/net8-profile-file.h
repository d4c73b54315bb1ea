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
 * A value of a profile file, with its location.
 */
struct ProfileValue
{
    std::variant<bool, int64_t, std::string, std::vector<std::string>> value; ///< The value.
    uint32_t line{0};                                                         ///< Line, from 1.
    uint32_t column{0};                                                       ///< Column, from 1.
};

/**
 * @ingroup net8
 * A group of values of a profile file, and the conditions under which they apply.
 */
struct ProfileLayer
{
    /**
     * What is known about both ends.
     */
    struct Situation
    {
        uint16_t agreed{0};      ///< Agreed TNS version; 0: unknown.
        uint16_t server{0};      ///< TNS version of the server; 0: unknown.
        uint16_t client{0};      ///< TNS version of the client; 0: unknown.
        bool thin{false};        ///< The client is a thin driver.
        bool verifier12c{false}; ///< Users have 12c verifiers, and both ends support them.
    };

    std::map<std::string, ProfileValue> values; ///< Values by key.
    std::optional<Platform> platform;           ///< Only on this operating system.
    uint16_t agreedFrom{0};                     ///< Only from this agreed version on.
    uint16_t serverFrom{0};                     ///< Only from this version of the server on.
    uint16_t clientFrom{0};                     ///< Only from this version of the client on.
    std::optional<bool> thin;                   ///< Only with thin drivers, or only with others.
    bool verifier12c{false};                    ///< Only with 12c verifiers.

    /**
     * Check the conditions.
     *
     * @param situation what is known about both ends
     * @return whether the values apply; never for those of an operating system
     */
    bool Holds(const Situation& situation) const;
};

/**
 * @ingroup net8
 * The part of a file for one release of a driver, or for several with the same values.
 */
struct ProfileRelease
{
    std::vector<std::string> names;        ///< Names of the releases.
    std::string like;                      ///< Base release, whose values are applied first; empty:
                                           ///< none.
    uint32_t line{0};                      ///< Line where it starts.
    ProfileLayer own;                      ///< Unconditional values.
    std::vector<ProfileLayer> conditional; ///< Conditional values, in order.
};

/**
 * @ingroup net8
 * A file of a driver or of a server release, as written: TOML with keys and values, tables
 * `[linux]` and `[windows]` with the values for an operating system, tables `[[with]]` with values
 * that depend on the other end, and, in driver files, tables `[[release]]`.
 */
struct ProfileFile
{
    std::string source;                    ///< Name of the file, for error messages.
    std::string name;                      ///< Name of the driver or release.
    std::string like;                      ///< Base driver or release, whose values are applied
                                           ///< first; empty: none.
    ProfileLayer own;                      ///< Unconditional values.
    std::vector<ProfileLayer> conditional; ///< Conditional values, in order.
    std::vector<ProfileRelease> releases;  ///< Releases of a driver.

    /**
     * Parse a file.
     *
     * @param text text of the file
     * @param source name of the file, for error messages
     * @param[out] out receives the file
     * @return the error, if any
     */
    static TextError Parse(std::string_view text, const std::string& source, ProfileFile& out);

    /**
     * Read a file.
     *
     * @param path path of the file
     * @param[out] out receives the file
     * @return the error, if any
     */
    static TextError Read(const std::string& path, ProfileFile& out);

    /**
     * Find a release.
     *
     * @param release name of a release
     * @return its part of the file, or null
     */
    const ProfileRelease* FindRelease(std::string_view release) const;

    /**
     * @return all layers of the file
     */
    std::vector<const ProfileLayer*> GetLayers() const;
};

/**
 * @ingroup net8
 * Make an error located at a value.
 *
 * @param file name of a file
 * @param value a value of the file
 * @param message what is wrong with the value, and what would be right
 * @return the error
 */
TextError MakeProfileError(const std::string& file,
                           const ProfileValue& value,
                           const std::string& message);

} // namespace ns3::net8

#endif /* NET8_PROFILE_FILE_H */
