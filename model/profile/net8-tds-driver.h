// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TDS_DRIVER_H
#define NET8_TDS_DRIVER_H

#include "net8-profile-library.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ns3::net8
{

/// Default TDS driver of a plan.
inline constexpr const char* DEFAULT_TDS_DRIVER = "python-tds";

/**
 * @ingroup net8
 * @return the TDS driver files, from model/profile/tds-drivers
 */
std::span<const ProfileText> GetTdsDriverTexts();

/**
 * @ingroup net8
 * How a TDS driver requests results.
 */
enum class TdsRequest : uint8_t
{
    BATCH, ///< By a batch: SQL text.
    CALL   ///< A call (RPC) of sp_executesql with the text as its parameter.
};

/**
 * @ingroup net8
 * Properties of a TDS driver: the content of its file.
 */
struct TdsDriverProfile
{
    std::string name;                      ///< Name of the driver.
    std::string about;                     ///< Description.
    std::vector<std::string> alsoCalled;   ///< Other common names.
    uint32_t version{0};                   ///< Requested TDS version, as in a LOGIN7.
    uint32_t packetSize{0};                ///< Requested packet size, bytes; 0: default of the
                                           ///< server.
    uint32_t programVersion{0};            ///< Version of the driver, as in the LOGIN7.
    std::string instance;                  ///< Instance named in the PRELOGIN.
    std::string program;                   ///< Name of the program.
    std::string library;                   ///< Name of the driver in the LOGIN7.
    std::string language;                  ///< Language.
    uint8_t flags1{0};                     ///< Flags 1 of the LOGIN7.
    uint8_t flags2{0};                     ///< Flags 2.
    uint8_t typeFlags{0};                  ///< Type flags.
    uint8_t flags3{0};                     ///< Flags 3.
    bool beginsTransaction{false};         ///< It begins a transaction after the logon.
    TdsRequest request{TdsRequest::BATCH}; ///< How it requests results.
    bool noDelay{true};                    ///< It disables Nagle's algorithm.

    /**
     * Read a TDS driver's profile.
     *
     * @param name name of a built-in driver, or "file:" and the path of a file
     * @param[out] out receives the driver
     * @return the error, if any
     */
    static TextError Read(std::string_view name, TdsDriverProfile& out);

    /**
     * @return names of the built-in drivers
     */
    static std::vector<std::string> GetNames();

    /**
     * @return its values, by the keys of its file
     */
    std::map<std::string, ProfileValue> GetFacts() const;
};

} // namespace ns3::net8

#endif /* NET8_TDS_DRIVER_H */
