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
 * Native encryption and checksums of a client or an instance, as set in sqlnet.ora.
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
     * @param encryption names of the encryption algorithms, used if the attribute lists none
     * @param checksums names of the checksums, likewise
     * @return the settings made by the attributes
     */
    NativeSecurity Get(const std::vector<std::string>& encryption,
                       const std::vector<std::string>& checksums) const;

  private:
    /**
     * @return the settings of compression made by the attributes
     */
    CompressionOffer GetCompression() const;

    NativeLevel m_encryption{NativeLevel::ACCEPTED}; ///< Level asked for encryption.
    NativeLevel m_checksum{NativeLevel::ACCEPTED};   ///< Level asked for checksums.
    std::string m_encryptionTypes;                   ///< Encryption algorithms; empty: all.
    std::string m_checksumTypes;                     ///< Checksums; empty: all.
    DataRate m_cipherRate;                           ///< Encryption rate of a core.
    bool m_compression{false};                       ///< Whether packets are compressed.
    std::string m_compressionLevels;                 ///< Compression levels; empty: low.
    CompressionOffer m_offer;                        ///< Threshold and ratio.
    DataRate m_compressionRate;                      ///< Compression rate of a core; 0: by level.
};

} // namespace ns3::net8

#endif /* NET8_NATIVE_SECURITY_H */
