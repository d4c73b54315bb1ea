// SPDX-License-Identifier: GPL-2.0-only
#include "net8-native-services.h"

#include <algorithm>

namespace ns3::net8
{

NativeField
NativeField::Of(Type type, uint32_t value, uint32_t bytes)
{
    NativeField field{.type = type, .value = {}};
    for (uint32_t i = bytes; i > 0; --i)
    {
        field.value += static_cast<char>(static_cast<uint8_t>(value >> (8 * (i - 1))));
    }
    return field;
}

const NativeField*
NativeService::Find(NativeField::Type of) const
{
    const auto found = std::ranges::find(fields, of, &NativeField::type);
    return found == fields.end() ? nullptr : &*found;
}

const NativeService*
NativeServices::Find(NativeService::Type type) const
{
    const auto found = std::ranges::find(services, type, &NativeService::type);
    return found == services.end() ? nullptr : &*found;
}

uint32_t
NativeServices::GetError() const
{
    for (const auto& service : services)
    {
        if (service.error != 0)
        {
            return service.error;
        }
    }
    return 0;
}

uint16_t
NativeServices::GetBytes() const
{
    uint32_t bytes = HEAD;
    for (const auto& service : services)
    {
        bytes += NativeService::HEAD;
        for (const auto& field : service.fields)
        {
            bytes += NativeField::HEAD + static_cast<uint32_t>(field.value.size());
        }
    }
    return static_cast<uint16_t>(bytes);
}

} // namespace ns3::net8
