// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * @ingroup net8
 * What clients offer in the native services, and the results of negotiating TLS, for Python.
 */
#include "bind-bytes.h"
#include "bind.h"

#include "ns3/net8-driver.h"
#include "ns3/net8-native-algorithm.h"
#include "ns3/net8-native-negotiation.h"
#include "ns3/net8-native-security.h"
#include "ns3/net8-oracle-error.h"
#include "ns3/net8-release.h"
#include "ns3/net8-tls.h"
#include "ns3/object.h"
#include "ns3/string.h"

#include <algorithm>
#include <array>
#include <optional>
#include <pybind11/stl.h>
#include <tuple>
#include <vector>

namespace py = pybind11;

namespace ns3::net8
{

namespace
{

/**
 * @param data bytes of Python
 * @return the message in them; nothing if they are not exactly one message
 */
std::optional<NativeServices>
Read(const py::bytes& data)
{
    TtcReader reader(View(data));
    auto message = NativeServices::Read(reader);
    return message && reader.Left() == 0 ? message : std::nullopt;
}

/// Algorithms of encryption, checksums, authentication services, whether a byte follows the list.
using Offer =
    std::tuple<std::vector<std::string>, std::vector<std::string>, std::vector<std::string>, bool>;

/**
 * @param among algorithms of one kind
 * @param numbers numbers of some of them
 * @return their names
 */
std::vector<std::string>
NameAll(std::span<const NativeAlgorithm> among, const std::vector<uint8_t>& numbers)
{
    std::vector<std::string> names;
    for (const uint8_t number : numbers)
    {
        const auto* found = NativeAlgorithm::Find(among, number);
        names.emplace_back(found ? std::string(found->name) : std::to_string(number));
    }
    return names;
}

/**
 * @param data the first message of a client
 * @return what it offers
 */
std::optional<Offer>
ReadOffer(const py::bytes& data)
{
    const auto message = Read(data);
    const auto request = message ? NativeRequest::Parse(*message) : std::nullopt;
    if (!request)
    {
        return std::nullopt;
    }
    return Offer{NameAll(NativeAlgorithm::GetEncryption(), request->encryption.types),
                 NameAll(NativeAlgorithm::GetChecksums(), request->checksums.types),
                 request->methods,
                 request->marked};
}

/// Level, algorithms of encryption or checksums, as texts of a plan.
using EndTexts = std::array<std::string, 4>;

/**
 * @param texts settings of an end in a plan
 * @return an object with these attributes
 */
Ptr<Net8NativeSecurity>
MakeEnd(const EndTexts& texts)
{
    auto end = CreateObject<Net8NativeSecurity>();
    constexpr std::array NAMES{"Encryption",
                               "EncryptionTypes",
                               "CryptoChecksum",
                               "CryptoChecksumTypes"};
    for (std::size_t i = 0; i < NAMES.size(); ++i)
    {
        end->SetAttribute(NAMES.at(i), StringValue(texts.at(i)));
    }
    return end;
}

/**
 * @param driver name of a driver
 * @param driverRelease its release
 * @param serverRelease release of the server
 * @param client settings of the client in the plan
 * @param server settings of the server in the plan
 * @return names of the encryption algorithm and of the checksum, empty: none; error number, 0: none
 */
std::tuple<std::string, std::string, uint32_t>
Agree(const std::string& driver,
      const std::string& driverRelease,
      const std::string& serverRelease,
      const EndTexts& client,
      const EndTexts& server)
{
    DriverProfile profile;
    ReleaseProfile release;
    if (DriverProfile::Read(driver, driverRelease, profile).IsError() ||
        ReleaseProfile::Read(serverRelease, release).IsError())
    {
        throw py::value_error("no such driver or release");
    }
    const auto wanted = MakeEnd(client)->Get(profile.encryptionTypes, profile.checksumTypes);
    const auto offered = MakeEnd(server)->Get(release.encryptionTypes, release.checksumTypes);
    NativeRequest request;
    request.encryption = NativeOffer::Parse(wanted.encryption.Print());
    request.checksums = NativeOffer::Parse(wanted.checksums.Print());
    const bool negotiates =
        std::ranges::find(profile.logon, "native services") != profile.logon.end();
    if (!negotiates)
    {
        return {"", "", offered.IsRequired() ? NativeOutcome::INCOMPATIBLE : 0};
    }
    const auto answer = NativeAnswer::Choose(request, offered.encryption, offered.checksums, 0);
    const auto name = [](std::span<const NativeAlgorithm> among, uint8_t number) {
        const auto* found = NativeAlgorithm::Find(among, number);
        return std::string(found ? found->name : "");
    };
    return {name(NativeAlgorithm::GetEncryption(), answer.encryption.type),
            name(NativeAlgorithm::GetChecksums(), answer.checksum.type),
            answer.encryption.error != 0 ? answer.encryption.error : answer.checksum.error};
}

/// Newest version, oldest version and ciphers, as texts of a plan.
using TlsTexts = std::array<std::string, 3>;

/**
 * @param texts settings of an end in a plan
 * @return an object with these attributes
 */
Ptr<Net8Tls>
MakeTls(const TlsTexts& texts)
{
    auto end = CreateObject<Net8Tls>();
    constexpr std::array NAMES{"TlsVersion", "TlsMinVersion", "TlsCipher"};
    for (std::size_t i = 0; i < NAMES.size(); ++i)
    {
        end->SetAttribute(NAMES.at(i), StringValue(texts.at(i)));
    }
    return end;
}

/**
 * @param client settings of the client in the plan
 * @param listener settings of the listener in the plan
 * @return version and cipher, or the error number; 0: none
 */
std::tuple<std::string, std::string, uint32_t>
AgreeOnTls(const TlsTexts& client, const TlsTexts& listener)
{
    const auto outcome =
        TlsOffer::Agree(MakeTls(client)->GetClient("").offer, MakeTls(listener)->GetServer().offer);
    if (outcome.alert != TlsAlert::NONE)
    {
        return {"", "", GetTlsError(outcome.alert)};
    }
    return {outcome.version == TlsVersion::TLS_1_3 ? "1.3" : "1.2",
            std::string(Net8Tls::GetName(outcome.cipher)),
            0};
}

} // namespace

void
BindNative(py::module_& module)
{
    module.def("tls_outcome",
               &AgreeOnTls,
               py::arg("client"),
               py::arg("listener"),
               "Negotiate TLS: version and cipher, or the Oracle error number. An end is its "
               "newest and its oldest version and its ciphers, as a plan has them.");
    module.def("native_offer",
               &ReadOffer,
               py::arg("data"),
               "Read what a client offers in its first message of the native services: names of "
               "algorithms of encryption and of checksums, who may authenticate, and whether a "
               "byte stands behind the first list; None if it is not such a message.");
    module.def(
        "native_outcome",
        &Agree,
        py::arg("driver"),
        py::arg("driver_release"),
        py::arg("server_release"),
        py::arg("client"),
        py::arg("server"),
        "Negotiate encryption and checksums: names of what is on, and the Oracle error number "
        "if there is no session. An end is level, algorithms, level and algorithms of "
        "checksums, as a plan has them.");
}

} // namespace ns3::net8
