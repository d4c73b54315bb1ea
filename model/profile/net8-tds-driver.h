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

/// Driver of TDS unless a plan names one.
inline constexpr const char* DEFAULT_TDS_DRIVER = "python-tds";

/**
 * @ingroup net8
 * @return files of the drivers of TDS, as model/profile/tds-drivers holds them
 */
std::span<const ProfileText> GetTdsDriverTexts();

/**
 * @ingroup net8
 * How a driver of TDS asks for results.
 */
enum class TdsRequest : uint8_t
{
    BATCH, ///< A batch: the text of statements.
    CALL   ///< A call (RPC) of sp_executesql with the text as its parameter.
};

/**
 * @ingroup net8
 * What a driver of TDS says of itself and how it talks: its file.
 */
struct TdsDriverProfile
{
    std::string name;                    ///< Name of the driver.
    std::string about;                   ///< What it is.
    std::vector<std::string> alsoCalled; ///< Other names that people have for it.
    uint32_t version{0};                 ///< TDS version that it asks for, as a LOGIN7 has it.
    uint32_t packetSize{0};              ///< Packet size that it asks for, bytes; 0: the server's.
    uint32_t programVersion{0};          ///< Version of the driver, as the LOGIN7 has it.
    std::string instance;                ///< Instance that it names in the PRELOGIN.
    std::string program;                 ///< Name of the program.
    std::string library;                 ///< Name of the driver in the LOGIN7.
    std::string language;                ///< Language.
    uint8_t flags1{0};                   ///< Flags 1 of the LOGIN7.
    uint8_t flags2{0};                   ///< Flags 2.
    uint8_t typeFlags{0};                ///< Flags of the type.
    uint8_t flags3{0};                   ///< Flags 3.
    bool beginsTransaction{false};       ///< It begins a transaction once it is logged on.
    TdsRequest request{TdsRequest::BATCH}; ///< How it asks for results.
    bool noDelay{true};                    ///< It switches Nagle's algorithm off.

    /**
     * @param name name of a driver that is built in, or "file:" and the path of a file
     * @param[out] out the driver
     * @return what is wrong
     */
    static TextError Read(std::string_view name, TdsDriverProfile& out);

    /**
     * @return names of those that are built in
     */
    static std::vector<std::string> GetNames();

    /**
     * @return what its file says, by key
     */
    std::map<std::string, ProfileValue> GetFacts() const;
};

} // namespace ns3::net8

#endif /* NET8_TDS_DRIVER_H */
