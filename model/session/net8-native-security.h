// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NATIVE_SECURITY_H
#define NET8_NATIVE_SECURITY_H

#include "ns3/data-rate.h"
#include "ns3/net8-native-offer.h"
#include "ns3/object.h"

#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Native encryption and checksums of a client or of an instance, as sqlnet.ora sets them.
 */
class Net8NativeSecurity : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8NativeSecurity();
    ~Net8NativeSecurity() override;

    /**
     * @param encryption names of algorithms of encryption, where the attribute has none
     * @param checksums names of checksums, likewise
     * @return what the attributes say
     */
    NativeSecurity Get(const std::vector<std::string>& encryption,
                       const std::vector<std::string>& checksums) const;

  private:
    /**
     * @return what the attributes say of compression
     */
    CompressionOffer GetCompression() const;

    NativeLevel m_encryption{NativeLevel::ACCEPTED}; ///< What it wants of encryption.
    NativeLevel m_checksum{NativeLevel::ACCEPTED};   ///< What it wants of checksums.
    std::string m_encryptionTypes;                   ///< Algorithms of encryption; empty: all.
    std::string m_checksumTypes;                     ///< Checksums; empty: all.
    DataRate m_cipherRate;                           ///< What a core encrypts.
    bool m_compression{false};                       ///< Packets are compressed.
    std::string m_compressionLevels;                 ///< Levels; empty: low.
    CompressionOffer m_offer;                        ///< Threshold and ratio.
    DataRate m_compressionRate;                      ///< What a core compresses; 0: by level.
};

} // namespace ns3::net8

#endif /* NET8_NATIVE_SECURITY_H */
