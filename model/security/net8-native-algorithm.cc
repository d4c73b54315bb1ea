// SPDX-License-Identifier: GPL-2.0-only
#include "net8-native-algorithm.h"

#include <algorithm>
#include <array>

namespace ns3::net8
{

namespace
{

/// Encryption algorithms with their block sizes, bytes.
constexpr std::array<NativeAlgorithm, 11> ENCRYPTION{{
    {"aes256", 17, 16},
    {"rc4_256", 6, 1},
    {"aes192", 16, 16},
    {"3des168", 12, 8},
    {"aes128", 15, 16},
    {"rc4_128", 10, 1},
    {"3des112", 11, 8},
    {"rc4_56", 8, 1},
    {"des", 2, 8},
    {"rc4_40", 1, 1},
    {"des40", 3, 8},
}};

/// Checksum algorithms with their sizes, bytes.
constexpr std::array<NativeAlgorithm, 5> CHECKSUMS{{
    {"sha1", 3, 20},
    {"md5", 1, 16},
    {"sha512", 4, 64},
    {"sha256", 5, 32},
    {"sha384", 6, 48},
}};

} // namespace

std::span<const NativeAlgorithm>
NativeAlgorithm::GetEncryption()
{
    return ENCRYPTION;
}

std::span<const NativeAlgorithm>
NativeAlgorithm::GetChecksums()
{
    return CHECKSUMS;
}

const NativeAlgorithm*
NativeAlgorithm::Find(std::span<const NativeAlgorithm> among, uint8_t number)
{
    const auto found = std::ranges::find(among, number, &NativeAlgorithm::number);
    return found == among.end() ? nullptr : &*found;
}

const NativeAlgorithm*
NativeAlgorithm::Find(std::span<const NativeAlgorithm> among, std::string_view name)
{
    const auto found = std::ranges::find(among, name, &NativeAlgorithm::name);
    return found == among.end() ? nullptr : &*found;
}

std::vector<std::string>
NativeAlgorithm::GetNames(std::span<const NativeAlgorithm> among)
{
    std::vector<std::string> names;
    for (const auto& one : among)
    {
        names.emplace_back(one.name);
    }
    return names;
}

std::vector<uint8_t>
NativeAlgorithm::GetNumbers(std::span<const NativeAlgorithm> among,
                            std::span<const std::string> names)
{
    std::vector<uint8_t> numbers;
    for (const auto& name : names)
    {
        if (const auto* one = Find(among, name))
        {
            numbers.push_back(one->number);
        }
    }
    return numbers;
}

} // namespace ns3::net8
