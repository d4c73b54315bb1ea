// SPDX-License-Identifier: GPL-2.0-only
#include "net8-native-negotiation.h"

#include <algorithm>
#include <array>

namespace ns3::net8
{

namespace
{

using Field = NativeField;
using FieldType = NativeField::Type;
using ServiceType = NativeService::Type;

/// Value in the authentication service of clients: a number and a 2-byte status (captures of 9.2 to
/// 26ai).
constexpr uint32_t AUTHENTICATION = 0xe0e1;
constexpr uint32_t AUTHENTICATION_ASKED = 0xfcff;
/// Value in that of servers: no other authentication, or the method whose name follows.
constexpr uint32_t AUTHENTICATION_NONE = 0xfbff;
constexpr uint32_t AUTHENTICATION_CHOSEN = 0xfaff;
/// Value in the supervisor service of servers.
constexpr uint32_t SUPERVISED = 0x001f;
/// Size of a client's identifier, bytes.
constexpr uint32_t IDENTIFIER = 8;
/// Value before a list of services.
constexpr uint32_t LIST_MAGIC = 0xdeadbeef;
constexpr uint32_t LIST_TYPE = 3;
/// Services in the message, in order.
constexpr std::array SERVICES{ServiceType::SUPERVISOR,
                              ServiceType::AUTHENTICATION,
                              ServiceType::ENCRYPTION,
                              ServiceType::INTEGRITY};
/// Number of these that a server lists.
constexpr uint32_t SERVER_SERVICES = 2;
/// Numbers after the name of the authentication method (captures of 9.2 and 10.2).
constexpr uint32_t METHOD_VERSION = 0x02000000;
constexpr uint32_t METHOD_STATE = 2;

/**
 * Make the version field of a service.
 *
 * @param version version of the sender
 * @return the field, which is the first of each service
 */
Field
VersionOf(uint32_t version)
{
    return Field::Of(FieldType::VERSION, version, 4);
}

/**
 * Make the list of services.
 *
 * @param count number of services
 * @return the field with their list
 */
Field
ListServices(uint32_t count)
{
    std::string list = Field::Of(FieldType::UB4, LIST_MAGIC, 4).value +
                       Field::Of(FieldType::UB2, LIST_TYPE, 2).value +
                       Field::Of(FieldType::UB4, count, 4).value;
    for (uint32_t i = 0; i < count; ++i)
    {
        list += Field::Of(FieldType::UB2, static_cast<uint32_t>(SERVICES.at(i)), 2).value;
    }
    return {.type = FieldType::BYTES, .value = list};
}

/**
 * Make a message.
 *
 * @param version version of the sender
 * @param services its services
 * @return the message
 */
NativeServices
MakeMessage(uint32_t version, std::vector<NativeService> services)
{
    NativeServices message;
    message.version = version;
    message.services = std::move(services);
    return message;
}

/**
 * Read the outcome of a service.
 *
 * @param message a message of a server
 * @param type encryption or integrity
 * @return the outcome
 */
NativeOutcome
ReadOutcome(const NativeServices& message, ServiceType type)
{
    const auto* service = message.Find(type);
    const auto* chosen = service ? service->Find(FieldType::UB1) : nullptr;
    NativeOutcome outcome;
    outcome.error = service ? service->error : 0;
    outcome.type = chosen && !chosen->value.empty() ? static_cast<uint8_t>(chosen->value[0]) : 0;
    return outcome;
}

/**
 * Make the answer for a service.
 *
 * @param type encryption or integrity
 * @param outcome its outcome
 * @param version version of the server
 * @return the service in the server's message
 */
NativeService
PrintOutcome(ServiceType type, const NativeOutcome& outcome, uint32_t version)
{
    return {.type = type,
            .error = outcome.error,
            .fields = {VersionOf(version), Field::Of(FieldType::UB1, outcome.type, 1)}};
}

} // namespace

NativeServices
NativeRequest::Print() const
{
    const Field identifier{.type = FieldType::BYTES, .value = std::string(IDENTIFIER, '\0')};
    NativeService authentication{.type = ServiceType::AUTHENTICATION,
                                 .fields = {VersionOf(version),
                                            Field::Of(FieldType::UB2, AUTHENTICATION, 2),
                                            Field::Of(FieldType::STATUS, AUTHENTICATION_ASKED, 2)}};
    for (const auto& method : methods)
    {
        authentication.fields.push_back(Field::Of(FieldType::UB1, 1, 1));
        authentication.fields.push_back({.type = FieldType::STRING, .value = method});
    }
    NativeService ciphers{
        .type = ServiceType::ENCRYPTION,
        .fields = {VersionOf(version), {.type = FieldType::BYTES, .value = encryption.Print()}}};
    if (marked)
    {
        ciphers.fields.push_back(Field::Of(FieldType::UB1, 1, 1));
    }
    NativeService integrity{
        .type = ServiceType::INTEGRITY,
        .fields = {VersionOf(version), {.type = FieldType::BYTES, .value = checksums.Print()}}};
    return MakeMessage(version,
                       {{.type = ServiceType::SUPERVISOR,
                         .fields = {VersionOf(version),
                                    identifier,
                                    ListServices(static_cast<uint32_t>(SERVICES.size()))}},
                        authentication,
                        ciphers,
                        integrity});
}

std::optional<NativeRequest>
NativeRequest::Parse(const NativeServices& message)
{
    const auto* ciphers = message.Find(ServiceType::ENCRYPTION);
    const auto* integrity = message.Find(ServiceType::INTEGRITY);
    const auto* first = ciphers ? ciphers->Find(FieldType::BYTES) : nullptr;
    const auto* second = integrity ? integrity->Find(FieldType::BYTES) : nullptr;
    if (!first || !second)
    {
        return std::nullopt;
    }
    NativeRequest request{.version = message.version,
                          .methods = {},
                          .encryption = NativeOffer::Parse(first->value),
                          .checksums = NativeOffer::Parse(second->value),
                          .marked = ciphers->Find(FieldType::UB1) != nullptr};
    if (const auto* authentication = message.Find(ServiceType::AUTHENTICATION))
    {
        for (const auto& field : authentication->fields)
        {
            if (field.type == FieldType::STRING)
            {
                request.methods.push_back(field.value);
            }
        }
    }
    return request;
}

bool
NativeAnswer::IsOn() const
{
    return encryption.type != 0 || checksum.type != 0;
}

NativeServices
NativeAnswer::Print() const
{
    NativeService authentication{.type = ServiceType::AUTHENTICATION,
                                 .fields = {VersionOf(version)}};
    auto& fields = authentication.fields;
    const bool chosen = !method.empty();
    fields.push_back(
        Field::Of(FieldType::STATUS, chosen ? AUTHENTICATION_CHOSEN : AUTHENTICATION_NONE, 2));
    if (chosen)
    {
        fields.push_back(Field::Of(FieldType::UB1, 1, 1));
        fields.push_back({.type = FieldType::STRING, .value = method});
        fields.push_back(VersionOf(METHOD_VERSION));
        fields.push_back(Field::Of(FieldType::UB4, 0, 4));
        fields.push_back(Field::Of(FieldType::UB4, METHOD_STATE, 4));
    }
    auto integrity = PrintOutcome(ServiceType::INTEGRITY, checksum, version);
    if (IsOn())
    {
        integrity.fields.push_back(Field::Of(FieldType::UB2, GROUP * 8, 2));
        integrity.fields.push_back(Field::Of(FieldType::UB2, GROUP * 8, 2));
        // Generator, prime, server key, initialization vector.
        for (const uint32_t bytes : {GROUP, GROUP, GROUP, VECTOR})
        {
            integrity.fields.push_back(
                {.type = FieldType::BYTES, .value = std::string(bytes, '\0')});
        }
    }
    return MakeMessage(version,
                       {{.type = ServiceType::SUPERVISOR,
                         .fields = {VersionOf(version),
                                    Field::Of(FieldType::STATUS, SUPERVISED, 2),
                                    ListServices(SERVER_SERVICES)}},
                        authentication,
                        PrintOutcome(ServiceType::ENCRYPTION, encryption, version),
                        integrity});
}

NativeAnswer
NativeAnswer::Parse(const NativeServices& message)
{
    NativeAnswer answer{.version = message.version,
                        .method = {},
                        .encryption = ReadOutcome(message, ServiceType::ENCRYPTION),
                        .checksum = ReadOutcome(message, ServiceType::INTEGRITY)};
    const auto* authentication = message.Find(ServiceType::AUTHENTICATION);
    const auto* name = authentication ? authentication->Find(FieldType::STRING) : nullptr;
    answer.method = name ? name->value : "";
    return answer;
}

NativeAnswer
NativeAnswer::Choose(const NativeRequest& request,
                     const NativeOffer& encryption,
                     const NativeOffer& checksums,
                     uint32_t version)
{
    NativeAnswer answer{.version = version,
                        .method = {},
                        .encryption = NativeOffer::Choose(request.encryption, encryption),
                        .checksum = NativeOffer::Choose(request.checksums, checksums)};
    const auto nts = std::ranges::find(request.methods, NativeRequest::WINDOWS);
    answer.method = nts == request.methods.end() ? "" : *nts;
    if (answer.encryption.error != 0 || answer.checksum.error != 0)
    {
        answer.encryption.type = 0;
        answer.checksum.type = 0;
    }
    return answer;
}

NativeServices
NativeAnswer::PrintKey(uint32_t version)
{
    return MakeMessage(
        version,
        {{.type = ServiceType::INTEGRITY,
          .fields = {{.type = FieldType::BYTES, .value = std::string(GROUP, '\0')}}}});
}

} // namespace ns3::net8
