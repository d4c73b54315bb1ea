// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NATIVE_ALGORITHM_H
#define NET8_NATIVE_ALGORITHM_H

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * An algorithm of native network encryption or checksumming: its name in sqlnet.ora, its number on
 * the wire (go-ora, node-oracledb, captures of 9.2 to 26ai), and its effect on the length of a
 * packet.
 */
struct NativeAlgorithm
{
    std::string_view name; ///< Name, in lower case.
    uint8_t number{0};     ///< Number on the wire.
    uint8_t bytes{0};      ///< Block size of a cipher (1 for a stream cipher), or checksum size,
                           ///< bytes.

    /**
     * @return the encryption algorithms, in OCI's order of preference (captures)
     */
    static std::span<const NativeAlgorithm> GetEncryption();

    /**
     * @return the checksum algorithms, in the order in which OCI lists them (captures)
     */
    static std::span<const NativeAlgorithm> GetChecksums();

    /**
     * Find an algorithm by number.
     *
     * @param among encryption or checksum algorithms
     * @param number its number on the wire
     * @return the algorithm, or nullptr
     */
    static const NativeAlgorithm* Find(std::span<const NativeAlgorithm> among, uint8_t number);

    /**
     * Find an algorithm by name.
     *
     * @param among encryption or checksum algorithms
     * @param name its name
     * @return the algorithm, or nullptr
     */
    static const NativeAlgorithm* Find(std::span<const NativeAlgorithm> among,
                                       std::string_view name);

    /**
     * Get the names of algorithms.
     *
     * @param among encryption or checksum algorithms
     * @return their names
     */
    static std::vector<std::string> GetNames(std::span<const NativeAlgorithm> among);

    /**
     * Get the numbers of named algorithms.
     *
     * @param among encryption or checksum algorithms
     * @param names names of some of them; unknown names are ignored
     * @return their numbers
     */
    static std::vector<uint8_t> GetNumbers(std::span<const NativeAlgorithm> among,
                                           std::span<const std::string> names);
};

} // namespace ns3::net8

#endif /* NET8_NATIVE_ALGORITHM_H */
