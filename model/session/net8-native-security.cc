// SPDX-License-Identifier: GPL-2.0-only
#include "net8-native-security.h"

#include "net8-byte-rate.h"
#include "net8-field-accessor.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/net8-native-algorithm.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <cctype>
#include <sstream>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8NativeSecurity);

namespace
{

/**
 * @param text names, separated by commas
 * @param all names to use if the text is empty
 * @return the names
 */
std::vector<std::string>
Split(const std::string& text, const std::vector<std::string>& all)
{
    std::vector<std::string> names;
    std::istringstream stream(text);
    for (std::string name; std::getline(stream, name, ',');)
    {
        std::erase_if(name, [](unsigned char letter) { return std::isspace(letter) != 0; });
        names.push_back(name);
    }
    return names.empty() ? all : names;
}

/**
 * @return the checker for an attribute that is a level
 */
Ptr<const AttributeChecker>
MakeLevelChecker()
{
    return MakeEnumChecker(NativeLevel::ACCEPTED,
                           "accepted",
                           NativeLevel::REJECTED,
                           "rejected",
                           NativeLevel::REQUESTED,
                           "requested",
                           NativeLevel::REQUIRED,
                           "required");
}

} // namespace

TypeId
Net8NativeSecurity::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8NativeSecurity")
            .SetParent<Object>()
            .SetGroupName("Net8")
            .AddConstructor<Net8NativeSecurity>()
            .AddAttribute("Encryption",
                          "SQLNET.ENCRYPTION_CLIENT or _SERVER: native encryption if the other end "
                          "wants it, never, if it can be, or no session without.",
                          EnumValue(NativeLevel::ACCEPTED), // Security Guide
                          MakeEnumAccessor<NativeLevel>(&Net8NativeSecurity::m_encryption),
                          MakeLevelChecker())
            .AddAttribute("EncryptionTypes",
                          "SQLNET.ENCRYPTION_TYPES_CLIENT or _SERVER: algorithms with commas "
                          "between them, the first one that both ends have is the server's; empty: "
                          "all of the driver or the server.",
                          StringValue(""),
                          MakeStringAccessor(&Net8NativeSecurity::m_encryptionTypes),
                          MakeStringChecker())
            .AddAttribute("CryptoChecksum",
                          "SQLNET.CRYPTO_CHECKSUM_CLIENT or _SERVER: checksums if the other end "
                          "wants them, never, if they can be, or no session without.",
                          EnumValue(NativeLevel::ACCEPTED), // Security Guide
                          MakeEnumAccessor<NativeLevel>(&Net8NativeSecurity::m_checksum),
                          MakeLevelChecker())
            .AddAttribute("CryptoChecksumTypes",
                          "SQLNET.CRYPTO_CHECKSUM_TYPES_CLIENT or _SERVER: checksums with commas "
                          "between them; empty: all of the driver or the server.",
                          StringValue(""),
                          MakeStringAccessor(&Net8NativeSecurity::m_checksumTypes),
                          MakeStringChecker())
            .AddAttribute("CipherRate",
                          "What a core of this end encrypts and checks of packets of sessions with "
                          "native encryption or checksums.",
                          // AES-CBC at 4.4 cycles a byte (Haswell) and SHA-256: 0.3 to 0.6 GB/s.
                          DataRateValue(DataRate("4Gbps")),
                          MakeDataRateAccessor(&Net8NativeSecurity::m_cipherRate),
                          MakeDataRateChecker())
            .AddAttribute("Compression",
                          "SQLNET.COMPRESSION: packets are compressed if the other end does it "
                          "too, from TNS version 315 on.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Net8NativeSecurity::m_compression),
                          MakeBooleanChecker())
            .AddAttribute("CompressionLevels",
                          "SQLNET.COMPRESSION_LEVELS: low (LZO), high (zlib) or both with a comma "
                          "between them; the first one of the server's that the client has is "
                          "taken; without one in common there is no compression.",
                          StringValue("low"),
                          MakeStringAccessor(&Net8NativeSecurity::m_compressionLevels),
                          MakeStringChecker())
            .AddAttribute("CompressionThreshold",
                          "SQLNET.COMPRESSION_THRESHOLD: longest packet that is left as it is.",
                          UintegerValue(1024), // Net Services Reference
                          MakeFieldAccessor<UintegerValue>(&Net8NativeSecurity::m_offer,
                                                           &CompressionOffer::threshold),
                          MakeUintegerChecker<uint32_t>(1, 2097152))
            .AddAttribute("CompressionRatio",
                          "Bytes that this end sends over what compression makes of them; 0: "
                          "it leaves them as they are.",
                          DoubleValue(0),
                          MakeFieldAccessor<DoubleValue>(&Net8NativeSecurity::m_offer,
                                                         &CompressionOffer::ratio),
                          MakeDoubleChecker<double>(0, 1000))
            .AddAttribute("CompressionRate",
                          "What a core of this end compresses; it gets four times as much back. 0: "
                          "4 Gbit/s at level low, 600 Mbit/s at high.",
                          DataRateValue(DataRate(0)), // zlib 50 to 100 MB/s, LZO 5 to 10 times that
                          MakeDataRateAccessor(&Net8NativeSecurity::m_compressionRate),
                          MakeDataRateChecker());
    return tid;
}

Net8NativeSecurity::Net8NativeSecurity() = default;
Net8NativeSecurity::~Net8NativeSecurity() = default;

NativeSecurity
Net8NativeSecurity::Get(const std::vector<std::string>& encryption,
                        const std::vector<std::string>& checksums) const
{
    const auto ciphers = Split(m_encryptionTypes, encryption);
    const auto sums = Split(m_checksumTypes, checksums);
    return {
        .encryption = {.level = m_encryption,
                       .types =
                           NativeAlgorithm::GetNumbers(NativeAlgorithm::GetEncryption(), ciphers)},
        .checksums = {.level = m_checksum,
                      .types = NativeAlgorithm::GetNumbers(NativeAlgorithm::GetChecksums(), sums)},
        .cipherRate = ToByteRate(m_cipherRate),
        .compression = GetCompression()};
}

CompressionOffer
Net8NativeSecurity::GetCompression() const
{
    auto offer = m_offer;
    offer.rate = ToByteRate(m_compressionRate);
    const auto levels = Split(m_compressionLevels, {"low"});
    for (const auto& level : m_compression ? levels : std::vector<std::string>())
    {
        offer.schemes.push_back(level == "high" ? CompressionScheme::ZLIB : CompressionScheme::LZO);
    }
    return offer;
}

} // namespace ns3::net8
