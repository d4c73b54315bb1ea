// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NATIVE_SERVICES_H
#define NET8_NATIVE_SERVICES_H

#include "ns3/net8-ttc-codec.h"
#include "ns3/net8-ttc-list.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A field of a native service.
 */
struct NativeField
{
    /// What it holds.
    enum class Type : uint16_t
    {
        STRING = 0,  ///< A text.
        BYTES = 1,   ///< Bytes.
        UB1 = 2,     ///< A number of one byte.
        UB2 = 3,     ///< A number of two bytes.
        UB4 = 4,     ///< A number of four bytes.
        VERSION = 5, ///< A version.
        STATUS = 6   ///< A state.
    };

    /// Bytes in front of its value.
    static constexpr uint32_t HEAD = 4;

    Type type{Type::BYTES}; ///< What it holds.
    std::string value;      ///< It, numbers with their highest byte first.

    /**
     * @param type what it holds
     * @param value a number
     * @param bytes bytes of the number, at most 4
     * @return the field
     */
    static NativeField Of(Type type, uint32_t value, uint32_t bytes);

    /**
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the field
     * @param io takes or gives it
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, const TtcLayout& /* layout */)
    {
        auto size = static_cast<uint16_t>(self.value.size());
        auto type = static_cast<uint16_t>(self.type);
        io.U16(size);
        io.U16(type);
        io.Raw(self.value, size);
        if constexpr (requires { io.Fail(); })
        {
            self.type = static_cast<Type>(type);
        }
    }
};

/**
 * @ingroup net8
 * What is said of one native service.
 */
struct NativeService
{
    /// Which service.
    enum class Type : uint16_t
    {
        AUTHENTICATION = 1, ///< Who says who the user is.
        ENCRYPTION = 2,     ///< Encryption.
        INTEGRITY = 3,      ///< Checksums; with them the keys of both are exchanged.
        SUPERVISOR = 4      ///< Which services there are.
    };

    /// Bytes in front of its fields.
    static constexpr uint32_t HEAD = 8;
    /// Most fields that are read.
    static constexpr uint32_t FIELDS_MAX = 64;

    Type type{Type::SUPERVISOR};     ///< Which service.
    uint32_t error{0};               ///< Oracle error number, 0 without.
    std::vector<NativeField> fields; ///< What is said.

    /**
     * @param type what a field holds
     * @return the first field that holds it, or nullptr
     */
    const NativeField* Find(NativeField::Type type) const;

    /**
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the service
     * @param io takes or gives it
     * @param layout of no matter
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, const TtcLayout& layout)
    {
        auto type = static_cast<uint16_t>(self.type);
        auto count = static_cast<uint16_t>(self.fields.size());
        io.U16(type);
        io.U16(count);
        io.U32(self.error);
        if constexpr (requires { io.Fail(); })
        {
            self.type = static_cast<Type>(type);
        }
        TtcList::Resize(self.fields, io, count, FIELDS_MAX);
        TtcList::Entries(self.fields, io, layout);
    }
};

/**
 * @ingroup net8
 * A message of the native services, which is none of TTC: what an end offers or has chosen of
 * authentication, encryption and checksums, messages of an authentication, and keys. All numbers
 * have their highest byte first. Captures of 9.2 to 26ai read and write again byte for byte.
 */
class NativeServices : public TtcServerCodec<NativeServices>
{
  public:
    /// Bytes in front of the services.
    static constexpr uint32_t HEAD = 13;
    /// Most services that are read.
    static constexpr uint32_t SERVICES_MAX = 16;

    uint32_t version{0};                 ///< Version of the sender; 0: any.
    uint8_t flags{0};                    ///< Flags.
    std::vector<NativeService> services; ///< What is said of each.

    /**
     * @param type a service
     * @return what is said of it, or nullptr
     */
    const NativeService* Find(NativeService::Type type) const;

    /**
     * @return the first error of a service, 0 without
     */
    uint32_t GetError() const;

    /**
     * @return bytes of the message, as its head tells them
     */
    uint16_t GetBytes() const;

    /**
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io takes or gives it
     * @param layout of no matter
     */
    template <class SELF, class IO>
    static void Fields(SELF& self, IO& io, const TtcLayout& layout)
    {
        for (const uint8_t byte : {0xde, 0xad, 0xbe, 0xef})
        {
            io.Expect(byte);
        }
        uint16_t bytes = self.GetBytes();
        auto count = static_cast<uint16_t>(self.services.size());
        io.U16(bytes);
        io.U32(self.version);
        io.U16(count);
        io.U8(self.flags);
        TtcList::Resize(self.services, io, count, SERVICES_MAX);
        TtcList::Entries(self.services, io, layout);
    }
};

} // namespace ns3::net8

#endif /* NET8_NATIVE_SERVICES_H */
