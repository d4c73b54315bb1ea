// SPDX-License-Identifier: GPL-2.0-only
#include "net8-native-sealing.h"

#include "net8-native-algorithm.h"

#include <algorithm>

namespace ns3::net8
{

namespace
{

/// Bytes after the encrypted part: the amount of padding, and the new-key byte.
constexpr uint32_t BEHIND_CIPHER = 2;
/// Bytes after a checksum without encryption: the new-key byte.
constexpr uint32_t BEHIND_CHECKSUM = 1;

/// Bits flipped in the placeholder of the ciphertext: no TTC message starts with such a byte.
constexpr uint8_t CIPHER_MASK = 0xa5;

/**
 * Get the size of an algorithm.
 *
 * @param found the algorithm, or nullptr
 * @return its block or checksum size, bytes; 0 for nullptr
 */
uint32_t
GetBytes(const NativeAlgorithm* found)
{
    return found ? found->bytes : 0;
}

} // namespace

NativeSealing::NativeSealing(uint8_t encryption, uint8_t checksum)
    : m_block(GetBytes(NativeAlgorithm::Find(NativeAlgorithm::GetEncryption(), encryption))),
      m_checksum(GetBytes(NativeAlgorithm::Find(NativeAlgorithm::GetChecksums(), checksum)))
{
}

bool
NativeSealing::IsOn() const
{
    return m_block > 0 || m_checksum > 0;
}

uint32_t
NativeSealing::GetSealed(uint32_t payload) const
{
    if (!IsOn())
    {
        return payload;
    }
    const uint32_t bytes = payload + m_checksum;
    if (m_block == 0)
    {
        return bytes + BEHIND_CHECKSUM;
    }
    return (bytes + m_block - 1) / m_block * m_block + BEHIND_CIPHER;
}

uint32_t
NativeSealing::GetMost(uint32_t room) const
{
    if (!IsOn())
    {
        return room;
    }
    const uint32_t behind = m_block > 0 ? BEHIND_CIPHER : BEHIND_CHECKSUM;
    const uint32_t bytes = std::max(room, behind) - behind;
    const uint32_t whole = m_block > 0 ? bytes / m_block * m_block : bytes;
    return std::max(whole, m_checksum) - m_checksum;
}

void
NativeSealing::Write(std::span<const uint8_t> real,
                     uint32_t payload,
                     std::vector<uint8_t>& to) const
{
    if (!IsOn())
    {
        to.insert(to.end(), real.begin(), real.end());
        return;
    }
    to.push_back(static_cast<uint8_t>(GetSealed(payload) - payload) ^ CIPHER_MASK);
    for (const uint8_t byte : real)
    {
        to.push_back(byte ^ CIPHER_MASK);
    }
}

std::optional<NativeSealing::Opened>
NativeSealing::Open(std::span<const uint8_t> sealed, uint32_t bytes) const
{
    Opened opened{.payload = bytes, .bytes = {sealed.begin(), sealed.end()}};
    if (!IsOn())
    {
        return opened;
    }
    if (sealed.empty())
    {
        return std::nullopt;
    }
    for (uint8_t& byte : opened.bytes)
    {
        byte ^= CIPHER_MASK;
    }
    const uint32_t added = opened.bytes.front();
    opened.bytes.erase(opened.bytes.begin());
    if (added > bytes || GetSealed(bytes - added) != bytes)
    {
        return std::nullopt;
    }
    opened.payload = bytes - added;
    opened.bytes.resize(std::min<std::size_t>(opened.bytes.size(), opened.payload));
    return opened;
}

} // namespace ns3::net8
