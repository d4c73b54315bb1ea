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
 * An algorithm of native network encryption or of its checksums: name in sqlnet.ora, number on the
 * wire (go-ora, node-oracledb, captures of 9.2 to 26ai), and what it does to the length of a
 * packet.
 */
struct NativeAlgorithm
{
    std::string_view name; ///< Name, in small letters.
    uint8_t number{0};     ///< Number on the wire.
    uint8_t bytes{0};      ///< Of encryption the block, 1 for a stream; of a checksum its length.

    /**
     * @return the algorithms of encryption, in the order in which OCI prefers them (captures)
     */
    static std::span<const NativeAlgorithm> GetEncryption();

    /**
     * @return those of checksums, in the order in which OCI tells them (captures)
     */
    static std::span<const NativeAlgorithm> GetChecksums();

    /**
     * @param among algorithms of one of these kinds
     * @param number a number on the wire
     * @return the algorithm, or nullptr
     */
    static const NativeAlgorithm* Find(std::span<const NativeAlgorithm> among, uint8_t number);

    /**
     * @param among algorithms of one kind
     * @param name a name
     * @return the algorithm, or nullptr
     */
    static const NativeAlgorithm* Find(std::span<const NativeAlgorithm> among,
                                       std::string_view name);

    /**
     * @param among algorithms of one kind
     * @return their names
     */
    static std::vector<std::string> GetNames(std::span<const NativeAlgorithm> among);

    /**
     * @param among algorithms of one kind
     * @param names names of some of them; others are passed over
     * @return their numbers
     */
    static std::vector<uint8_t> GetNumbers(std::span<const NativeAlgorithm> among,
                                           std::span<const std::string> names);
};

} // namespace ns3::net8

#endif /* NET8_NATIVE_ALGORITHM_H */
