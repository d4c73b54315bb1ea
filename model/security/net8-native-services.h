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
    /// Type of its value.
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

    /// Size of the header before its value, bytes.
    static constexpr uint32_t HEAD = 4;

    Type type{Type::BYTES}; ///< Type of its value.
    std::string value;      ///< Its value; numbers are big-endian.

    /**
     * Make a field with a number.
     *
     * @param type its type
     * @param value the number
     * @param bytes size of the number, at most 4 bytes
     * @return the field
     */
    static NativeField Of(Type type, uint32_t value, uint32_t bytes);

    /**
     * Visit every field in wire order, to write or to read it.
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the field
     * @param io writes or reads it
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
 * The part of a message for one native service.
 */
struct NativeService
{
    /// Type of service.
    enum class Type : uint16_t
    {
        AUTHENTICATION = 1, ///< Authentication method.
        ENCRYPTION = 2,     ///< Encryption.
        INTEGRITY = 3,      ///< Checksums; along with these, keys are exchanged.
        SUPERVISOR = 4      ///< Lists the services.
    };

    /// Size of the header before its fields, bytes.
    static constexpr uint32_t HEAD = 8;
    /// Maximum number of fields read.
    static constexpr uint32_t FIELDS_MAX = 64;

    Type type{Type::SUPERVISOR};     ///< Type of service.
    uint32_t error{0};               ///< Oracle error number, 0 without.
    std::vector<NativeField> fields; ///< Its fields.

    /**
     * Find a field by type.
     *
     * @param type type of the field
     * @return the first such field, or nullptr
     */
    const NativeField* Find(NativeField::Type type) const;

    /**
     * Visit every field in wire order, to write or to read it.
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the service
     * @param io writes or reads it
     * @param layout not used
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
 * A message of the native services, which does not belong to TTC: offers or choices of
 * authentication, encryption and checksums, authentication messages, and keys. All numbers are
 * big-endian. Captures of 9.2 to 26ai are decoded and re-encoded byte for byte.
 */
class NativeServices : public TtcServerCodec<NativeServices>
{
  public:
    /// Size of the header before the services, bytes.
    static constexpr uint32_t HEAD = 13;
    /// Maximum number of services read.
    static constexpr uint32_t SERVICES_MAX = 16;

    uint32_t version{0};                 ///< Version of the sender; 0: any.
    uint8_t flags{0};                    ///< Flags.
    std::vector<NativeService> services; ///< The services.

    /**
     * Find a service.
     *
     * @param type a service
     * @return the service, or nullptr
     */
    const NativeService* Find(NativeService::Type type) const;

    /**
     * @return the first error of a service; 0 if there is none
     */
    uint32_t GetError() const;

    /**
     * @return size of the message, as stated in its header, bytes
     */
    uint16_t GetBytes() const;

    /**
     * Visit every field in wire order, to write or to read it.
     * @tparam SELF this class
     * @tparam IO a writer or a reader
     * @param self the message
     * @param io writes or reads it
     * @param layout not used
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
